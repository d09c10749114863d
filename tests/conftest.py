"""Settings of all tests."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "mazziere",
    deadline=None,  # no verdict depends on how busy the machine is
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("mazziere")
