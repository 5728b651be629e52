"""What commands print, word for word, and where it goes."""

from __future__ import annotations

import pytest

from hookwright.shell.static_output import UNKNOWN, printed


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
