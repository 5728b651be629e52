"""Where hook files name the scripts that their hooks run: for links, definitions, references and renaming."""

from __future__ import annotations

import os.path
import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hookwright.analysis.check import resolve
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.rule import Place, Subject
from hookwright.config.discover import project_of
from hookwright.config.view import HookFile
from hookwright.text import Span


@dataclass(frozen=True, slots=True)
class NamedScript:
    """One place at which a file names a script: `span` in the file's text, `path` absolute."""

    file: HookFile
    script: HookScript
    span: Span
    path: str

    @property
    def file_name(self) -> Span | None:
        """Where the name of the script's file is written, without folders; None where no file is named."""
        names_file = self.script.text.endswith(self.script.name) and self.script.name.strip(". ")
        return self.tail(self.script.name) if names_file else None

    def tail(self, text: str) -> Span | None:
        """Where the name ends with that text; None where it is written otherwise, as with escapes in it."""
        index = self.script.text.rfind(text)
        if index < 0:
            return None
        start = self.script.start + index
        span = resolve(self.file.tree, Place(self.script.route, piece=(start, start + len(text))))
        return span if self.file.tree.text[span.start : span.end] == text else None


def named_scripts(file: HookFile, home: str) -> Iterator[NamedScript]:
    """Every script that the hooks of the file run, and whose place is known, in the order of the file."""
    subject = Subject(file, project_of(file.dialect, file.path), RealDisk(home))
    for it in hook_scripts(subject):
        if it.path is not None:
            yield NamedScript(file, it, resolve(file.tree, it.place), posixpath.normpath(it.path))


def script_at(file: HookFile, offset: int, home: str) -> NamedScript | None:
    """The script that is named at an offset."""
    return next((it for it in named_scripts(file, home) if it.span.start <= offset <= it.span.end), None)


def references(files: Iterable[HookFile], path: str, home: str) -> Iterator[NamedScript]:
    """Every place in the files that names the script."""
    for file in files:
        yield from (it for it in named_scripts(file, home) if it.path == path)


def renamed(it: NamedScript, new: str) -> tuple[Span, str] | None:
    """What to put where so that the place names the script by its new path; None where that cannot be said.

    As much of the path as the two have in common stays as it is written, with its variables and quotes.
    """
    old_parts, new_parts = it.path.split(os.sep), new.split(os.sep)
    common = len(os.path.commonpath([it.path, new]).rstrip(os.sep).split(os.sep))
    for kept in range(min(common, len(old_parts) - 1), 0, -1):
        old, wanted = "/".join(old_parts[kept:]), "/".join(new_parts[kept:])
        span = it.tail(old)
        if span is not None and _is_plain(wanted):
            return span, wanted
    return None


def _is_plain(path: str) -> bool:
    """Whether a shell reads the path as it stands, quoted or not."""
    return all(char.isalnum() or char in "/._-+@%" for char in path)
