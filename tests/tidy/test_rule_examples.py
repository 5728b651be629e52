"""Every page of a rule shows a file before and after the fix: the rule finds something in the first one only.

A lead such as "In `.claude/settings.json`, on `Stop` of Claude Code:" opens an example: the block below it is the file
as it is wrong, and the next block is the file as it should be, or the shell commands that put it right.  The file may
be a script that a hook of another file runs.  A lead with
another path, such as "With this `hookwright.json`:", is above a file that is there as well.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.every import every
from tests.markers import Block, Section
from tests.probes.case import Case, lay_out
from tests.shellcheck import PROGRAM, needs_shellcheck

from hookwright.analysis.rule import Rule
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES, RUN_RULES
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.firing.fire import fire, fire_request
from hookwright.firing.run_findings import diagnostics
from hookwright.host import Host
from hookwright.scripts.javascript.syntax import parse as parse_javascript
from hookwright.text import to_pointer

_TITLES = {it.title: it for it in DIALECTS}
_LEAD = re.compile(rf"^In `([^`]+)`, on `([^`]+)` of ({'|'.join(map(re.escape, _TITLES))}):$")
_MOVED = re.compile(r".*`([\w./-]+/[\w.-]+)`:$")
_NAMED = re.compile(r".*`([\w./-]+)`:$")
_BLOCK = re.compile(r"(?m)^(?P<lead>[^\n]+)\n\n```(?P<language>\w+)\n(?P<text>.*?)^```$", re.DOTALL)

# What no example can show in a test, and why.
NOT_TRIED: Mapping[str, str] = {"slow-hook": "whether a hook is slow depends on the machine"}

# What another rule finds in the same mistake.
ALSO: Mapping[str, str] = {
    **dict.fromkeys(("wrong-root", "comment-not-allowed", "trailing-comma", "hooks-not-loaded"), "HW006"),
    "nothing-runs": "HW203",
    "input-in-pieces": "HW522",
    "refusal-caught": "HW522",
    "refusal-without-effect": "HW511",
    **dict.fromkeys(("output-unknown-field", "output-wrong-value"), "HW512"),
}

# Files that are there for every example, and those of some pages, with what follows the language of their block.
SCRIPTS: Mapping[str, str] = {".claude/hooks/guard.sh": "sh executable", ".claude/hooks/setup.sh": "sh executable"}
PRESENT: Mapping[str, Mapping[str, str]] = {
    "script-not-found": {".claude/hooks/guard.py": "python"},
    "script-not-executable": {".claude/hooks/lint.sh": "sh"},
    "script-without-shebang": {".claude/hooks/lint.py": "python executable"},
    "script-crlf": {".claude/hooks/lint.sh": "sh executable crlf"},
    "script-writable-by-others": {".claude/hooks/lint.sh": "sh executable open"},
    "script-outside-project": {".claude/hooks/guard.py": "python"},
    "shell-syntax-without-shell": {".claude/hooks/lint.js": "js"},
    "program-not-found": {"~/bin/npx": "sh executable"},
    "slow-start": {"node_modules/.bin/block-no-verify": "sh executable"},
}
_TEXTS = {"sh": "#!/bin/sh", "python": "print()", "js": "console.log()"}

each_page = every("rule", [pytest.param(it, id=it.name) for it in FILE_AND_RUN_RULES])
SHELL_LINT = next(it for it in FILE_AND_RUN_RULES if it.name == "shell-lint")
TRIED = [it for it in FILE_AND_RUN_RULES if it.name not in NOT_TRIED and it is not SHELL_LINT]
each_example = every("rule", [pytest.param(it, id=it.name) for it in TRIED])


class Text(NamedTuple):
    """A block of a page, and the line above it."""

    lead: str
    language: str
    text: str


class Example(NamedTuple):
    """A file of an agent before and after the fix, and the other files that are there."""

    path: str
    event: str
    agent: str
    beside: Mapping[str, Text]
    before: Text
    after: Text


@each_page
def test_page_shows_a_file_before_and_after(rule: Rule) -> None:
    found = list(examples(rule))
    assert found
    for it in found:
        assert it.before.text != it.after.text or place_after(it) != it.path
        rows = _TITLES[it.agent].events
        assert it.event in {row.name for row in rows}, f"{it.event} is no event of {it.agent}"
        assert any(it.event in block.text for block in (it.before, it.after, *it.beside.values()))


@each_page
def test_blocks_are_valid(rule: Rule) -> None:
    for it in examples(rule):
        for block in (*it.beside.values(), it.after):
            expect_valid(block)
        if rule.name not in ("syntax-error", "comment-not-allowed", "trailing-comma"):
            expect_valid(it.before)


@each_example
@pytest.mark.sweep
def test_rule_finds_only_what_is_wrong_before(rule: Rule, tmp_path: Path) -> None:
    expect_fixed(rule, tmp_path / rule.name)


@needs_shellcheck
def test_shellcheck_finds_only_what_is_wrong_before() -> None:
    [example] = examples(SHELL_LINT)
    assert shellcheck(example.before)
    assert not shellcheck(example.after)


def test_every_name_here_is_that_of_a_rule() -> None:
    assert {*NOT_TRIED, *PRESENT, *ALSO} <= {it.name for it in FILE_AND_RUN_RULES}


def expect_fixed(rule: Rule, folder: Path) -> None:
    for number, it in enumerate(examples(rule)):
        project, home = folder / str(number) / "project", folder / str(number) / "home"
        home.mkdir(parents=True)
        case = lay_out(Section(rule.name, tuple(files(rule, it, it.path, it.before))), project, home)
        found = codes(rule, case, it.agent, it.path)
        assert rule.code in found, f"{rule.name} does not find the example"
        others = found - {rule.code, ALSO.get(rule.name)}
        assert not others, f"{sorted(others)} in an example of {rule.name}"
        if it.after.language == "sh" and not it.path.endswith(".sh"):
            subprocess.run(["/bin/sh", "-ec", it.after.text], cwd=project, check=True)
        else:
            (project / it.path).unlink()
            case = lay_out(Section(rule.name, tuple(files(rule, it, place_after(it), it.after))), project, home)
        found = codes(rule, case, it.agent, place_after(it))
        assert not found, f"{sorted(found)} in what should be right"


def codes(rule: Rule, case: Case, agent: str, path: str) -> set[str]:
    """What is found in the file at the path, which is this agent's."""
    scripts = [script for block, script in case.scripts() if block.path == path]
    for script in scripts:
        assert {it.dialect.title for it in script.uses} == {agent}
    if scripts:
        return {it.rule.code for script in scripts for it in case.script_diagnostics(script)}
    [file] = [file for block, file in case.hook_files() if block.path == path]
    assert file.dialect.title == agent
    found = {it.rule.code for it in case.diagnostics(file)}
    return found | (printed(case, file) if rule in RUN_RULES else set())


