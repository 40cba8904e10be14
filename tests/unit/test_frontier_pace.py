"""A host's turns: never closer than the interval, whoever asks and in whatever order."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from crawler.frontier.pace import HostState
from crawler.frontier.ports import Turn

seconds = st.floats(0, 1000, allow_nan=False)


def test_slots_of_the_line_follow_at_the_interval() -> None:
    state, first = HostState().queue(now=100, least_s=5)
    state, second = state.queue(now=101, least_s=5)
    _, third = state.queue(now=200, least_s=5)
    assert (first, second, third) == (100, 105, 200)


def test_a_turn_is_given_after_a_nap_or_as_a_slot_of_the_line() -> None:
    state, turn, at = HostState().enter(now=100, nap_s=5, least_s=5)
    assert (turn, at) == (Turn.GO, 100)
    state, turn, at = state.enter(now=100, nap_s=5, least_s=5)
    assert (turn, at) == (Turn.GO, 105)
    state, turn, at = state.enter(now=100, nap_s=5, least_s=5)
    assert (turn, at) == (Turn.WAIT, 110)
    _, turn, at = state.enter(now=100, nap_s=5, least_s=5)
    assert (turn, at) == (Turn.WAIT, 115)


def test_a_host_that_is_left_alone_gives_no_turn_and_no_slot_before() -> None:
    state = HostState().stretch(until=500, interval_s=None)
    assert state.queue(now=100, least_s=5)[1] == 500
    assert state.enter(now=100, nap_s=5, least_s=5)[1:] == (Turn.WAIT, 500)


def test_a_learned_pace_is_slower_than_the_setting_never_faster() -> None:
    slow = HostState().stretch(until=0, interval_s=20).enter(now=100, nap_s=5, least_s=5)[0]
    fast = HostState().stretch(until=0, interval_s=1).enter(now=100, nap_s=5, least_s=5)[0]
    assert (slow.gate, fast.gate) == (120, 105)


def test_stretching_never_opens_the_gate_sooner_and_keeps_a_pace_that_is_not_named() -> None:
    state = HostState().stretch(until=500, interval_s=20).stretch(until=300, interval_s=None)
    assert (state.gate, state.interval) == (500, 20)


@given(
    steps=st.lists(st.tuples(st.sampled_from(["queue", "enter", "stretch"]), seconds), min_size=1),
    nap_s=st.floats(0, 60),
    least_s=st.floats(0.1, 60),
)
def test_turns_are_never_closer_than_the_interval(steps: list[tuple[str, float]], nap_s: float, least_s: float) -> None:
    state, now, turns = HostState(), 1e9, []
    for step, elapsed in steps:
        now += elapsed / 10
        if step == "queue":
            state, slot = state.queue(now=now, least_s=least_s)
            assert slot >= now
        elif step == "stretch":
            state = state.stretch(until=now + elapsed, interval_s=None)
        else:
            state, turn, at = state.enter(now=now, nap_s=nap_s, least_s=least_s)
            assert at >= now
            if turn is Turn.GO:
                assert at - now <= nap_s
                turns.append(at)
    assert all(later - sooner >= least_s - 1e-6 for sooner, later in itertools.pairwise(turns))
