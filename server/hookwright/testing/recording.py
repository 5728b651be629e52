"""Turns a recorded dispatch into a hook test that expects the same outcome."""

from __future__ import annotations

import io
import os.path
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from hookwright.dialects import by_id
from hookwright.errors import UnknownEvent, UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject, Source
from hookwright.paths import relative
from hookwright.readers.search import dialect_in_use
from hookwright.samples.payload_paths import root_of, to_project
from hookwright.samples.save_sample import kept_payload
from hookwright.samples.saved import every_sample
from hookwright.testing.read import read_file, read_tests, text_in
from hookwright.testing.yaml import load_yaml
from hookwright.workflows.file_writing import create_text, is_below, write_text

_NAME = "hooks"
_SUFFIX = ".hooktest.yaml"
_LONGEST_REASON = 120
_OWN = {
    Source.SESSION_ID,
    Source.USER_NAME,
    Source.DISPATCH_ID,
    Source.TIMESTAMP,
    Source.EPOCH,
    Source.EVENT,
    Source.CWD,
}
_REDACTED = "[redacted: "


def add_test(record: Mapping[str, Any], home: str, *, scratch: bool = False) -> tuple[str, int]:
    """Adds a test for the recorded dispatch beside its hooks; returns its path and line (from 0).

    An existing file gets it as its last test and is otherwise unchanged.  Raises UsageError if the dispatch cannot be a
    test, and UnreadableInput if the file cannot be written.
    """
    if record["cancelled"]:
        raise UsageError("This dispatch was cancelled, so it has no outcome", "fire it again")
    if not os.path.isdir(record["project"]):
        raise UsageError(f"The project `{record['project']}` no longer exists", "fire it in another one")
    folder = _folder(record)
    path = add_to_file(folder, record["project"], [_test(record, home, folder, scratch=scratch)])
    return path, read_file(path).cases[-1].line


def add_to_file(folder: str, project: str, tests: Sequence[dict[str, Any]]) -> str:
    """Adds tests at the end of the first file of the folder that can take them, and returns its path.

    Raises UsageError if that is outside of the project, and UnreadableInput if the file cannot be written.
    """
    number = 1
    while True:
        path = os.path.join(folder, f"{_NAME}{f'-{number}' if number > 1 else ''}{_SUFFIX}")
        if not is_below(path, project):
            raise UsageError(f"`{path}` is outside the project", "replace the link with a real folder")
        text = _with(path, tests)
        if text is not None:
            break
        number += 1
    (create_text if not os.path.lexists(path) else write_text)(path, text)
    return path


def folder_for(source: str, project: str) -> str:
    """Where the tests of a hook file are: beside it, or in the project's folder where it is outside of the project."""
    return os.path.dirname(source) if is_below(source, project) else project


def _with(path: str, added: Sequence[dict[str, Any]]) -> str | None:
    """The file's text with the tests at its end; None if it cannot be appended to."""
    if not os.path.lexists(path):
        # Like a file that got one after the other, it has an empty line between two.
        first = _yaml({"tests": [added[0]]})
        return first if len(added) == 1 else _appended(path, first, added[1:])
    return _appended(path, text_in(path).replace("\r\n", "\n"), added)


def _appended(path: str, old: str, added: Sequence[dict[str, Any]]) -> str | None:
    root = load_yaml(old) if not read_tests(path, old).problems else None
    if not isinstance(root, CommentedMap) or list(root)[-1] != "tests" or "cases" in root:
        return None
    tests = root["tests"]
    if not isinstance(tests, CommentedSeq) or tests.fa.flow_style():
        return None
    dash = " " * tests.lc.col
    lines = [line for it in added for line in ("", *_yaml([it]).splitlines())]
    new = f"{old.rstrip()}\n" + "".join(f"{dash}{it}\n" if it else "\n" for it in lines)
    found = read_tests(path, new)
    return None if found.problems or len(found.cases) != len(tests) + len(added) else new


