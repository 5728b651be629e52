"""The programs that judge hook files, each with what it says of many files, and how long it takes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.measure import Effort
from benchmarks.rules.samples import Sample
from benchmarks.servers import CACHE, HOOKWRIGHT, PEERS, node_modules
from hookwright.dialects import by_id
from hookwright.model.reaction import Severity
from hookwright.schemas.json_schema import schema_of
from hookwright.text import LineIndex

OURS = "hookwright"
AGNIX = "agnix 0.59.3"
SERVICE = "JSON service, our schema"
STORE = "JSON service, SchemaStore"

STORE_SCHEMA = CACHE / "claude-code-settings.json"
"""Where SchemaStore's schema of the settings of Claude Code is looked for; it is not fetched."""

_SETTINGS = "claude-code"
_PACKAGE = "agnix==0.59.3"
_LEVELS = {"info": "information"}
# How its findings about the syntax end; those about the shape say no more than which file.
_SYNTAX_WORDS = re.compile(r" at line \d+ column \d+$")


@dataclass(frozen=True, slots=True)
class Found:
    """What a program says of a place: offsets into the text; `placeless` where it says only which file."""

    start: int
    end: int
    code: str
    severity: Severity
    message: str
    placeless: bool = False
    syntax: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What a program says of each file that it reads, and how long it took in seconds, its start included."""

    of: Mapping[Path, tuple[Found, ...]]
    taken: float


Program = Callable[[Sequence[Sample]], Said]


def programs(home: Path, folder: Path) -> tuple[dict[str, Program], list[str]]:
    """The programs by name, hookwright first, and why any that is missing is."""
    found: dict[str, Program] = {OURS: partial(_hookwright, home)}
    missing: list[str] = []
    agnix = _agnix_program()
    if agnix is None:
        missing.append(f"{AGNIX}: pip cannot install it")
    else:
        found[AGNIX] = partial(_agnix, agnix, home)
    modules = node_modules(Effort.WHOLE)
    if modules is None:
        return found, [*missing, f"{SERVICE}: node or npm is not here, or cannot install it"]
    found[SERVICE] = partial(_service, modules, folder)
    if STORE_SCHEMA.is_file():
        found[STORE] = partial(_store, modules)
    else:
        missing.append(f"{STORE}: {CACHE.name}/{STORE_SCHEMA.name} is not there")
    return found, missing


def _hookwright(home: Path, samples: Sequence[Sample]) -> Said:
    command = (HOOKWRIGHT, "check", "--format", "json", *(str(it.path) for it in samples))
    output, taken = _timed(command, home)
    of = {Path(it["path"]): it["diagnostics"] for it in json.loads(output)["files"]}
    return Said({it.path: _ours(it.text, of.get(it.path, ())) for it in samples}, taken)


def _ours(text: str, diagnostics: Iterable[dict[str, Any]]) -> tuple[Found, ...]:
    lines = LineIndex(text)
    found = []
    for it in diagnostics:
        start, end = (lines.offset(**it["range"][side]) for side in ("start", "end"))
        syntax = it["code"] == "HW001"
        found.append(Found(start, end, it["code"], Severity(it["severity"]), it["message"], syntax=syntax))
    return tuple(found)


def _agnix(program: str, home: Path, samples: Sequence[Sample]) -> Said:
    # It takes whatever it is given for settings of Claude Code, and those of the other agents too.
    folder = Path(os.path.commonpath([it.path for it in samples]))
    output, taken = _timed((program, "--format", "json", "."), home, folder)
    of: dict[Path, list[dict[str, Any]]] = {}
    for it in json.loads(output)["diagnostics"]:
        of.setdefault((folder / it["file"]).resolve(), []).append(it)
    of_settings = (it for it in samples if it.dialect == _SETTINGS)
    return Said({it.path: _theirs(it.text, of.get(it.path.resolve(), ())) for it in of_settings}, taken)


def _theirs(text: str, diagnostics: Iterable[dict[str, Any]]) -> tuple[Found, ...]:
    lines = text.split("\n")
    found = []
    for it in diagnostics:
        line = min(it["line"] - 1, len(lines) - 1)
        offset = sum(len(one) + 1 for one in lines[:line]) + it["column"] - 1
        placeless = (it["line"], it["column"]) == (1, 1)
        syntax = _SYNTAX_WORDS.search(it["message"]) is not None
        severity = Severity(_LEVELS.get(it["level"], it["level"]))
        found.append(Found(offset, offset, it["rule"], severity, it["message"], placeless, syntax))
    return tuple(found)


def _service(modules: Path, folder: Path, samples: Sequence[Sample]) -> Said:
    said = Said({}, 0.0)
    for dialect in dict.fromkeys(it.dialect for it in samples):
        schema = folder / f"{dialect}.schema.json"
        schema.write_text(json.dumps(schema_of(by_id(dialect))), encoding="utf-8")
        one = _validated(modules, schema, [it for it in samples if it.dialect == dialect])
        said = replace(said, of={**said.of, **one.of}, taken=said.taken + one.taken)
    return said


def _store(modules: Path, samples: Sequence[Sample]) -> Said:
    return _validated(modules, STORE_SCHEMA, [it for it in samples if it.dialect == _SETTINGS])


def _validated(modules: Path, schema: Path, samples: Sequence[Sample]) -> Said:
    if not samples:
        return Said({}, 0.0)
    environment = {"NODE_PATH": str(modules)}
    command = ("node", str(PEERS / "findings.cjs"), str(schema))
    output, taken = _timed(command, given="\n".join(str(it.path) for it in samples), environment=environment)
    files = json.loads(output)["files"]
    return Said({it.path: tuple(_served(one) for one in files[str(it.path)]) for it in samples}, taken)


def _served(it: dict[str, Any]) -> Found:
    return Found(it["start"], it["end"], it["code"], Severity(it["severity"]), it["message"], syntax=it["syntax"])


def _timed(
    command: Sequence[str],
    home: Path | None = None,
    folder: Path | None = None,
    *,
    given: str = "",
    environment: Mapping[str, str] | None = None,
) -> tuple[str, float]:
    """What a command prints, and how long it runs."""
    variables = {**os.environ, **({"HOME": str(home)} if home is not None else {}), **(environment or {})}
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=variables, input=given, capture_output=True, check=False, text=True)
    taken = time.perf_counter() - started
    if done.returncode not in (0, 1) or not done.stdout:
        raise RuntimeError(f"{command[:3]} failed: {done.stderr[-2000:]}")
    return done.stdout, taken


@cache
def _agnix_program() -> str | None:
    """The path of agnix, installed by pip when first asked for; None where that is not possible."""
    home = CACHE / "agnix"
    program = home / "bin" / "agnix"
    if program.is_file():
        return str(program)
    print(f"installing {_PACKAGE} into {CACHE.name}/ …", file=sys.stderr)
    pip = (str(home / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", _PACKAGE)
    try:
        subprocess.run((sys.executable, "-m", "venv", home), check=True, capture_output=True)
        subprocess.run(pip, check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError):
        return None
    return str(program)
