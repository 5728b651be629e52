"""What waits for an answer of the user: `input`, `getpass`, the questions of `click`, and the terminal itself."""

from __future__ import annotations

from hookwright.scripts.asking import AskUser, Source
from hookwright.scripts.effects import Failure, Print, Risk, Stream
from hookwright.scripts.python.arguments import Given, made_of
from hookwright.scripts.python.payload import read_stdin
from hookwright.scripts.python.things import Thing, text_of
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal

TERMINAL = "/dev/tty"


def input_line(walk: Walk, given: Given) -> Thing:
    """`input(…)`: with a text, it is a question to the user."""
    prompt = given.arg(0)
    if prompt is not None and text_of(prompt) != "":
        walk.emit(Print(Stream.STDOUT, walk.plain(prompt), walk.spot(given.node), newline=False))
        _ask(walk, "input", Source.STDIN, given)
    return read_stdin(walk, given.node, one_line=True)


def password(walk: Walk, given: Given) -> Thing:
    """`getpass.getpass(…)`, which reads from the terminal, or from stdin if there is none."""
    _ask(walk, "getpass", Source.TERMINAL, given)
    return made_of(walk, *given.args)


def asked_by_click(walk: Walk, given: Given) -> Thing:
    """`click.confirm(…)` and `click.prompt(…)`."""
    _ask(walk, "click", Source.STDIN, given)
    walk.doubt()
    return UNKNOWN


def opened_terminal(walk: Walk, given: Given) -> Thing:
    """`open("/dev/tty")`, to read from it."""
    mode = given.arg(1, "mode")
    if mode is None or "r" in (text_of(mode) or ""):
        _ask(walk, TERMINAL, Source.TERMINAL, given)
    return made_of(walk, *given.args)


def _ask(walk: Walk, how: str, source: Source, given: Given) -> None:
    walk.emit(AskUser(how, source, walk.spot(given.node)))
    # A hook has no terminal, and nobody writes to its stdin.
    walk.emit(Risk(Failure.OTHER, walk.spot(given.node)))


def no_terminal(_: Walk, __: Given) -> Thing:
    """`sys.stdin.isatty()`: the streams of a hook are pipes."""
    return Literal(value=False)
