"""Which IP addresses may be connected to: the guard against requests forged to reach inside (SSRF). Pure."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from crawler.errors import Drop, Reason

# Written out, from IANA's registries of special-purpose addresses, because what Python's `is_global` means has changed
# within 3.11 and leaves out multicast and NAT64. The first match gives the word.
_NOT_PUBLIC: tuple[tuple[IPv4Network | IPv6Network, str], ...] = tuple(
    (ipaddress.ip_network(network), word)
    for network, word in (
        ("169.254.169.254/32", "a cloud's metadata service"),
        ("100.100.100.200/32", "a cloud's metadata service"),
        ("fd00:ec2::254/128", "a cloud's metadata service"),
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by a provider's customers (CGNAT)"),
        ("127.0.0.0/8", "loopback"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "for documentation"),
        ("192.88.99.0/24", "reserved"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "for benchmarks, and what some VPN clients answer for every name"),
        ("198.51.100.0/24", "for documentation"),
        ("203.0.113.0/24", "for documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved (Teredo and other protocols)"),
        ("2001:db8::/32", "for documentation"),
        ("3fff::/20", "for documentation"),
    )
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")


class Guard:
    """Public addresses, and the networks that an administrator allows besides."""

    def __init__(self, allow: Sequence[IPv4Network | IPv6Network] = ()) -> None:
        self._allow = tuple(allow)

    def objection(self, address: IPv4Address | IPv6Address) -> str:
        """Why this address may not be connected to, in a few words; "" when it may."""
        address = _inner(address)
        if any(address in network for network in self._allow):
            return ""
        for network, word in _NOT_PUBLIC:
            if address in network:
                return word
        return "reserved" if address.version == 6 and address not in _GLOBAL_UNICAST else ""

    def check(self, host: str, addresses: Sequence[IPv4Address | IPv6Address]) -> list[IPv4Address | IPv6Address]:
        """Those of a host's addresses that may be connected to. Raises Drop(FORBIDDEN_ADDRESS) when there is none."""
        objections = {address: self.objection(address) for address in addresses}
        allowed = [address for address, objection in objections.items() if not objection]
        if not allowed:
            why = ", ".join(f"{address} is {objection}" for address, objection in objections.items())
            raise Drop(Reason.FORBIDDEN_ADDRESS, f"{host}: {why}")
        return allowed


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 address leads to, by mapping (::ffff:0:0/96), 6to4 or NAT64; else itself."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address.sixtofour:
        return address.sixtofour
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address
