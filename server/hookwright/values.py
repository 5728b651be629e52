"""`dataclass` of the standard library, made in a quarter of the time: every command waits for a hundred classes.

The standard one compiles seven methods for each frozen class, which takes 0.4 ms.  Here it compiles `__init__` alone,
and the others are closures.  So `frozen` means that values can be hashed, and it is mypy that finds who sets a member.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen=False, slots=False, kw_only=False, eq=True):  # noqa: ANN001, ANN201  known by its twin
        """The decorator; its arguments are those of the standard one."""

        def decorate(cls: type) -> type:
            made = dataclasses.dataclass(slots=slots, kw_only=kw_only, eq=False, repr=False)(cls)
            methods = {"__repr__": _repr, **(_comparing(made, frozen=frozen) if eq else {})}
            for name in methods.keys() - vars(cls).keys():
                setattr(made, name, methods[name])
            return made

        return decorate


@recursive_repr()
def _repr(value: Any) -> str:  # noqa: ANN401  any dataclass
    shown = (f"{it.name}={getattr(value, it.name)!r}" for it in dataclasses.fields(value) if it.repr)
    return f"{type(value).__qualname__}({', '.join(shown)})"


def _comparing(cls: type, *, frozen: bool) -> dict[str, Callable[..., object] | None]:
    """`__eq__` and `__hash__`: two values of one class are equal if all their members are."""
    members = attrgetter(*(it.name for it in dataclasses.fields(cls) if it.compare))

    def equal(value: object, other: object) -> bool:
        return members(value) == members(other) if type(value) is type(other) else NotImplemented

    return {"__eq__": equal, "__hash__": (lambda it: hash(members(it))) if frozen else None}
