"""Terminals and documents show text, and never obey it: whatever is in files, names, payloads and output."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from io import FileIO
from pathlib import Path
from typing import Any

import pytest
from tests.terminal import everything_shown

_EVIL = "x\x1b]0;owned\x07\x1b[8m\x9b2J\x9d\u202egpj\u2066\x00\x7f\u200b\u2028\ud83d\r\n::error::owned ##[error]owned"
# What a file name can hold.
_NAME = _EVIL.replace("\x00", "").replace("\ud83d", "")
# The styles that hookwright uses itself: bold, dim and colors.
_STYLE = re.compile(r"\x1b\[(?:0|1|2|3[0-7]|1;3[0-7])?m")
_ANNOTATION = re.compile(r"::(error|warning|notice) file=[^:]*,line=\d+[^:]*::")
_JSON = ("--format", "json")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with evil text in every place, in a folder with an evil name, where evil hooks have run."""
    folder = tmp_path_factory.mktemp("evil") / f"p{_NAME.replace('/', '')}"
    settings = folder / ".claude" / "settings.json"
    settings.parent.mkdir(parents=True)
    hook = {"type": "command", "command": f": '{_NAME}'; ./print.py", "statusMessage": _EVIL, "name": _EVIL, _EVIL: 1}
    groups = [
        {"matcher": f"Bash|{_EVIL}", "hooks": [hook]},
        {"matcher": "*", "hooks": [hook, {**hook, "command": _EVIL}]},
    ]
    # Under an event that guards, a hook of no type would have the agent skip the whole file.
    wrong = [{"matcher": "*", "hooks": [{"type": _EVIL}, hook]}]
    settings.write_text(
        _json(
            {
                "hooks": {"PreToolUse": groups, "PostToolUse": wrong, _EVIL: groups, "::error::owned": groups},
                _EVIL: _EVIL,
            }
        ),
        encoding="utf-8",
    )
    # The same as it is, where JSON is not valid.
    raw = '{"hooks": {"PreTool\x1b]0;owned\x07\u202eUse": [1, "\x9b2J\x00`](command:x) ![](http://x/y)"]} \x1b[8m'
    (folder / ".claude" / "settings.local.json").write_text(raw, encoding="utf-8")
    (folder / "hookwright.json").write_text(_json({"rules": {_EVIL: _EVIL}, _EVIL: [_EVIL]}), encoding="utf-8")
    said = {
        "decision": "block",
        "reason": _EVIL,
        _EVIL: _EVIL,
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": _EVIL},
    }
    script = f"import sys\nprint({json.dumps(said)!r})\nsys.stderr.buffer.write({_NAME.encode()!r})\n"
    (folder / "print.py").write_text(f"#!{sys.executable}\n{script}", encoding="utf-8")
    (folder / "print.py").chmod(0o755)
    case = {"name": _NAME, "event": "PreToolUse", "tool_name": _NAME, "expect": {"reason": _NAME}}
    tests = {"hooks": ".claude/settings.json", "tests": [case, {"name": _NAME, _NAME: _NAME}]}
    for name in ("evil", "::error::owned", "##[error]"):
        (folder / f"{name}.hooktest.yaml").write_text(json.dumps(tests), encoding="utf-8")
    payload = {"tool_name": "Bash", "tool_input": {"command": _EVIL, _EVIL: _EVIL}, _EVIL: _EVIL}
    (folder / "payload.json").write_text(json.dumps(payload), encoding="utf-8")
    (folder / "no.json").write_text("{\x1b]0;owned\x07", encoding="utf-8")
    return folder


def _json(value: object) -> str:
    """With everything as it is but what JSON and UTF-8 cannot hold."""
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("\ud83d", "\\ud83d")


