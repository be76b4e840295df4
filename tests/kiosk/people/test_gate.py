"""PINs, codes and sessions at the gate, with a clock that the tests move."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import pytest

from kiosk.people import Gate, Person, Proof, Role, SignInRefused, Store
from kiosk.people.codes import LIFE_S
from kiosk.people.delays import Origin
from kiosk.people.sessions import IDLE_HERE_S, IDLE_S, LONGEST_S, SCREEN_S, signed, token_of, unsigned
from tests.kiosk.people.conftest import OTHER_PIN, PIN, QUICK
from tests.kiosk.people.watch import Watch

PHONE, OTHER, HERE = Origin("10.0.0.7"), Origin("10.0.0.8"), Origin("127.0.0.1", here=True)


def attempt(gate: Gate, person: int, pin: str, origin: Origin = PHONE) -> tuple[str, int]:
    try:
        gate.prove(Proof(person, pin), origin)
    except SignInRefused as refused:
        return refused.code, refused.wait_s
    return "in", 0


# -- PINs --------------------------------------------------------------------------------------------


def test_the_right_pin_is_let_in(gate: Gate, lee: Person) -> None:
    assert gate.prove(Proof(lee.id, PIN), PHONE) == lee


def test_wrong_pins_wait_longer_each_time(gate: Gate, lee: Person, watch: Watch) -> None:
    waits = []
    for _ in range(14):
        code, wait = attempt(gate, lee.id, OTHER_PIN)
        assert code == "wrong-pin"
        waits.append(wait)
        watch.go(wait)
    assert waits == [0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_while_one_waits_not_even_the_right_pin_counts(gate: Gate, lee: Person, watch: Watch) -> None:
    for _ in range(3):
        attempt(gate, lee.id, OTHER_PIN)
    assert attempt(gate, lee.id, PIN) == ("wait", 2)
    watch.go(1.5)
    assert attempt(gate, lee.id, PIN) == ("wait", 1)
    watch.go(0.5)
    assert attempt(gate, lee.id, PIN) == ("in", 0)
    # and all is forgotten
    assert attempt(gate, lee.id, OTHER_PIN) == ("wrong-pin", 0)


def test_the_delay_of_one_phone_does_not_shut_the_judge_out(gate: Gate, lee: Person) -> None:
    for _ in range(3):
        attempt(gate, lee.id, OTHER_PIN)
    assert attempt(gate, lee.id, PIN, OTHER) == ("in", 0)


def test_many_phones_together_wait_too_but_never_long(gate: Gate, lee: Person, watch: Watch) -> None:
    waits = []
    for phone in range(30):
        code, wait = attempt(gate, lee.id, OTHER_PIN, Origin(f"10.0.1.{phone}"))
        assert code == "wrong-pin"
        waits.append(wait)
        watch.go(wait)
    assert waits[8:16] == [0, 2, 4, 8, 16, 32, 60, 60]
    assert max(waits) == 60


def test_one_phone_that_tries_every_judge_is_one_phone(gate: Gate, lee: Person, ada: Person) -> None:
    people = [lee.id, ada.id, 77, 78]  # two of them are nobody
    told = [attempt(gate, people[n % 4], "000000")[0] for n in range(9)]
    assert told == ["wrong-pin"] * 8 + ["wait"]


def test_knowing_one_pin_buys_no_guesses_at_another(gate: Gate, lee: Person, ada: Person, watch: Watch) -> None:
    waits = []
    for _ in range(12):
        assert attempt(gate, ada.id, OTHER_PIN) == ("in", 0)
        waits.append(attempt(gate, lee.id, "000000")[1])
        watch.go(waits[-1])
    assert waits[2:6] == [2, 4, 8, 16]
    assert waits[-1] == 900


def test_at_the_tables_own_screen_nobody_waits_longer_than_a_minute(gate: Gate, lee: Person, watch: Watch) -> None:
    for _ in range(20):
        watch.go(attempt(gate, lee.id, "000000", HERE)[1])
    assert attempt(gate, lee.id, "000000", HERE) == ("wrong-pin", 60)


def test_a_phone_cannot_hop_through_its_ipv6_addresses(gate: Gate, lee: Person) -> None:
    told = [attempt(gate, lee.id, "000000", Origin(f"2001:db8:0:1::{n:x}"))[0] for n in range(4)]
    assert told == ["wrong-pin"] * 3 + ["wait"]
    assert attempt(gate, lee.id, PIN, Origin("2001:db8:0:2::1")) == ("in", 0)
    assert Origin("::ffff:10.0.0.7").network == PHONE.network
    assert Origin("no address").network == "no address"


def test_the_delay_survives_a_restart(tmp_path: Path, watch: Watch) -> None:
    first = Gate(Store(tmp_path, watch), QUICK)
    lee = first.persons.add("Lee Kim", Role.JUDGE, pin=PIN)
    for _ in range(5):
        watch.go(attempt(first, lee.id, "000000")[1])
    assert attempt(first, lee.id, "000000") == ("wrong-pin", 16)
    first.store.close()
    second = Gate(Store(tmp_path, watch), QUICK)
    assert attempt(second, lee.id, PIN) == ("wait", 16)
    second.store.close()


def test_after_a_quiet_hour_the_count_begins_anew(gate: Gate, lee: Person, watch: Watch) -> None:
    for _ in range(6):
        watch.go(attempt(gate, lee.id, "000000")[1])
    watch.go(3601)
    assert attempt(gate, lee.id, "000000") == ("wrong-pin", 0)


def test_a_clock_that_is_set_back_keeps_nobody_out_for_longer(gate: Gate, lee: Person, watch: Watch) -> None:
    for _ in range(3):
        attempt(gate, lee.id, "000000")
    watch.go(-86_400)
    assert attempt(gate, lee.id, PIN) == ("wait", 2)


def test_a_hundred_guesses_at_once_are_counted_one_by_one(gate: Gate, lee: Person) -> None:
    told: Counter[str] = Counter()
    start = threading.Barrier(20)

    def guess() -> None:
        start.wait()
        for _ in range(5):
            told[attempt(gate, lee.id, "000000")[0]] += 1

    threads = [threading.Thread(target=guess) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told["wrong-pin"] == 3
    assert told["wait"] == 97


def test_a_new_pin_ends_the_wait_and_the_sessions(gate: Gate, lee: Person) -> None:
    word = gate.sessions.begin(lee, "10.0.0.7")
    for _ in range(3):
        attempt(gate, lee.id, "000000")
    gate.persons.set_pin(lee, OTHER_PIN)
    assert gate.sessions.find(word) is None
    assert attempt(gate, lee.id, OTHER_PIN) == ("in", 0)


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        "x",
        [],
        {},
        {"person": 1},
        {"pin": PIN},
        {"person": "1", "pin": PIN},
        {"person": True, "pin": PIN},
        {"person": 1, "pin": 604815},
        {"person": 1, "pin": "1" * 13},
        {"person": 1.0, "pin": PIN},
    ],
)
def test_a_proof_is_a_number_and_a_pin(value: object) -> None:
    assert Proof.read(value) is None


def test_everything_is_on_the_log_and_the_log_has_an_end(
    gate: Gate, lee: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt(gate, lee.id, PIN)
    attempt(gate, lee.id, "000000")
    assert [(line["what"], line["who"], line["address"]) for line in gate.log()] == [
        ("PIN", "LK", "10.0.0.7"),
        ("wrong PIN", "LK", "10.0.0.7"),
    ]
    monkeypatch.setattr("kiosk.people.gate.LOG_LENGTH", 10)
    for n in range(30):
        gate.note("x", str(n), "")
    assert [line["who"] for line in gate.log()] == [str(n) for n in range(20, 30)]


# -- codes -------------------------------------------------------------------------------------------


def redeemed(gate: Gate, text: str, origin: Origin = PHONE) -> Person | str | None:
    try:
        return gate.redeem(text, origin)
    except SignInRefused as refused:
        return refused.code


@pytest.mark.parametrize("typed", [str, str.lower, lambda text: text.replace("-", ""), lambda text: f" {text} "])
def test_a_code_is_good_once_however_it_is_typed(gate: Gate, lee: Person, typed: object) -> None:
    text = gate.code_for(None, lee).text
    assert callable(typed)
    assert redeemed(gate, typed(text)) == lee
    assert redeemed(gate, typed(text)) == "wrong-code"


def test_a_code_ends_after_its_minutes(gate: Gate, lee: Person, watch: Watch) -> None:
    early, late = gate.code_for(None, lee), None
    watch.go(LIFE_S - 1)
    assert redeemed(gate, early.text) == lee
    late = gate.code_for(None, lee)
    watch.go(LIFE_S)
    assert redeemed(gate, late.text) == "wrong-code"


def test_a_newer_code_ends_the_older_one_and_no_other(gate: Gate, lee: Person, ada: Person) -> None:
    first, other, screen = gate.code_for(None, lee), gate.code_for(None, ada), gate.code_for(None, None)
    second = gate.code_for(None, lee)
    assert redeemed(gate, first.text) == "wrong-code"
    assert redeemed(gate, second.text) == lee
    assert redeemed(gate, other.text) == ada
    assert redeemed(gate, screen.text) is None


def test_the_code_of_who_was_removed_is_worth_nothing(gate: Gate, lee: Person, ada: Person) -> None:
    code = gate.code_for(ada, lee)
    gate.persons.remove(lee)
    assert redeemed(gate, code.text) == "wrong-code"


def test_an_organiser_makes_codes_for_all_a_judge_for_himself(gate: Gate, lee: Person, ada: Person) -> None:
    assert gate.code_for(ada, lee).person == lee
    assert gate.code_for(ada, None).person is None
    assert gate.code_for(lee, lee).person == lee
    for person in (ada, None):
        with pytest.raises(SignInRefused, match="not-yours"):
            gate.code_for(lee, person)


def test_guessing_codes_is_slow_and_stops_nobody_else(gate: Gate, lee: Person) -> None:
    told = [redeemed(gate, f"AAAAA-AAAA{n}") for n in range(9)]
    assert told == ["wrong-code"] * 8 + ["wait"]
    assert redeemed(gate, gate.code_for(None, lee).text, OTHER) == lee


def test_a_code_used_by_many_at_once_lets_one_in(gate: Gate, lee: Person) -> None:
    text = gate.code_for(None, lee).text
    told: list[Person | str | None] = []
    start = threading.Barrier(8)

    def use(phone: int) -> None:
        start.wait()
        told.append(redeemed(gate, text, Origin(f"10.0.2.{phone}")))

    threads = [threading.Thread(target=use, args=[phone]) for phone in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, told)) == sorted([str(lee), *["wrong-code"] * 7])


# -- sessions ----------------------------------------------------------------------------------------


def test_a_session_lasts_while_something_is_done(gate: Gate, lee: Person, watch: Watch) -> None:
    word = gate.sessions.begin(lee, "10.0.0.7")
    for _ in range(5):
        watch.go(IDLE_S - 1)
        found = gate.sessions.find(word)
        assert found is not None
        assert (found.person, found.role) == (lee, lee.role)
    watch.go(IDLE_S + 1)
    assert gate.sessions.find(word) is None


def test_looking_without_touching_does_not_make_it_longer(gate: Gate, lee: Person, watch: Watch) -> None:
    word = gate.sessions.begin(lee, "10.0.0.7")
    for _ in range(4):
        watch.go(IDLE_S / 4)
        last = gate.sessions.find(word, touch=False)
    assert last is None


def test_at_the_tables_own_machine_it_ends_sooner(gate: Gate, lee: Person, watch: Watch) -> None:
    word = gate.sessions.begin(lee, "127.0.0.1")
    watch.go(IDLE_HERE_S - 1)
    assert gate.sessions.find(word, here=True, touch=False) is not None
    watch.go(1)
    assert gate.sessions.find(word, here=True) is None


def test_no_session_outlasts_the_day(gate: Gate, lee: Person, watch: Watch) -> None:
    word = gate.sessions.begin(lee, "10.0.0.7")
    alive_s = 0.0
    while gate.sessions.find(word) is not None:
        watch.go(600)
        alive_s += 600
    assert alive_s == LONGEST_S


def test_a_screen_that_was_let_in_stays_for_the_event(gate: Gate, watch: Watch) -> None:
    word = gate.sessions.begin(None, "10.0.0.9")
    watch.go(SCREEN_S - 1)
    assert gate.sessions.find(word) is not None
    watch.go(1)
    assert gate.sessions.find(word) is None


@pytest.mark.parametrize("jump", [-IDLE_S, IDLE_S])
def test_a_clock_that_jumps_ends_a_session(gate: Gate, lee: Person, watch: Watch, jump: float) -> None:
    word = gate.sessions.begin(lee, "10.0.0.7")
    watch.go(jump)
    assert gate.sessions.find(word) is None


def test_who_is_removed_or_signed_out_is_out_at_once(gate: Gate, lee: Person, ada: Person) -> None:
    words = [gate.sessions.begin(person, "10.0.0.7") for person in (lee, lee, ada, None)]
    gate.sessions.end(words[0])
    assert [gate.sessions.find(word) is None for word in words] == [True, False, False, False]
    gate.persons.remove(lee)
    assert [gate.sessions.find(word) is None for word in words] == [True, True, False, False]
    assert gate.sessions.end_all(ada) == 1
    assert gate.sessions.end_all() == 1
    assert gate.sessions.find(words[3]) is None


def test_a_cookie_is_ours_or_none(gate: Gate) -> None:
    secret = gate.store.secret
    cookie = signed("word", secret)
    assert unsigned(cookie, secret) == "word"
    for other in (
        "",
        ".",
        "word",
        "word.",
        f"{cookie}0",
        cookie[:-1],
        f"x{cookie}",
        "é" * 20,
        "w" * 500,
        cookie.upper(),
    ):
        assert unsigned(other, secret) is None
    assert unsigned(cookie, b"another") is None
    assert token_of("word", secret) != token_of("word2", secret)
    assert token_of("word", secret) not in cookie
