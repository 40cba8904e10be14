"""A small web of invented sites that the crawler can be tried on with no network."""

from crawler.demo.server import DemoWeb
from crawler.demo.sites import demo_hosts, demo_sources

__all__ = ["DemoWeb", "demo_hosts", "demo_sources"]
