"""A host's pace: whose turn it is, and when the next one comes. The embedded frontier's rule; lua/ has the same.

Two instants are kept for each host. The *gate* is when it may be asked next: whoever takes a turn moves it on by the
interval. The *line* is when the next task to be queued is due: whoever queues one moves it on likewise, so that tasks
come out of the queue as the gate opens, mixed with those of other hosts, and seldom find it shut.

A third tells since when the host has been failing, with no answer in between. One that has failed for a minute or so is
*down*: it is asked by one request at a time, and left alone the longer, the longer that lasts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from crawler.frontier.ports import Turn

SET_BACK_S = 1.0
"""Where a state is newer than the clock by more than this, that was set back since."""


@dataclass(frozen=True, slots=True)
class HostState:
    """Of one host: the line's end and the gate in Unix seconds, and a pace of its own in seconds (0: none).

    failing: Unix seconds of the first failure since it last answered, 0 while it answers; trouble: why it fails. clock:
    Unix seconds by the store's own clock, when this was so.
    """

    next: float = 0.0
    gate: float = 0.0
    interval: float = 0.0
    failing: float = 0.0
    trouble: str = ""
    clock: float = 0.0

    def at(self, clock: float) -> HostState:
        """The state to go on from. If the clock was set back, what was to come in a minute still does."""
        back = self.clock - clock
        if back <= SET_BACK_S:
            return replace(self, clock=clock)
        failing = self.failing - back if self.failing else 0.0
        return replace(self, next=self.next - back, gate=self.gate - back, failing=failing, clock=clock)

    def queue(self, *, now: float, least_s: float) -> tuple[HostState, float]:
        """The next slot of the line (Unix seconds), and the state after it was taken."""
        slot = max(now, self.next, self.gate)
        return replace(self, next=slot + max(least_s, self.interval)), slot

    def enter(self, *, now: float, nap_s: float, least_s: float, backoff_s: float) -> tuple[HostState, Turn, float]:
        """GO and when (within `nap_s`), or WAIT and the slot that was taken; both in Unix seconds. A host that has been
        failing for `backoff_s` is asked again after that at the soonest."""
        at = max(now, self.gate)
        if at - now <= nap_s:
            is_down = self.failing > 0 and now - self.failing >= backoff_s
            return replace(self, gate=at + max(least_s, self.interval, backoff_s if is_down else 0.0)), Turn.GO, at
        after, slot = self.queue(now=now, least_s=least_s)
        return after, Turn.WAIT, slot

    def failed(
        self, trouble: str, *, now: float, is_sure: bool, least_s: float, most_s: float, asked_s: float
    ) -> HostState:
        """Left alone for `asked_s`, and once it is sure that the host is what fails, or that has lasted for `least_s`:
        for as long again, but for `least_s` to `most_s`."""
        failing = self.failing or now
        lasted = now - failing
        rest = max(asked_s, least_s, min(lasted, most_s)) if is_sure or lasted >= least_s else asked_s
        return replace(self, gate=max(self.gate, now + rest), failing=failing, trouble=trouble)

    def stretch(self, *, until: float, interval_s: float | None) -> HostState:
        """Not before `until`, and at this pace from then on if one is given."""
        interval = self.interval if interval_s is None else interval_s
        return replace(self, gate=max(self.gate, until), interval=interval)
