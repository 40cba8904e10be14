"""/healthz: this process answers. /readyz: so do the servers behind it. Both need no login and tell no secrets."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel

from crawler.errors import Unavailable
from crawler.roles.services import Services
from crawler.web.auth import services_of

health_router = APIRouter(tags=["health"])


class Health(BaseModel):
    """`ok`, and for /readyz the names of the services that do not answer."""

    ok: bool
    missing: list[str] = []


@health_router.get("/healthz")
def healthz() -> Health:
    """Whether this process answers."""
    return Health(ok=True)


@health_router.get("/readyz", responses={503: {"model": Health}})
def readyz(services: Annotated[Services, Depends(services_of)], response: Response) -> Health:
    """Whether everything that a request may need answers."""
    missing = []
    for check in (services.sources.check, services.frontier.check, services.documents.check):
        try:
            check()
        except Unavailable as problem:
            missing.append(problem.service)
    response.status_code = 503 if missing else 200
    return Health(ok=not missing, missing=missing)
