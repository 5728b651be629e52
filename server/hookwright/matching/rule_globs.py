"""Whether a pattern of a permission rule holds: `*` over a command or an argument, gitignore-like over a path."""

from __future__ import annotations

import os

from hookwright.matching.globs import covers_segments, name_matches
from hookwright.paths import from_root, is_in, relative
from hookwright.patterns import late_pattern

_STAR = late_pattern(r"(?<!\\)\*")


def text_covered(pattern: str, text: str) -> bool:
    """Whether the whole text is like the pattern, in which `*` matches any text."""
    first, *rest = (it.replace("\\*", "*").replace("\\\\", "\\") for it in _STAR.split(pattern))
    if not rest:
        return text == first
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

    `//x` begins at the file system's root, `~/x` at home, `/x` at the project, `x/y` at `cwd`; a pattern without
    a slash holds at any depth below `cwd`, with `./` before it as well.  A pattern that begins with `*` is also held
    against the whole path, in which `*` matches slashes too, and a path that is written out covers itself.  A folder
    covers what is in it, `**` everything, and what begins with `#` nothing; capitals and blanks at the end do not
    matter.
    """
    pattern = pattern.rstrip()
    if pattern == "**" or pattern.startswith("#"):
        return pattern == "**"
    full = os.path.normpath(os.path.join(cwd, _at_home(path, home)))
    if pattern == full or (pattern.startswith("*") and text_covered(pattern.casefold(), full.casefold())):
        return True
    base, wanted_path = _base(pattern, cwd=cwd, project=project, home=home)
    if base is not None and not is_in(full, os.path.normpath(base)):
        return False
    inside = from_root(full) if base is None else relative(full, base)
    wanted, segments = wanted_path.rstrip("/").split("/"), inside.split("/")
    if not wanted_path.endswith("/"):
        return covers_segments(wanted, segments, _fits) or covers_segments([*wanted, "**", "*"], segments, _fits)
    # Only a folder is meant, and `**` can stand for none at all.
    below = ["*"] if wanted[-1] == "**" else []
    return covers_segments([*wanted, *below, "**", "*"], segments, _fits)


def _base(pattern: str, *, cwd: str, project: str, home: str) -> tuple[str | None, str]:
    """The folder that a pattern begins at, None for the root of the system, and the rest of it."""
    if pattern.startswith("//"):
        return None, pattern.lstrip("/")
    if pattern.startswith("~/"):
        return home, pattern[2:]
    if pattern.startswith("/"):
        return project, pattern[1:]
    pattern = pattern.removeprefix("./")
    return cwd, pattern if not pattern or "/" in pattern.rstrip("/") else f"**/{pattern}"


def _at_home(path: str, home: str) -> str:
    return os.path.join(home, path[2:]) if path.startswith("~/") else path


def _fits(pattern: str, name: str) -> bool:
    return name_matches(pattern.casefold(), name.casefold())
