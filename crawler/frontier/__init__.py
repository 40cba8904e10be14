"""Which URL is fetched, and when: the seen set, the hosts' pace, the pending set and the queue."""

from crawler.frontier.beanstalk import BeanstalkQueue
from crawler.frontier.ports import (
    Admitted,
    DeadLetter,
    Entry,
    Frontier,
    Job,
    Queue,
    SeenStats,
    Tube,
    TubeStats,
    Turn,
)
from crawler.frontier.redis_frontier import RedisFrontier
from crawler.frontier.sqlite_frontier import SqliteFrontier
from crawler.frontier.sqlite_queue import Presence, SqliteQueue

__all__ = [
    "Admitted",
    "BeanstalkQueue",
    "DeadLetter",
    "Entry",
    "Frontier",
    "Job",
    "Presence",
    "Queue",
    "RedisFrontier",
    "SeenStats",
    "SqliteFrontier",
    "SqliteQueue",
    "Tube",
    "TubeStats",
    "Turn",
]
