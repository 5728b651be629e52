"""How many mutants of hook files are found: at least one finding at the place that the file did not have before.

The place of a mutant is the lines of its change and the next one that is not blank.  Where something
was left out, it is the innermost pair of brackets around it that counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.rules.counting import lines_of
from benchmarks.rules.json_kinds import SIGNS
from benchmarks.rules.mutants import WITHIN, Mutant, mutants
from benchmarks.rules.programs import Found, Program
from benchmarks.rules.samples import Sample, read, settings_of, write_scripts, written
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject

_OF_A_FILE = 2


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant in its place, and the file that it was made of."""

    original: Sample
    mutated: Sample
    mutant: Mutant


@dataclass(frozen=True, slots=True)
class Score:
    """Which mutants a program was shown, and which of them it found."""

    shown: tuple[Trial, ...]
    found: frozenset[Path]

    def of(self, kind: str | None) -> tuple[int, int]:
        """How many mutants of a kind, or of all, were found, and shown."""
        shown = [it for it in self.shown if kind is None or it.mutant.kind == kind]
        return sum(it.mutated.path in self.found for it in shown), len(shown)

    @property
    def survivors(self) -> tuple[Trial, ...]:
        """The mutants that were not found."""
        return tuple(it for it in self.shown if it.mutated.path not in self.found)


def trials(corpus: Path | None, root: Path, home: Path, *, seed: int, each: int) -> tuple[Trial, ...]:
    """At most `each` mutants of a kind, the same for the same seed, with their files and scripts on the disk."""
    chance = random.Random(seed)
    by_kind: dict[str, list[Trial]] = {}
    for number, original in enumerate(settings_of(corpus, root / "originals")):
        file = read(original, home)
        if file is None or file.fault is not None or not file.events:
            continue
        project = _project(written(original))
        write_scripts(file, project, home)
        subject = Subject(file, str(project), RealDisk(str(home)))
        for mutant in mutants(subject, _OF_A_FILE, chance):
            by_kind.setdefault(mutant.kind, []).append(_trial(original, mutant, root, f"{number}"))
    chosen = [it for made in by_kind.values() for it in chance.sample(made, min(each, len(made)))]
    return tuple(_in_place(it, root / f"{number:05}", home) for number, it in enumerate(chosen))


def scores(all_trials: Sequence[Trial], programs: Mapping[str, Program]) -> Iterator[tuple[str, Score, float]]:
    """What each program finds, and how long it takes, in seconds."""
    originals = tuple({it.original.path: it.original for it in all_trials}.values())
    for name, program in programs.items():
        said = program((*originals, *(it.mutated for it in all_trials)))
        shown = tuple(it for it in all_trials if it.mutated.path in said.of)
        found = (it.mutated.path for it in shown if _is_found(it, said.of[it.original.path], said.of[it.mutated.path]))
        yield name, Score(shown, frozenset(found)), said.taken


def _trial(original: Sample, mutant: Mutant, root: Path, name: str) -> Trial:
    return Trial(original, replace(original, path=root / name, text=mutant.text), mutant)


def _in_place(trial: Trial, folder: Path, home: Path) -> Trial:
    """The trial with the mutant's file, and the scripts that the original names, in a folder of their own."""
    inside = trial.original.path.relative_to(_project(trial.original))
    mutated = written(replace(trial.mutated, path=folder / inside))
    file = read(replace(trial.original, path=mutated.path), home)
    if file is not None:
        write_scripts(file, folder, home)
    return replace(trial, mutated=mutated)


def _project(sample: Sample) -> Path:
    """The folder that the places of hook files are told from."""
    return sample.path.parents[1]


def _is_found(trial: Trial, before: Iterable[Found], after: Iterable[Found]) -> bool:
    mutant, old = trial.mutant, [(it.code, _line(trial.original.text, it)) for it in before]
    places = _places(mutant, trial.original.text)
    moved = mutant.text.count("\n") - trial.original.text.count("\n")
    end = mutant.text.count("\n", 0, mutant.end)
    for it in after:
        line = _line(mutant.text, it)
        key = (it.code, line - moved if line > end and not it.placeless else line)
        if key in old:
            old.remove(key)
        elif it.placeless or not places.isdisjoint(lines_of(mutant.text, it.start, it.end)):
            return True
    return False


def _line(text: str, it: Found) -> int:
    return text.count("\n", 0, it.start)


def _places(mutant: Mutant, original: str) -> set[int]:
    """The numbers of the lines at which a finding is about the mutant."""
    lines = mutant.text.split("\n")
    found = set(lines_of(mutant.text, mutant.start, mutant.end))
    found.add(next((it for it in range(max(found) + 1, len(lines)) if lines[it].strip()), max(found)))
    if mutant.kind in WITHIN:
        found.update(_innermost(original, mutant.start))
    return found


def _innermost(text: str, offset: int) -> range:
    """The lines of the innermost pair of brackets that has the offset in it or is there itself."""
    opened: list[int] = []
    for it in SIGNS.finditer(text):
        if it[0] in "[{":
            opened.append(it.start())
        elif it[0] in "]}" and opened:
            start = opened.pop()
            if start <= offset <= it.start():
                return lines_of(text, start, it.end())
    return lines_of(text, 0, len(text))
