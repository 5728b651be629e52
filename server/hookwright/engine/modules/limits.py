"""What hook modules may take."""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """What modules may take; seconds of a handler are its own, without those in which it waits for the client.

    A handler that has not ended `grace_seconds` after it was cancelled is killed with its host.  `memory` is the
    address space of a host process in bytes, 0 for any; Linux holds modules to it, macOS does not.

    A module that is lost is started again after `restart_seconds`, one pause for each time that it was lost in a row;
    then it is given up.  One that cannot be loaded is tried again after the same pauses, and the last of them for ever.
    An event waits `wait_seconds` at most for modules that are loaded again, and `settle_seconds` at most for a file to
    come back that has just vanished or become empty.
    """

    handler_seconds: float = 10.0
    load_seconds: float = 10.0
    grace_seconds: float = 1.0
    memory: int = 768 << 20
    restart_seconds: tuple[float, ...] = (0.0, 0.5, 2.0, 8.0, 30.0)
    wait_seconds: float = 5.0
    settle_seconds: float = 0.25
