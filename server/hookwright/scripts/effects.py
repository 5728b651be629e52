"""What a script does, as a tree of effects in the order in which it does them.

A front end for each language writes such trees: it walks through the code as a run would, with the values of variables
as far as they are known, follows calls of the script's own functions, and writes down the effects that the contract
between a hook and its agent is about.  What it does not understand, it leaves out, and says so (`Script.whole`).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

from msgspec import Struct

from hookwright.scripts.asking import AskUser
from hookwright.scripts.values import Path, Spot, Tagged, Value


class Language(StrEnum):
    """The languages that have a front end; TypeScript is read as JavaScript."""

    SHELL = "shell"
    PYTHON = "Python"
    JAVASCRIPT = "JavaScript"


class Stream(StrEnum):
    """Where a script prints."""

    STDOUT = "stdout"
    STDERR = "stderr"


class Failure(StrEnum):
    """Why a step of a script may fail."""

    INPUT = "the payload cannot be read"
    KEY = "the payload lacks a key, or has another type there"
    PROGRAM = "a program is missing or fails"
    NAME = "nothing defines a name"
    OTHER = "something else fails"


class Cause(StrEnum):
    """How a script comes to an end."""

    EXIT = "it exits"
    END = "it reaches its end"
    UNCAUGHT = "a failure ends it"


class ReadInput(Tagged, frozen=True):
    """Reads stdin up to its end; `one_line` where it reads no more than a line, `piece` where it takes one for all."""

    spot: Spot
    one_line: bool = False
    piece: bool = False


class ReadKey(Tagged, frozen=True):
    """Reads the part of the payload at a path; `spot` is that of its last key.

    `tolerant`: it goes on without the key, as `data.get("x")` does.  `instead` are the paths that it reads where this
    one has nothing, or that have nothing where it reads this one.  It `asks` where it only looks whether there is such
    a key, as `"x" in data` does.
    """

    path: Path
    spot: Spot
    tolerant: bool = True
    instead: tuple[Path, ...] = ()
    asks: bool = False


class ReadVariable(Tagged, frozen=True):
    """Reads an environment variable that the script does not set; `tolerant` where it has a default."""

    name: str
    spot: Spot
    tolerant: bool = True


class ReadArgument(Tagged, frozen=True):
    """Reads a command-line argument, the first is 1; 0 stands for all of them."""

    number: int
    spot: Spot


class Print(Tagged, frozen=True):
    """Prints a value.  `newline` is what ends it; only a `Json` value is known to be JSON."""

    stream: Stream
    value: Value
    spot: Spot
    newline: bool = True


class Exit(Tagged, frozen=True):
    """Ends the script; `code` is None if only a run can tell.  Behind a shell's last command it is an END.

    Where it is `as_set`, it ends with the code that was set, as `sys.exit(main())` does with what `main` returns.
    """

    code: int | None
    spot: Spot
    cause: Cause = Cause.EXIT
    as_set: bool = False


class SetExitCode(Tagged, frozen=True):
    """Sets the exit code that counts when the script reaches its end; `code` is None if only a run can tell."""

    code: int | None
    spot: Spot


class Risk(Tagged, frozen=True):
    """A step that may fail, and what it does then: a handler catches it, or it ends the script with `Script.uncaught`.

    Where it `goes_on`, the script goes on instead, as a shell does.  `program` is the one that may be missing.  Where
    it is `certain`, it fails in any case, as `throw` and `raise` do: nothing behind it is done.  `code` is the exit
    code that it ends the script with, if that is not `Script.uncaught`.
    """

    failure: Failure
    spot: Spot
    program: str = ""
    goes_on: bool = False
    certain: bool = False
    code: int | None = None


PLACEHOLDER = "…"
"""Stands for a program that only a run can tell."""


class UseUndefined(Tagged, frozen=True):
    """Uses a name that nothing defines: the script fails there by `Failure.NAME`.

    Nobody means to do so, so the ends of a script are those without this failure.
    """

    spot: Spot


class Run(Tagged, frozen=True):
    """Starts another program with its arguments.

    `given` is what it reads on stdin; None for the script's own stdin.  `asks` where it only asks whether `program` can
    be started, as `command -v jq` does.  `hushed` where its errors are thrown away.  Where it is `missing`, the launch
    says that there is no such program.
    """

    program: str
    arguments: tuple[Value, ...]
    spot: Spot
    given: Value | None = None
    asks: bool = False
    hushed: bool = False
    missing: bool = False


class Evaluate(Tagged, frozen=True):
    """Has a value read as code: by `eval`, `sh -c`, `os.system`; `how` names what reads it."""

    value: Value
    how: str
    spot: Spot


class Branch(Tagged, frozen=True):
    """Decides by the values that it is `about`.

    `empty` is the branch that is taken where the first of them is empty or missing: "then", "otherwise", or "" where
    it asks for something else.
    """

    about: tuple[Value, ...]
    then: Block
    otherwise: Block
    spot: Spot
    empty: str = ""


class Loop(Tagged, frozen=True):
    """Does its body any number of times."""

    body: Block
    spot: Spot


class Handler(Struct, frozen=True, array_like=True):
    """What is done where a step of a `Try` fails.

    `catches` are the failures; None for all of them.  `exits` where it catches even an exit, as a bare `except:` does.
    """

    catches: frozenset[Failure] | None
    body: Block
    spot: Spot
    exits: bool = False


class Try(Tagged, frozen=True):
    """A body whose failures are handled; `final` is done in any case, even before an exit.

    Where `exits_skip`, an exit skips `final`, as `process.exit()` of JavaScript does.
    """

    body: Block
    handlers: tuple[Handler, ...]
    final: Block
    spot: Spot
    exits_skip: bool = False


class Bounds(StrEnum):
    """What a scope is."""

    FUNCTION = "a call of a function of the script"
    LOOP = "a loop"
    SUBSHELL = "commands in a shell of their own, where an exit ends only these"


class Scope(Tagged, frozen=True):
    """A body that a `Leave` of the same bounds ends."""

    body: Block
    bounds: Bounds


class Leave(Tagged, frozen=True):
    """Goes on behind the innermost scope of these bounds: `return`, `break`."""

    bounds: Bounds


Step: TypeAlias = (
    ReadInput | AskUser | ReadKey | ReadVariable | ReadArgument | Print | Risk | UseUndefined | Run | Evaluate
)
Effect: TypeAlias = Step | Exit | SetExitCode | Branch | Loop | Try | Scope | Leave
Block: TypeAlias = tuple[Effect, ...]


class Script(Struct, frozen=True, dict=True, array_like=True):
    """What a text does.

    Where it is not `whole`, something that may print, exit or decide was not understood: nothing may be claimed about
    what it does *not* do, nor about which ends it has.  `fault` says why it cannot be parsed at all.  `uncaught` is the
    exit code of a failure that nothing catches.  `files` are the paths of the imported files that were followed.
    """

    language: Language
    body: Block
    whole: bool = True
    uncaught: int = 1
    fault: str = ""
    files: tuple[str, ...] = ()

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """Every effect, those inside of others too, in the order of the code: what nearly every rule goes through."""
        return tuple(effects(self.body))

    @cached_property
    def endings(self) -> dict[bool, Any]:
        """What `endings.endings` has found, by its argument `lasts`, so that it looks once."""
        return {}

    @cached_property
    def prints(self) -> tuple[Print, ...]:
        """What it prints, equal effects once."""
        return tuple(dict.fromkeys(it for it in self.effects if isinstance(it, Print)))


def effects(block: Block) -> Iterator[Effect]:
    """Every effect of a block, those inside of others too, in the order of the code."""
    around = [iter(block)]
    while around:
        it = next(around[-1], None)
        if it is None:
            around.pop()
        else:
            yield it
            if type(it) in COMPOUND:
                around.append(chain.from_iterable(inside(it)))


COMPOUND = frozenset({Branch, Loop, Scope, Try})
"""The effects that hold others; most do not, and to ask for the type is several times as fast as `match`."""


def inside(effect: Effect) -> tuple[Block, ...]:
    """The blocks that an effect holds."""
    if type(effect) not in COMPOUND:
        return ()
    match effect:
        case Branch(then=then, otherwise=otherwise):
            return then, otherwise
        case Loop(body=body) | Scope(body=body):
            return (body,)
        case Try(body=body, handlers=handlers, final=final):
            return body, *(it.body for it in handlers), final
    return ()
