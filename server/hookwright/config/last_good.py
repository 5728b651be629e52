"""Which hooks of its last good reading a file that has broken since may keep, and what is said of it.

A missing comma at one end of a file must not take away a guard at the other, and nothing that the user has removed
may ever be run.  So a hook is kept as it was where the broken text, as far as it can be understood, still has a hook
on the same event that does the same: the same type, body, arguments and conditions.  A hook that was changed, or that
is new, waits until the file is whole again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hookwright.config.view import HookFile
from hookwright.model.hook import Hook
from hookwright.syntax.tree import Problem, plain

# Event, type, what the hook does, and its group's matcher.
_Place = tuple[str, str, Mapping[str, Any], Any]


def standing(good: Sequence[Hook], broken: HookFile) -> tuple[Hook, ...]:
    """The hooks of the last good reading that are still in the broken file, each as often as it is there.

    Of hooks that are alike but for their matchers those are kept whose matchers are still there; a matcher that
    has changed keeps its hook, as it may be half typed.
    """
    left = list(_standing(broken))
    kept: set[int] = set()
    for same in (_same, _same_but_for_matcher):
        for index, hook in enumerate(good):
            place = None if index in kept else _first(left, _place(hook, broken), same)
            if place is not None:
                del left[place]
                kept.add(index)
    return tuple(hook for index, hook in enumerate(good) if index in kept)


def sentence(file: HookFile, fault: Problem, *, kept: int = 0, known: int = 0) -> str:
    """That the file is broken, where, and what becomes of its hooks: `kept` of those that were `known` before."""
    place = file.tree.lines.position(fault.span.start)
    where = f"{file.path}:{place.line + 1}:{place.character + 1}: not valid {file.tree.notation}"
    # What other libraries say of TOML and YAML begins in the same way.
    reason = fault.message.removeprefix(f"not valid {file.tree.notation}: ")
    if not known:
        return f"{where}, so none of its hooks run: {reason}"
    others = max(known, len(file.hooks)) - kept
    rest = f"only its unchanged hooks still run ({kept}), and the others do not ({others})"
    return f"{where}, so {rest}: {reason}"


def _standing(file: HookFile) -> Iterator[_Place]:
    for group, view in file.hooks:
        values = plain(view.node)
        if view.type is not None and isinstance(values, dict):
            matcher = plain(group.matcher) if group.matcher is not None else None
            yield group.event, view.type.name, _deed(file, view.type.name, values), matcher


def _place(hook: Hook, file: HookFile) -> _Place:
    return hook.event, hook.type, _deed(file, hook.type, hook.values), hook.matcher


def _deed(file: HookFile, type_name: str, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The keys that say what is run, and on which conditions."""
    dialect = file.dialect
    kind = dialect.hook_type(type_name)
    keys = (
        dialect.running.arguments_key,
        dialect.condition.key,
        *((kind.body, kind.keys.precondition) if kind else ()),
    )
    return {key: values[key] for key in keys if key is not None and key in values}


def _same(one: _Place, other: _Place) -> bool:
    return one == other


def _same_but_for_matcher(one: _Place, other: _Place) -> bool:
    return one[:3] == other[:3]


def _first(places: Sequence[_Place], wanted: _Place, same: Callable[[_Place, _Place], bool]) -> int | None:
    return next((index for index, it in enumerate(places) if same(it, wanted)), None)
