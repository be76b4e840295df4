"""Both ends of the cable in one thread, a clock moved by hand, and a cable that does to the bytes what cables do."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.box import Panel
from device.faults import Fault
from device.inputs import Input
from device.segments import segments
from device.serial_lines import Hello, line_bytes
from device.serial_link import Link, Told
from device.sounds import Sound
from tests.device.firmware import boxlogic

MS = 1000
SECOND = 1_000_000
STEP_US = 5 * MS
WRAP = boxlogic.WRAP


@dataclass
class Cable:
    """One direction. `trouble` decides what becomes of each piece of bytes: drop, double, swap or damage it."""

    delay_us: int = MS
    cut: bool = False
    pieces: list[tuple[int, bytes]] = field(default_factory=list)

    def send(self, data: bytes, now_us: int, trouble: random.Random | None, kinds: str) -> None:
        if not data or self.cut:
            return
        pieces = [data]
        if trouble is not None:
            at = trouble.randrange(len(data) + 1)
            pieces = [data[:at], data[at:]]
            match trouble.choice(kinds):
                case "drop":
                    pieces.pop(trouble.randrange(2))
                case "repeat":
                    pieces.append(pieces[trouble.randrange(2)])
                case "reorder":
                    pieces.reverse()
                case "corrupt":
                    which = trouble.randrange(2)
                    damaged = bytearray(pieces[which])
                    for _ in range(trouble.randrange(1, 4)):
                        if damaged:
                            damaged[trouble.randrange(len(damaged))] = trouble.randrange(256)
                    pieces[which] = bytes(damaged)
                case "noise":
                    pieces.insert(1, trouble.randbytes(trouble.randrange(1, 40)))
        self.pieces += [(now_us + self.delay_us, piece) for piece in pieces if piece]

    def arrived(self, now_us: int) -> bytes:
        due = b"".join(data for at, data in self.pieces if at <= now_us)
        self.pieces = [(at, data) for at, data in self.pieces if at > now_us]
        return due


class Bench:
    """A table, a board and the two directions between them. The board's clock starts just before it wraps."""

    def __init__(self, *, delay_us: int = MS, drift_ppm: int = 0, offset_us: int = WRAP - 2 * SECOND) -> None:
        self.now_us = 50 * SECOND
        self.drift_ppm = drift_ppm
        self.offset_us = offset_us
        self.levels = [False] * 5
        self.boots = 0
        self.link = Link("host1", self.now_us)
        self.up, self.down = Cable(delay_us), Cable(delay_us)
        self.told: list[Told] = []
        self.went_down = 0
        #: When the link was down, as the screens have said it: from, to.
        self.outages: list[tuple[int, int]] = []
        self._down_since: int | None = None
        self.trouble: random.Random | None = None
        self.kinds: Any = ("drop", "repeat", "reorder", "corrupt", "noise")
        self.start_board()

    def board_us(self, now_us: int | None = None) -> int:
        real = (self.now_us if now_us is None else now_us) - 50 * SECOND
        return (self.offset_us + real + real * self.drift_ppm // SECOND) % WRAP

    def start_board(self) -> None:
        self.boots += 1
        self.board = boxlogic.BoxLogic(f"b{self.boots:03}", self.board_us(), self.levels)

    def set(self, which: Input, active: bool) -> None:
        self.levels[which.number] = active
        self.board.edge(which.number, self.board_us(), active)

    def run(self, us: int) -> None:
        for _ in range(us // STEP_US):
            self.now_us += STEP_US
            self.board.look(self.board_us(), self.levels)
            self.up.send(self.board.step(self.board_us()), self.now_us, self.trouble, self.kinds)
            self.board.received(self.down.arrived(self.now_us), self.board_us())
            was_up = self.link.up
            self.told += self.link.received(self.up.arrived(self.now_us), self.now_us)
            self.down.send(self.link.step(self.now_us), self.now_us, self.trouble, self.kinds)
            self.went_down += was_up and not self.link.up
            if was_up and not self.link.up:
                self._down_since = self.now_us
            elif self.link.up and self._down_since is not None:
                self.outages.append((self._down_since, self.now_us))
                self._down_since = None

    def was_down(self, at_us: int) -> bool:
        return any(began - 2 * STEP_US <= at_us <= ended + 2 * STEP_US for began, ended in self.outages)

    def press(self, which: Input, for_us: int = 100 * MS) -> int:
        at_us = self.now_us
        self.set(which, True)
        self.run(for_us)
        self.set(which, False)
        self.run(100 * MS)
        return at_us


@pytest.fixture
def bench() -> Bench:
    found = Bench()
    found.run(SECOND)
    assert found.link.up
    assert found.link.fault(found.now_us) is None
    return found


def test_a_press_and_its_release_come_once_with_the_boards_own_time(bench: Bench) -> None:
    at_us = bench.press(Input.SEAT_2)
    assert [(told.which, told.active) for told in bench.told] == [(Input.SEAT_2, True), (Input.SEAT_2, False)]
    # Late by the shortest delay, and by nothing else; that of this bench is one step.
    assert [told.at_us - at_us for told in bench.told] == [STEP_US, STEP_US + 100 * MS]


def test_the_time_of_a_press_does_not_depend_on_its_arrival(bench: Bench) -> None:
    bench.up.delay_us = 300 * MS
    at_us = bench.press(Input.SEAT_1)
    bench.run(SECOND)
    assert abs(bench.told[0].at_us - at_us) <= STEP_US


def test_the_counter_wraps_in_between() -> None:
    bench = Bench(offset_us=WRAP - 2 * SECOND)
    bench.run(SECOND)
    for _ in range(12):
        bench.press(Input.SEAT_3)
    assert len(bench.told) == 24
    assert bench.told == sorted(bench.told, key=lambda told: told.at_us)
    assert bench.board_us() < SECOND * 3


@pytest.mark.parametrize("drift_ppm", [-150, 0, 150])
def test_clocks_that_run_apart_stay_mapped(drift_ppm: int) -> None:
    bench = Bench(drift_ppm=drift_ppm)
    bench.run(60 * SECOND)
    errors = []
    for _ in range(20):
        at_us = bench.press(Input.SEAT_1)
        errors.append(bench.told[-2].at_us - at_us - STEP_US)
    # Without the drift in the fit, nine milliseconds would have built up.
    assert max(map(abs, errors)) < 2 * MS


def test_everything_before_a_heartbeat_has_been_told(bench: Bench) -> None:
    bench.run(200 * MS)
    assert bench.link.passed_us is not None
    assert 0 <= bench.now_us - bench.link.passed_us <= 150 * MS
    bench.up.cut = True
    bench.run(10 * MS)
    stood = bench.link.passed_us
    bench.set(Input.BLOCK, True)
    bench.run(200 * MS)
    assert bench.link.passed_us == stood


def test_silence_and_noise_have_different_names(bench: Bench) -> None:
    bench.up.cut = True
    bench.run(1100 * MS)
    assert bench.link.fault(bench.now_us) is Fault.SILENT
    bench.link.received(b"\xff\x00 nonsense\n" * 5, bench.now_us)
    assert bench.link.fault(bench.now_us) is Fault.GARBLED
    bench.up.cut = False
    bench.run(500 * MS)
    assert bench.link.fault(bench.now_us) is None


def test_a_press_before_the_cut_is_told_after_it_and_one_within_it_is_not(bench: Bench) -> None:
    bench.up.cut = bench.down.cut = True
    before_us = bench.press(Input.SEAT_1)
    bench.run(2 * SECOND)
    assert not bench.link.up
    bench.press(Input.SEAT_2)
    bench.run(SECOND)
    bench.up.cut = bench.down.cut = False
    bench.run(SECOND)
    assert bench.link.up
    pressed = [told for told in bench.told if told.active]
    assert [told.which for told in pressed] == [Input.SEAT_1]
    assert abs(pressed[0].at_us - before_us) <= STEP_US


def test_a_block_that_was_lifted_meanwhile_is_noticed(bench: Bench) -> None:
    bench.link.unplugged(bench.now_us)
    bench.up.cut = bench.down.cut = True
    bench.levels[0] = True
    bench.start_board()
    bench.run(SECOND)
    bench.up.cut = bench.down.cut = False
    bench.run(SECOND)
    assert [(told.which, told.active) for told in bench.told] == [(Input.BLOCK, True)]
    assert bench.link.fault(bench.now_us) is Fault.RESET


def test_a_board_that_resets_is_named_and_goes_on(bench: Bench) -> None:
    bench.press(Input.SEAT_1)
    bench.start_board()
    bench.run(SECOND)
    assert bench.link.fault(bench.now_us) is Fault.RESET
    bench.press(Input.SEAT_1)
    assert [told.active for told in bench.told] == [True, False, True, False]
    bench.run(11 * SECOND)
    assert bench.link.fault(bench.now_us) is None


def test_what_is_shown_arrives_in_spite_of_a_lost_line(bench: Bench) -> None:
    bench.down.cut = True
    bench.link.show(Panel("01:30", frozenset({1, 3}), block=True))
    bench.link.sound(Sound.TIME_UP)
    bench.run(100 * MS)
    assert bench.board.face != segments("01:30")
    bench.down.cut = False
    bench.run(200 * MS)
    assert bench.board.face == segments("01:30")
    assert bench.board.lamps == 0b1011
    assert bench.board.buzzing(bench.board_us())


def test_a_sound_is_heard_once(bench: Bench) -> None:
    bench.link.sound(Sound.COUNTDOWN)
    heard = []
    for second in range(40):
        bench.link.show(Panel(f"00:{second:02}"))
        bench.run(10 * MS)
        heard.append(bench.board.buzzing(bench.board_us()))
    assert sum(1 for at, loud in enumerate(heard) if loud and not (at and heard[at - 1])) == 1


def test_a_new_board_shows_what_the_old_one_showed(bench: Bench) -> None:
    bench.link.show(Panel("00:42"))
    bench.run(200 * MS)
    bench.start_board()
    assert bench.board.face == bytes(4)
    bench.run(SECOND)
    assert bench.board.face == segments("00:42")


def test_a_board_that_is_left_alone_goes_dark(bench: Bench) -> None:
    bench.link.show(Panel("00:42", frozenset({2})))
    bench.run(200 * MS)
    bench.down.cut = True
    bench.run(4 * SECOND)
    assert (bench.board.face, bench.board.lamps) == (bytes(4), 0)


def test_a_broken_contact_and_a_missing_display_are_told(bench: Bench) -> None:
    bench.board.display_missing = True
    for turn in range(300):
        bench.board.edge(Input.SEAT_1.number, bench.board_us(bench.now_us + turn * MS), turn % 2 == 0)
    bench.run(500 * MS)
    assert bench.link.input_faults == {Input.SEAT_1: Fault.CHATTERING}
    assert bench.link.display_missing
    bench.board.display_missing = False
    bench.run(3 * SECOND)
    assert bench.link.input_faults == {}
    assert not bench.link.display_missing


def test_more_than_the_board_can_keep_is_said_to_be_lost(bench: Bench) -> None:
    bench.down.cut = True
    for _ in range(40):
        bench.press(Input.SEAT_1, for_us=50 * MS)
    bench.up.cut = True
    for _ in range(40):
        bench.press(Input.SEAT_2, for_us=50 * MS)
    bench.up.cut = bench.down.cut = False
    bench.run(SECOND)
    assert bench.link.fault(bench.now_us) is Fault.LOST


def test_a_damaged_line_and_half_a_line_are_named_while_the_link_is_up(bench: Bench) -> None:
    for rubbish in (b"$E b001 1 2*0000\n", b"$B b0"):
        bench.up.pieces.append((bench.now_us, rubbish))
        bench.run(200 * MS)
        assert bench.link.up
        assert bench.link.fault(bench.now_us) is Fault.DAMAGED
        bench.run(11 * SECOND)
        assert bench.link.fault(bench.now_us) is None


def test_the_half_line_that_a_table_comes_upon_at_its_start_is_nothing() -> None:
    bench = Bench()
    bench.up.pieces.append((bench.now_us, b"1 2*0000\n"))
    bench.run(SECOND)
    assert bench.link.up
    assert bench.link.fault(bench.now_us) is None


def test_a_worn_contact_is_told(bench: Bench) -> None:
    for ms in range(31):
        bench.board.edge(Input.SEAT_1.number, bench.board_us(bench.now_us + ms * MS), ms % 2 == 0)
    bench.levels[Input.SEAT_1.number] = True
    bench.run(500 * MS)
    assert bench.link.input_faults == {Input.SEAT_1: Fault.WORN}
    assert [(told.which, told.active) for told in bench.told] == [(Input.SEAT_1, True)]


def test_a_display_whose_board_does_not_confirm_is_not_trusted(bench: Bench) -> None:
    bench.down.cut = True
    bench.link.show(Panel("00:42"))
    bench.run(SECOND)
    assert not bench.link.display_missing
    bench.run(1500 * MS)
    assert bench.link.up
    assert bench.link.display_missing
    bench.down.cut = False
    bench.run(500 * MS)
    assert not bench.link.display_missing


def test_another_tables_greeting_is_not_ours(bench: Bench) -> None:
    link = Link("host2", bench.now_us)
    link.received(line_bytes(Hello("b001", "host1", 1, 5, 30, 1)), bench.now_us)
    assert not link.up
    link.received(line_bytes(Hello("b001", "host2", 1, 5, 30, 2)), bench.now_us)
    assert not link.up


def test_a_clock_that_cannot_be_is_no_board() -> None:
    for wrap_bits in (0, 15, 63, 10**9):
        link = Link("host1", 0)
        link.received(line_bytes(Hello("b001", "host1", 1, 5, wrap_bits, 1)), 0)
        assert not link.up


def test_a_switch_that_the_table_does_not_know_holds_nothing_up(bench: Bench) -> None:
    bench.board._keep(7, (bench.board_us(), True))
    bench.press(Input.SEAT_1)
    assert [told.which for told in bench.told] == [Input.SEAT_1, Input.SEAT_1]


def test_a_table_that_starts_anew_is_not_told_of_old_presses(bench: Bench) -> None:
    bench.down.cut = True
    bench.press(Input.SEAT_1)
    bench.down.cut = False
    bench.link = Link("host2", bench.now_us)
    bench.told.clear()
    bench.run(SECOND)
    assert bench.link.up
    assert bench.told == []


def test_our_own_echo_is_noise() -> None:
    link = Link("host1", 0)
    for at in range(20):
        link.received(link.step(at * 100 * MS), at * 100 * MS)
    assert not link.up
    assert link.fault(2 * SECOND) is Fault.GARBLED


# --- any trouble whatever

SCRIPT = st.lists(
    st.tuples(
        st.sampled_from([Input.SEAT_1, Input.SEAT_2, Input.BLOCK]),
        st.integers(40, 400).map(lambda ms: ms * MS),
        st.booleans(),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(
    SCRIPT,
    st.integers(0, 2**32),
    st.lists(st.sampled_from(["drop", "repeat", "reorder", "corrupt", "noise"]), min_size=1),
)
def test_every_press_arrives_once_and_in_order_or_the_link_is_down(
    script: list[tuple[Input, int, bool]], seed: int, kinds: list[str]
) -> None:
    bench = Bench()
    bench.run(SECOND)
    bench.kinds = kinds
    truth: list[tuple[Input, bool, int]] = []
    state = dict.fromkeys(Input, False)
    for which, pause_us, troubled in script:
        bench.trouble = random.Random(seed) if troubled else None
        seed += 1
        state[which] = not state[which]
        truth.append((which, state[which], bench.now_us))
        bench.set(which, state[which])
        bench.run(pause_us)
    bench.trouble = None
    bench.run(2 * SECOND)
    assert bench.link.up
    told = [(told.which, told.active) for told in bench.told]
    expected = [(which, active) for which, active, _ in truth]
    if bench.went_down == 0:
        assert told == expected
        assert all(abs(was.at_us - at) <= 2 * STEP_US for was, (_, _, at) in zip(bench.told, truth, strict=True))
    else:
        # Nothing doubled, nothing out of order; what is missing was pressed while the link was down.
        remaining = iter(expected)
        assert all(each in remaining for each in told)
        pressed = [(each.which, each.at_us) for each in bench.told if each.active and each.which.momentary]
        for which, active, at_us in truth:
            if active and which.momentary and not bench.was_down(at_us):
                near = [other for button, other in pressed if button is which and abs(other - at_us) <= 2 * STEP_US]
                assert len(near) == 1, (which, at_us)


HARSH = st.lists(
    st.tuples(st.sampled_from([Input.SEAT_1, Input.SEAT_2]), st.integers(40, 900).map(lambda ms: ms * MS)),
    min_size=4,
    max_size=12,
)


@settings(max_examples=40, deadline=None)
@given(HARSH, st.integers(0, 2**32), st.integers(0, 3))
def test_a_cable_that_loses_nearly_everything(script: list[tuple[Input, int]], seed: int, cut: int) -> None:
    """Half of the bytes of every piece are lost, and for a while all of them: the link goes down in between."""
    bench = Bench()
    bench.run(SECOND)
    bench.kinds, bench.trouble = ("drop",), random.Random(seed)
    truth: list[tuple[Input, int]] = []
    state = dict.fromkeys(Input, False)
    for number, (which, pause_us) in enumerate(script):
        bench.up.cut = bench.down.cut = number == cut
        state[which] = not state[which]
        if state[which]:
            truth.append((which, bench.now_us))
        bench.set(which, state[which])
        bench.run(1500 * MS if number == cut else pause_us)
    bench.up.cut = bench.down.cut = False
    bench.trouble = None
    bench.run(3 * SECOND)
    assert bench.link.up
    assert bench.went_down
    pressed = [(each.which, each.at_us) for each in bench.told if each.active]
    assert [at_us for _, at_us in pressed] == sorted(at_us for _, at_us in pressed)
    for which, at_us in truth:
        near = [other for button, other in pressed if button is which and abs(other - at_us) <= 2 * STEP_US]
        assert len(near) <= 1
        assert near or bench.was_down(at_us)
    assert len(pressed) <= len(truth)


EVENTS = st.lists(
    st.tuples(
        st.sampled_from([Input.SEAT_1, Input.SEAT_2, Input.BLOCK]),
        st.integers(40, 1500).map(lambda ms: ms * MS),
        st.sampled_from(["calm", "trouble", "cut", "reset"]),
    ),
    min_size=1,
    max_size=10,
)


@settings(max_examples=40, deadline=None)
@given(EVENTS, st.integers(0, 2**32))
@example([(Input.BLOCK, 40 * MS, "calm"), (Input.BLOCK, 110 * MS, "reset"), (Input.BLOCK, 40 * MS, "calm")], 0)
def test_through_cuts_and_resets_nothing_is_doubled_and_the_block_is_known(
    script: list[tuple[Input, int, str]], seed: int
) -> None:
    bench = Bench()
    bench.run(SECOND)
    for number, (which, pause_us, what) in enumerate(script):
        bench.trouble = random.Random(seed + number) if what == "trouble" else None
        bench.up.cut = bench.down.cut = what == "cut"
        bench.set(which, not bench.levels[which.number])
        if what == "reset":
            bench.start_board()
        bench.run(pause_us)
    bench.trouble = None
    bench.up.cut = bench.down.cut = False
    bench.run(3 * SECOND)
    assert bench.link.up
    for which in (Input.SEAT_1, Input.SEAT_2, Input.BLOCK):
        pressed = [told.active for told in bench.told if told.which is which and told.active]
        turns = sum(1 for each, _, _ in script if each is which)
        assert len(pressed) <= (turns + 1) // 2
    changes = [told.active for told in bench.told if told.which is Input.BLOCK]
    assert all(one != other for one, other in pairwise(changes))
    assert bench.link.levels[Input.BLOCK] == bench.levels[0]
    assert not changes or changes[-1] == bench.levels[0]
    if not any(what == "reset" for _, _, what in script) and bench.went_down == 0:
        assert [(told.which, told.active) for told in bench.told] == expected_of(script)


def expected_of(script: list[tuple[Input, int, str]]) -> list[tuple[Input, bool]]:
    state = dict.fromkeys(Input, False)
    found = []
    for which, _, _ in script:
        state[which] = not state[which]
        found.append((which, state[which]))
    return found
