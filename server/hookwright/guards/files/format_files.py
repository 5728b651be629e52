#!/usr/bin/env python3
"""Formats each file that the agent has changed, with the formatter of its language where that is installed.

It is no guard: whatever happens, the agent goes on.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# The formatter of each ending; change it, and add your own.
FORMATTERS = {
    ".py": ("ruff", "format", "--quiet"),
    ".pyi": ("ruff", "format", "--quiet"),
    ".rs": ("rustfmt", "--edition", "2021"),
    ".go": ("gofmt", "-w"),
    ".tf": ("terraform", "fmt"),
    ".sh": ("shfmt", "-w"),
    ".zig": ("zig", "fmt"),
    **dict.fromkeys(
        (".js", ".jsx", ".ts", ".tsx", ".css", ".scss", ".json", ".md", ".yaml", ".yml", ".html", ".vue"),
        ("node_modules/.bin/prettier", "--write", "--log-level", "warn"),
    ),
}
SECONDS = 20
# What agents call the path of a file.
PATHS = frozenset(("file_path", "filePath", "path", "notebook_path", "target_file"))


def format_file(path: str, project: str) -> None:
    """Runs the formatter on a file of the project; what it says goes to standard error."""
    words = FORMATTERS.get(os.path.splitext(path)[1].lower())
    if words is None or not os.path.isfile(path) or not path.startswith(project + os.sep):
        return
    program = os.path.join(project, words[0]) if "/" in words[0] else shutil.which(words[0])
    if program is None or not os.path.exists(program):
        return
    try:
        done = subprocess.run(
            [program, *words[1:], path], cwd=project, capture_output=True, timeout=SECONDS, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired) as wrong:
        print(f"`{words[0]}` did not format {path}: {wrong}", file=sys.stderr)
        return
    if done.returncode:
        print(f"`{words[0]}` did not format {path}: {done.stderr.strip()[:500]}", file=sys.stderr)


def paths_in(value: object) -> Iterator[str]:
    """The paths in an event, by the names that agents have for them, and those of a patch."""
    if isinstance(value, list):
        for it in value:
            yield from paths_in(it)
    elif isinstance(value, dict):
        for key, it in value.items():
            if key in PATHS and isinstance(it, str):
                yield it
            else:
                yield from paths_in(it)
    elif isinstance(value, str) and value.startswith("*** Begin Patch"):
        for line in value.splitlines():
            if line.startswith(("*** Update File: ", "*** Add File: ")):
                yield line.partition(": ")[2].strip()


try:
    event = json.load(sys.stdin)
except ValueError:
    event = None
for changed in dict.fromkeys(paths_in(event)):
    format_file(os.path.abspath(changed), os.getcwd())
sys.exit(0)
