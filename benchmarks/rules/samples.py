"""The files that are judged: the planted defects and controls, and real files at the places where they are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.defects import Defect, defects, pages
from tests.probes.case import lay_out

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.read import read_hook_file
from hookwright.config.view import HookFile
from hookwright.readers.choice import readers

EXAMPLES = Path(__file__).parents[2] / "examples"

# Where the folders of a corpus with an index have their files.
_PLACES = {"claude-code": ".claude/settings.json"}

# The rules by which findings of another program are shown.
_OF_OTHERS = frozenset({"shell-lint"})


@dataclass(frozen=True, slots=True)
class Sample:
    """One hook file: where it lies on the disk, what it holds, and what is planted in it."""

    name: str
    path: Path
    dialect: str
    text: str
    planted: tuple[Defect, ...] = ()


def planted(root: Path, home: Path) -> Iterator[Sample]:
    """The files of `tests/planted`, each in a project of its own below `root`; a control has nothing planted in it."""
    for page in pages():
        for number, section in enumerate(page.sections):
            case = lay_out(section, root / page.dialect / f"{number:03}", home)
            for block, _ in case.hook_files():
                found = defects(block)
                if not any(it.rule in _OF_OTHERS for it in found):
                    yield Sample(section.title, case.path(block), page.dialect, block.text, found)


def faultless(corpus: Path, root: Path) -> Iterator[Sample]:
    """The real settings of a corpus in which its labels find no fault, each in a project of its own below `root`."""
    labeled = {it["file"] for it in _lines(corpus / "labels.jsonl")}
    for number, row in enumerate(_lines(corpus / "index.jsonl")):
        place = _PLACES.get(row["file"].partition("/")[0])
        if place is not None and row["file"] not in labeled and not row["synthetic"]:
            text = (corpus / row["file"]).read_text(encoding="utf-8")
            yield written(Sample(row["file"], root / f"{number:03}" / place, row["file"].partition("/")[0], text))


def settings_of(corpus: Path | None, root: Path) -> Iterator[Sample]:
    """What is mutated: the settings of a corpus, or the examples and the controls of the project itself."""
    if corpus is not None:
        for number, (folder, place) in enumerate(_PLACES.items()):
            for path in sorted((corpus / folder).glob("*.json")):
                text = path.read_text(encoding="utf-8", errors="replace")
                yield Sample(path.stem, root / f"{number}-{path.stem}" / place, folder, text)
        return
    for path in sorted(it for it in EXAMPLES.rglob("*.json")):
        inside = path.relative_to(EXAMPLES)
        yield Sample(str(inside), root / inside, inside.parts[0], path.read_text(encoding="utf-8"))
    for page in pages():
        for number, section in enumerate(page.controls):
            for block in section.inputs:
                if block.path is not None and block.path.endswith(".json"):
                    project = root / f"{page.dialect}-{number}"
                    yield Sample(section.title, project / block.path, page.dialect, block.text)


def written(sample: Sample) -> Sample:
    """The sample, with its file on the disk."""
    sample.path.parent.mkdir(parents=True, exist_ok=True)
    sample.path.write_text(sample.text, encoding="utf-8")
    return sample


def read(sample: Sample, home: Path, text: str | None = None) -> HookFile | None:
    """The file as its dialect reads it, or another text in its place; None where it is no hook file."""
    content = sample.text if text is None else text
    path = str(sample.path)
    found = readers(path, content, str(sample.path.parents[1]), str(home))
    return read_hook_file(path, content, found[0].dialect, found[0].scope) if found else None


def write_scripts(file: HookFile, project: Path, home: Path) -> None:
    """Puts a script at every place inside the project where a hook looks for one."""
    for script in hook_scripts(Subject(file, str(project), RealDisk(str(home)))):
        if script.path is None or not Path(script.path).is_relative_to(project):
            continue
        path = Path(script.path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("#!/bin/sh\n", encoding="utf-8")
            path.chmod(0o755)
        except OSError:
            continue


def _lines(path: Path) -> Iterator[dict[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)