def _test(record: Mapping[str, Any], home: str, folder: str, *, scratch: bool) -> dict[str, Any]:
    dialect = by_id(record["dialect"])
    row = dialect.event(record["event"])
    if row is None:
        raise UnknownEvent(record["event"], dialect.id, [it.name for it in dialect.events])
    subject = row.subject.found_in(record["payload"]) or row.name
    came = record["decision"] or ("blocked" if record["blocked"] else "no decision")
    test: dict[str, Any] = {"name": f"{subject}: {came}", "event": row.name, **_place(record, dialect, folder)}
    test |= _payload(kept_payload(record, dialect, row, home), dialect, row, record["project"])
    if scratch:
        test["scratch"] = True
    return {**test, "expect": _expected(record)}


def _place(record: Mapping[str, Any], dialect: Dialect, folder: str) -> dict[str, Any]:
    """The project's hooks, or the ones that were fired."""
    own = {} if dialect_in_use(record["project"]) == dialect else {"dialect": dialect.id}
    sources = sorted({it["hook"]["source"] for it in record["runs"]})
    if record["origin"] != "fire" or len(sources) != 1:
        return own
    at = "/".join(_shared([it["hook"]["pointer"].split("/") for it in record["runs"]]))
    return {**own, "hooks": [relative(sources[0], folder)], "at": at}


def _shared(routes: Sequence[Sequence[str]]) -> list[str]:
    columns = zip(*routes, strict=False)
    return [it[0] for it in takewhile(lambda column: len(set(column)) == 1, columns)]


def _folder(record: Mapping[str, Any]) -> str:
    sources = {it["hook"]["source"] for it in record["runs"]}
    one = next(iter(sources)) if len(sources) == 1 else ""
    return folder_for(one, record["project"]) if one else str(record["project"])


def _payload(given: Mapping[str, Any], dialect: Dialect, row: EventRow, project: str) -> dict[str, Any]:
    """The sample that is closest to the payload, and the differences."""
    own = {it.name for it in (*dialect.payload, *row.payload) if it.source in _OWN}
    root = root_of(dialect, row)
    wanted = {key: to_project(it, root, project) for key, it in given.items() if key not in own}
    fitting = []
    for sample in every_sample(dialect, row.name, row.subject.found_in(given), project_dir=project).samples:
        base = {key: it for key, it in sample.payload.items() if key not in own}
        if base.keys() <= wanted.keys():
            fitting.append((sample.name, {key: given[key] for key, it in wanted.items() if base.get(key) != it}))
    if not fitting:
        return {"payload": {key: given[key] for key in wanted}}
    name, other = min(fitting, key=lambda it: len(it[1]))
    found: dict[str, Any] = {
        "tool" if row.subject.kind is MatchSubject.TOOL and name == row.subject.found_in(given) else "sample": name
    }
    key = dialect.calls.input_in(given)
    if isinstance(other.get(key), Mapping):
        found["input"] = other.pop(key)
    return {**found, **({"payload": other} if other else {})}


def _expected(record: Mapping[str, Any]) -> dict[str, Any]:
    expected: dict[str, Any] = {"decision": record["decision"] or "none"}
    expected |= {it: True for it in ("blocked", "mustContinue", "stopAgent") if record[it]}
    for key in ("reason", "stopReason"):
        first = (record[key] or "").strip().partition("\n")[0][:_LONGEST_REASON].strip()
        if first and _REDACTED not in first and record["project"] not in first:
            expected[key] = first
    states = {it["status"] for it in record["runs"]}
    expected |= {"timedOut": True} if "timed-out" in states else {}
    return expected | ({"fails": True} if states & {"failed", "cannot-start"} else {})


def _yaml(value: Any) -> str:  # noqa: ANN401  any JSON value
    yaml = YAML(typ="rt", pure=True)
    yaml.indent(mapping=2, sequence=4, offset=2) if isinstance(value, dict) else yaml.indent(2, sequence=2, offset=0)
    yaml.width = 4096
    stream = io.StringIO()
    yaml.dump(value, stream)
    return stream.getvalue()
