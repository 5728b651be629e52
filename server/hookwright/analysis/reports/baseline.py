"""A baseline: the findings that a repository has when it adopts hookwright, which then fail nothing.

A finding is known by its file, rule and message, not by its line, so that other edits of the file change nothing.
If there are several alike, as many are left out as the baseline counts.  What is reported once for several places is
known place by place, so that one more place is a new finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.folding import said_once
from hookwright.analysis.reports.checked import Checked, relative
from hookwright.errors import UnreadableInput
from hookwright.patterns import late_pattern

Key = tuple[str, str, str]
"""Path, code and message."""
# Earlier versions wrote one entry for several places.
_MORE_PLACES = late_pattern(r" \(and in (\d{1,9}) more places?\)$")


class Left(Struct, frozen=True):
    """The findings that are not known, how many are hidden, and the known ones that were not found.

    `gone` counts those of files and rules that were checked, `elsewhere` all others.
    """

    checked: tuple[Checked, ...]
    hidden: int
    gone: int
    elsewhere: int


class Baseline(Struct, frozen=True):
    """How often each finding is known, by paths relative to the folder."""

    counts: Counter[Key]
    folder: str

    @classmethod
    def of(cls, checked: Iterable[Checked], folder: str) -> Baseline:
        """The baseline of these findings."""
        return cls(
            Counter(_key(one, it, folder) for one in checked for told in one.diagnostics for it in _places(told)),
            folder,
        )

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
                more = _MORE_PLACES.search(key[2])
                if more is None:
                    counts[key] += count
                else:
                    counts[key[0], key[1], key[2][: more.start()]] += count * (int(more[1]) + 1)
        except (TypeError, KeyError) as wrong:
            raise UnreadableInput(f"`{path}` is not a baseline", "write it with `--write-baseline`") from wrong
        return cls(counts, folder)

    def to_json(self) -> dict[str, Any]:
        """The baseline for its file, in an order that makes small differences."""
        listed = [
            {"path": it[0], "code": it[1], "message": it[2], "count": self.counts[it]} for it in sorted(self.counts)
        ]
        return {"version": 1, "findings": listed}

    def left(self, checked: Iterable[Checked], codes: Collection[str]) -> Left:
        """What the baseline leaves of the findings; `codes` are those of the rules that were checked."""
        waiting, left, paths = self.counts.copy(), list[Checked](), set[str]()
        for one in checked:
            paths.add(relative(one.path, self.folder))
            new = list[Diagnostic]()
            for told in one.diagnostics:
                places = _places(told)
                unknown = [it for it in places if not _taken(waiting, _key(one, it, self.folder))]
                if len(unknown) == len(places):
                    new.append(told)
                elif unknown:
                    new.append(said_once(unknown, one.tree))
            left.append(replace(one, diagnostics=tuple(new)))
        gone = sum(count for (path, code, _), count in waiting.items() if path in paths and code in codes)
        missed = waiting.total()
        return Left(tuple(left), self.counts.total() - missed, gone, missed - gone)


def _places(told: Diagnostic) -> Sequence[Diagnostic]:
    """The findings that one stands for: each place has its own."""
    return told.behind or (told,)


def _taken(waiting: Counter[Key], key: Key) -> bool:
    """Whether one of the known findings was left for the key; it is used up."""
    if waiting[key] <= 0:
        return False
    waiting[key] -= 1
    return True


def _key(one: Checked, it: Diagnostic, folder: str) -> Key:
    return relative(one.path, folder), it.rule.code, it.finding.message
