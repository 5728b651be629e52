"""The durations that a file holds, in seconds and in the file's unit."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from hookwright.analysis.structure.objects import sites
from hookwright.config.faults import finite
from hookwright.config.view import HookFile
from hookwright.model.field import Field, Measure, Unit
from hookwright.syntax.tree import Kind
from hookwright.text import Route

HOUR = 3600


class Duration(Struct, frozen=True):
    """A number in a key that takes a duration, which is measured so."""

    field: Field
    measure: Measure
    route: Route
    value: float

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return self.measure.seconds(self.value)

    @property
    def meant(self) -> float | None:
        """The value in the right unit where it is plainly written in the other one, else None.

        From 1000 on, seconds are taken for milliseconds, except whole minutes that are hardly milliseconds, such
        as 1800; below 100, milliseconds are taken for seconds.
        """
        if self.measure.milliseconds_from is not None:
            return None
        if self.measure.unit is Unit.MILLISECONDS:
            return float(self.value * 1000) if 0 < self.value < 100 else None
        if not 1000 <= self.value < float("inf") or (self.value % 60 == 0 and self.value % 500 != 0):
            return None
        return self.value / 1000


def durations(file: HookFile) -> Iterator[Duration]:
    """Every duration of the file, with any value."""
    for site in sites(file):
        for entry, field in site.known:
            value = entry.value.value
            if field.measure is None or entry.value.kind is not Kind.NUMBER:
                continue
            if isinstance(value, int | float):
                known = value if math.isfinite(finite(value)) else finite(value)
                yield Duration(field, field.measure, (*site.route, entry.name), known)
