"""The scripts of the pages are run: each run has to end in a way that the front end has found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.markers import Section, parse
from tests.test_spec import SPEC

from hookwright.scripts.effects import Language, Script, Stream
from hookwright.scripts.endings import Ending, endings
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source
from hookwright.scripts.values import Literal

_PAYLOADS = [
    "",
    "{}",
    json.dumps({"tool_name": "Bash", "tool_input": {"command": "sudo rm -rf /; curl x", "file_path": "/a/.env"}}),
    json.dumps({"tool_name": "Write", "tool_input": {"file_path": "a"}, "prompt": "a secret", "session_id": "1"}),
    json.dumps({"stop_hook_active": True, "tool_name": "Edit", "tool_input": {}, "prompt": "p" * 2000}),
]
# Runs scripts, each with an input, in a process of its own, which starts as a copy of this one.
_DRIVER = """
import asyncio, json, os, runpy, sys
for line in sys.stdin:
    path, given, results = json.loads(line)
    child = os.fork()
    if not child:
        for number, name in enumerate(("in", "out", "err")):
            file = os.open(f"{results}.{name}", os.O_RDONLY if name == "in" else os.O_WRONLY | os.O_CREAT)
            os.dup2(file, number)
        sys.stdin = open(0)
        sys.path[0], sys.argv = os.path.dirname(path), [path]
        runpy.run_path(path, run_name="__main__")
        break
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(f"{results}.code", "w") as file:
        file.write(str(code))
"""


def _scripts() -> list[tuple[str, Section]]:
    """The sections whose scripts start no programs and are understood as a whole."""
    pages = sorted((SPEC / "scripts" / "python").glob("*.md"))
    every = [(page.stem, it) for page in pages for it in parse(page.read_text(encoding="utf-8"))]
    return [(stem, it) for stem, it in every if "subprocess" not in it.inputs[0].text and stem != "programs"]


def _found(section: Section, folder: Path) -> Script:
    for block in section.inputs:
        path = folder / (block.path or "")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")

    def beside(name: str) -> str | None:
        found = folder / name
        return found.read_text(encoding="utf-8") if found.is_file() else None

    return read_script(Language.PYTHON, Source(section.inputs[0].text, "hook.py", beside))


def _is_way(ending: Ending, code: int, out: str, err: str) -> bool:
    """Whether a run can have ended so: with that code, and all that is known of what was said."""
    if ending.code is not None and ending.code != code:
        return False
    texts = {Stream.STDOUT: out, Stream.STDERR: err}
    return all(
        str(it.value.value) in texts[it.stream]
        for it in ending.state.said
        if isinstance(it.value, Literal) and isinstance(it.value.value, str)
    )


@pytest.mark.sweep
def test_every_run_ends_in_a_way_that_was_found(tmp_path: Path) -> None:
    cases = []
    for number, (stem, section) in enumerate(_scripts()):
        folder = tmp_path / str(number)
        script = _found(section, folder)
        found = endings(script)
        if not script.whole or not found.complete:
            continue
        reads = any("stdin" in it.text or "input" in it.text for it in section.inputs)
        for index, payload in enumerate(_PAYLOADS if reads else _PAYLOADS[:1]):
            results = folder / f"run{index}"
            results.with_suffix(".in").write_text(payload, encoding="utf-8")
            cases.append((f"{stem}: {section.title}", index, folder / "hook.py", results, found.all))
    lines = "".join(json.dumps([str(path), "", str(results)]) + "\n" for _, _, path, results, _ in cases)
    variables = {**os.environ, "CLAUDE_TOOL_NAME": "Bash", "TOKEN": "t"}
    command = [sys.executable, "-c", _DRIVER]
    subprocess.run(command, input=lines, text=True, check=True, capture_output=True, env=variables)
    wrong = []
    for title, index, _, results, ways in cases:
        code = int(results.with_suffix(".code").read_text())
        out, err = (results.with_suffix(it).read_text(encoding="utf-8") for it in (".out", ".err"))
        if not any(_is_way(it, code, out, err) for it in ways):
            wrong.append(f"{title}, payload {index}: {code}, {out!r}, {err[-200:]!r}")
    assert len(cases) > 200
    assert not wrong, "\n".join(wrong)
