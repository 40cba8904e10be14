"""Real servers for tests, each on a free loopback port with its data in a temporary folder.

server         what all of them do: start, stop, kill, restart, wipe
settings       settings over the four, with a database, keys, tubes and indices that nobody else has
redis          Redis with an append-only file and a password
beanstalkd     Beanstalkd with a binlog that is synced at every write
mariadb        MariaDB with a user that may create databases
elasticsearch  Elasticsearch put together from its Maven packages
"""

from tests.servers.beanstalkd import Beanstalkd
from tests.servers.elasticsearch import Elasticsearch
from tests.servers.mariadb import MariaDB
from tests.servers.redis import Redis
from tests.servers.server import Server, ServerError
from tests.servers.settings import LOOPBACK, fresh_settings

__all__ = [
    "LOOPBACK",
    "Beanstalkd",
    "Elasticsearch",
    "MariaDB",
    "Redis",
    "Server",
    "ServerError",
    "fresh_settings",
]
