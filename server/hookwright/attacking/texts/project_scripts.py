"""Commands that the project itself has under another name: scripts of `package.json` and targets of a Makefile."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import islice

import msgspec
from msgspec import Struct

from hookwright.attacking.texts.branches import start_of
from hookwright.attacking.texts.project_files import project_files
from hookwright.files import read_start
from hookwright.patterns import late_pattern

_TARGET = late_pattern(r"(?m)^(?P<name>[A-Za-z][\w.-]*) *:(?!=)[^\n]*\n(?P<lines>(?:\t[^\n]*\n?)+)")
_NAME = late_pattern(r"[\w:.-]+")
_LINE = late_pattern(r"(?m)^\t[@-]*([^\n]+)$")
_RUNNERS = (
    ("pnpm-lock.yaml", "pnpm run"),
    ("yarn.lock", "yarn run"),
    ("bun.lock", "bun run"),
    ("bun.lockb", "bun run"),
)
_MOST, _MOST_FILES = 24, 2_000
_PLAIN, _HIDDEN = late_pattern(r"[\w./+-]+"), late_pattern(r"(?:^|/)\.")
_MOST_BYTES = 256 * 1024


class Names(Struct, frozen=True):
    """What a project has: paths of `files`, and targets of its Makefile; `has_package`: a `package.json`."""

    files: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    has_package: bool = False


def names_in(project: str) -> Names:
    """The names in a project, of files without hidden ones; reads the disk."""
    plain = (it for it in project_files(project) if _PLAIN.fullmatch(it) and not _HIDDEN.search(it))
    found = list(islice(plain, _MOST_FILES))
    targets = dict.fromkeys(it["name"] for it in _TARGET.finditer(start_of(os.path.join(project, "Makefile"))))
    return Names(tuple(found), tuple(targets), "package.json" in found)


def project_scripts(project: str) -> dict[str, str]:
    """Commands of the project, by the command that runs them; at most so many."""
    found = [*_of_packages(project), *_of_make(project)]
    return dict(found[:_MOST])


def _of_packages(project: str) -> Iterator[tuple[str, str]]:
    try:
        read = msgspec.json.decode(read_start(os.path.join(project, "package.json"), _MOST_BYTES))
    except (OSError, msgspec.DecodeError):
        return
    scripts = read.get("scripts") if isinstance(read, Mapping) else None
    runner = next((words for lock, words in _RUNNERS if os.path.exists(os.path.join(project, lock))), "npm run")
    for name, command in scripts.items() if isinstance(scripts, Mapping) else ():
        if isinstance(command, str) and command and _NAME.fullmatch(name):
            yield f"{runner} {name}", command


def _of_make(project: str) -> Iterator[tuple[str, str]]:
    for it in _TARGET.finditer(start_of(os.path.join(project, "Makefile"))):
        for line in _LINE.findall(it["lines"]):
            yield f"make {it['name']}", line


def with_arguments(runner: str, arguments: str) -> str:
    """The command that runs a script of a package, with arguments for it."""
    if not arguments:
        return runner
    return f"{runner} -- {arguments}" if runner.startswith("npm ") else f"{runner} {arguments}"
