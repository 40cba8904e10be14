"""The official client, and its errors as ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from elastic_transport import ConnectionTimeout, TransportError
from elasticsearch import ApiError, Elasticsearch
from urllib3 import Timeout
from urllib3.exceptions import ConnectTimeoutError

from crawler.errors import Unavailable
from crawler.settings import Settings, environment_name
from crawler.stores.elastic_bulk import advice

REQUEST_TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 5.0


def make_client(settings: Settings) -> Elasticsearch:
    """The official client, without retries of its own but for a node that is away while another is there."""
    hosts = [url.strip() for url in settings.elasticsearch_url.split(",") if url.strip()]
    options: dict[str, Any] = {
        # A number would be the limit of both, and a host that is away is known by its silence only.
        "request_timeout": Timeout(connect=CONNECT_TIMEOUT_S, read=REQUEST_TIMEOUT_S),
        "max_retries": len(hosts) - 1,
        "retry_on_status": [],
    }
    if settings.elasticsearch_ca_file:
        options["ca_certs"] = str(settings.elasticsearch_ca_file)
    if key := settings.elasticsearch_api_key.get_secret_value():
        options["api_key"] = key
    elif settings.elasticsearch_user:
        options["basic_auth"] = (settings.elasticsearch_user, settings.elasticsearch_password.get_secret_value())
    return Elasticsearch(hosts, **options)


@contextmanager
def answering() -> Iterator[None]:
    """The client's errors as ours."""
    try:
        yield
    except ApiError as error:
        raise unavailable(_advice(error)) from error
    except ConnectionTimeout as error:
        raise unavailable(_too_late(error)) from error
    except TransportError as error:
        setting = environment_name("elasticsearch_url")
        raise unavailable(f"start it, or correct {setting} ({error.message})") from error


def unavailable(detail: str, after_s: float = 5.0) -> Unavailable:
    return Unavailable("elasticsearch", detail, after_s=after_s)


def reason_of(error: ApiError) -> str:
    body = error.body.get("error") if isinstance(error.body, dict) else None
    if isinstance(body, dict):
        return str(body.get("reason"))
    setting = environment_name("elasticsearch_url")
    return f"it answers with status {error.meta.status} and not as Elasticsearch does: is {setting} right?"


def _too_late(error: ConnectionTimeout) -> str:
    if any(isinstance(cause, ConnectTimeoutError) for cause in error.errors):
        return f"no connection within {CONNECT_TIMEOUT_S:.0f} s: is {environment_name('elasticsearch_url')} right?"
    return f"no answer within {REQUEST_TIMEOUT_S:.0f} s"


def _advice(error: ApiError) -> str:
    reason = reason_of(error)
    if "blocked by" in reason:
        return f"{reason} {advice(reason)}"
    match error.meta.status:
        case 401 | 403:
            return f"it refuses our login ({reason}): see {environment_name('elasticsearch_user')} or the API key"
        case 404:
            return f"{reason}: run `crawler migrate`"
    return reason
