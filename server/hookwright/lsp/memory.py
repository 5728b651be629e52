"""What is kept of a document from one judgement to the next, so that a keystroke costs what it has changed."""

from __future__ import annotations

from hookwright.analysis.remembered import Remembered
from hookwright.lsp.stamps import NotingDisk
from hookwright.lsp.written import Written


class Memory:
    """What was found, how it was written, and what the disk had said by then."""

    __slots__ = ("disk", "found", "written")

    def __init__(self, disk: NotingDisk) -> None:
        self.disk = disk
        self.found = Remembered()
        self.written = Written()
