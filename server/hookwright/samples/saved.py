"""The samples that a user has saved in the project, together with the built-in ones."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hookwright.analysis.samples.files import FOLDER, SUFFIX, samples_folder
from hookwright.files import read_bytes
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.samples.built_in import Sample, samples
from hookwright.samples.payload_paths import root_of, to_project

_MOST_BYTES = 4 * 1024 * 1024


class SampleSet(Struct, frozen=True):
    """Samples, and a sentence for each file that cannot be used."""

    samples: tuple[Sample, ...]
    problems: tuple[str, ...] = ()


def every_sample(
    dialect: Dialect,
    event: str,
    matcher: object = None,
    *,
    project_dir: str,
    open_texts: Mapping[str, str] | None = None,
) -> SampleSet:
    """The samples of an event, saved ones last; a saved one replaces a built-in one of the same name.

    The matcher is for `samples`; `open_texts` (by path) take precedence over the disk.  Empty if the dialect has no
    such event.
    """
    row = dialect.event(event)
    if row is None:
        return SampleSet(())
    made = samples(dialect, event, matcher, project_dir=project_dir)
    kept = saved_samples(dialect, row, project_dir, open_texts)
    by_name = {it.name.casefold(): it for it in kept.samples}
    first = tuple(by_name.pop(it.name.casefold(), it) for it in made)
    return SampleSet((*first, *by_name.values()), kept.problems)


def saved_samples(
    dialect: Dialect, row: EventRow, project_dir: str, open_texts: Mapping[str, str] | None = None
) -> SampleSet:
    """The saved samples by name; a broken file does not affect the others."""
    folder = samples_folder(project_dir, dialect, row)
    try:
        names = sorted(it for it in os.listdir(folder) if it.endswith(SUFFIX) and not it.startswith("."))
    except OSError:
        return SampleSet(())
    found: list[Sample] = []
    problems: list[str] = []
    root = root_of(dialect, row)
    for file in names:
        place = f"{FOLDER}/{dialect.id}/{row.name}/{file}"
        payload = _payload_in(os.path.join(folder, file), open_texts or {})
        if isinstance(payload, str):
            problems.append(f"The sample {place} cannot be used: {payload}")
            continue
        name = file.removesuffix(SUFFIX)
        found.append(Sample(name, f"{row.name}, kept in {FOLDER}", to_project(payload, root, project_dir)))
    return SampleSet(tuple(found), tuple(problems))


def _payload_in(path: str, open_texts: Mapping[str, str]) -> dict[str, Any] | str:
    """The object in the file, or why there is none."""
    try:
        if path in open_texts:
            return _object_in(open_texts[path])
        return _object_in(read_bytes(path, most=_MOST_BYTES).decode("utf-8-sig"))
    except OSError as wrong:
        return (wrong.strerror or str(wrong)).lower()
    except UnicodeDecodeError:
        return "it is not UTF-8"


def _object_in(text: str) -> dict[str, Any] | str:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        return f"it is not JSON ({wrong})"
    return value if isinstance(value, dict) else "it is not a JSON object"
