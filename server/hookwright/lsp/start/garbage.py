"""When the server looks for garbage: little while it starts, in small portions while it serves."""

from __future__ import annotations

import gc

# A keystroke in a long document makes thousands of short-lived objects, which are no garbage of this kind.
_COLLECT_AFTER = 20_000
_NEVER = 1_000_000


def collect_at_start() -> None:
    """Looks through the youngest objects alone: nearly all that starting makes is there to stay.

    Not looking at all would save 15 ms and cost 10 MB: attrs makes each class of the protocol twice.
    """
    gc.set_threshold(_COLLECT_AFTER, _NEVER, _NEVER)


def collect_while_serving() -> None:
    """What was made so far is never looked at again; the rest in portions that take less time than an answer may."""
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER, 4, 50)
