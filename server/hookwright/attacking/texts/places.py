"""Files of a project that a text in a guard may stand for: a folder or a name anywhere, an ending, or a pattern."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from hookwright.attacking.texts.examples import GAP
from hookwright.attacking.texts.project_files import in_order, project_files
from hookwright.paths import is_in
from hookwright.patterns import late_pattern

_PATH = late_pattern(r"[\w.@+/\0-]+")
PAGE = ".md"
"""How a page of documentation ends."""
LESS_MEANT = (PAGE, ".bak", ".log", ".orig", ".tmp")
"""How files of a folder end that a guard is not about, if there are others: pages, and what anybody may delete."""
_LETTERS = late_pattern(r"[A-Za-z]{2}")
_ENDING = late_pattern(r"\0?(?:\.[A-Za-z0-9_-]+)+")
_GAPS = late_pattern(r"\0+")
_FROM_CLASS = late_pattern(r"\d+|(?<![A-Za-z])x+(?![A-Za-z])")
"""What an example has for a class of characters, such as `1` for a digit."""
_NO_NAME = late_pattern(r"/(?=\.\w{1,5}$)")
"""A slash before an ending: the name between them may be empty by the pattern, and is not in the example."""
_SKIPPED = frozenset({".git", "node_modules", ".venv", "venv", "__pycache__"})
_ENOUGH_THERE = 2
"""So many files of the project show what a guard is about, without examples of others."""
_WRITER = late_pattern(
    r"\W*(?:(?:tee|sed|perl|cp|mv|rm|dd|install|rsync|truncate|touch|ln)\b|(?:cat|echo|printf)\b[^>]*>|\d?>)"
)
"""How the example of a pattern begins that is about a command which writes a file."""
_WRITES_INTO = late_pattern(r"\W*(?:(?:tee|sed|perl|cp|mv|install|rsync|cat|echo|printf)\b|\d?>)")
"""How the example begins of a pattern which is about a command that writes into a folder."""
_NAMED_FOLDER = late_pattern(
    r"(?:\./)?(?P<folder>\.?(?!(?:tmp|etc|dev|home|usr|var|opt)/)\w[\w.-]*(?:/[\w-][\w.-]*)*)/"
)
"""A folder of the project, as the last word of such an example."""
_LAST = late_pattern(r"[^\s>|;&\"']+$")
_AFTER_PROGRAM = late_pattern(r"\A(\W*(?:tee|cp|mv|rm|dd|install|truncate|touch))\0+(?=[\w.])")
"""What a pattern leaves open between a program and a file, with the blank behind the program."""
_DELETION = late_pattern(r"rm(?P<options>(?: -\S+)*) (?P<name>(?:[\w.-]+/)*[\w.-]*\w)(?P<end>/?)")
_RECURSIVE = late_pattern(r" -(?:\w*[rR]|-recursive)")


class Places:
    """The files of a project, which are listed once, when the first text is looked up."""

    def __init__(self, project: str) -> None:
        self._project = project
        self._listed: tuple[str, ...] | None = None

    def of(self, example: str) -> str | None:
        """The first file that an example of a pattern stands for, as a path from the project; None if there is none.

        A name without a slash may be that of a folder or of a file, wherever it is.  Characters that may be those of a
        class, such as digits, stand for any others of it if no file has them.
        """
        text = example.strip().removeprefix("./")
        if not _PATH.fullmatch(text) or not _LETTERS.search(text) or ".." in text or "//" in text:
            return None
        plain = self._first(_pattern(text))
        return plain or self._first(_pattern(_NO_NAME.sub(f"/{GAP}", text), loose=True))

    def of_command(self, example: str) -> str | None:
        """The file that the last word stands for, in an example of a command that writes a file; else None."""
        text = _AFTER_PROGRAM.sub(r"\1 ", example.strip().strip(GAP))
        last = _LAST.search(text) if _WRITER.match(text) else None
        if last is None or last.start() == 0:
            return None
        whole, (_, *rest) = last[0], last[0].split(GAP)
        tries = [it for it in (whole, *(GAP.join(rest[at:]) for at in range(len(rest)))) if not it.startswith("-")]
        return next((found for it in tries if re.search(r"[./]", it) and (found := self.of(it))), None)

    def folder_of_command(self, example: str) -> str | None:
        """The folder that the last word names, in an example of a command that writes into it; else None."""
        last = _LAST.search(example.strip(f" {GAP}")) if _WRITES_INTO.match(example.strip()) else None
        found = _NAMED_FOLDER.fullmatch(last[0].rpartition(GAP)[2]) if last and last.start() else None
        return found["folder"] if found else None

    def deletion(self, command: str) -> str:
        """The deletion of a folder that the project has elsewhere, with its path and the option that this needs."""
        found = _DELETION.fullmatch(command)
        if found is None or os.path.exists(os.path.join(self._project, found["name"])):
            return command
        name, file = found["name"], self.of(found["name"]) or ""
        at = f"/{file}".find(f"/{name}/")
        if at < 0:
            return command
        options = found["options"] if _RECURSIVE.search(found["options"]) else f" -r{found['options']}"
        # A pattern with several folders may end with the slash.
        return f"rm{options} {file[: at + len(name)]}{found['end'] if '/' in name else ''}"

    def _first(self, pattern: re.Pattern[str]) -> str | None:
        """The first file that the pattern finds, of those where what it finds ends after the fewest folders.

        In a folder, a page is not what a guard is about, nor what anybody may delete, if there is another file.
        """
        found = [(path, it.end()) for path in self._files if (it := pattern.search(f"/{path}"))]
        order = ((in_order(path)[0], path.count("/", 0, end), path.endswith(LESS_MEANT), path) for path, end in found)
        return min(order, key=lambda it: it[:3], default=(None,))[-1]

    @property
    def _files(self) -> tuple[str, ...]:
        if self._listed is None:
            self._listed = tuple(_listed(self._project))
        return self._listed


def rather_there(paths: Sequence[str], project: str) -> tuple[str, ...]:
    """The files that the project has, if it has some; else all, as a guard may be about files to come."""
    there = tuple(it for it in paths if os.path.exists(os.path.join(project, it)))
    return there if len(there) >= _ENOUGH_THERE else tuple(paths)


def is_inside(path: str, folder: str) -> bool:
    """Whether a path leads into the folder, also where links and `..` are followed; reads the disk.

    What an attack writes has to stay in the copy, which has the links of the project.
    """
    return is_in(os.path.realpath(path), os.path.realpath(folder))


def _pattern(text: str, *, loose: bool = False) -> re.Pattern[str]:
    """What finds the text in the path of a file, with a slash before it."""
    if _ENDING.fullmatch(text) and not text.startswith(GAP):
        return re.compile(f"{re.escape(text)}$")
    parts = (_quoted(it, loose=loose) for it in _GAPS.split(text))
    begins = "" if text.startswith(("/", "_", "-", GAP)) else "/"
    ends = "" if text.endswith(("/", GAP)) else "(?:/|$)"
    return re.compile(begins + "[^\n]*".join(parts) + ends)


def _quoted(text: str, *, loose: bool) -> str:
    """A regular expression for the text, which also finds others of the same class if it is loose."""
    if not loose:
        return re.escape(text)
    plain = (re.escape(it) for it in _FROM_CLASS.split(text))
    return next(plain) + "".join(
        ("[0-9]+" if it[0].isdecimal() else "[^/]+") + rest
        for it, rest in zip(_FROM_CLASS.findall(text), plain, strict=True)
    )


def _listed(project: str) -> Iterator[str]:
    """The paths of the files, those first whose names begin with a letter; hidden folders last."""
    found = filter(_PATH.fullmatch, project_files(project, without=_SKIPPED, hidden=True))
    yield from sorted(found, key=lambda it: (in_order(it), in_order(it.rpartition("/")[2])))
