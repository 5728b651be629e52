"""From a script to the hooks that run it: where they are, and firing them from the script."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from hookwright.analysis.check import resolve
from hookwright.analysis.script_places import in_hook_file
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.config.view import HookView
from hookwright.ide.actions.code_actions import Action, ActionKind
from hookwright.ide.code_lens import FIRE, GO_TO_HOOKS, GO_TO_SCRIPT, Lens, LensKind, can_fire
from hookwright.text import Span, to_pointer
from hookwright.visible import visible_line

# More of them would hide the first line; the others are one click further, at the hooks.
_MOST_FIRED = 4


def hooks_of(subjects: Iterable[ScriptSubject]) -> tuple[ScriptUse, ...]:
    """The hooks that run a script, each once, also where several agents read its file."""
    return tuple({(it.file.path, it.route): it for one in subjects for it in reversed(one.uses)}.values())[::-1]


def hook_places(subjects: Iterable[ScriptSubject]) -> Iterator[tuple[ScriptUse, Span]]:
    """The hooks, each with the place in the text of its file where it names the script."""
    for it in hooks_of(subjects):
        yield it, resolve(it.file.tree, in_hook_file(it))


def script_lenses(subjects: Iterable[ScriptSubject]) -> Iterator[Lens]:
    """`▶ Fire` for the hooks that run the script, and the way to them, above its first line."""
    uses = hooks_of(subjects)
    for title, it in _fired(uses):
        yield Lens(_TOP, f"▶ {title}", FIRE, to_pointer(it.hook.route), LensKind.FIRE, it.file.path)
    if uses:
        title = "Go to the hook" if len(uses) == 1 else f"Go to the {len(uses)} hooks"
        yield Lens(_TOP, title, GO_TO_HOOKS, "", LensKind.GO_TO_HOOKS)


def findings_lens(hook: HookView, path: str, count: int) -> Lens:
    """What a hook file says of the findings in a script that a hook runs, above the hook; it leads to the first one."""
    title = visible_line(f"⚠ {count} {'problem' if count == 1 else 'problems'} in {os.path.basename(path)}")
    first = Span(hook.node.start, hook.node.start + 1)
    return Lens(first, title, GO_TO_SCRIPT, to_pointer(hook.route), LensKind.PROBLEMS)


def script_actions(subjects: Iterable[ScriptSubject]) -> Iterator[Action]:
    """The same to choose from the menu of actions."""
    uses = hooks_of(subjects)
    for title, it in _fired(uses):
        pointer = to_pointer(it.hook.route)
        yield Action(title=title, kind=ActionKind.RUN, command=FIRE, pointer=pointer, path=it.file.path)
    if uses:
        yield Action(title="Go to the hooks of this script", kind=ActionKind.RUN, command=GO_TO_HOOKS, pointer="")


_TOP = Span(0, 0)


def _fired(uses: tuple[ScriptUse, ...]) -> Iterator[tuple[str, ScriptUse]]:
    """The hooks that can be fired, the first ones of many, with what is to be said of each."""
    fired = [it for it in uses if can_fire(it.hook)][:_MOST_FIRED]
    if len(fired) == 1:
        yield "Fire the hook that runs this script", fired[0]
        return
    several = len({it.dialect.id for it in fired}) > 1
    for it in fired:
        matcher = it.group.matcher.value if it.group.matcher is not None else None
        words = [it.row.name, str(matcher) if matcher else "", f"({it.dialect.title})" if several else ""]
        yield visible_line(f"Fire {' '.join(filter(None, words))}"), it
