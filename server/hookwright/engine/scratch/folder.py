"""The scratch folder: made for one firing, gone after it, and after the next where a firing was killed."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from hookwright.engine.journal.place import make_private, state_folder
from hookwright.engine.scratch.walking import remove
from hookwright.errors import UnreadableInput
from hookwright.host import Host

_NAME = "scratch"


@asynccontextmanager
async def scratch_folder(host: Host) -> AsyncIterator[str]:
    """A new folder that only the user can enter, on the disk of their state folder; raises UnreadableInput.

    It is made and removed in a thread, and removed also where the firing is cancelled.
    """
    above = os.path.join(state_folder(host), _NAME)
    try:
        folder = await asyncio.to_thread(_make, above)
    except OSError as wrong:
        raise UnreadableInput(
            f"No copy can be made below `{state_folder(host)}` ({(wrong.strerror or str(wrong)).lower()})",
            "make `HOOKWRIGHT_STATE_DIR` a folder of your own",
        ) from wrong
    try:
        yield folder
    finally:
        await asyncio.shield(asyncio.to_thread(_clean, folder, above))


def _make(above: str) -> str:
    make_private(os.path.dirname(above))
    os.makedirs(above, mode=0o700, exist_ok=True)
    _sweep(above)
    return os.path.realpath(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=above))


def _clean(folder: str, above: str) -> None:
    remove(folder)
    with suppress(OSError):
        os.rmdir(above)


def _sweep(above: str) -> None:
    """Removes the folders of processes that are gone."""
    for name in os.listdir(above):
        number = name.partition("-")[0]
        if number.isdecimal() and not _lives(int(number)):
            remove(os.path.join(above, name))


def _lives(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
