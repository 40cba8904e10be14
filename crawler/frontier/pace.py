"""A host's pace: whose turn it is, and when the next one comes. The embedded frontier's rule; lua/ has the same.

Two instants are kept for each host. The *gate* is when it may be asked next: whoever takes a turn moves it on by the
interval. The *line* is when the next task to be queued is due: whoever queues one moves it on likewise, so that tasks
come out of the queue as the gate opens, mixed with those of other hosts, and seldom find it shut.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from crawler.frontier.ports import Turn


@dataclass(frozen=True, slots=True)
class HostState:
    """Of one host: the line's end and the gate in Unix seconds, and a pace of its own in seconds (0: none)."""

    next: float = 0.0
    gate: float = 0.0
    interval: float = 0.0

    def queue(self, *, now: float, least_s: float) -> tuple[HostState, float]:
        """The next slot of the line (Unix seconds), and the state after it was taken."""
        slot = max(now, self.next, self.gate)
        return replace(self, next=slot + max(least_s, self.interval)), slot

    def enter(self, *, now: float, nap_s: float, least_s: float) -> tuple[HostState, Turn, float]:
        """GO and when (within `nap_s`), or WAIT and the slot that was taken; both in Unix seconds."""
        at = max(now, self.gate)
        if at - now <= nap_s:
            return replace(self, gate=at + max(least_s, self.interval)), Turn.GO, at
        after, slot = self.queue(now=now, least_s=least_s)
        return after, Turn.WAIT, slot

    def stretch(self, *, until: float, interval_s: float | None) -> HostState:
        """Not before `until`, and at this pace from then on if one is given."""
        interval = self.interval if interval_s is None else interval_s
        return replace(self, gate=max(self.gate, until), interval=interval)
