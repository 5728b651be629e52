"""What commands print, word for word, and where it goes."""

from __future__ import annotations

import pytest

from hookwright.shell.parse import read_shell
from hookwright.shell.static_output import UNKNOWN, before, printed, printed_in


@pytest.mark.parametrize(
    ("command", "text", "to_stderr"),
    [
        ("echo hello world", "hello world", False),
        ("echo -n 'a}}'", "a}}", False),
        ('echo "$X said \\"no\\" \\$5"', f'{UNKNOWN} said "no" $5', False),
        ("printf '%s: 5%%\\n' a", f"{UNKNOWN}: 5%\n", False),
        ("echo no >&2", "no", True),
        ("echo no 1>&2", "no", True),
        ("echo no > /dev/stderr", "no", True),
        ("echo no 2>/dev/null", "no", False),
        ("cat <<'END'\na $b\nEND", "a $b", False),
        ("cat >&2 <<END\na $b\nEND\nexit 2", f"a {UNKNOWN}", True),
    ],
)
def test_prints(command: str, text: str, to_stderr: bool) -> None:
    found = printed(command)
    assert [(it.text, it.to_stderr) for it in found] == [(text, to_stderr)]
    assert 0 <= found[0].start < found[0].end <= len(command)


@pytest.mark.parametrize(
    "command",
    [
        "",
        "echo",
        "echo a | jq .",
        "echo a > file",
        "(echo a) | jq .",
        "{ echo a; } > file",
        "exec > file; echo a",
        "X=$(echo a)",
        "cat <<END > file\na\nEND",
        "cat <<END\na",
    ],
)
def test_prints_nothing_to_its_own_output(command: str) -> None:
    assert printed(command) == ()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("a; b; exit", ["a", "b"]),
        ("a && b && exit", ["a", "b"]),
        ("a || exit", []),
        ("a; if b; then c; exit; fi", ["c"]),
        ("a; if b; then c; fi; exit", []),
        ("a; { b; exit; }", ["b"]),
        ("a; (b; exit)", ["b"]),
        ("a; for x in 1 2; do b; exit; done", ["b"]),
    ],
)
def test_what_has_run(command: str, expected: list[str]) -> None:
    commands = read_shell(command).sequence
    last = next(index for index, it in enumerate(commands) if it.words and it.words[0].text == "exit")
    assert [it.words[0].text for it in before(commands, last) if it.words] == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo one; echo two >&2", [("one", False), ("two", True)]),
        ("echo one > file; echo two", [("two", False)]),
        ("{ echo one; echo two; } >&2", []),
        ("echo one | cat", []),
    ],
)
def test_what_is_printed(command: str, expected: list[tuple[str, bool]]) -> None:
    found = printed_in(command, read_shell(command).sequence)
    assert [(it.text, it.to_stderr) for it in found] == expected
