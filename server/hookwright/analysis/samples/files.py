"""Where the samples that a user keeps lie: `.hookwright/samples/<dialect>/<event>/<name>.json` in the project."""

from __future__ import annotations

import os.path

from msgspec import Struct

from hookwright.dialects import find
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.patterns import late_pattern

SUFFIX = ".json"
FOLDER = ".hookwright/samples"
_PARTS = tuple(FOLDER.split("/"))
_NAME = late_pattern(r"\w[\w .@+-]*")


class SampleFile(Struct, frozen=True):
    """What the place of a sample says: its project's folder, and the names of its dialect, its event, and its own."""

    project: str
    dialect_id: str
    event: str
    name: str

    @property
    def dialect(self) -> Dialect | None:
        """The dialect; None if there is none of that name."""
        return find(self.dialect_id)

    @property
    def row(self) -> EventRow | None:
        """The event; None if the dialect has none of that name."""
        return self.dialect.event(self.event) if self.dialect else None


def sample_file(path: str) -> SampleFile | None:
    """What the place of a file says about it; None if no samples lie there."""
    folder, name = os.path.split(path)
    folder, event = os.path.split(folder)
    folder, dialect_id = os.path.split(folder)
    above = folder
    parts: tuple[str, ...] = ()
    for _ in _PARTS:
        above, part = os.path.split(above)
        parts = (part, *parts)
    if parts != _PARTS or not name.endswith(SUFFIX):
        return None
    return SampleFile(above, dialect_id, event, name.removesuffix(SUFFIX))


def samples_folder(project: str, dialect: Dialect, row: EventRow) -> str:
    """The folder of an event's samples, whether it is there or not."""
    return os.path.join(project, *_PARTS, dialect.id, row.name)


def is_sample_name(name: str) -> bool:
    """Whether a file can be called so on every system, and nothing but a file of its folder is meant."""
    return _NAME.fullmatch(name) is not None and not name.endswith((".", " ")) and len(name) <= 100