_FILE = ".claude/settings.json"
_PAYLOAD = ("--payload", "payload.json")
_WORDS: list[tuple[str, ...]] = [
    ("check",),
    *(("check", "--format", it) for it in ("json", "sarif", "github")),
    ("check", "--diff", "--unsafe"),
    ("check", f"no{_NAME}"),
    ("check", "--select", _NAME),
    *(("list", "--format", it) for it in ("table", "markdown", "json")),
    *(("status", "--format", it) for it in ("table", "markdown", "json")),
    ("fire", _FILE, "--at", "/hooks/PreToolUse", *_PAYLOAD),
    ("fire", _FILE, "--at", "/hooks/PreToolUse", *_PAYLOAD, *_JSON),
    ("fire", _FILE, "--at", "/hooks/PreToolUse", "--scratch"),
    ("fire", _FILE, "--at", f"/{_NAME}"),
    ("fire", _FILE, "--at", "/hooks/PreToolUse", "--payload", "no.json"),
    ("explain", "PreToolUse", "--config", _FILE, *_PAYLOAD),
    ("explain", "PreToolUse", "--config", _FILE, *_PAYLOAD, *_JSON),
    ("explain", _NAME),
    ("dispatch", "PreToolUse", "--config", _FILE, *_PAYLOAD),
    ("dispatch", "PreToolUse", "--config", _FILE, "--payload", "no.json"),
    *(("test", "--format", it) for it in ("text", "json", "github")),
    ("test", "::error::owned.hooktest.yaml"),
    *(("history", "--format", it) for it in ("table", "markdown", "json")),
    *(("seen", "--format", it) for it in ("text", "json", "html")),
    *(("history", "--dispatch", "1", "--format", it) for it in ("table", "markdown", "json")),
    ("replay", "1", "--yes"),
    ("replay", "1", "--yes", *_JSON),
    ("convert", _FILE, "--to", "open-plugin"),
    ("samples", "PreToolUse"),
    ("keep", "1", "--name", "kept"),
    ("rules", _NAME),
    (_NAME,),
]


@pytest.fixture(scope="module")
def environ(project: Path) -> dict[str, str]:
    """That of a user in the project who has agreed to nothing, and has one dispatch in the journal."""
    own = {"HOME": str(project.parent / "home"), "HOOKWRIGHT_STATE_DIR": str(project.parent / "state"), "TERM": "xterm"}
    environ = {**os.environ, **own, "GITHUB_ACTIONS": "true"}
    environ.pop("NO_COLOR", None)
    words = ["dispatch", "PreToolUse", "--config", _FILE, *_PAYLOAD]
    done = subprocess.run(_command(words), cwd=project, env=environ, capture_output=True, check=False)
    assert json.loads(done.stdout)["reason"].startswith("x\x1b]0;owned"), "the hook has run"
    return environ


# Each takes a process; the others show the same in another form, or of another command.
_SHORT = {"check", "list", "fire", "explain", "test", "history"}
_IN_SHORT = [next(it for it in _WORDS if it[0] == command) for command in sorted(_SHORT)]
_ALL = [it if it in _IN_SHORT else pytest.param(it, marks=pytest.mark.torture_long) for it in _WORDS]
_IN_JSON = [it for it in _WORDS if it[-1] in {"json", "sarif"}]


@pytest.mark.parametrize("words", _ALL, ids=lambda it: "-".join(it).split("x\x1b")[0][:40])
def test_a_terminal_gets_nothing_to_obey(project: Path, environ: dict[str, str], words: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    with FileIO(ours) as terminal:
        command = _command([*words, *(["--yes"] if words[0] == "fire" else [])])
        streams: Any = {"stdin": subprocess.DEVNULL, "stdout": theirs, "stderr": theirs}
        started = subprocess.Popen(command, cwd=project, env=environ, **streams)
        os.close(theirs)
        printed = everything_shown(terminal)
        started.wait()
    # A terminal turns a line feed into both.
    text = _STYLE.sub("", printed.replace("\r\n", "\n"))
    assert text.strip()
    assert _obeyed(text) == set()
    # What GitHub takes for a command is one of ours, and says nothing else behind its end.
    commands = [it for it in text.splitlines() if it.lstrip().startswith("::") or "##[" in it]
    assert [it for it in commands if "github" not in words or not _ANNOTATION.match(it)] == []


@pytest.mark.parametrize(
    "words",
    [it if it[0] == "list" else pytest.param(it, marks=pytest.mark.torture_long) for it in _IN_JSON],
    ids="-".join,
)
def test_escaped_json_has_the_same_values(project: Path, environ: dict[str, str], words: tuple[str, ...]) -> None:
    done = subprocess.run(_command(list(words)), cwd=project, env=environ, capture_output=True, check=False)
    assert _obeyed(done.stdout.decode()) == set()
    if words[0] in {"list", "history"}:
        assert "\\u202e" in done.stdout.decode()
        assert "\u202egpj" in json.dumps(json.loads(done.stdout), ensure_ascii=False)


def test_a_patch_is_exact_for_programs(project: Path, environ: dict[str, str]) -> None:
    words = ["check", "--diff", "--unsafe"]
    done = subprocess.run(_command(words), cwd=project, env=environ, capture_output=True, check=False)
    assert "\u202e" in done.stdout.decode()


def _command(words: list[str]) -> list[str]:
    return [sys.executable, "-m", "hookwright", *words]


def _obeyed(text: str) -> set[str]:
    """The characters in a text that a terminal or a page would obey, or not show."""
    return {it for it in text if it not in "\n\t" and unicodedata.category(it) in {"Cc", "Cf", "Zl", "Zp", "Cs"}}
