"""Counting what somebody does, and telling who somebody is."""

from mazziere.server.limits import Window, network
from mazziere.server.persons import Sessions

KEY = bytes(32)


def test_cookies_of_another_server_are_nobodys() -> None:
    value, person = Sessions(KEY).new()
    assert Sessions(KEY).read(value) == person
    assert Sessions(b"1" * 32).read(value) is None
    assert person not in value


def test_windows_move() -> None:
    window = Window(2, 10)
    assert [window.hit("a", at) for at in (0, 5, 9, 10, 11, 15)] == [1, 1, 0, 1, 0, 1]
    assert window.hit("b", 15)


def test_one_network_in_ipv6_is_one_address() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")
    assert network("somebody") == "somebody"
