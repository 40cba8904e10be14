"""The command line. Each command opens what it needs, calls the function that the web calls too, and prints."""

from crawler.cli import look, roles, run, sources, state
from crawler.cli.base import main

__all__ = ["look", "main", "roles", "run", "sources", "state"]
