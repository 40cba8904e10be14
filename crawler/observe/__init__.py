"""What a person sees of a running process: its log lines and its heartbeat."""

from crawler.observe.health import Heartbeat, check_heartbeat
from crawler.observe.logs import EventLog, configure_logging
from crawler.observe.stages import Stages

__all__ = ["EventLog", "Heartbeat", "Stages", "check_heartbeat", "configure_logging"]
