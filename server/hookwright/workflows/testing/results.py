"""The results of a file's tests, for the reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hookwright.workflows.testing.case import CaseFile
from hookwright.workflows.testing.run import Result


@dataclass(frozen=True, slots=True)
class FileResults:
    """A file and what became of its tests, in its order."""

    file: CaseFile
    results: tuple[Result, ...]

    def complaints(self) -> Iterator[tuple[int, str, str]]:
        """Line from 0, title and message of everything that is wrong: problems of the file, then of its tests."""
        for problem in self.file.problems:
            yield problem.line, "not a hook test", problem.message
        for it in self.results:
            if it.problem is not None:
                yield it.case.line, it.case.name, it.problem
            for mismatch in it.mismatches:
                yield it.case.lines.get(mismatch.key, it.case.line), it.case.name, str(mismatch)


def summary(every: Iterable[FileResults]) -> Counter[str]:
    """How many tests came to what; a problem of a file counts as an error."""
    count: Counter[str] = Counter()
    for it in every:
        count.update(result.status for result in it.results)
        count["error"] += len(it.file.problems)
    return +count
