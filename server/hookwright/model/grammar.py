"""What a dialect's file may hold: where its keys are, and how hooks are nested."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hookwright.model.nesting import GrammarPart, Nesting
from hookwright.model.reaction import Severity
from hookwright.text import Route

if TYPE_CHECKING:
    from hookwright.model.field import Field
    from hookwright.model.hook_type import HookType
    from hookwright.model.voiding import Voiding


class Grammar(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """The shape of a dialect's file.

    `root_open`: other root keys belong to other readers and are not a mistake.  `hooks_key` is empty if the events
    are at the root.  `knobs` are beside the events, or in the object at the root that `knobs_key` names.  `nesting` is
    how hooks are nested below the key of the hooks; `takes_one`: an object in place of an event's list is read as its
    only item.
    `default_type` is the type of a hook that names none; None if `type` is required.  `unknown_event` is how much an
    unknown event name matters; where it is a hint, agents ignore such events, and so does the engine.
    `strict_hooks`: a hook with a wrong value under any of its keys does not run; elsewhere the key is ignored where the
    hook can do without it.  `voiding` is what makes the agent skip the whole file, None if nothing but broken text
    does.
    `off_alone`: the switch of the dialect at the root is about the hooks of the file alone; where `root` has no such
    key, it has no effect.  A file whose root has all `former_keys` is of a format that is no longer read.
    `bare` is the shape of a file whose root lacks the key of the hooks, where the agent reads events there as well.
    Where the agent `mends_yaml`, it has a second look at front matter that is not valid YAML, and of equal keys the
    last counts.
    """

    nesting: Nesting
    comments: bool = False
    trailing_commas: bool = False
    root: tuple[Field, ...] = ()
    root_open: bool = True
    hooks_key: str = "hooks"
    knobs: tuple[Field, ...] = ()
    knobs_key: str = ""
    takes_one: bool = False
    group: tuple[Field, ...] = ()
    types: tuple[HookType, ...] = ()
    default_type: str | None = None
    unknown_event: Severity = Severity.ERROR
    strict_hooks: bool = False
    voiding: Voiding | None = None
    off_alone: bool = False
    former_keys: tuple[str, ...] = ()
    mends_yaml: bool = False
    bare: Grammar | None = None

    @property
    def entry_timeout(self) -> Field | None:
        """The key of a group that limits the time of its hook; None if hooks have their own."""
        return next((it for it in self.group if it.measure is not None), None) if self.nesting.single else None

    @property
    def hooks_route(self) -> Route:
        """Where the events are, or the list of the hooks that name theirs."""
        return (self.hooks_key,) if self.hooks_key else ()

    @property
    def beside_events(self) -> tuple[Field, ...]:
        """The keys in the object of the events that are none."""
        return () if self.knobs_key else self.knobs

    def outer_fields(self, part: GrammarPart) -> tuple[Field, ...]:
        """The keys of an object of the file that do not depend on its event, nor on its type."""
        match part:
            case GrammarPart.ROOT:
                return self.root
            case GrammarPart.MANIFEST:
                return tuple(it for it in self.root if it.name == self.hooks_key)
            case GrammarPart.EVENTS:
                return self.beside_events
            case GrammarPart.KNOBS:
                return self.knobs
            case GrammarPart.GROUP:
                return self.group
            case GrammarPart.HOOK if self.nesting.is_flat:
                return self.group
            case _:
                return ()

    @property
    def demanded(self) -> dict[str, Any]:
        """What a file has to say beside its events, with a usual value each."""
        return {it.name: it.sample for it in self.root if it.required}

    def type_named(self, name: object) -> HookType | None:
        """The hook type of that name, or None."""
        return next(iter(self._types_by_name.get(name, ())), None) if isinstance(name, str) else None

    def type_of(self, name: object, keys: Container[str]) -> HookType | None:
        """The hook type of that name for a hook with these keys: preferred, else the first whose body is there."""
        named = self._types_by_name.get(name, ()) if isinstance(name, str) else ()
        there = [it for it in named if it.body in keys] if len(named) > 1 else named
        return next((it for it in there if it.preferred), next(iter(there or named), None))

    @cached_property
    def _types_by_name(self) -> Mapping[str, tuple[HookType, ...]]:
        return {name: tuple(it for it in self.types if it.name == name) for name in {it.name for it in self.types}}
