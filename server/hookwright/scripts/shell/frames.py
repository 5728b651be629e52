"""What a walk through shell code is inside of, and where outputs go."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeAlias

from msgspec import Struct, field

from hookwright.scripts.effects import Bounds, Stream
from hookwright.scripts.shell.state import State
from hookwright.scripts.values import Value

Do: TypeAlias = Callable[[], object]


class TooMuch(Exception):
    """The walk would take too long."""


class Gone(Enum):
    """Where an output goes that no one here reads."""

    NOWHERE = "nowhere"
    FILE = "into a file, or to another process"


Sink: TypeAlias = Stream | Gone | str
"""Where an output goes; a text names the variable that catches it."""


class Frame(Struct, eq=False):
    """A function, a subshell or a loop that is being walked through.

    `ends` are the states in which it was left, `tail` is there where nothing follows it in the script.  `arguments` are
    those of a function, `local` the values that its own variables had outside.
    """

    bounds: Bounds
    tail: bool = False
    name: str = ""
    arguments: list[Value] | None = None
    local: dict[str, Value | None] = field(default_factory=dict)
    ends: list[State] = field(default_factory=list)
