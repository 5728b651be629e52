"""The names in matchers: where each stands, so that one can be renamed in the whole file."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.check import resolve
from hookwright.analysis.matchers import matcher_texts
from hookwright.config.view import HookFile
from hookwright.matching.matcher import alternatives
from hookwright.text import Span


def matcher_names(file: HookFile) -> Iterator[tuple[str, Span]]:
    """Every name that a matcher lists, with its place in the text; names inside of patterns are none."""
    for it in matcher_texts(file):
        for name in alternatives(it.matcher):
            span = resolve(file.tree, it.place(name.start, name.end))
            if file.tree.text[span.start : span.end] == name.text:
                yield name.text, span


def name_at(file: HookFile, offset: int) -> tuple[str, Span] | None:
    """The name at an offset, with its place."""
    return next((it for it in matcher_names(file) if it[1].start <= offset <= it[1].end), None)
