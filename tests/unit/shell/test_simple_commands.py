"""Tests of `hookwright.shell.simple_commands`."""

from __future__ import annotations

from hookwright.shell.simple_commands import SimpleCommand, simple_commands


def raw(command: SimpleCommand) -> list[str]:
    return [it.raw for it in command.words]


def test_lists_and_pipelines() -> None:
    found = simple_commands("a b && c | d; e")
    assert [raw(it) for it in found] == [["a", "b"], ["c"], ["d"], ["e"]]
    assert [(it.before, it.after) for it in found] == [("", "&&"), ("&&", "|"), ("|", ";"), (";", "")]


def test_keywords_and_assignments_are_no_words() -> None:
    (condition, body, end) = simple_commands("if ! X=1 Y+=2 a; then b; fi")
    assert (condition.keywords, condition.assigned, raw(condition)) == (["if", "!"], ["X", "Y"], ["a"])
    assert (body.keywords, raw(body)) == (["then"], ["b"])
    assert (end.keywords, raw(end)) == (["fi"], [])


def test_targets_are_no_words() -> None:
    (found,) = simple_commands("a >b 2>/dev/null <c d <<E\nx\nE")
    assert raw(found) == ["a", "d"]
    assert [it.raw for it in found.targets] == ["b", "/dev/null", "c"]


def test_subshells_are_groups() -> None:
    found = simple_commands("a; (b; (c)); (d); e)")
    assert [(raw(it)[0], it.group) for it in found] == [("a", ()), ("b", (1,)), ("c", (1, 2)), ("d", (3,)), ("e", ())]


def test_builtins_that_assign() -> None:
    found = simple_commands("export A=1 B; for C in x; do read D; done")
    assert {name for it in found for name in it.assigned} >= {"A", "B", "C", "D"}


def test_what_is_run() -> None:
    found = simple_commands("[ -f a ]; [[ b ]]; test c; case $x in y; esac; d")
    assert [it.is_test for it in found] == [True, True, True, False, False, False]
    assert [it.runs for it in found] == [True, False, True, False, False, True]