def printed(case: Case, file: HookFile) -> set[str]:
    """What is found when the first hook of the file is fired."""
    [(_, hook)] = file.hooks
    request = fire_request(file, to_pointer(hook.route), project_dir=str(case.project))
    return {it.rule.code for it in diagnostics(asyncio.run(fire(request, Host.real())), file)}


def files(rule: Rule, it: Example, path: str, text: Text) -> Iterator[Block]:
    for name, info in {**SCRIPTS, **PRESENT.get(rule.name, {})}.items():
        yield Block(info, name, (_TEXTS[info.partition(" ")[0]],), 0)
    for name, block in {**it.beside, path: text}.items():
        yield Block(block.language, name, tuple(block.text.splitlines()), 0)


def examples(rule: Rule) -> Iterator[Example]:
    """The examples of a page; what does not belong to one fails."""
    text = rule.doc.partition("\n## Example\n")[2].partition("\n## Fix\n")[0]
    blocks = iter([Text(**it.groupdict()) for it in _BLOCK.finditer(text)])
    beside = dict[str, Text]()
    for block in blocks:
        assert block.lead.endswith(":")
        lead, named = _LEAD.match(block.lead), _NAMED.match(block.lead)
        if lead is not None:
            yield Example(lead[1], lead[2], lead[3], dict(beside), block, next(blocks))
        else:
            assert named is not None, f"{block.lead!r} names no file"
            beside[named[1]] = block
    assert text.count("```") == 2 * len(_BLOCK.findall(text)), "a block without a line that says what it is"


def place_after(it: Example) -> str:
    """Where the file is in the end."""
    moved = _MOVED.match(it.after.lead)
    return moved[1] if moved is not None else it.path


def expect_valid(block: Text) -> None:
    if block.language == "json":
        json.loads(block.text)
    elif block.language == "toml":
        tomllib.loads(block.text)
    elif block.language == "python":
        ast.parse(block.text)
    elif block.language == "js":
        parsed = parse_javascript(block.text)
        assert parsed is not None
        assert parsed[1], "it is no JavaScript"
    else:
        assert block.language in ("markdown", "sh"), f"nobody knows whether {block.language} is valid"


def shellcheck(block: Text) -> str:
    [group] = json.loads(block.text)["hooks"]["PostToolUse"]
    [hook] = group["hooks"]
    words = [PROGRAM, "--shell=sh", "--exclude=SC2148", "-"]
    done = subprocess.run(words, input=str(hook["command"]), capture_output=True, text=True, check=False)
    return done.stdout
