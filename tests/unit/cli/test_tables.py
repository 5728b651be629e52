"""Tables for people: in a terminal of some width, in a pipe, and whatever a command has in it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unicodedata
from pathlib import Path

import pytest

from hookwright.cli.tables import Column, Table, markdown_table, table_lines

_STYLES = re.compile(r"\x1b\[[0-9;]*m")
_NASTY = "echo '\x1b[2J\x1b]0;title\x07' 日本語 [bold]no markup[/bold] :smile: \x9b2J \u202e | tee\ta\nfile"
_SHOWN = "echo '␛[2J␛]0;title␇' 日本語 [bold]no markup[/bold] :smile: ⟨U+009B⟩2J ⟨U+202E⟩ | tee a file"
_LONG = Table(
    [
        Column("Event"),
        Column("Command", long=True),
        Column("Empty"),
        Column("Runs", right=True),
        Column("Note", extra=True),
    ],
    [["PreToolUse", "x" * 70, "", "12", "remark"], ["Stop", _NASTY, "", "3", ""]],
)


def _plain(line: str) -> str:
    return _STYLES.sub("", line)


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(it) in "WF" else 1 for it in line)


def test_in_a_pipe_it_is_folded_and_has_no_colors() -> None:
    head, rule, first, *rest = table_lines(_LONG, None)

    assert head.split() == ["Event", "Command", "Runs", "Note"], "a column with nothing in it is left out"
    assert set(rule) == {"─"}
    assert first.split() == ["PreToolUse", "x" * 70, "12", "remark"]
    assert _SHOWN.split() == " ".join(rest).replace("Stop", "", 1).replace(" 3", "", 1).split(), "nothing is cut away"
    assert len(rest) > 1
    assert all(_width(it) <= 120 for it in (head, rule, first, *rest))
    assert not any(unicodedata.category(it) == "Cc" for line in (head, rule, first, *rest) for it in line)


def test_in_a_pipe_no_word_is_broken() -> None:
    words = ["/a/path/" + "x" * 150, "then words " * 40]
    lines = table_lines(Table([Column("State"), Column("Found", long=True)], [["ok", " ".join(words)]]), None)

    assert words[0] in lines[2]
    assert "".join(lines[3:]).split() == words[1].split()
    assert all(_width(it) <= 200 for it in lines)


@pytest.mark.parametrize("width", [40, 60, 79, 140])
def test_in_a_terminal_no_line_is_wider(width: int) -> None:
    lines = table_lines(_LONG, width)

    assert all(_width(_plain(it)) <= width for it in lines if not it.startswith("… not shown"))
    assert all(unicodedata.category(it) != "Cc" for line in lines for it in _plain(line))
    assert ("…" in "".join(lines)) == (width < 130), "what was cut is marked"
    assert ("… not shown in this narrow terminal: Note" in lines) == (width < 45)


def test_markdown_has_every_cell_on_one_line() -> None:
    *_, last = markdown_table(_LONG).splitlines()

    assert last.startswith("| Stop | echo '␛\\[2J␛\\]0;title␇' 日本語 \\[bold\\]no markup")
    assert "\\| tee a file | 3 |" in last


def test_a_terminal_gets_it_cut_and_colored(tmp_path: Path) -> None:
    told = _in_terminal(tmp_path, 60, "list")

    assert "\x1b[1m" in told
    assert set(re.findall(r"\x1b[^m]*m|\x1b.", told)) == set(_STYLES.findall(told)), (
        "styles, and nothing of the command"
    )
    lines = [_plain(it) for it in told.splitlines()]
    assert all(_width(it) <= 60 for it in lines if not it.startswith("… not shown"))
    assert any("…" in it for it in lines)


@pytest.mark.parametrize("words", [["list"], ["status"], ["list", "--format", "markdown"], ["history"]])
def test_a_pipe_gets_no_control_character(tmp_path: Path, words: list[str]) -> None:
    done = subprocess.run(
        _command(*words), capture_output=True, env=_environ(tmp_path), cwd=_project(tmp_path), check=True
    )

    assert not [it for it in done.stdout.decode() if unicodedata.category(it) == "Cc" and it != "\n"]


def test_no_other_command_loads_the_library(tmp_path: Path) -> None:
    script = (
        "import sys; from hookwright.cli import hookwright; hookwright(sys.argv[1:], standalone_mode=False); "
        "assert 'rich' not in sys.modules"
    )
    for words in (["--help"], ["list", "--format", "json"], ["check"], ["dialects"]):
        command = [sys.executable, "-c", script, *words]
        subprocess.run(command, env=_environ(tmp_path), cwd=_project(tmp_path), check=True, capture_output=True)


def _project(folder: Path) -> Path:
    file = folder / "project" / ".claude" / "settings.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    hook = {"type": "command", "command": _NASTY + " and so on" * 20}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}}))
    return folder / "project"


def _environ(folder: Path) -> dict[str, str]:
    state = str(folder / "state")
    kept = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    return {**kept, "HOOKWRIGHT_STATE_DIR": state}


def _command(*words: str) -> list[str]:
    return [sys.executable, "-m", "hookwright", *words]


def _in_terminal(folder: Path, width: int, *words: str, **environ: str) -> str:
    """What the command prints into a terminal of that width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    with subprocess.Popen(
        _command(*words),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=_environ(folder) | environ,
        cwd=_project(folder),
    ) as running:
        os.close(theirs)
        pieces: list[bytes] = []
        try:
            while piece := os.read(ours, 65536):
                pieces.append(piece)
        except OSError:
            # So it ends on Linux.
            pass
        finally:
            os.close(ours)
        assert running.wait() == 0
    return b"".join(pieces).decode()


@pytest.mark.parametrize("setting", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_terminal_that_wants_no_styles_gets_none(tmp_path: Path, setting: dict[str, str]) -> None:
    assert "\x1b" not in _in_terminal(tmp_path, 60, "list", **setting)


def test_a_narrow_terminal_shows_what_runs_rather_than_where_it_is_configured(tmp_path: Path) -> None:
    lines = [_plain(it) for it in _in_terminal(tmp_path, 40, "list").splitlines()]

    assert lines[1].split() == ["Event", "Matcher", "Command"]
    assert lines[-1] == "… not shown in this narrow terminal: Time-out, Scope, File"
