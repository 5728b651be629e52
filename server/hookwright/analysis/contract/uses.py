"""For which of a script's hooks something is wrong, where it is run by several hooks, events or agents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.scripts.effects import Branch, Effect, Loop, ReadArgument, ReadInput, Script, effects
from hookwright.scripts.values import Argument

Fault = TypeVar("Fault", bound=Hashable)


def faults(
    subject: ScriptSubject, fault: Callable[[ScriptUse], Fault | None]
) -> Iterator[tuple[Fault, tuple[ScriptUse, ...]]]:
    """Each fault with the hooks that have it.

    Where the script can tell its hooks apart, it may do what is wrong for one of them only for the others: then, only
    what is wrong for all of them counts.
    """
    found = dict[Fault, list[ScriptUse]]()
    for use in subject.uses:
        one = fault(use)
        if one is not None:
            found.setdefault(one, []).append(use)
        elif subject.tells_apart:
            return
    for one, uses in found.items():
        yield one, tuple(uses)


def uses_with(subject: ScriptSubject, holds: Callable[[ScriptUse], bool]) -> tuple[ScriptUse, ...]:
    """The hooks for which something holds, as a fault does; none if it does for none that counts."""
    return next((uses for _, uses in faults(subject, lambda it: True if holds(it) else None)), ())


def reads_input(script: Script) -> bool:
    """Whether the script reads stdin, or may do so."""
    return not script.whole or any(isinstance(it, ReadInput) for it in script.effects)


def by_arguments(script: Script) -> tuple[Effect, ...]:
    """What the script does only where an argument says so, as for `--help`."""
    found = list[Effect]()
    for it in script.effects:
        if isinstance(it, Branch) and any(isinstance(one, Argument) for one in it.about):
            found += effects(it.then)
        elif isinstance(it, Loop) and any(isinstance(one, ReadArgument) for one in it.body):
            found += effects(it.body)
    return tuple(found)


def is_read(use: ScriptUse) -> bool:
    """Whether the agent waits for the hook and reads how the script ends, which it does not in the background."""
    grammar = use.file.grammar
    kind = grammar.type_named(use.values.get("type", grammar.default_type))
    if kind is None or kind.keys.background is None:
        return True
    rewakes = kind.keys.rewake is not None and use.values.get(kind.keys.rewake) is True
    return use.values.get(kind.keys.background) is not True or rewakes


def is_guarding(use: ScriptUse) -> bool:
    """Whether the agent waits for the hook on an event that can be refused, and where that is not its task to go on."""
    return is_read(use) and use.row.can_block and not use.row.loop_guard
