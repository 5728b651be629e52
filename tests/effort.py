"""How much processor time a call takes, whatever else the process holds or the machine does."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable


def effort(call: Callable[[], object], times: int = 3) -> float:
    """The least seconds of processor time of some calls, without those of the garbage collector.

    In a process with the objects of thousands of tests, one collection takes half a second.
    """
    gc.disable()
    try:
        return min(_once(call) for _ in range(times))
    finally:
        gc.enable()


def _once(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began
