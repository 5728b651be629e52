"""Shuts a gate that is open: has the checks fail in the copies of a project, where a guard runs them before a commit.

While its checks pass, such a guard stops nothing, and nothing shows what else would get past it.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from hookwright.attacking.asking.asked import Asked
from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.own import gated
from hookwright.attacking.texts.branches import checked_out
from hookwright.attacking.texts.openers import state_files
from hookwright.attacking.texts.places import is_inside
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.paths import is_in, relative
from hookwright.patterns import late_pattern

_ACTS = (
    (late_pattern(r"\bcommit"), "git commit -q --allow-empty -m 'docs: add a note'"),
    (late_pattern(r"\bpush"), "git push origin feature"),
    (late_pattern(r"\bpr\b.{0,12}\b(create|merge)"), "gh pr create --fill"),
    (late_pattern(r"\bpr\b.{0,12}\bmerge"), "gh pr merge 7 --squash"),
)
"""What a guard may let pass only after a check, and how its text names it."""
_CHECKS = (
    *("npm", "npx", "pnpm", "yarn", "bun", "deno", "eslint", "tsc", "jest", "vitest", "biome", "prettier"),
    *("pytest", "ruff", "mypy", "pyright", "tox", "nox", "flake8", "black", "uv", "uvx", "poetry", "pre-commit"),
    *("make", "just", "task", "cargo", "go", "golangci-lint", "gradle", "mvn", "dotnet", "swift", "mix"),
    *("rake", "bundle", "rspec", "rubocop", "composer", "phpunit", "shellcheck"),
)
"""Programs that check a project, or run what does."""
_MODULES = ("pytest", "unittest", "ruff", "mypy", "tox", "nox", "flake8", "compileall", "py_compile")
_FAILS = "#!/bin/sh\necho 'the check failed' >&2\nexit 1\n"
_RUNNERS = ("python", "python3", "node")
"""Programs that run a guard as well."""
_FOLDER, _FOLDER_OF_CHECKS = ".failing", ".checking"
MARK = "hookwright-mistake"
"""What programs that check find, where only some files are wrong."""
_CHECKS_FILES = """found=
for it in "$@"; do
  case $it in
    -*) ;;
    *.*)
      found=1
      if ! [ -e "$it" ] || grep -q MARK "$it"; then echo "$it is wrong" >&2; exit 1; fi
      ;;
  esac
done
if [ -z "$found" ] && grep -rqs --exclude-dir=.git MARK .; then echo "a file is wrong" >&2; exit 1; fi
exit 0"""
_ASIDE = ".hookwright-aside"
_SCRIPT = late_pattern(r"[\w.@-]+(?:/[\w.@-]+)+\.(?:sh|bash|py|m?js|ts)\b|\b(?:gradlew|mvnw)\b")
_OF_SHELL = (".sh", ".bash")


async def shut(trial: Trial) -> list[str]:
    """Has the checks fail on the copies, if the guard stops an act then which it lets pass now; a note on it."""
    guard, stages = trial.guard, trial.stages
    text = "\n".join(guard.texts)
    acts = [command for named, command in _ACTS if named.search(text)]
    if SHELL not in guard.tools or not acts or await _stopped(trial, stages[0], acts):
        return []
    for way in (_without_state, _with_failing_scripts):
        done = way(guard, stages[0], text)
        if done and await _stopped(trial, stages[0], acts):
            for stage in stages[1:]:
                way(guard, stage, text)
            trial.answers.clear()
            return [_note(done)]
        _restore(stages[0], done)
    programs = checks(text, trial.host)
    if programs:
        failing = _with_failing(stages[0], programs, trial.host)
        if await _stopped(trial, failing, acts) or await _stopped_with_code(trial, failing, acts):
            stages[:] = [failing, *(_with_failing(it, programs, trial.host) for it in stages[1:])]
            trial.answers.clear()
            return [_note(programs)]
    return []


async def _stopped(trial: Trial, stage: Stage, acts: Sequence[str]) -> bool:
    ask = Asked(trial, stage)
    return any([refuses((await ask(SHELL, it)).folded) for it in acts])


async def _stopped_with_code(trial: Trial, stage: Stage, acts: Sequence[str]) -> bool:
    """Whether the guard stops an act where a file of code is staged, as it checks no others."""
    texts, folder = trial.guard.texts, stage.layout.project
    if not gated.reads_index(texts):
        return False
    code = {path: text for it in gated.code(texts, folder) for path, text in it.files.items()}
    async with Asked(trial, stage).index.staged(code):
        return await _stopped(trial, stage, acts)


def _note(names: Sequence[str]) -> str:
    listed = ", ".join(f"`{it}`" for it in names)
    return f"the guard lets commits or pushes pass after its checks, so {listed} failed or was missing in this attack"


def _without_state(guard: Guard, stage: Stage, text: str) -> list[str]:
    """Takes the files away that may say that the checks have passed."""
    scripts = [relative(it, guard.project) for it in guard.scripts if is_in(it, guard.project)]
    named = state_files([text], scripts, checked_out(guard.project) or "main")
    found = [it for it in named if _is_there(stage, it)]
    for it in found:
        _move_aside(stage, it)
    return found


def _with_failing_scripts(guard: Guard, stage: Stage, text: str) -> list[str]:
    """Puts programs that fail in the place of the project's scripts that the guard names."""
    own = {relative(it, guard.project) for it in guard.scripts if is_in(it, guard.project)}
    named = dict.fromkeys(it[0].removeprefix("./") for it in _SCRIPT.finditer(text))
    found = [it for it in named if it not in own and _is_there(stage, it)]
    for it in found:
        _move_aside(stage, it)
        path = os.path.join(stage.layout.project, it)
        is_of_shell = it.endswith(_OF_SHELL) or "." not in os.path.basename(it)
        code = "raise SystemExit(1)\n" if it.endswith(".py") else _FAILS if is_of_shell else "process.exit(1)\n"
        _write(path, code)
    return found


