"""Where bash refuses a command: its grammar, read from the first token to the one that cannot stand where it does."""

from __future__ import annotations

from hookwright.shell.compounds import COMPOUNDS
from hookwright.shell.lists import read_list
from hookwright.shell.reader import GivenUp, Reader, Refused
from hookwright.shell.tokens import take
from hookwright.shell.tree import Fault

_TEMPLATE = "{{"


def fault_in(text: str) -> Fault | None:
    """Why bash refuses the text, as indices into it; None where it does not, or cannot be told."""
    if _TEMPLATE in text:
        return None
    r = Reader(text, _substituted, COMPOUNDS)
    try:
        read_list(r, frozenset())
    except Refused as refused:
        return refused.fault
    except (GivenUp, RecursionError):
        return None
    return None


def _substituted(r: Reader) -> None:
    read_list(r, frozenset({")"}), may_be_empty=True)
    take(r)
