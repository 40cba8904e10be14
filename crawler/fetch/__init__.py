"""URL → bytes, politely and safely."""

from crawler.fetch.answer import Accept
from crawler.fetch.client import Client
from crawler.fetch.dial import Resolve
from crawler.fetch.robots import Robots, RobotsAnswer

__all__ = ["Accept", "Client", "Resolve", "Robots", "RobotsAnswer"]
