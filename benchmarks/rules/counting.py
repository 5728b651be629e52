"""How findings are counted against what was planted; the same way for every program.

- A finding is about a defect if the lines of the two overlap; one that says only which file, about any defect in it.
- What a program says of controls too, by the way and not as an error or a warning, is said of nothing.
- That a file cannot be parsed is about a defect of the syntax, and about no other.
- One finding is about one defect; those on the token come first, those without a place last.
- It is on the token if its range lies in it, or, where a program gives no range, its position.
- Whatever is said of the hooks of a control, or of a real file without a fault, as an error or a warning, is false.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from tests.defects import Defect

from benchmarks.rules.programs import Found
from benchmarks.rules.samples import Sample
from hookwright.model.reaction import Severity
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import find

# The rules about the syntax, which a program that says that it cannot parse the file has found.
_SYNTAX = frozenset({"syntax-error", "comment-not-allowed", "trailing-comma"})

# The scripts that real files name are not there, which is no fault of theirs.
_ABOUT_HOOKS = ("HW", "CC-HK")
_MISSING_SCRIPT = frozenset({"HW501", "CC-HK-008"})


@dataclass(frozen=True, slots=True)
class Count:
    """Of so many defects, how many are found, and how many of these on the token."""

    defects: int = 0
    found: int = 0
    on_token: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.defects + other.defects, self.found + other.found, self.on_token + other.on_token)

    @property
    def missed(self) -> int:
        return self.defects - self.found


def count(sample: Sample, findings: Iterable[Found], by_the_way: Collection[str] = ()) -> Count:
    """How many of a file's defects the findings are about; `by_the_way` are the codes of those that are not counted."""
    left, todo = [it for it in findings if it.code not in by_the_way], list(sample.planted)
    met = {is_met: _take(todo, left, is_met, sample.text) for is_met in (_on_token, _on_line, _placeless)}
    return Count(len(sample.planted), sum(met.values()), met[_on_token])


def false_alarms(sample: Sample, findings: Iterable[Found]) -> int:
    """How many errors and warnings about hooks there are where there should be none."""
    alarms = [it for it in findings if it.severity.rank <= Severity.WARNING.rank and it.code not in _MISSING_SCRIPT]
    hooks = _hooks(sample.text)
    return sum(it.start in hooks or it.code.startswith(_ABOUT_HOOKS) for it in alarms)


def _hooks(text: str) -> range:
    """Where the hooks stand in a file."""
    tree = parse(text)
    found = find(tree, ("hooks",))
    return range(found.start, found.end) if found is not None else range(0)


def by_the_way(findings: Iterable[Found]) -> frozenset[str]:
    """The codes of what is said of controls without calling it a fault."""
    return frozenset(it.code for it in findings if it.severity.rank > Severity.WARNING.rank)


def lines_of(text: str, start: int, end: int) -> range:
    """The numbers of the lines that a range lies on."""
    return range(text.count("\n", 0, start), text.count("\n", 0, max(start, end - 1)) + 1)


def _take(todo: list[Defect], left: list[Found], is_met: Callable[[Defect, Found, str], bool], text: str) -> int:
    """Takes out the pairs of which the one is about the other, and says how many there are."""
    taken = 0
    for defect in tuple(todo):
        it = next((it for it in left if _may_be_about(defect, it) and is_met(defect, it, text)), None)
        if it is not None:
            todo.remove(defect)
            left.remove(it)
            taken += 1
    return taken


def _may_be_about(defect: Defect, it: Found) -> bool:
    return not it.syntax or defect.rule in _SYNTAX


def _on_token(defect: Defect, it: Found, text: str) -> bool:
    return not it.placeless and defect.start <= it.start and it.end <= defect.end


def _on_line(defect: Defect, it: Found, text: str) -> bool:
    one, other = lines_of(text, defect.start, defect.end), lines_of(text, it.start, it.end)
    return not it.placeless and one.start < other.stop and other.start < one.stop


def _placeless(defect: Defect, it: Found, text: str) -> bool:
    return it.placeless
