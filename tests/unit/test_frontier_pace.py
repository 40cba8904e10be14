"""A host's turns: never closer than the interval, whoever asks and in whatever order."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from crawler.frontier.pace import HostState
from crawler.frontier.ports import Turn
from crawler.frontier.schedule import DAY_S

seconds = st.floats(0, 1000, allow_nan=False)


def test_slots_of_the_line_follow_at_the_interval() -> None:
    state, first = HostState().queue(now=100, least_s=5)
    state, second = state.queue(now=101, least_s=5)
    _, third = state.queue(now=200, least_s=5)
    assert (first, second, third) == (100, 105, 200)


def test_a_turn_is_given_after_a_nap_or_as_a_slot_of_the_line() -> None:
    state, turn, at = HostState().enter(now=100, nap_s=5, least_s=5, backoff_s=60)
    assert (turn, at) == (Turn.GO, 100)
    state, turn, at = state.enter(now=100, nap_s=5, least_s=5, backoff_s=60)
    assert (turn, at) == (Turn.GO, 105)
    state, turn, at = state.enter(now=100, nap_s=5, least_s=5, backoff_s=60)
    assert (turn, at) == (Turn.WAIT, 110)
    _, turn, at = state.enter(now=100, nap_s=5, least_s=5, backoff_s=60)
    assert (turn, at) == (Turn.WAIT, 115)


def test_a_host_that_is_left_alone_gives_no_turn_and_no_slot_before() -> None:
    state = HostState().stretch(until=500, interval_s=None)
    assert state.queue(now=100, least_s=5)[1] == 500
    assert state.enter(now=100, nap_s=5, least_s=5, backoff_s=60)[1:] == (Turn.WAIT, 500)


def test_a_learned_pace_is_slower_than_the_setting_never_faster() -> None:
    slow = HostState().stretch(until=0, interval_s=20).enter(now=100, nap_s=5, least_s=5, backoff_s=60)[0]
    fast = HostState().stretch(until=0, interval_s=1).enter(now=100, nap_s=5, least_s=5, backoff_s=60)[0]
    assert (slow.gate, fast.gate) == (120, 105)


def test_stretching_never_opens_the_gate_sooner_and_keeps_a_pace_that_is_not_named() -> None:
    state = HostState().stretch(until=500, interval_s=20).stretch(until=300, interval_s=None)
    assert (state.gate, state.interval) == (500, 20)


def fail(state: HostState, now: float, *, is_sure: bool = True, asked_s: float = 0) -> HostState:
    return state.failed("connect", now=now, is_sure=is_sure, least_s=60, most_s=3600, asked_s=asked_s)


def test_a_host_that_is_down_is_left_alone_the_longer_the_longer_that_lasts() -> None:
    state, now, rests = HostState(), 1000.0, []
    while now < 1000 + DAY_S:
        state = fail(state, now)
        rests.append(state.gate - now)
        now = state.gate
    assert rests[:8] == [60, 60, 120, 240, 480, 960, 1920, 3600]
    assert set(rests[8:]) == {3600}
    assert state.failing == 1000


def test_what_may_be_the_pages_own_failure_does_not_shut_the_gate_until_it_lasts() -> None:
    state = fail(HostState(), 1000, is_sure=False)
    assert state.gate <= 1000
    assert fail(state, 1059, is_sure=False).gate <= 1059
    assert fail(state, 1090, is_sure=False).gate == 1180


def test_a_host_gets_the_rest_that_it_asks_for() -> None:
    assert fail(HostState(), 1000, asked_s=70).gate == 1070
    assert fail(HostState(), 1000, asked_s=7).gate == 1060


def test_a_host_that_is_down_is_asked_by_one_at_a_time() -> None:
    state = fail(HostState(), 1000)
    soon, _, _ = state.enter(now=1060, nap_s=0, least_s=5, backoff_s=61)
    late, _, _ = state.enter(now=1060, nap_s=0, least_s=5, backoff_s=60)
    assert (soon.gate, late.gate) == (1065, 1120)


def test_what_was_to_come_in_a_minute_still_does_though_the_clock_is_set_back() -> None:
    state = HostState(next=9060, gate=9030, interval=7, failing=9000, trouble="dns", clock=9001)
    assert state.at(5001) == HostState(5060, 5030, 7, 5000, "dns", 5001)
    assert HostState(gate=9030, clock=9001).at(5001).failing == 0


def test_a_clock_that_goes_on_moves_nothing() -> None:
    state = HostState(next=9060, gate=9030, clock=9001)
    assert state.at(9101) == HostState(next=9060, gate=9030, clock=9101)


@given(
    steps=st.lists(st.tuples(st.sampled_from(["queue", "enter", "stretch", "fail"]), seconds), min_size=1),
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
        elif step == "fail":
            state = fail(state, now, is_sure=elapsed > 500)
        else:
            state, turn, at = state.enter(now=now, nap_s=nap_s, least_s=least_s, backoff_s=60)
            assert at >= now
            if turn is Turn.GO:
                assert at - now <= nap_s
                turns.append(at)
    assert all(later - sooner >= least_s - 1e-6 for sooner, later in itertools.pairwise(turns))
