"""When garbage is looked for: not while the server starts, and seldom after that."""

from __future__ import annotations

import gc

_COLLECT_AFTER = 20_000


def look_for_it_again() -> None:
    """Ends the time without it; what was made so far is there to stay, and never looked at."""
    gc.freeze()
    # A keystroke in a long document makes thousands of short-lived objects, which are no garbage of this kind.
    gc.set_threshold(_COLLECT_AFTER, 10, 20)
    gc.enable()
