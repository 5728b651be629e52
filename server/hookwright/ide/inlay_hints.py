"""Inlay hints in a hook file: what matchers match, effective time-outs, and the last runs of hooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from time import monotonic
from typing import Any

from msgspec import Struct

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.config.workspace import snapshot_of
from hookwright.engine.plan import step_of
from hookwright.ide.matchers import subjects_of
from hookwright.matching.expressions import remembered
from hookwright.matching.matcher import Form, Matcher, match
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.hook import Hook
from hookwright.patterns import late_pattern
from hookwright.syntax.tree import Kind, child, find
from hookwright.text import Span, to_pointer
from hookwright.wording.dialect_docs import words_in_code
from hookwright.wording.phrases import seconds_words

_SHOWN_NAMES = 3
_BETWEEN_NAMES = late_pattern(r"[|,\s()^$]+")
# A pattern that takes longer than this to be matched with all names gets no hint.
_PATIENCE = 0.05


class HintKind(StrEnum):
    """What a hint says; its value is the option that disables it."""

    MATCHES = "matches"
    TIMEOUT = "timeout"
    LAST_RUN = "lastRun"


ALL_HINTS = frozenset(HintKind)


class Hint(Struct, frozen=True):
    """A few words to show after a place, with Markdown that says more."""

    offset: int
    label: str
    kind: HintKind
    tooltip: str


def inlay_hints(
    file: HookFile, span: Span, last: Mapping[str, str] | None = None, shown: frozenset[HintKind] = ALL_HINTS
) -> tuple[Hint, ...]:
    """The hints in a range, in text order; `last` has a few words about the last run of hooks by pointer."""
    found: list[Hint] = []
    knobs = snapshot_of(file.dialect, (file,), (), ()).knobs
    for event in file.events:
        for group in event.groups:
            if group.node.end >= span.start and group.node.start <= span.end:
                alone = file.alone(event, group)
                found += (*_of_matchers(alone, span), *_of_hooks(alone, span, last or {}, knobs))
    return tuple(sorted((it for it in found if it.kind in shown), key=lambda it: it.offset))


def _of_matchers(file: HookFile, span: Span) -> Iterator[Hint]:
    for it in matcher_texts(file):
        node, row = find(file.tree, it.route), it.group.row
        if node is None or row is None or not _is_in(node.end, span) or it.matcher.form is Form.WILDCARD:
            continue
        label, more = _matches(file, it, row)
        if label:
            yield Hint(node.end, label, HintKind.MATCHES, more)


def _matches(file: HookFile, it: MatcherText, row: EventRow) -> tuple[str, str]:
    """A label and its tooltip; empty if the matcher already says all of it."""
    if it.matcher.fault is not None:
        return "matches nothing", f"Matches nothing: {it.matcher.fault.message}."
    known = subjects_of(file.dialect, row) if it.subject is row.subject.kind else ()
    names = _matched(it.matcher, known) if known else None
    # Unknown tools, such as those of MCP servers, may match as well.
    if names is None or (not names and row.subject.kind is MatchSubject.TOOL) or _is_said(it.text, names, known, row):
        return "", ""
    if not names:
        return "matches nothing known", f"Matches none of {words_in_code(known)}."
    if len(names) == len(known):
        return "matches everything known", f"Matches {words_in_code(names)}."
    more = f" +{len(names) - _SHOWN_NAMES}" if len(names) > _SHOWN_NAMES else ""
    return f"matches {', '.join(names[:_SHOWN_NAMES])}{more}", f"Matches {words_in_code(names)}."


def _is_said(text: str, names: tuple[str, ...], known: tuple[str, ...], row: EventRow) -> bool:
    """Whether exactly the listed names match; an unknown tool may be an MCP server's."""
    listed = set(filter(None, _BETWEEN_NAMES.split(text)))
    return set(names) == (listed.intersection(known) if row.subject.kind is MatchSubject.TOOL else listed)


@remembered(maxsize=1024)
def _matched(matcher: Matcher, known: tuple[str, ...]) -> tuple[str, ...] | None:
    """The names that match; None if that takes too long."""
    deadline, found = monotonic() + _PATIENCE, []
    for name in known:
        if match(matcher, name).matched:
            found.append(name)
        if monotonic() > deadline:
            return None
    return tuple(found)


def _of_hooks(file: HookFile, span: Span, last: Mapping[str, str], knobs: Mapping[str, Any]) -> Iterator[Hint]:
    for hook in runnable_hooks(file)[0]:
        row, node = file.dialect.event(hook.event), find(file.tree, hook.route)
        kind = file.grammar.type_named(hook.type)
        body = child(node, kind.body) if node is not None and kind is not None else None
        if row is None or kind is None or body is None or body.kind is Kind.MISSING or not _is_in(body.end, span):
            continue
        if hook.timeout is None and (kind.timed or any(it.measure is not None for it in file.grammar.group)):
            yield _of_timeout(file, row, hook, step_of(file.dialect, row, hook, (), knobs).timeout, body.end)
        words = last.get(to_pointer(hook.route))
        if words:
            yield Hint(body.end, words, HintKind.LAST_RUN, "How its last run went, and how long it took.")


def _of_timeout(file: HookFile, row: EventRow, hook: Hook, seconds: float, offset: int) -> Hint:
    most = row.running.most_timeout
    limit = seconds if most is None else min(seconds, most)
    whose = f"`{row.name}`" if row.running.timeout is not None or limit != seconds else file.dialect.title
    tooltip = f"This hook sets no time-out, so the default of {whose} applies: {seconds_words(limit)}."
    return Hint(offset, f"time-out {seconds_words(limit)}", HintKind.TIMEOUT, tooltip)


def _is_in(offset: int, span: Span) -> bool:
    return span.start <= offset <= span.end
