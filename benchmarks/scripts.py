"""What the scripts of hooks cost: one that is read, with all rules, and a check of a repository that has many."""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from benchmarks.client import STATE_VARIABLE
from benchmarks.measure import Effort, Samples, interleave, timed
from benchmarks.script_text import SUFFIXES, script_text
from benchmarks.servers import HOOKWRIGHT
from benchmarks.table import Row
from hookwright.analysis.check_scripts import check_script
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.rules import RULES
from hookwright.analysis.script_uses import script_runs, script_subjects
from hookwright.config.read import read_hook_file
from hookwright.dialects import by_id
from hookwright.model.hook import Scope
from hookwright.scripts.effects import Language
from hookwright.scripts.library import ScriptLibrary

TITLE = "Scripts of hooks"
_FEW, _MANY = 125, 500
_SECONDS = 0.03
_HOOKS = 50
_MATCHERS = ("Bash", "Write", "Edit|MultiEdit", "Write|Edit", "Bash|Write")
_PROGRAMS = {Language.SHELL: "bash", Language.PYTHON: "python3", Language.JAVASCRIPT: "node"}


class _Kind(Struct, frozen=True):
    """Scripts of one kind: how many of them, and how long they are by turns, in lines."""

    language: Language
    count: int
    lines: tuple[int, ...]


_MIXED = (
    _Kind(Language.JAVASCRIPT, 15, (41, 81, 117, 161, 273)),
    _Kind(Language.SHELL, 11, (15, 36, 58, 94, 215)),
    _Kind(Language.PYTHON, 8, (58, 108, 154, 238, 452)),
    # TypeScript, which is read as JavaScript.
    _Kind(Language.JAVASCRIPT, 6, (91, 154, 229, 354, 784)),
)
"""The scripts of a large repository, in the proportion of the hook folders of 57 public repositories.

Those have 308 scripts in JavaScript, 243 in shell, 170 in Python and 136 in TypeScript.  The lengths are the first,
third, fifth, seventh and ninth decile of the scripts that the hooks of 117 public repositories run.
"""
_SCRIPTS = sum(it.count for it in _MIXED)


def measure(effort: Effort) -> Iterator[Row]:
    """The rows of this part."""
    rounds = effort.rounds(3, 10)
    for language in Language:
        few, many = (_seconds(language, it, rounds) for it in (_FEW, _MANY))
        yield Row(what=f"{_MANY} lines of {language}", measured=many, peer="30 ms", beside=_SECONDS, goal=1.0)
        exponent = math.log(many / few) / math.log(_MANY / _FEW)
        what = f"growth from {_FEW} lines of {language} to {_MANY}"
        yield Row(what=what, measured=exponent, peer="exponent of the lines", beside=1.0, goal=1.3, unit="")
    yield from _checks(effort)


def _seconds(language: Language, lines: int, rounds: int) -> float:
    """The least processor time from the text of a script to what is wrong with it; the file has been read before."""
    taken = list[float]()
    with TemporaryDirectory() as folder:
        settings = _write(Path(folder), hooks=1, kinds=(_Kind(language, 1, (lines,)),))
        file = read_hook_file(str(settings), settings.read_text(), by_id("claude-code"), Scope.PROJECT)
        disk = RealDisk("/nowhere")
        runs = [*script_runs(Subject(file, folder, disk))]
        # The front end of the language is imported in the first round.
        for _ in range(rounds + 1):
            library = ScriptLibrary()
            for it in runs:
                library.text(it.path)
            begin = time.process_time()
            for subject in script_subjects(runs, library, disk):
                check_script(subject)
            taken.append(time.process_time() - begin)
    return min(taken[1:])


def _checks(effort: Effort) -> Iterator[Row]:
    """Checks of a repository with hooks that run scripts, beside the same one without the rules about scripts.

    The first one reads all scripts, and later ones find what it has kept.
    """
    what, peer, samples = f"check, {_HOOKS} hooks and {_SCRIPTS} scripts", "without rules about scripts", Samples()
    first, later = f"{what}, for the first time", f"{what}, again"
    ignored = [part for it in RULES if it.looks_at_scripts for part in ("--ignore", it.code)]
    with TemporaryDirectory() as folder, TemporaryDirectory() as kept:
        _write(Path(folder), _HOOKS, _MIXED)
        _run(folder, kept)
        subjects = {
            first: timed(partial(_run_first, folder)),
            later: timed(partial(_run, folder, kept)),
            peer: timed(partial(_run, folder, kept, *ignored)),
        }
        interleave(samples, effort.rounds(4, 20), subjects)
    beside = samples.median(peer, "time")
    yield Row(what=first, measured=samples.median(first, "time"), peer=peer, beside=beside)
    yield Row(what=later, measured=samples.median(later, "time"), peer=peer, beside=beside, goal=2.0)


def _write(project: Path, hooks: int, kinds: Sequence[_Kind]) -> Path:
    """Writes a project whose hooks run such scripts, and gives its settings."""
    folder = project / ".claude" / "hooks"
    folder.mkdir(parents=True)
    commands = list[str]()
    for kind in kinds:
        for number in range(kind.count):
            name, first = f"guard-{len(commands)}.{SUFFIXES[kind.language]}", sum(kind.lines) * len(commands)
            (folder / name).write_text(script_text(kind.language, kind.lines[number % len(kind.lines)], first))
            commands.append(f'{_PROGRAMS[kind.language]} "$CLAUDE_PROJECT_DIR"/.claude/hooks/{name}')
    groups = list[object]()
    for number in range(hooks):
        hook = {"type": "command", "command": commands[number % len(commands)]}
        groups.append({"matcher": _MATCHERS[number // len(commands)], "hooks": [hook]})
    settings = project / ".claude" / "settings.json"
    settings.write_text(json.dumps({"hooks": {"PreToolUse": groups}}, indent=2))
    return settings


def _run_first(folder: str) -> None:
    with TemporaryDirectory() as state:
        _run(folder, state)


def _run(folder: str, state: str, *options: str) -> None:
    """Runs the check to its end, with that state folder; 1 is the code of files with mistakes."""
    command, environ = [HOOKWRIGHT, "check", *options], {**os.environ, STATE_VARIABLE: state}
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, check=False, text=True)
    if done.returncode not in (0, 1) or not done.stdout:
        raise RuntimeError(f"the check failed: {done.stderr}")
