"""What the engine of the stack's tests says of its network."""

from __future__ import annotations

import pytest

from tests.compose.engine import gateway_of


@pytest.mark.parametrize(
    ("config", "gateway"),
    [
        ({"Subnet": "172.17.0.0/16", "Gateway": "172.17.0.9"}, "172.17.0.9"),
        ({"Subnet": "172.18.0.0/16"}, "172.18.0.1"),  # as an engine says at its first start
        ({"Subnet": "10.1.2.0/24", "Gateway": ""}, "10.1.2.1"),
    ],
)
def test_an_engine_that_names_no_gateway_takes_the_first_address(config: dict[str, str], gateway: str) -> None:
    assert gateway_of(config) == gateway
