"""Where the outputs of commands go, and what they are given on stdin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hookwright.scripts.shell.frames import Gone, Sink
from hookwright.scripts.shell.questions import TERMINAL
from hookwright.scripts.shell.templates import Template
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import STDIN, template_of, value_of
from hookwright.scripts.values import UNKNOWN, Literal, Value
from hookwright.shell.scopes import Draft
from hookwright.shell.tree import Redirection

_DEVICES = {"/dev/stdout": 1, "/dev/fd/1": 1, "/dev/stderr": 2, "/dev/fd/2": 2}


@contextmanager
def redirected(walk: Walk, draft: Draft) -> Iterator[None]:
    """What is done inside has the redirections of a command."""
    kept = walk.sinks, walk.given
    try:
        if draft.redirections:
            redirect(walk, draft)
        yield
    finally:
        walk.sinks, walk.given = kept


def redirect(walk: Walk, draft: Draft) -> None:
    """Redirects for good, as `exec` does."""
    walk.sinks = dict(walk.sinks)
    kept, walk.substituted = walk.substituted, None
    for it in draft.redirections:
        if it.operator.startswith("<"):
            _input(walk, it)
        else:
            _output(walk, it)
    walk.risk(walk.risks_of_words())
    walk.substituted = kept


def _input(walk: Walk, it: Redirection) -> None:
    if it.number not in ("", "0") or it.operator in ("<&", "<>"):
        return
    if it.is_heredoc:
        walk.give(_body(walk, it))
        return
    value = value_of(walk, it.target)
    if it.operator == "<<<" or it.target.text.startswith("<("):
        walk.give(value)
    elif value == Literal("/dev/null"):
        walk.give(Literal(""))
    elif value == Literal(TERMINAL):
        walk.state.variables[TERMINAL] = UNKNOWN
        walk.given = TERMINAL
    elif value != STDIN:
        walk.give(UNKNOWN)


def _body(walk: Walk, it: Redirection) -> Value:
    if it.parts:
        return template_of(walk, it.parts).meant(walk.unit.spot)
    found = Template()
    found.write(it.text, it.body)
    return found.meant(walk.unit.spot)


def _output(walk: Walk, it: Redirection) -> None:
    number = int(it.number) if it.number.isdecimal() else 1
    sinks: dict[int, Sink] = walk.sinks
    if it.operator == ">&" and it.text.isdecimal():
        sinks[number] = sinks.get(int(it.text), Gone.FILE)
        return
    target = value_of(walk, it.target)
    name = str(target.value) if isinstance(target, Literal) else ""
    if it.operator == ">&" and name == "-":
        sinks[number] = Gone.NOWHERE
        return
    sink = Gone.NOWHERE if name == "/dev/null" else sinks.get(_DEVICES.get(name, 0), Gone.FILE)
    if it.operator in ("&>", "&>>", ">&") and not it.number:
        sinks[1] = sinks[2] = sink
    else:
        sinks[number] = sink
