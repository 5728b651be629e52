"""A baseline: the findings that a repository has when it adopts hookwright, which then fail nothing.

A finding is known by its file, rule and message, not by its line, so that other edits of the file change nothing.
If there are several alike, as many are left out as the baseline counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.reports.checked import Checked, relative
from hookwright.errors import UnreadableInput

Key = tuple[str, str, str]
"""Path, code and message."""


class Baseline(Struct, frozen=True):
    """How often each finding is known, by paths relative to the folder."""

    counts: Counter[Key]
    folder: str

    @classmethod
    def of(cls, checked: Iterable[Checked], folder: str) -> Baseline:
        """The baseline of these findings."""
        return cls(Counter(_key(one, it, folder) for one in checked for it in one.diagnostics), folder)

    @classmethod
    def from_json(cls, value: Any, folder: str, path: str) -> Baseline:  # noqa: ANN401  any JSON value
        """The baseline that `to_json` wrote; raises UnreadableInput if the file at the path holds something else."""
        counts: Counter[Key] = Counter()
        try:
            if value["version"] != 1:
                raise UnreadableInput(
                    f"`{path}` was written by a later hookwright", "install that version, or write it again"
                )
            for it in value["findings"]:
                key, count = (it["path"], it["code"], it["message"]), it["count"]
                if not all(isinstance(part, str) for part in key) or not isinstance(count, int):
                    raise TypeError
                counts[key] += count
        except (TypeError, KeyError) as wrong:
            raise UnreadableInput(f"`{path}` is not a baseline", "write it with `--write-baseline`") from wrong
        return cls(counts, folder)

    def to_json(self) -> dict[str, Any]:
        """The baseline for its file, in an order that makes small differences."""
        listed = [
            {"path": it[0], "code": it[1], "message": it[2], "count": self.counts[it]} for it in sorted(self.counts)
        ]
        return {"version": 1, "findings": listed}

    def left(self, checked: Iterable[Checked]) -> tuple[tuple[Checked, ...], int]:
        """The findings that are not known, and how many of the known ones were not found any more."""
        waiting, left = self.counts.copy(), list[Checked]()
        for one in checked:
            new = list[Diagnostic]()
            for it in one.diagnostics:
                key = _key(one, it, self.folder)
                if waiting[key] > 0:
                    waiting[key] -= 1
                else:
                    new.append(it)
            left.append(replace(one, diagnostics=tuple(new)))
        return tuple(left), waiting.total()


def _key(one: Checked, it: Diagnostic, folder: str) -> Key:
    return relative(one.path, folder), it.rule.code, it.finding.message
