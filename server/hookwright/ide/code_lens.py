"""Where `▶ Fire` and `Explain` stand in a hook file, and what they fire and explain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.text import Span, to_pointer

Results = Mapping[str, str]

FIRE = "hookwright.fire"
FIRE_SCRATCH = "hookwright.fireScratch"
EXPLAIN = "hookwright.explain"
LAST_REPORT = "hookwright.lastReport"


@dataclass(frozen=True, slots=True)
class Lens:
    """A command above a line; its arguments are the file's URI and `pointer` (RFC 6901)."""

    span: Span
    title: str
    command: str
    pointer: str


def code_lenses(file: HookFile, results: Results | None = None) -> tuple[Lens, ...]:
    """The lenses of every event with several groups, of every group and of every hook that can be run.

    `results` are a few words on how hooks did when they ran last, by their pointers; they open the report.

    A group with one hook that begins on the same line gets none of its own.
    """
    known = results or {}
    return tuple(lens for event in file.events if event.row is not None for lens in _of_event(file, event, known))


def can_fire(hook: HookView) -> bool:
    """Whether the hook is in its place and of a type that hookwright runs."""
    return not hook.misplaced and hook.type is not None and hook.type.runs


def _of_event(file: HookFile, event: EventView, results: Results) -> Iterator[Lens]:
    fireable = [[hook for hook in group.hooks if can_fire(hook)] for group in event.groups]
    if sum(map(bool, fireable)) > 1:
        yield from _lenses(event.key.span, to_pointer(event.route), sum(map(len, fireable)))
    for group, hooks in zip(event.groups, fireable, strict=True):
        yield from _of_group(file, group, hooks, results)


def _of_group(file: HookFile, group: GroupView, hooks: list[HookView], results: Results) -> Iterator[Lens]:
    if hooks and not _is_its_only_hook(file, group, hooks):
        yield from _lenses(group.node.span, to_pointer(group.route), len(hooks))
    for hook in hooks:
        pointer = to_pointer(hook.route)
        yield from _lenses(hook.node.span, pointer, 1)
        if pointer in results:
            yield Lens(_first(hook.node.span), results[pointer], LAST_REPORT, pointer)


def _is_its_only_hook(file: HookFile, group: GroupView, hooks: list[HookView]) -> bool:
    lines = file.tree.lines
    return len(hooks) == 1 and lines.position(group.node.start).line == lines.position(hooks[0].node.start).line


def _lenses(span: Span, pointer: str, count: int) -> Iterator[Lens]:
    first = _first(span)
    yield Lens(first, "▶ Fire" if count == 1 else f"▶ Fire all ({count})", FIRE, pointer)
    yield Lens(first, "▶ Fire on a copy", FIRE_SCRATCH, pointer)
    yield Lens(first, "Explain", EXPLAIN, pointer)


def _first(span: Span) -> Span:
    return Span(span.start, min(span.end, span.start + 1))
