"""The order in which harmless calls are asked about: first those in which a guard's patterns find what is refused."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.model import Variant

Asked = tuple[str, str]
"""What a call does, and its text."""
_AND = " && "
_SAME_HEAD = 0.1
"""How likely a call of the same subcommand is refused, beside the share of what is found in both."""


class Known(Struct, frozen=True):
    """What a guard was `asked` about and `stopped`, and the numbers of the patterns that `found` each text."""

    asked: Sequence[Asked]
    stopped: Collection[Asked]
    found: Mapping[str, frozenset[int]]

    def rule_of(self, it: Asked) -> tuple[str, float]:
        """The call that is stopped by a rule which probably refuses this one, and how much of that is found in both.

        The call is empty if there is none.  The patterns that find nothing that passes are the reason for what they
        find; if there are none, all patterns together are.  What passes may do so by an exception, which also finds it.
        """
        does, text = it
        mine = self.found[text]
        of_tool = [(self.found[other], (tool, other)) for tool, other in self.asked if tool == does]
        let_pass = [theirs for theirs, other in of_tool if other not in self.stopped]
        if mine in let_pass:
            return "", 0
        harmless = frozenset[int]().union(*let_pass)
        every = ((other, theirs) for theirs, (tool, other) in of_tool if (tool, other) in self.stopped)
        likely = (
            (other, len(mine & theirs) / len(theirs))
            for other, theirs in every
            if theirs and (theirs - harmless or theirs) <= mine
        )
        return max(likely, key=lambda it: it[1], default=("", 0))


def control(it: Variant) -> Asked:
    """What the guard is asked about to see whether it has another reason."""
    return it.does, it.control


def in_order(every: Iterable[Variant], known: Known) -> list[Variant]:
    """The calls that are worth a question, each with the stopped call whose rule probably refuses it as its seed.

    Those of such a rule come first, then those of a subcommand that is stopped, and then those in which a pattern finds
    anything; the kinds take turns.  Calls that the guard is known to stop, or whose control it stops, show nothing.
    """
    likely: list[tuple[float, Variant]] = []
    heads = {_head(text) for _, text in known.stopped}
    for it in every:
        is_known = (it.does, it.text) in known.stopped or control(it) in known.stopped
        if is_known or not known.found[it.text]:
            continue
        rule, share = known.rule_of((it.does, it.text))
        likely.append((share or _SAME_HEAD * (_head(it.text) in heads), replace(it, seed=rule)))
    levels = sorted({it for it, _ in likely}, reverse=True)
    found = [it for level in levels for it in in_turns(it for share, it in likely if share == level)]
    alone = {it.text for it in found}
    # Where the second of two commands is refused alone, the first one shows nothing more.
    return [it for it in found if it.text.partition(_AND)[2] not in alone]


def _head(text: str) -> tuple[str, ...]:
    """The program of a command, with its subcommand."""
    return tuple(text.split()[:2])


def in_turns(every: Iterable[Variant]) -> Iterator[Variant]:
    """One call of each kind, then another one of each, and so on."""
    kinds: dict[str, list[Variant]] = {}
    for it in every:
        kinds.setdefault(kind(it), []).append(it)
    for turn in zip_longest(*kinds.values()):
        yield from (it for it in turn if it is not None)


def kind(it: Variant) -> str:
    """The kind of a harmless call: one of the same shows the same of a rule."""
    return it.changes[0].family
