"""What a `.gitignore` names, in linear time: a stranger's file must not take longer the more stars it has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from hookwright.matching.globs import covers_segments, name_matches
from hookwright.patterns import late_pattern

_MOST_LINES = 2000
_LONGEST_LINE = 1000
_BLANKS_BEHIND = late_pattern(r"(?<!\\) +\Z")


class _Line(Struct, frozen=True):
    segments: tuple[str, ...]
    folders_only: bool
    ignores: bool


class IgnoreFile(Struct, frozen=True):
    """The lines of a file, first to last."""

    lines: tuple[_Line, ...]

    def ignores(self, segments: Sequence[str], *, is_folder: bool) -> bool | None:
        """What the last line says that names a path, whose names are counted from the file's folder; None: no line."""
        for it in reversed(self.lines):
            if (is_folder or not it.folders_only) and covers_segments(it.segments, segments, name_matches):
                return it.ignores
        return None


@lru_cache(maxsize=64)
def read_ignore_file(text: str) -> IgnoreFile:
    """The file with this text; what goes on behind its first lines, or is too long for one, is left out."""
    lines = (_line(it) for it in text.split("\n", _MOST_LINES)[:_MOST_LINES] if len(it) <= _LONGEST_LINE)
    return IgnoreFile(tuple(it for it in lines if it is not None))


def ignores(files: Sequence[tuple[int, IgnoreFile]], segments: Sequence[str], *, is_folder: bool) -> bool:
    """What all files together say of a path; each is given with the number of names that lead to its folder."""
    found = False
    for depth, file in files:
        said = file.ignores(segments[depth:], is_folder=is_folder)
        found = found if said is None else said
    return found


def _line(text: str) -> _Line | None:
    text = _BLANKS_BEHIND.sub("", text.removesuffix("\r"))
    if not text or text.startswith("#"):
        return None
    ignored = not text.startswith("!")
    text = text if ignored else text[1:]
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    anchored = "/" in text
    segments = text.removeprefix("/").split("/")
    if not any(segments):
        return None
    # `a/**` is what is in the folder, not the folder.
    behind = ("*",) if segments[-1] == "**" else ()
    return _Line((*(() if anchored else ("**",)), *segments, *behind), folders_only, ignored)
