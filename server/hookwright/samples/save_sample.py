"""Saves samples below `.hookwright/samples` in the project: new, edited, or from a recorded dispatch."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Mapping
from itertools import count
from typing import Any

from hookwright.analysis.samples.files import FOLDER, SUFFIX, is_sample_name, samples_folder
from hookwright.dialects import by_id
from hookwright.errors import UnknownEvent, UnreadableInput, UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source
from hookwright.paths import below
from hookwright.policies.redaction import redact_json
from hookwright.samples.built_in import samples
from hookwright.samples.payload_paths import from_project, root_of, without_user
from hookwright.workflows.file_writing import write_text
from hookwright.workflows.target import Target

_LONGEST_NAME = 60
_OF_NOBODY = {Source.SESSION_ID, Source.USER_NAME, Source.DISPATCH_ID, Source.TIMESTAMP, Source.EPOCH}


def new_sample(target: Target, project: str) -> str:
    """Creates a sample under a free name, with the payload that the hooks are fired with by default; its path.

    Raises UsageError, and UnreadableInput if it cannot be written.
    """
    dialect, row = target.file.dialect, target.row
    chosen = samples(dialect, row.name, target.matcher)[0]
    return add_sample(project, dialect, row, chosen.name, chosen.payload)


def add_sample(
    project: str, dialect: Dialect, row: EventRow, name: str, payload: Mapping[str, Any], *, is_chosen: bool = False
) -> str:
    """Creates a sample, with a number if the name is taken; its path.  Never overwrites.

    Names of built-in samples count as taken unless `is_chosen`.
    """
    folder = _made(project, dialect, row)
    taken = {it.removesuffix(SUFFIX).casefold() for it in os.listdir(folder)}
    if not is_chosen:
        taken |= {it.name.casefold() for it in samples(dialect, row.name)}
    while True:
        path = os.path.join(folder, f"{_free(file_name_of(name), taken)}{SUFFIX}")
        try:
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                file.write(_text(payload))
        except FileExistsError:
            taken.add(os.path.basename(path).removesuffix(SUFFIX).casefold())
            continue
        except OSError as wrong:
            raise UnreadableInput(f"`{path}` cannot be created", (wrong.strerror or str(wrong)).lower()) from wrong
        return path


def save_sample(project: str, dialect: Dialect, row: EventRow, name: str, payload: Mapping[str, Any]) -> str:
    """Writes the sample of that name, with paths of the project replaced; its path.

    Raises UsageError if the name is not valid for a file, and UnreadableInput if it cannot be written.
    """
    if not is_sample_name(name):
        raise UsageError(
            f"`{name}` is not a valid sample name", "use letters, digits, spaces, and `.`, `-`, `+`, `@`, `_`"
        )
    path = os.path.join(_made(project, dialect, row), f"{name}{SUFFIX}")
    portable = from_project(payload, root_of(dialect, row), project)
    if not os.path.lexists(path):
        return add_sample(project, dialect, row, name, portable, is_chosen=True)
    _require_below(path, project)
    write_text(path, _text(portable))
    return path


def file_name_of(name: str) -> str:
    """The closest name that is valid for a file on every system."""
    found = re.sub(r"[^\w.@+-]+", "-", name).strip(".-_")[:_LONGEST_NAME].rstrip(".-")
    return found if is_sample_name(found) else "sample"


def _free(name: str, taken: Collection[str]) -> str:
    return next(
        it for number in count(1) if (it := name if number == 1 else f"{name}-{number}").casefold() not in taken
    )


def _made(project: str, dialect: Dialect, row: EventRow) -> str:
    """The folder of the event's samples, created if needed."""
    folder = samples_folder(project, dialect, row)
    _require_below(folder, project)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as wrong:
        raise UnreadableInput(f"`{folder}` cannot be created", (wrong.strerror or str(wrong)).lower()) from wrong
    return folder


def _require_below(path: str, project: str) -> None:
    if not os.path.isdir(project):
        raise UsageError(f"The project `{project}` no longer exists", "name another one")
    allowed = os.path.join(os.path.realpath(project), *FOLDER.split("/"))
    if below(os.path.realpath(path), allowed) is None:
        raise UsageError(f"`{path}` points outside the project", "replace the link with a real folder")


def _text(payload: Mapping[str, Any]) -> str:
    return json.dumps(payload, ensure_ascii=False, indent=2, default=list) + "\n"


def keep_sample(record: Mapping[str, Any], home: str, *, name: str | None = None, project: str | None = None) -> str:
    """Saves a recorded dispatch (from `engine.journal.history`) as a sample in its project; its path.

    Raises UsageError if its payload was cut or its dialect or event is unknown, and UnreadableInput.
    """
    dialect, row = _event_of(record)
    payload = kept_payload(record, dialect, row, home)
    wanted = name or row.subject.found_in(record["payload"]) or row.name
    return add_sample(project or record["project"], dialect, row, wanted, payload, is_chosen=name is not None)


def kept_payload(record: Mapping[str, Any], dialect: Dialect, row: EventRow, home: str) -> dict[str, Any]:
    """The payload without anything that identifies the user; raises UsageError if it was cut."""
    if record["payloadTruncated"]:
        raise UsageError("Not all of this payload was recorded", "fire it again with a smaller one")
    fields = {it.name: it for it in (*dialect.payload, *row.payload) if it.source in _OF_NOBODY}
    found = {
        key: fields[key].sample if key in fields and isinstance(value, str) else value
        for key, value in record["payload"].items()
    }
    plain = without_user(redact_json(found), root_of(dialect, row), record["project"], home)
    return dict(plain)


def _event_of(record: Mapping[str, Any]) -> tuple[Dialect, EventRow]:
    dialect = by_id(record["dialect"])
    row = dialect.event(record["event"])
    if row is None:
        raise UnknownEvent(record["event"], dialect.title, [it.name for it in dialect.events])
    return dialect, row
