"""Which URL is fetched, and when: the seen set, the hosts' pace, the pending set and the queue.

Those on Redis and Beanstalkd are no names of the package, for it is imported without a server, too:
`redis_frontier.RedisFrontier`, `beanstalk.BeanstalkQueue`.
"""

from crawler.frontier.ports import (
    Admitted,
    DeadLetter,
    Entry,
    FailingHost,
    Frontier,
    Job,
    Queue,
    SeenStats,
    Tube,
    TubeStats,
    Turn,
)
from crawler.frontier.sqlite_frontier import SqliteFrontier
from crawler.frontier.sqlite_queue import Presence, SqliteQueue

__all__ = [
    "Admitted",
    "DeadLetter",
    "Entry",
    "FailingHost",
    "Frontier",
    "Job",
    "Presence",
    "Queue",
    "SeenStats",
    "SqliteFrontier",
    "SqliteQueue",
    "Tube",
    "TubeStats",
    "Turn",
]
