"""The state of the whole in Prometheus's text format. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict

from crawler.roles.status import HOSTS_SHOWN, Status

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Sample = tuple[dict[str, str], float]


def exposition(status: Status) -> str:
    """What is known of it; a server that is away costs its part only. `status` is of one day: the outcomes are counted
    from midnight UTC, at which Prometheus sees a counter that begins anew."""
    return "".join(_written(*family) for family in _families(status))


def _families(status: Status) -> Iterator[tuple[str, str, str, list[Sample]]]:
    """(name, type, help, samples) of each family."""
    states = Counter(row.source.state_shown for row in status.sources)
    yield "problems", "gauge", "Sentences on the status page.", [({}, len(status.problems))]
    yield "sources", "gauge", "Sources by their state.", [({"state": state}, n) for state, n in sorted(states.items())]
    if status.documents is not None:
        yield "documents", "gauge", "Documents in the index.", [({}, status.documents)]
    if status.oldest is not None:
        told = "When the oldest document came in, in Unix seconds."
        yield "oldest_document_seconds", "gauge", told, [({}, status.oldest.timestamp())]
    if status.pending is not None:
        yield "pages_pending", "gauge", "Pages that are to be fetched.", [({}, status.pending)]
    hosts = Counter(one.reason for one in status.hosts)
    told = f"Hosts that are down or ban us, {HOSTS_SHOWN} at most."
    yield "hosts_left_alone", "gauge", told, [({"reason": reason}, n) for reason, n in sorted(hosts.items())]
    jobs: list[Sample] = [
        ({"tube": name, "state": state}, count) for name, tube in status.tubes for state, count in asdict(tube).items()
    ]
    yield "jobs", "gauge", "Jobs in the tubes.", jobs
    ended: list[Sample] = [
        ({"what": one.tube, "outcome": one.label, "reason": one.reason}, one.count) for one in status.outcomes
    ]
    yield "outcomes_total", "counter", "How checks and pages ended, since midnight UTC.", ended
    if status.seen:
        yield "seen_urls", "gauge", "URLs in the seen set.", [({}, status.seen.count)]
        yield "seen_error_rate", "gauge", "Its estimated false-positive rate.", [({}, status.seen.error_rate)]


def _written(name: str, kind: str, told: str, samples: list[Sample]) -> str:
    head = f"# HELP crawler_{name} {told}\n# TYPE crawler_{name} {kind}\n"
    return head + "".join(f"crawler_{name}{_labels(labels)} {value}\n" for labels, value in samples)


def _labels(labels: dict[str, str]) -> str:
    pairs = (f'{name}="{_escaped(value)}"' for name, value in labels.items() if value)
    return f"{{{','.join(pairs)}}}" if labels else ""


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
