"""Where two sides differ, and where a difference could not be told."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.proving.agents.shown import answers
from hookwright.proving.script import Played
from hookwright.proving.sides import UNSEEN, Effect, Expected, Side, differences, is_told

_SIDE = Side(effect=Effect.RUNS, fired=("a",), told=("the hook said: go\n  home",), shown=(), stops=False, seconds=1.0)


def _what(agent: Side, engine: Side, expected: Expected | None = None) -> list[str]:
    return [it.what for it in differences(agent, engine, expected or Expected())]


def test_what_is_the_same_or_was_not_seen_is_no_difference() -> None:
    other = replace(_SIDE, effect=Effect.BLOCKED, fired=("b",))

    assert _what(_SIDE, _SIDE) == []
    assert _what(replace(_SIDE, effect=None, fired=None), other) == []
    assert _what(other, UNSEEN) == []


def test_each_thing_that_differs_is_named() -> None:
    assert _what(_SIDE, replace(_SIDE, effect=Effect.BLOCKED)) == ["effect"]
    assert _what(_SIDE, replace(_SIDE, stops=True)) == ["turn"]
    assert _what(_SIDE, replace(_SIDE, fired=("a", "b"))) == ["hooks"]


def test_an_agent_that_stops_on_both_sides_does_not_show_what_became_of_the_call() -> None:
    stops = replace(_SIDE, stops=True)

    assert _what(stops, replace(stops, effect=Effect.BLOCKED)) == []


def test_texts_are_told_however_their_lines_are_broken_and_quotes_are_escaped() -> None:
    assert is_told("go home", _SIDE.told)
    assert is_told('say "no"', ('{"output": "say \\"no\\""}',))
    assert _what(_SIDE, _SIDE, Expected(told=("go home", "never said"))) == ["told"]


def test_only_words_that_tell_whose_they_are_must_not_be_told() -> None:
    assert _what(_SIDE, _SIDE, Expected(untold=("go",))) == []
    assert _what(_SIDE, _SIDE, Expected(untold=("the hook said: go",))) == ["told"]


def test_a_command_that_the_agent_repeats_tells_nothing_of_what_it_printed() -> None:
    side = replace(_SIDE, fired=("echo printed by the hook",), told=("error: [echo printed by the hook]: no",))

    assert _what(side, side, Expected(untold=("printed by the hook",))) == []


def test_behind_the_end_of_a_turn_nothing_has_to_be_told() -> None:
    stops = replace(_SIDE, stops=True, told=())

    assert _what(stops, stops, Expected(told=("never said",))) == []


def test_a_user_reads_the_last_words_and_not_json() -> None:
    def seen(stdout: str) -> tuple[str, ...]:
        played = Played(requests=[], stdout=stdout, stderr="", exit_code=0, seconds=1.0, turns_left=0)
        return tuple(it for it in answers(played) if it)

    assert seen('{"type": "turn.started"}\n{"item": {"type": "agent_message", "text": "Done."}}\n') == ("Done.",)
    assert seen('{"type": "result", "result": "Done."}\n') == ("Done.",)
    assert seen('{\n  "response": "Done."\n}') == ("Done.",)
    assert seen("Done.\n") == ("Done.",)
