"""The web: search, status and sources as pages and as a REST API, behind a login."""

from crawler.web.app import create_app
from crawler.web.serve import listen, serve

__all__ = ["create_app", "listen", "serve"]
