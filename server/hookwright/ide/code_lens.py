"""Code lenses: one row above each hook, and one above each group of several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from hookwright.config.view import EventView, GroupView, HookFile, HookView
from hookwright.text import Span, to_pointer

Results = Mapping[str, str]

FIRE = "hookwright.fire"
FIRE_SCRATCH = "hookwright.fireScratch"
ATTACK = "hookwright.attack"
EXPLAIN = "hookwright.explain"
LAST_REPORT = "hookwright.lastReport"
DOCTOR = "hookwright.doctor"
SEEN = "hookwright.seen"
GO_TO_HOOKS = "hookwright.goToHooks"
GO_TO_SCRIPT = "hookwright.goToScript"

FIRING = frozenset({FIRE, FIRE_SCRATCH, ATTACK})
"""The commands that run hooks, which not every system can."""


class LensKind(StrEnum):
    """What a lens does; its value is the option that shows it.

    `PROBLEMS` is what is wrong with a hook: its script has findings, its guard leaks or is dead, or runs that the agent
    recorded have failed.  `GUARD` and `SEEN` say the same of guards and of recorded runs that are well.
    """

    FIRE = "fire"
    LAST_RESULT = "lastResult"
    PROBLEMS = "problems"
    FIRE_ON_COPY = "fireOnCopy"
    EXPLAIN = "explain"
    ATTACK = "attack"
    GUARD = "guard"
    SEEN = "seen"
    GO_TO_HOOKS = "goToHooks"


ALL_LENSES = frozenset(LensKind)

USUAL_LENSES = frozenset({LensKind.FIRE, LensKind.LAST_RESULT, LensKind.PROBLEMS})
"""Those that are shown where the user has not said anything; the menu of code actions has the others."""


class Lens(Struct, frozen=True):
    """A command above a line; its arguments are the file's URI and `pointer` (RFC 6901).

    In a script, `path` is that of the hook file.
    """

    span: Span
    title: str
    command: str
    pointer: str
    kind: LensKind
    path: str = ""


def code_lenses(
    file: HookFile, results: Results | None = None, shown: frozenset[LensKind] = ALL_LENSES
) -> tuple[Lens, ...]:
    """The lenses of every hook that can be fired, and of every group with several of them.

    `results` has a few words about the last run of hooks by pointer; that lens opens the report.
    """
    events = (event for event in file.events if event.row is not None)
    return tuple(lens for event in events for lens in _of_event(event, results or {}) if lens.kind in shown)


def can_fire(hook: HookView) -> bool:
    """Whether the hook is in a valid place and of a type that hookwright runs."""
    return not hook.misplaced and hook.type is not None and hook.type.runs


def _of_event(event: EventView, results: Results) -> Iterator[Lens]:
    for group in event.groups:
        yield from _of_group(group, [hook for hook in group.hooks if can_fire(hook)], results)


def _of_group(group: GroupView, hooks: list[HookView], results: Results) -> Iterator[Lens]:
    if len(hooks) > 1:
        yield from _lenses(group.node.span, to_pointer(group.route), len(hooks))
    for hook in hooks:
        pointer = to_pointer(hook.route)
        yield from _lenses(hook.node.span, pointer, 1)
        if pointer in results:
            yield Lens(_first(hook.node.span), results[pointer], LAST_REPORT, pointer, LensKind.LAST_RESULT)


def _lenses(span: Span, pointer: str, count: int) -> Iterator[Lens]:
    first = _first(span)
    yield Lens(first, "▶ Fire" if count == 1 else f"▶ Fire all ({count})", FIRE, pointer, LensKind.FIRE)
    yield Lens(first, "▶ Fire on a copy", FIRE_SCRATCH, pointer, LensKind.FIRE_ON_COPY)
    yield Lens(first, "Explain", EXPLAIN, pointer, LensKind.EXPLAIN)


def guard_lens(hook: HookView, title: str, *, is_problem: bool) -> Lens:
    """The state of a guard; it opens what `hookwright doctor` says."""
    kind = LensKind.PROBLEMS if is_problem else LensKind.GUARD
    return Lens(_first(hook.node.span), title, DOCTOR, to_pointer(hook.route), kind)


def attack_lens(hook: HookView) -> Lens:
    """Attacks a guard."""
    return Lens(_first(hook.node.span), "Attack", ATTACK, to_pointer(hook.route), LensKind.ATTACK)


def seen_lens(hook: HookView, title: str, *, is_problem: bool) -> Lens:
    """What agents recorded of a hook; it opens all that they recorded."""
    kind = LensKind.PROBLEMS if is_problem else LensKind.SEEN
    return Lens(_first(hook.node.span), title, SEEN, to_pointer(hook.route), kind)


def _first(span: Span) -> Span:
    return Span(span.start, min(span.end, span.start + 1))
