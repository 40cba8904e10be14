"""Run the web in this process."""

from __future__ import annotations

import socket
import threading

import uvicorn

from crawler.errors import Fatal
from crawler.observe import EventLog
from crawler.roles.services import Services
from crawler.settings import Settings, environment_name
from crawler.web.app import create_app

STOP_S = 5
"""On SIGTERM, requests under way have so long to end."""


def listen(settings: Settings) -> socket.socket:
    """The socket that `serve` takes. Raises Fatal when the address cannot be had."""
    address = (settings.web_host, settings.web_port)
    try:
        return socket.create_server(address, family=socket.AF_INET6 if ":" in settings.web_host else socket.AF_INET)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).partition(" (while")[0]
        raise Fatal(
            f"The web cannot listen on {settings.web_host} port {settings.web_port}: {reason}. "
            f"Stop what is there, or set {environment_name('web_host')} and {environment_name('web_port')}."
        ) from None


def serve(services: Services, *, stop: threading.Event | None = None, listener: socket.socket | None = None) -> None:
    """Serve on `listener`, or where the settings say, until SIGTERM or SIGINT, or until `stop` is set where the web
    shares a process with others. Raises Fatal when the address cannot be had."""
    with listener or listen(services.settings) as bound:
        _serve(services, bound, stop)


def _serve(services: Services, listener: socket.socket, stop: threading.Event | None) -> None:
    settings = services.settings
    config = uvicorn.Config(
        create_app(services),
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=[str(network) for network in settings.web_proxies],
        timeout_graceful_shutdown=STOP_S,
    )
    server = uvicorn.Server(config)
    if stop is not None:
        threading.Thread(target=_stop_with, args=(server, stop), name="web-stop", daemon=True).start()
    url = settings.web_url or f"http://{settings.web_host}:{listener.getsockname()[1]}/"
    log = EventLog("web")
    log.info("serving", url=url, user=settings.web_user)
    log.info("add sources there, with `crawler source add NAME URL`, or as rows of the table source")
    server.run(sockets=[listener])


def _stop_with(server: uvicorn.Server, stop: threading.Event) -> None:
    stop.wait()
    server.should_exit = True
