"""Whether a pattern of a permission rule holds: `*` over a command or an argument, gitignore-like over a path."""

from __future__ import annotations

import os
import re
from functools import lru_cache

from hookwright.matching.globs import covers_segments
from hookwright.paths import from_root, is_in, relative


def text_covered(pattern: str, text: str) -> bool:
    """Whether the whole text is like the pattern, in which `*` matches any text."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    if not text.startswith(first):
        return False
    offset = len(first)
    for part in rest[:-1]:
        found = text.find(part, offset)
        if found < 0:
            return False
        offset = found + len(part)
    return len(text) - offset >= len(rest[-1]) and text.endswith(rest[-1])


def path_covered(pattern: str, path: str, *, cwd: str, project: str, home: str) -> bool:
    """Whether a path is covered, as in a `.gitignore`.

    `//x` begins at the file system's root, `~/x` at home, `/x` at the project, `x/y` and `./x` at `cwd`; a pattern
    without a slash holds at any depth below `cwd`.  A folder covers what is in it.
    """
    base, wanted_path = _base(pattern, cwd=cwd, project=project, home=home)
    full = os.path.normpath(os.path.join(cwd, _at_home(path, home)))
    if base is not None and not is_in(full, os.path.normpath(base)):
        return False
    inside = from_root(full) if base is None else relative(full, base)
    wanted, segments = wanted_path.rstrip("/").split("/"), inside.split("/")
    return covers_segments(wanted, segments, _fits) or covers_segments([*wanted, "**"], segments, _fits)


def _base(pattern: str, *, cwd: str, project: str, home: str) -> tuple[str | None, str]:
    """The folder that a pattern begins at, None for the root of the system, and the rest of it."""
    if pattern.startswith("//"):
        return None, pattern.lstrip("/")
    if pattern.startswith("~/"):
        return home, pattern[2:]
    if pattern.startswith("/"):
        return project, pattern[1:]
    if pattern.startswith("./"):
        return cwd, pattern[2:]
    return cwd, pattern if "/" in pattern.rstrip("/") else f"**/{pattern}"


def _at_home(path: str, home: str) -> str:
    return os.path.join(home, path[2:]) if path.startswith("~/") else path


def _fits(pattern: str, name: str) -> bool:
    return _segment(pattern).fullmatch(name) is not None


@lru_cache(maxsize=512)
def _segment(pattern: str) -> re.Pattern[str]:
    # What a `*` before the last has taken never needs to be given back: atomic groups keep that from being tried.
    first, *rest = re.split(r"\*+", pattern)
    if not rest:
        return re.compile(_literal(first), re.DOTALL)
    middle = "".join(f"(?>.*?{_literal(it)})" for it in rest[:-1])
    return re.compile(f"{_literal(first)}{middle}.*{_literal(rest[-1])}", re.DOTALL)


def _literal(text: str) -> str:
    return ".".join(re.escape(it) for it in text.split("?"))
