"""What a permission rule covers."""

from __future__ import annotations

import time
from typing import Any

import pytest

from hookwright.matching.permission_rule import Call, covers, covers_single, parse_rule
from hookwright.matching.rule_globs import path_covered
from hookwright.model.tool import ToolCalls


def _call(tool: str, tool_input: dict[str, Any]) -> Call:
    return Call(
        tool=tool,
        other_names=("Task",) if tool == "Agent" else (),
        input=tool_input,
        keys=ToolCalls(paths=("file_path",)),
        cwd="/p/sub",
        project="/p",
        home="/h",
    )


@pytest.mark.parametrize(
    ("rule", "command", "covered"),
    [
        ("Bash", "anything", True),
        ("Bash(*)", "anything", True),
        ("Bash()", "anything", True),
        ("Bash(git:*)", "git", True),
        ("Bash(git:*)", "git status", True),
        ("Bash(git:*)", "gitk", False),
        ("Bash(git *)", "git status", True),
        ("Bash(git *)", "gitk", False),
        ("Bash(git push*)", "git pushx", True),
        ("Bash(git status)", "git status -s", False),
        ("Bash(* --force)", "git push --force", True),
        ("Bash(git push:*)", "cd x && A=1 git push origin", True),
        ("Bash(rm:*)", "echo 'rm x'", False),
        ("Bash(rm:*)", "echo 'open", False),
        ("Bash(rm:*)", "cat <<END; rm x\nEND", True),
        ("Bash(rm *)", "if true; then rm x; fi", True),
        ("Bash(rm *)", "find . | xargs rm -f", True),
        ("Bash(rm *)", "find . | xargs -n 1 rm -f", False),
        ("Bash( rm\t* )", "rm x", True),
        ("Bash(echo \\* *)", "echo '*' x", True),
        ("Bash(npm run *:*)", "npm run test:unit", False),
        ("Bash(git *)", "rm $X", False),
        ("Bash(g*)", "rm $X", False),
        ("Bash(git push *)", "rm $X", True),
        ("Bash(ls)", "rm $X", True),
        ("Bash(rm *)", "sudo rm x", False),
        ("Bash(rm *)", "timeout 5 rm x", False),
        ("Bash(a; b)", "a; b", False),
        ("Write", "anything", False),
    ],
)
def test_commands(rule: str, command: str, *, covered: bool) -> None:
    parsed = parse_rule(rule)
    assert parsed is not None
    assert covers(parsed, _call("Bash", {"command": command})).matched is covered


@pytest.mark.parametrize(
    ("pattern", "path", "covered"),
    [
        ("src/**", "/p/sub/src/a/b.py", True),
        ("src/**", "/p/src/a.py", False),
        ("/src/**", "/p/src/a.py", True),
        ("*.py", "/p/sub/a/b.py", True),
        ("*.py", "/p/b.py", True),
        ("*.py ", "/etc/b.py", True),
        ("*/b.py", "/p/sub/b.py", True),
        ("*/b/*", "/x/b/c/d", True),
        ("b*.py", "/p/b.py", False),
        ("./*.py", "/p/sub/a/b.py", True),
        ("./", "/p/sub/a.py", False),
        ("/etc/x", "/etc/x", True),
        ("/etc/*", "/etc/x", False),
        ("**/", "/p/sub/b.py", False),
        ("**/", "/p/sub/a/b.py", True),
        ("src", "src/a.py", True),
        (".env*", "/p/sub/.env.local", True),
        ("~/notes/*", "/h/notes/x", True),
        ("//etc/**", "/etc/passwd", True),
        # A placeholder for a folder, behind `//`, brings its own slash along.
        ("///etc/**", "/etc/passwd", True),
        ("a?/x*z", "ab/xyz", True),
        ("../**", "/p/x", False),
        ("src/**", "src/../../secret", False),
    ],
)
def test_paths(pattern: str, path: str, *, covered: bool) -> None:
    assert path_covered(pattern, path, cwd="/p/sub", project="/p", home="/h") is covered


@pytest.mark.parametrize(
    ("rule", "tool", "tool_input", "covered"),
    [
        ("WebFetch(domain:example.com)", "WebFetch", {"url": "https://example.com/"}, False),
        ("WebFetch(*)", "WebFetch", {"url": "https://example.com/"}, True),
        ("mcp__files__write", "mcp__files__write", {}, True),
        ("mcp__files", "mcp__files__write", {}, False),
        ("mcp__files__*", "mcp__files__write", {}, False),
        ("Agent(*)", "Agent", {"subagent_type": "Explore"}, True),
        ("Agent(Explore)", "Agent", {"subagent_type": "Explore"}, False),
        ("Task", "Agent", {}, True),
        ("Bash(ls)", "Bash", {}, False),
    ],
)
def test_other_tools(rule: str, tool: str, tool_input: dict[str, Any], *, covered: bool) -> None:
    parsed = parse_rule(rule)
    assert parsed is not None
    assert covers(parsed, _call(tool, tool_input)).matched is covered


@pytest.mark.parametrize("text", ["Bash(", "", "a b", "(x)", "Bash(x) y", " Bash", "Bash (x)"])
def test_what_is_no_rule(text: str) -> None:
    assert parse_rule(text) is None


def test_globs_are_never_slow() -> None:
    began = time.process_time()
    assert not path_covered(
        "**/a*a*a*a*a*b/**/c/**/d", "a" * 50_000 + "/" + "c/" * 20_000, cwd="/p", project="/p", home="/h"
    )
    assert not covers_single("*a" * 40 + "b", "a" * 100_000)
    assert time.process_time() - began < 5
