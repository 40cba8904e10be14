"""Run the web in this process."""

from __future__ import annotations

import threading

import uvicorn

from crawler.observe import EventLog
from crawler.roles.services import Services
from crawler.web.app import create_app

STOP_S = 5
"""On SIGTERM, requests under way have so long to end."""


def serve(services: Services, *, stop: threading.Event | None = None) -> None:
    """Serve until SIGTERM or SIGINT, or until `stop` is set where the web shares a process with others."""
    settings = services.settings
    config = uvicorn.Config(
        create_app(services),
        host=settings.web_host,
        port=settings.web_port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_S,
    )
    server = uvicorn.Server(config)
    if stop is not None:
        threading.Thread(target=_stop_with, args=(server, stop), name="web-stop", daemon=True).start()
    EventLog("web").info("serving", url=f"http://{settings.web_host}:{settings.web_port}/", user=settings.web_user)
    server.run()


def _stop_with(server: uvicorn.Server, stop: threading.Event) -> None:
    stop.wait()
    server.should_exit = True
