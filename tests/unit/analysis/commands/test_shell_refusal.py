"""Which commands a shell is asked about, and how its complaint is read."""

from __future__ import annotations

import pytest

from hookwright.analysis.commands.shell_lint import LONGEST, ShellText, can_judge, read_refusal

TEXT = "echo é;\n  x=(a b); ls\n"


@pytest.mark.parametrize(
    ("complaint", "piece", "said"),
    [
        ('/bin/sh: 2: Syntax error: "(" unexpected', "(", 'syntax error: "(" unexpected'),
        ("bash: line 2: syntax error near unexpected token `ls'", "ls", "syntax error near unexpected token `ls`"),
        ("bash: warning: no\nbash: line 1: warning: x\nbash: line 1: syntax error", "echo é;", "syntax error"),
        ('dash: 2: Syntax error: "fi" unexpected', "x=(a b); ls", 'syntax error: "fi" unexpected'),
        ('dash: 1: Syntax error: "e" unexpected', "e", 'syntax error: "e" unexpected'),
        ("bash: line 3: syntax error: unexpected end of file", TEXT, "syntax error: unexpected end of file"),
        ("sh: 99: No", TEXT, "no"),
        ("sh: 0: No", TEXT, "no"),
    ],
)
def test_the_fault_is_at_the_token_of_the_line_that_are_named(complaint: str, piece: str, said: str) -> None:
    (fault,) = read_refusal(2, complaint.encode(), ShellText("sh", TEXT))

    assert (TEXT[fault.start : fault.end], fault.message) == (piece, said)


@pytest.mark.parametrize(
    ("code", "complaint"),
    [(0, b"bash: line 1: what"), (None, b"sh: 1: x"), (2, b""), (2, b"\xff"), (1, b"sh: no such")],
)
def test_where_it_is_not_told_nothing_is_said(code: int | None, complaint: bytes) -> None:
    assert read_refusal(code, complaint, ShellText("sh", TEXT)) == ()


@pytest.mark.parametrize(
    ("shell", "text", "asked"),
    [
        ("sh", "(ls)", True),
        ("bash", "(ls)", True),
        ("zsh", "(ls)", False),
        ("sh", "ls a", False),
        ("sh", "{{x}} (", False),
        ("sh", "(" * (LONGEST + 1), False),
        ("sh", "(\0", False),
        ("sh", "(\ud800", False),
    ],
)
def test_what_is_asked(shell: str, text: str, *, asked: bool) -> None:
    assert can_judge(ShellText(shell, text)) is asked
