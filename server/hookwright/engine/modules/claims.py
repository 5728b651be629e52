"""What the text of a module shows that it registers for, as long as it could not be loaded (E10); nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from hookwright.config.module_source import LONGEST, read_module
from hookwright.engine.modules.catalogue import event_names
from hookwright.engine.modules.loaded_file import Registered, Version

_REGISTERS = re.compile(r"""^([^#\n]*?)\bon\(\s*["'](\w+)["']""", re.MULTILINE)
"""`on("…")`, where a text is no Python."""


class Claims(Struct, frozen=True):
    """The handlers that the text of a module shows; `is_python`: it can be loaded, as far as its text says."""

    handlers: tuple[Registered, ...] = ()
    is_python: bool = True


def claims_of(version: Version) -> Claims:
    """What a version of a module registers for by its text.

    Where the text computes the names of events, each event counts that one of its strings names.  Where it has a
    mistake in its syntax, each `on("…")` counts that stands outside of a comment.
    """
    text = version.source.decode("utf-8-sig", "replace")
    source = read_module(text)
    found = [
        (it.name, it.handler, text.count("\n", 0, it.line) + 1) for it in source.registrations if not it.is_command
    ]
    found += [(it, "", 1) for it in source.unnamed if it in event_names()]
    if source.fault is not None or len(text) > LONGEST:
        found = [*_by_pattern(text)]
    unique = {name: Registered(name, function or "on", line, -1) for name, function, line in reversed(found)}
    return Claims(tuple(reversed(unique.values())), source.fault is None)


def _by_pattern(text: str) -> Iterator[tuple[str, str, int]]:
    for it in _REGISTERS.finditer(text) if "hookwright" in text else ():
        if it[2] in event_names():
            yield it[2], "", text.count("\n", 0, it.start()) + 1
