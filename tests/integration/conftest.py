"""What tests of the promises begin with: a local web, and both families of stores."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crawler.settings import Settings
from tests.localweb import LocalWeb


@pytest.fixture(params=["embedded_settings", pytest.param("server_settings", marks=pytest.mark.servers)])
def made(request: pytest.FixtureRequest) -> Settings:
    """Settings of either family of stores, empty."""
    settings: Settings = request.getfixturevalue(request.param)
    return settings


@pytest.fixture
def web() -> Iterator[LocalWeb]:
    """A web that nothing is published in yet."""
    with LocalWeb({}) as web:
        yield web
