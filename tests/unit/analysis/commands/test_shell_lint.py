"""How ShellCheck is asked, and how its report is read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookwright.analysis.commands.shell_lint import LONGEST, ShellText, arguments, can_ask, read_remarks
from hookwright.model.reaction import Severity

TEXT = "echo 😀 $x\n\tls *"


def _report(*comments: Any) -> bytes:
    return json.dumps({"comments": comments}).encode()


def _comment(line: int, column: int, end: int, level: str = "info", **more: Any) -> dict[str, Any]:
    place = {"line": line, "column": column, "endLine": line, "endColumn": end}
    return {**place, "level": level, "code": 2086, "message": "Quote it.", "fix": None, **more}


@pytest.mark.parametrize(
    ("line", "column", "end", "piece"),
    [
        (1, 8, 10, "$x"),
        (2, 5, 6, "*"),
        (2, 5, 5, "*"),
        (2, 2, 99, "ls *"),
        (1, 8, 3, "$"),
        (9, 1, 2, "*"),
        (-1, -5, 0, "e"),
    ],
)
def test_places_are_code_points_of_a_line_and_never_outside(line: int, column: int, end: int, piece: str) -> None:
    (remark,) = read_remarks(_report(_comment(line, column, end)), TEXT)

    assert TEXT[remark.start : remark.end] == piece
    assert 0 <= remark.start <= remark.end <= len(TEXT)


def test_a_remark_has_its_level_and_its_changes() -> None:
    change = {**_comment(1, 8, 8), "replacement": '"'}
    found = read_remarks(_report(_comment(1, 8, 10, "style", fix={"replacements": [change]})), TEXT)

    assert [(it.code, it.message, it.severity, it.changes) for it in found] == [
        (2086, "Quote it", Severity.HINT, ((7, 7, '"'),))
    ]
    for level in ("error", "warning", "info"):
        (remark,) = read_remarks(_report(_comment(1, 8, 10, level)), TEXT)
        assert remark.severity is Severity.INFORMATION


@pytest.mark.parametrize(
    "report",
    [b"", b"{", b"[]", b"null", b'{"comments": 5}', b'{"comments": null}', b"\xff", b"[" * 100_000],
)
def test_a_report_that_is_none_says_nothing(report: bytes) -> None:
    assert read_remarks(report, TEXT) == ()


def test_one_comment_that_makes_no_sense_hides_no_other() -> None:
    broken: list[Any] = [5, {}, {**_comment(1, 1, 2), "line": "x"}, {**_comment(1, 1, 2), "fix": 3}]

    assert len(read_remarks(_report(*broken, _comment(1, 8, 10)), TEXT)) == 1


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (ShellText("bash", "ls"), True),
        (ShellText("sh", "ls"), True),
        (ShellText("zsh", "ls"), False),
        (ShellText("powershell", "ls"), False),
        (ShellText("bash", " \n"), False),
        (ShellText("bash", "ls\0"), False),
        (ShellText("bash", "ls \ud800"), False),
        (ShellText("bash", "x" * LONGEST), True),
        (ShellText("bash", "x" * (LONGEST + 1)), False),
    ],
)
def test_what_can_be_asked(command: ShellText, asked: bool) -> None:
    assert can_ask(command) is asked


def test_it_reads_standard_input_and_nothing_else() -> None:
    words = arguments("dash")

    assert words[-1] == "-"
    assert "--norc" in words
    assert "--shell=dash" in words
    assert not {"-x", "--external-sources", "-a", "--check-sourced"} & set(words)
