"""`python -m benchmarks.rules`: what hookwright and its peers find of what is planted, and of mutants of hook files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.rules.counting import Count, by_the_way, count, false_alarms
from benchmarks.rules.mutants import KINDS
from benchmarks.rules.mutating import Score, Trial, scores, trials
from benchmarks.rules.programs import OURS, Program, Said, programs
from benchmarks.rules.samples import Sample, faultless, planted

CORPUS_VARIABLE = "HOOKWRIGHT_CORPUS"
_SHOWN = 3


def main() -> None:
    """Prints the tables."""
    options = _options()
    corpus = options.corpus if options.corpus is not None and (options.corpus / "index.jsonl").is_file() else None
    if corpus is None:
        print(f"No corpus (--corpus, {CORPUS_VARIABLE}): examples and controls are mutated, real files left out.")
    with TemporaryDirectory() as folder:
        root, home = Path(folder).resolve(), Path(folder).resolve() / "home"
        home.mkdir()
        found, missing = programs(home, root)
        for it in missing:
            print(f"Not measured: {it}.")
        _planted(found, root / "planted", home)
        if corpus is not None:
            _faultless(found, tuple(faultless(corpus, root / "faultless")))
        made = trials(corpus, root / "mutants", home, seed=options.seed, each=options.each)
        results = {name: (score, taken) for name, score, taken in scores(made, found)}
        _mutants(results, options.seed)
        _survivors(results[OURS][0], None if options.survivors else _SHOWN)


def _options() -> argparse.Namespace:
    default = os.environ.get(CORPUS_VARIABLE)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rules", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path(default) if default else None, help="real hook files")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other mutants")
    parser.add_argument("--each", type=int, default=40, help="at most so many mutants of a kind")
    parser.add_argument("--survivors", action="store_true", help="print all mutants that hookwright does not find")
    return parser.parse_args()


def _planted(found: Mapping[str, Program], root: Path, home: Path) -> None:
    samples = tuple(planted(root, home))
    said = {name: program(samples) for name, program in found.items()}
    print(f"\nPlanted: {sum(bool(it.planted) for it in samples)} files with defects, ", end="")
    print(f"{sum(not it.planted for it in samples)} controls")
    print(_line("", "defects", "found", "missed", "on token", "false"))
    for dialect in dict.fromkeys(it.dialect for it in samples):
        print(dialect)
        own = [it for it in samples if it.dialect == dialect]
        for name in found:
            print(_planted_line(name, own, said[name]))
    print(f"all, with the start: {', '.join(f'{name} {_time(it.taken)}' for name, it in said.items())}")


def _planted_line(name: str, samples: Sequence[Sample], said: Said) -> str:
    read = [it for it in samples if it.path in said.of]
    if not read:
        return _line(f"  {name}", "reads none of these files")
    controls = [it for it in read if not it.planted]
    ignored = by_the_way(finding for it in controls for finding in said.of[it.path])
    total = sum((count(it, said.of[it.path], ignored) for it in read), Count())
    cells = (
        total.defects,
        total.found,
        total.missed,
        total.on_token,
        sum(false_alarms(it, said.of[it.path]) for it in controls),
    )
    return _line(f"  {name}", *(str(it) for it in cells))


def _faultless(found: Mapping[str, Program], samples: Sequence[Sample]) -> None:
    print(f"\nReal settings in which the corpus's labels find no fault: {len(samples)} files")
    print(_line("", "findings", "files", "time"))
    for name, program in found.items():
        said = program(samples)
        counts = [false_alarms(it, said.of[it.path]) for it in samples if it.path in said.of]
        print(_line(f"  {name}", str(sum(counts)), str(sum(map(bool, counts))), _time(said.taken)))


def _mutants(results: Mapping[str, tuple[Score, float]], seed: int) -> None:
    print(f"\nMutants found of those shown, seed {seed}")
    print(_line("", *(name.removeprefix("JSON service, ") for name in results), wide=True))
    for kind in (*KINDS, None):
        cells = [_share(*score.of(kind)) for score, _ in results.values()]
        if any(cells):
            print(_line(f"  {kind or 'all'}", *cells, wide=True))
    print(_line("  time", *(_time(taken) for _, taken in results.values()), wide=True))


def _share(found: int, shown: int) -> str:
    return f"{found}/{shown} {100 * found / shown:3.0f} %" if shown else ""


def _survivors(score: Score, at_most: int | None) -> None:
    by_kind: dict[str, list[Trial]] = {}
    for it in score.survivors:
        by_kind.setdefault(it.mutant.kind, []).append(it)
    if by_kind:
        print(
            "\nWhat hookwright does not find" + ("" if at_most is None else f", {at_most} of a kind (--survivors: all)")
        )
    for kind, survivors in by_kind.items():
        print(f"  {kind}: {len(survivors)}")
        for it in survivors[:at_most]:
            print(f"    {_place(it)}: {_brief(it.mutant.before)} → {_brief(it.mutant.after)}")


def _place(it: Trial) -> str:
    return f"{it.original.name}:{it.mutant.text.count(chr(10), 0, it.mutant.start) + 1}"


def _brief(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:40]} … {line[-17:]}"


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _line(first: str, *cells: str, wide: bool = False) -> str:
    width = 20 if wide else 10
    return f"{first:<32}{''.join(f'{it:>{width}}' for it in cells)}".rstrip()


if __name__ == "__main__":
    main()
