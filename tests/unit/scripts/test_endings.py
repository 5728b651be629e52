"""The ways in which a tree of effects ends."""

from __future__ import annotations

import pytest

from hookwright.scripts.effects import (
    Block,
    Bounds,
    Branch,
    Cause,
    Exit,
    Failure,
    Handler,
    Language,
    Leave,
    Loop,
    Print,
    Risk,
    Scope,
    Script,
    SetExitCode,
    Stream,
    Try,
)
from hookwright.scripts.endings import endings
from hookwright.scripts.values import Json, Literal, Spot

_SPOT = Spot(0, 1)
_SAYS = Print(Stream.STDERR, Literal("Blocked"), _SPOT)
_INPUT = Risk(Failure.INPUT, _SPOT)


def _exit(code: int) -> Exit:
    return Exit(code, _SPOT)


def _ways(*body: object) -> list[tuple[int | None, Cause, int, int]]:
    """Each end: its code and cause, how much was said for certain, and how many steps failed."""
    script = Script(Language.PYTHON, body)  # type: ignore[arg-type]
    return [(it.code, it.cause, len(it.state.said), len(it.state.failed)) for it in endings(script).all]


def _handled(body: Block, handler: Block, *, exits: bool = False, final: Block = ()) -> Try:
    return Try(body, (Handler(None, handler, _SPOT, exits=exits),), final, _SPOT)


def test_the_end_is_an_exit_with_the_code_that_was_set() -> None:
    assert _ways(SetExitCode(2, _SPOT)) == [(2, Cause.END, 0, 0)]


def test_what_is_printed_in_a_branch_is_said_at_its_exit_and_not_behind_another_decision() -> None:
    refuses = Branch((), (_SAYS, _exit(1)), (), _SPOT)
    warns = Branch((), (_SAYS,), (), _SPOT)

    assert _ways(refuses) == [(1, Cause.EXIT, 1, 0), (0, Cause.END, 0, 0)]
    assert _ways(warns, _exit(0)) == [(0, Cause.EXIT, 1, 0), (0, Cause.EXIT, 0, 0)]
    assert (0, Cause.EXIT, 1, 0) not in _ways(warns, Branch((), (_exit(0),), (_exit(2),), _SPOT))


def test_a_failure_that_nothing_catches_ends_the_script() -> None:
    assert _ways(_INPUT, _exit(0)) == [(1, Cause.UNCAUGHT, 0, 1), (0, Cause.EXIT, 0, 0)]
    assert _ways(Risk(Failure.PROGRAM, _SPOT, goes_on=True), _exit(0)) == [
        (0, Cause.EXIT, 0, 0),
        (0, Cause.EXIT, 0, 1),
    ]


def test_a_handler_catches_failures_and_only_a_bare_one_an_exit() -> None:
    assert (0, Cause.EXIT, 0, 1) in _ways(_handled((_INPUT, _exit(2)), (_exit(0),)))
    assert (2, Cause.EXIT, 0, 0) in _ways(_handled((_INPUT, _exit(2)), (_exit(0),)))
    assert (2, Cause.EXIT, 0, 0) not in _ways(_handled((_exit(2),), (_exit(0),), exits=True))


def test_the_last_block_of_a_try_overrules_an_exit() -> None:
    assert _ways(Try((_exit(2),), (), (_exit(0),), _SPOT)) == [(0, Cause.EXIT, 0, 0)]


def test_an_exit_skips_the_last_block_where_the_language_has_it_so() -> None:
    assert _ways(Try((_exit(2),), (), (_exit(0),), _SPOT, exits_skip=True)) == [(2, Cause.EXIT, 0, 0)]
    assert _ways(Try((_INPUT,), (), (_exit(0),), _SPOT, exits_skip=True)) == [
        (0, Cause.EXIT, 0, 1),
        (0, Cause.EXIT, 0, 0),
    ]


def test_nothing_is_done_behind_a_step_that_fails_in_any_case() -> None:
    assert _ways(Risk(Failure.OTHER, _SPOT, certain=True), _exit(0)) == [(1, Cause.UNCAUGHT, 0, 1)]


def test_an_exit_in_a_subshell_ends_nothing_else() -> None:
    assert _ways(Scope((_exit(2),), Bounds.SUBSHELL), _exit(0)) == [(0, Cause.EXIT, 0, 0)]


def test_a_scope_is_left_to_what_is_behind_it() -> None:
    returns = Scope((Branch((), (Leave(Bounds.FUNCTION),), (), _SPOT), _exit(2)), Bounds.FUNCTION)
    breaks = Loop((_SAYS, Leave(Bounds.LOOP), _exit(2)), _SPOT)

    assert [it[0] for it in _ways(returns)] == [2, 0]
    assert {it[0] for it in _ways(breaks)} == {0}


@pytest.mark.parametrize(("count", "complete"), [(4, True), (12, False)])
def test_too_many_ways_are_left_out(count: int, complete: bool) -> None:
    """Each decision that prints an object of its own doubles the ways."""
    body = tuple(Branch((), (Print(Stream.STDOUT, Json(Literal(it)), Spot(it, it)),), (), _SPOT) for it in range(count))

    assert endings(Script(Language.PYTHON, body)).complete is complete


def test_of_ways_that_print_other_words_a_few_are_kept() -> None:
    """One for each text that some way prints, and one that prints none."""
    body = tuple(Branch((), (Print(Stream.STDOUT, Literal(f"a{it}"), _SPOT),), (), _SPOT) for it in range(40))
    found = endings(Script(Language.PYTHON, body))

    assert found.complete
    assert {one.value for it in found.all for one in it.prints} == {Literal(f"a{it}") for it in range(40)}
    assert any(not it.prints for it in found.all)
    assert len(found.all) < 100
