"""Commands that wait for an answer of the user: `read -p`, `select`, `sudo`, and what reads from the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.patterns import late_pattern
from hookwright.scripts.asking import AskUser, Source
from hookwright.scripts.shell.calls import Call
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Spot
from hookwright.shell.tree import Word

TERMINAL = "/dev/tty"
"""The file, and the name of what is given where stdin is redirected from it."""

# Options that never ask for a password: they fail at once, read it from stdin, or start a program for it.
_NO_QUESTION = late_pattern(r"-[a-zA-Z]*[nSA]|--non-interactive|--stdin|--askpass")


def ask(walk: Walk, how: str, spot: Spot, *, prompts: bool = False) -> None:
    """Notes that a command asks the user: on the terminal, or where it `prompts`, on the script's own stdin.

    Where something asks for the outcome of the command, the script is ready for there being no terminal.
    """
    if walk.given == TERMINAL and not walk.guarded:
        walk.emit(AskUser(how, Source.TERMINAL, spot))
    elif walk.given is None and prompts:
        walk.emit(AskUser(how, Source.STDIN, spot))


def prompts(plain: Sequence[str | None], words: Sequence[Word]) -> bool:
    """Whether the words behind `read` show a text first, or hide what is typed, as for a password."""
    for index, it in enumerate(plain):
        if it is None or not it.startswith("-"):
            continue
        if "s" in it[1:].partition("p")[0]:
            return True
        if it.endswith("p") and index + 1 < len(words):
            return words[index + 1].text not in ("''", '""')
    return False


def ask_for_password(walk: Walk, call: Call, options: int) -> None:
    """Notes that `sudo` may ask for a password; the first words, as many as `options`, are its own."""
    own = [it.text for it in call.words[1 : 1 + options]]
    if not walk.guarded and not any(_NO_QUESTION.fullmatch(it) for it in own):
        walk.emit(AskUser(call.name, Source.PASSWORD, walk.unit.spot(call.words[0].start, call.words[0].end)))
