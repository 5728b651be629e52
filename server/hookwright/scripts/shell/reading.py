"""Reads a shell script from end to end."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language, Script
from hookwright.scripts.shell.assigned import assigned_by
from hookwright.scripts.shell.frames import TooMuch
from hookwright.scripts.shell.launching import begin
from hookwright.scripts.shell.nodes import Doing
from hookwright.scripts.shell.units import Unit, unit_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.source import MOST_BYTES, Source

_FIRST_LINE = late_pattern(r"#![^\n]*?\b(?P<shell>zsh|bash|dash|ksh|sh)\b(?P<options>[^\n]*)")


def read_source(source: Source) -> Script:
    """What a script does; never raises for what it says, and runs nothing."""
    if len(source.text) > MOST_BYTES or "\0" in source.text:
        return Script(Language.SHELL, (), whole=False)
    unit = _unit(source.text)
    fault = unit.reader.fault
    if fault is not None:
        return Script(Language.SHELL, (), whole=False, fault=fault.message)
    if unit.reader.given_up:
        return Script(Language.SHELL, (), whole=False)
    return _walked(source, unit)


def _unit(text: str) -> Unit:
    """The text, without the carriage returns of line ends that Windows writes."""
    if "\r\n" not in text:
        return unit_of(text)
    places = [index for index, it in enumerate(text) if it != "\r" or text[index + 1 : index + 2] != "\n"]
    return unit_of(text.replace("\r\n", "\n"), places=places)


def _walked(source: Source, unit: Unit) -> Script:
    walk = Walk(source, unit, frozenset(assigned_by(unit.reader.drafts)), Doing())
    _begin(walk, source.text)
    if source.launch is not None:
        begin(walk, source.launch)
    if not unit.reader.readable:
        walk.not_whole()
    try:
        walk.block(unit.reader.block, tail=True)
    except (TooMuch, RecursionError):
        return Script(Language.SHELL, (), whole=False, files=tuple(walk.files))
    return Script(Language.SHELL, walk.finished(), walk.whole, files=tuple(walk.files))


def _begin(walk: Walk, text: str) -> None:
    """What the first line says: the shell, and its options."""
    found = _FIRST_LINE.match(text)
    if found is None:
        return
    walk.zsh = found["shell"] == "zsh"
    letters = "".join(it[1:] for it in found["options"].split() if it.startswith("-"))
    named = {"e": "errexit", "u": "nounset"}
    walk.state.options = frozenset(named[it] for it in letters if it in named)
