"""Addresses that a crawler has no business at."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import Drop, Reason
from crawler.fetch.guard import Guard

PUBLIC = ["1.1.1.1", "114.114.114.114", "223.5.5.5", "2400:3200::1", "2606:4700:4700::1111", "::ffff:1.1.1.1"]
PUBLIC += ["2002:101:101::1", "64:ff9b::101:101", "100.63.255.255", "100.128.0.0", "172.32.0.0", "192.167.255.255"]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_pass(address: str) -> None:
    assert Guard().objection(ip_address(address)) == ""


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("127.0.0.1", "loopback"),
        ("127.255.255.254", "loopback"),
        ("10.0.0.1", "private"),
        ("172.16.0.1", "private"),
        ("172.31.255.255", "private"),
        ("192.168.1.1", "private"),
        ("169.254.1.1", "link-local"),
        ("169.254.169.254", "metadata"),
        ("100.100.100.200", "metadata"),
        ("fd00:ec2::254", "metadata"),
        ("100.64.0.1", "CGNAT"),
        ("0.0.0.0", "unspecified"),
        ("0.1.2.3", "unspecified"),
        ("224.0.0.1", "multicast"),
        ("255.255.255.255", "reserved"),
        ("240.0.0.1", "reserved"),
        ("198.18.0.1", "VPN"),
        ("203.0.113.7", "documentation"),
        ("::", "unspecified"),
        ("::1", "loopback"),
        ("fc00::1", "private"),
        ("fd12:3456::1", "private"),
        ("fe80::1", "link-local"),
        ("fec0::1", "reserved"),
        ("ff02::1", "multicast"),
        ("2001:db8::1", "documentation"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo"),
        ("::ffff:127.0.0.1", "loopback"),
        ("::ffff:169.254.169.254", "metadata"),
        ("::127.0.0.1", "reserved"),
        ("2002:7f00:1::", "loopback"),
        ("2002:a00:1::1", "private"),
        ("64:ff9b::7f00:1", "loopback"),
        ("64:ff9b::a9fe:a9fe", "metadata"),
        ("64:ff9b:1::1", "reserved"),
    ],
)
def test_addresses_inside_are_refused(address: str, word: str) -> None:
    assert word in Guard().objection(ip_address(address))


def test_an_administrator_may_allow_networks() -> None:
    guard = Guard([ip_network("10.1.0.0/16"), ip_network("fd00::/64")])
    assert not guard.objection(ip_address("10.1.2.3"))
    assert not guard.objection(ip_address("::ffff:10.1.2.3"))
    assert not guard.objection(ip_address("fd00::5"))
    assert guard.objection(ip_address("10.2.0.1"))


def test_of_several_addresses_those_that_are_allowed_remain() -> None:
    assert Guard().check("a.example", [ip_address("10.0.0.1"), ip_address("1.1.1.1")]) == [ip_address("1.1.1.1")]
    with pytest.raises(Drop, match=r"a\.example: 10\.0\.0\.1 is private, ::1 is loopback") as caught:
        Guard().check("a.example", [ip_address("10.0.0.1"), ip_address("::1")])
    assert caught.value.reason is Reason.FORBIDDEN_ADDRESS


@given(st.ip_addresses(v=4))
def test_what_python_calls_private_is_refused_in_every_dress(address: IPv4Address) -> None:
    """Another list than ours: Python's. Where it knows of an address that is not global, so must we."""
    dressed: list[IPv4Address | IPv6Address] = [
        address,
        IPv6Address(b"\0" * 10 + b"\xff\xff" + address.packed),
        IPv6Address(b"\x20\x02" + address.packed + b"\0" * 10),
        IPv6Address(b"\x00\x64\xff\x9b" + b"\0" * 8 + address.packed),
    ]
    for form in dressed:
        assert bool(Guard().objection(form)) == bool(Guard().objection(address))
        if not address.is_global or address.is_multicast:
            assert Guard().objection(form)


@given(st.ip_addresses(v=6))
def test_ipv6_that_python_does_not_call_global_is_refused(address: IPv6Address) -> None:
    if not address.is_global and not address.sixtofour:
        assert Guard().objection(address)
