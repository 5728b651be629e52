"""Where a check keeps what it has read of scripts: in the state folder, for the next check."""

from __future__ import annotations

import os

from hookwright import __version__
from hookwright.engine.journal.place import is_off, make_private, state_folder
from hookwright.host import Host
from hookwright.scripts.read import Reader, read_script

FOLDER = "readings"


def reader_for(host: Host) -> Reader:
    """What reads scripts: where the folder is the user's alone, it keeps what it reads; else it reads each time.

    `HOOKWRIGHT_CACHE=off` switches it off.
    """
    state = state_folder(host)
    if is_off(host, "HOOKWRIGHT_CACHE") or not os.path.isabs(state):
        return read_script
    folder = os.path.join(state, FOLDER)
    try:
        make_private(state)
        make_private(folder)
        from hookwright.scripts.readings import Readings

        return Readings(folder, __version__).read
    except OSError:
        return read_script