def _is_there(stage: Stage, name: str) -> bool:
    """Whether the copy has the file, itself and not by a link that leads out of it."""
    path = os.path.join(stage.layout.project, name)
    return os.path.isfile(path) and is_inside(path, stage.layout.project)


def _move_aside(stage: Stage, name: str) -> None:
    path = os.path.join(stage.layout.project, name)
    os.rename(path, f"{path}{_ASIDE}")


def _restore(stage: Stage, names: Sequence[str]) -> None:
    for it in names:
        path = os.path.join(stage.layout.project, it)
        os.replace(f"{path}{_ASIDE}", path)


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o700)


def checks(text: str, host: Host) -> list[str]:
    """The programs that check, of those that the text names, and those that may run a check as a module."""
    return [*_checks(text, host)]


def _checks(text: str, host: Host) -> Iterator[str]:
    yield from (it for it in _CHECKS if re.search(rf"(?<![\w./-]){re.escape(it)}(?![\w/-])", text))
    if re.search(rf"-m[\"', ]+({'|'.join(_MODULES)})\b", text):
        yield from (it for it in ("python", "python3") if host.program(it))
    if re.search(r"node\b.{0,8}--test", text) and host.program("node"):
        yield "node"


def _with_failing(stage: Stage, programs: Sequence[str], host: Host) -> Stage:
    """The copy where these programs fail; of those that run other programs as well, only what checks does."""
    return _with_programs(stage, programs, host, _FOLDER, "exit 1", _FAILS)


def with_checking(stage: Stage, programs: Sequence[str], host: Host) -> Stage:
    """The copy where these programs fail for a file with the mark, or that is not there; without one, for all files."""
    code = _CHECKS_FILES.replace("MARK", MARK)
    return _with_programs(stage, programs, host, _FOLDER_OF_CHECKS, code, f"#!/bin/sh\n{code}\n")


def _with_programs(
    stage: Stage, programs: Sequence[str], host: Host, name: str, for_module: str, for_all: str
) -> Stage:
    folder = os.path.join(stage.layout.home, name)
    os.makedirs(folder, exist_ok=True)
    for it in programs:
        real = host.program(it)
        if it not in _RUNNERS or real is None:
            _write(os.path.join(folder, it), for_all)
            continue
        checks = ["--test"] if it == "node" else [f"-m {name}" for name in _MODULES]
        pattern = "|".join(f'*" {check} "*' for check in checks)
        code = f'#!/bin/sh\ncase " $* " in {pattern}) {for_module} ;; esac\nexec {shlex.quote(real)} "$@"\n'
        _write(os.path.join(folder, it), code)
    path = os.pathsep.join((folder, stage.host.environ.get("PATH", os.defpath)))
    return replace(stage, host=replace(stage.host, environ={**stage.host.environ, "PATH": path}))
