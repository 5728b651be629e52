"""What a place refers to, and where else: an event, a tool in a matcher, or a script in a command."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator

from msgspec import Struct

from hookwright.analysis.check import resolve
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.matchers.texts import matcher_texts
from hookwright.analysis.rule import Place, Subject
from hookwright.analysis.scripts.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.suggest import nearest
from hookwright.config.view import EventView, HookFile
from hookwright.errors import UsageError
from hookwright.matching.matcher import alternatives
from hookwright.text import Span


class NamedScript(Struct, frozen=True):
    """A place where a file names a script: `span` in the file's text, `path` absolute."""

    file: HookFile
    script: HookScript
    span: Span
    path: str

    @property
    def file_name(self) -> Span | None:
        """Where the name of the script's file is written, without folders; None if it is not."""
        names_file = self.script.text.endswith(self.script.name) and self.script.name.strip(". ")
        return self.tail(self.script.name) if names_file else None

    def tail(self, text: str) -> Span | None:
        """Where that text is at the end of the name; None if it is written otherwise, such as with escapes."""
        index = self.script.text.rfind(text)
        if index < 0:
            return None
        start = self.script.start + index
        span = resolve(self.file.tree, Place(self.script.route, piece=(start, start + len(text))))
        return span if self.file.tree.text[span.start : span.end] == text else None


def named_scripts(file: HookFile, home: str) -> Iterator[NamedScript]:
    """Every script that the hooks of the file run and whose path is known, in file order."""
    subject = Subject(file, file.project, RealDisk(home))
    for it in hook_scripts(subject):
        if it.path is not None:
            yield NamedScript(file, it, resolve(file.tree, it.place), os.path.normpath(it.path))


def script_at(file: HookFile, offset: int, home: str) -> NamedScript | None:
    """The script that is named at an offset."""
    return next((it for it in named_scripts(file, home) if it.span.start <= offset <= it.span.end), None)


def references(files: Iterable[HookFile], path: str, home: str) -> Iterator[NamedScript]:
    """Every place in the files that names the script."""
    for file in files:
        yield from (it for it in named_scripts(file, home) if it.path == path)


def renamed(it: NamedScript, new: str) -> tuple[Span, str] | None:
    """The replacement that makes the place name the new path; None if that cannot be written there.

    The part that both paths share keeps its spelling, with variables and quotes.
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
    """Whether a shell reads the path as it is written, quoted or not."""
    return all(char.isalnum() or char in "/._-+@%" for char in path)


def matcher_names(file: HookFile) -> Iterator[tuple[str, Span]]:
    """Every name that a matcher lists, with its place in the text; patterns have none."""
    for it in matcher_texts(file):
        for name in alternatives(it.matcher):
            span = resolve(file.tree, it.place(name.start, name.end))
            if file.tree.text[span.start : span.end] == name.text:
                yield name.text, span


def name_at(file: HookFile, offset: int) -> tuple[str, Span] | None:
    """The name at an offset, with its place."""
    return next((it for it in matcher_names(file) if it[1].start <= offset <= it[1].end), None)


def event_key_at(file: HookFile, offset: int) -> tuple[EventView, Span] | None:
    """The event whose name is at an offset, with its place inside the quotes; None for an empty name."""
    for event in file.events:
        inner = Span(event.key.start + 1, max(event.key.start + 1, event.key.end - 1))
        if inner.start <= offset <= inner.end:
            named = event.name.strip() and file.tree.text[inner.start : inner.end] == event.name
            return (event, inner) if named else None
    return None


def require_event_name(file: HookFile, new: str) -> None:
    """Raises UsageError if the dialect has no such event, or the file has it already."""
    known = [it.name for it in file.dialect.events]
    if new not in known:
        guess = nearest(new, known)
        remedy = f"did you mean `{guess}`?" if guess else f"use one of {', '.join(known)}"
        raise UsageError(f"{file.dialect.title} has no event `{new}`", remedy)
    if any(it.name == new for it in file.events):
        raise UsageError(f"`{new}` is in this file already", "move the groups below it instead")
