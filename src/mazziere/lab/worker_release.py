"""Asks the workers of a cluster which mazziere they have.

Dask sends a function of an installed package by its name, and a worker that cannot import the
package ends. So the functions of this module are sent with their code; they import late.
"""

from typing import Any


def release() -> str:
    """Name the version that this process has, with a hash of the sources that decide a match."""
    try:
        from mazziere import __version__
        from mazziere.kernel.cache import rules_hash
    except ImportError:
        return "none"
    return f"{__version__} ({rules_hash()[:8]})"


def releases_of(client: Any) -> dict[str, str]:
    """Return the release of each worker, by its address."""
    import cloudpickle

    from mazziere.lab import worker_release

    cloudpickle.register_pickle_by_value(worker_release)
    try:
        found: dict[str, str] = client.run(release)
    finally:
        cloudpickle.unregister_pickle_by_value(worker_release)
    return found
