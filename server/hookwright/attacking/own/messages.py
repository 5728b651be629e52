"""Messages of commits in the form that one guard wants, and the calls about messages with one of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call, Rewording
from hookwright.attacking.forms.variants import Aim
from hookwright.patterns import late_pattern

CONVENTIONS, MESSAGE = "conventions", "message"
"""The danger and the seed that are about messages."""
USUAL = "feat: add a cart"
"""The message in the data of the danger that has the usual form."""
_OTHERS = ("docs: add a note", "chore: add a note", "feat(api): add a cart", "Add a cart")
_TYPED = late_pattern(r"\b(?:feat|fix|docs)(?:\([a-z]+\))?!?: ")
"""How the other messages of the data begin that have that form."""
_EXAMPLE = late_pattern(
    r"\[?\b[A-Z]{2,8}-\d{1,5}\]?[: ]{1,2}[A-Z][\w ]{3,40}\w|\b[a-z]{3,8}\([\w#-]+\): \w[\w ]{3,40}\w"
)
"""A message that the text of a guard gives as an example, such as `TM-281: Fix bug`."""
_MOST_EXAMPLES = 3


def messages(texts: Iterable[str]) -> list[str]:
    """Messages that the guard may want: usual ones, and those that its text gives as examples."""
    shown = dict.fromkeys(it[0] for text in texts for it in _EXAMPLE.finditer(text))
    return [USUAL, *_OTHERS, *[*shown][:_MOST_EXAMPLES]]


def with_message(aim: Aim, message: str) -> Aim:
    """The aim with the message in the place of the usual one; without what needs one, if it is empty.

    Calls with other messages of the usual form are left out, if that is not the guard's.
    """
    if message == USUAL:
        return aim
    seeds = tuple(replace(it, same=tuple(_forms(it.same, message))) if it.name == MESSAGE else it for it in aim.seeds)
    return replace(aim, seeds=seeds, danger=replace(aim.danger, harmless=_calls(aim.danger.harmless, message)))


def _forms(every: Sequence[Rewording], message: str) -> Iterable[Rewording]:
    for it in every:
        if USUAL not in it.command:
            yield it
        elif message:
            yield replace(it, command=it.command.replace(USUAL, message))


def _calls(every: Sequence[Call], message: str) -> tuple[Call, ...]:
    found = []
    for it in every:
        text = it.command.replace(USUAL, "")
        if it.seed != MESSAGE or not _TYPED.search(it.command):
            found.append(it)
        elif message and not _TYPED.search(text):
            unless = "" if _TYPED.search(it.unless.replace(USUAL, "")) else it.unless.replace(USUAL, message)
            found.append(replace(it, command=it.command.replace(USUAL, message), unless=unless))
    return tuple(found)
