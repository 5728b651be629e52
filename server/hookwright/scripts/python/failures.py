"""Which failures of a script's steps an `except` catches, and which kind of failure a `raise` is."""

from __future__ import annotations

from msgspec import Struct

from hookwright.scripts.effects import Failure

_INPUT = "JSONDecodeError UnicodeDecodeError UnicodeError EOFError"
_KEY = "KeyError LookupError IndexError TypeError AttributeError"
_PROGRAM = (
    "OSError IOError EnvironmentError FileNotFoundError PermissionError TimeoutError ConnectionError BrokenPipeError "
    "CalledProcessError TimeoutExpired SubprocessError"
)
_NONE = "SystemExit KeyboardInterrupt GeneratorExit ImportError ModuleNotFoundError StopIteration RecursionError"
_CATCHES = {
    **dict.fromkeys(_INPUT.split(), frozenset({Failure.INPUT})),
    **dict.fromkeys(_KEY.split(), frozenset({Failure.KEY})),
    **dict.fromkeys(_PROGRAM.split(), frozenset({Failure.PROGRAM})),
    **dict.fromkeys(_NONE.split(), frozenset[Failure]()),
    "NameError": frozenset({Failure.NAME}),
    "ValueError": frozenset({Failure.INPUT, Failure.OTHER}),
}
_ALL = frozenset({"Exception", "BaseException"})


class Catch(Struct, frozen=True):
    """What a handler catches: `failures`, None for all of them; `exits` where it catches an exit, too."""

    failures: frozenset[Failure] | None
    exits: bool = False


def caught(names: list[str]) -> Catch:
    """What a handler for exceptions of those names catches; without a name, it is one for everything."""
    if not names:
        return Catch(None, exits=True)
    exits = "BaseException" in names or "SystemExit" in names
    if not _ALL.isdisjoint(names):
        return Catch(None, exits)
    found = [
        frozenset[Failure]() if it == "SystemExit" else _CATCHES.get(it, frozenset({Failure.OTHER})) for it in names
    ]
    return Catch(frozenset().union(*found), exits)


def is_of_library(name: str) -> bool:
    """Whether the library itself raises exceptions of that name, or of classes below it."""
    return name in _CATCHES or name in _ALL


def raised(name: str) -> Failure:
    """The kind of failure that raising an exception of that name is."""
    found = _CATCHES.get(name, frozenset())
    return next(iter(found)) if len(found) == 1 else Failure.OTHER
