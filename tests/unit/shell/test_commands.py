"""The commands of a text in their order, what is around each, and what is in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hookwright.shell.parse import read_shell
from hookwright.shell.tree import CommandKind, ShellCommand


def sequence(text: str) -> list[ShellCommand]:
    return [it for it in read_shell(text).sequence if it.kind is not CommandKind.END]


def words(command: ShellCommand) -> list[str]:
    return [it.text for it in command.words]


def test_lists_and_pipelines() -> None:
    found = sequence("a b && c | d; e")
    assert [words(it) for it in found] == [["a", "b"], ["c"], ["d"], ["e"]]
    assert [(it.flow.before, it.flow.after) for it in found] == [("", "&&"), ("&&", "|"), ("|", ";"), (";", "")]


def test_keywords_and_assignments_are_no_words() -> None:
    condition, body, end = read_shell("if ! X=1 Y+=2 a; then b; fi").sequence
    assert (condition.flow.keywords, [it.text for it in condition.assignments]) == (("if", "!"), ["X=1", "Y+=2"])
    assert words(condition) == ["a"]
    assert (body.flow.keywords, words(body)) == (("then",), ["b"])
    assert (end.flow.keywords, words(end), end.kind) == (("fi",), [], CommandKind.END)


def test_targets_are_no_words() -> None:
    (found,) = sequence("a >b 2>/dev/null <c d <<E\nx\nE")
    assert words(found) == ["a", "d"]
    assert [(it.number, it.operator, it.text) for it in found.redirections] == [
        ("", ">", "b"),
        ("2", ">", "/dev/null"),
        ("", "<", "c"),
        ("", "<<", "x\n"),
    ]


def test_the_redirections_of_a_compound_are_those_of_its_commands() -> None:
    echo, end = read_shell("{ echo a 2>b; } >&2").sequence
    assert [it.text for it in echo.redirections] == ["b", "2"]
    assert [it.text for it in echo.own_redirections] == ["b"]
    assert [it.text for it in end.own_redirections] == ["2"]


def test_subshells_are_groups() -> None:
    found = sequence("a; (b; (c)); (d); e)")
    assert [(words(it)[0], it.flow.subshells) for it in found] == [
        ("a", ()),
        ("b", (1,)),
        ("c", (1, 2)),
        ("d", (3,)),
        ("e", ()),
    ]


def test_builtins_that_assign() -> None:
    assert read_shell("export A=1 B; for C in x; do read D; done").assigned == {"A", "B", "C", "D"}


def test_what_is_run() -> None:
    found = sequence("[ -f a ]; [[ b ]]; test c; case $x in y) ;; esac; f() { d; }")
    assert [it.is_test for it in found] == [True, True, True, False, False, False, False]
    assert [it.runs for it in found] == [True, False, True, False, False, False, True]


def test_what_is_in_substitutions_comes_behind_the_command_around_it() -> None:
    shell = read_shell('a "$(b `c`)" ${D:-$(e)} <(f) $((1 + $(g)))')
    assert [it.name for it in shell.commands] == list("abcefg")
    assert [it.substitution and it.substitution.command for it in shell.commands] == [None, 0, 1, 0, 0, 0]
    assert [it.name for it in shell.sequence] == ["a"]


def test_what_is_around_a_fault_is_read() -> None:
    shell = read_shell("a; b && ; c 'd' | { e; ) ; f")
    assert shell.fault is not None
    assert [it.name for it in shell.commands if it.name] == ["a", "b", "c", "e", "f"]


def test_what_is_open_at_the_end_is_read() -> None:
    shell = read_shell('if a; then b "$(c "d e')
    assert [(it.name, words(it)) for it in shell.commands] == [
        ("a", ["a"]),
        ("b", ["b", '"$(c "d e']),
        ("c", ["c", '"d e']),
    ]


@given(st.text(alphabet=" \t\n\\'\"$`(){}[]<>|&;#~*=ab1-/"))
def test_any_text_is_read_and_words_are_where_they_say(text: str) -> None:
    shell = read_shell(text)
    for command in shell.commands:
        end = 0
        for it in command.words:
            assert end <= it.start < it.end
            assert text[it.start : it.end] == it.text
            end = it.end
    for mark in shell.marks:
        assert 0 <= mark.start < mark.end <= len(text)


@pytest.mark.parametrize(
    ("text", "program"),
    [
        ("sudo -U root -u sam rm -rf x", "rm"),
        ("env -C /tmp A=1 python3 a.py", "python3"),
        ("stdbuf -o L timeout -k 1 5 make lint", "make"),
        ("xargs -n 1 rm", "xargs"),
    ],
)
def test_the_program_is_what_runs_behind_its_wrappers(text: str, program: str) -> None:
    (command,) = read_shell(text).commands

    assert command.program[0] == program
