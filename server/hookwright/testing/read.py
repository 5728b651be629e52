"""Reads hook tests: every well-formed test, and a problem with its line for everything else."""

from __future__ import annotations

import os
import os.path
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from hookwright.analysis.suggest import nearest
from hookwright.errors import UnreadableInput
from hookwright.files import read_text
from hookwright.matching.expressions import ExpressionLanguage, search
from hookwright.syntax.yaml import InvalidYaml
from hookwright.testing.case import (
    DECISIONS,
    EXPECT,
    FILE,
    KINDS_OF_CHANGE,
    TEST,
    TEXT,
    Case,
    CaseFile,
    CaseKey,
    CaseProblem,
    Comparison,
    Expectation,
    TextExpectation,
)
from hookwright.testing.yaml import MOST_BYTES, line_of, load_yaml

SUFFIXES = (".hooktest.yaml", ".hooktest.yml")
_PASSED_OVER = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__"})


def read_tests(path: str, text: str) -> CaseFile:
    """The tests of a file; a broken test does not affect the others."""
    problems: list[CaseProblem] = []
    root = _parsed(text, problems)
    if root is None:
        return CaseFile(path, (), tuple(problems))
    if "cases" in root and "tests" not in root:
        from hookwright.testing.hookassert import as_tests

        root = as_tests(root)
    shared = _values(root, FILE, "the file", problems)
    tests = shared.pop("tests", None)
    if not tests and not problems:
        problems.append(CaseProblem(0, "There are no tests: list them under `tests`"))
    folder = os.path.dirname(os.path.abspath(path))
    found = [_case(it, number, tests, folder, shared, problems) for number, it in enumerate(tests or (), 1)]
    return CaseFile(path, tuple(it for it in found if it is not None), tuple(problems))


def _parsed(text: str, problems: list[CaseProblem]) -> CommentedMap | None:
    try:
        root = load_yaml(text)
    except InvalidYaml as error:
        problems.append(CaseProblem(error.line, str(error)))
        return None
    if not isinstance(root, CommentedMap):
        problems.append(CaseProblem(0, "A file of hook tests is an object with `tests`"))
        return None
    return root


def _case(
    node: Any,  # noqa: ANN401  whatever stands in the list
    number: int,
    tests: CommentedSeq,
    folder: str,
    shared: Mapping[str, Any],
    problems: list[CaseProblem],
) -> Case | None:
    line = tests.lc.item(number - 1)[0]
    if not isinstance(node, CommentedMap):
        problems.append(CaseProblem(line, "A test is an object with `event` and `expect`"))
        return None
    before = len(problems)
    values = _values(node, TEST, "a test", problems)
    expected = values.pop("expect", None)
    if len(problems) == before and ("event" not in values or not expected):
        missing = "has no `event`" if "event" not in values else "has nothing under `expect`"
        problems.append(CaseProblem(line, f"The test {missing}"))
    expect = _values(expected, EXPECT, "`expect`", problems) if expected is not None else {}
    if len(problems) > before:
        return None
    lines = {name: line_of(node, name) for name in node} | {name: line_of(expected, name) for name in expected or ()}
    values = {**shared, **values}
    values.setdefault("name", f"{values['event']} {number}")
    return Case(**values, line=line, folder=folder, expect=Expectation(**expect), lines=lines)


def _values(node: CommentedMap, keys: Mapping[str, CaseKey], where: str, problems: list[CaseProblem]) -> dict[str, Any]:
    """The valid members by the names of their attributes; the others become problems."""
    found: dict[str, Any] = {}
    for name, value in node.items():
        line, key = line_of(node, name), keys.get(name) if isinstance(name, str) else None
        if key is None:
            near = nearest(str(name), keys)
            remedy = f"did you mean `{near}`?" if near else f"use one of {', '.join(f'`{it}`' for it in keys)}"
            problems.append(CaseProblem(line, f"`{name}` is not a key of {where}: {remedy}"))
            continue
        try:
            found[key.attribute] = _read_value(key.kind, value)
        except _InvalidValue as fault:
            problems.append(CaseProblem(line, f"`{name}` {fault}"))
    return found


class _InvalidValue(Exception):
    """A value that is not allowed; its text continues a sentence that starts with the key."""


def _read_value(kind: str, value: Any) -> Any:  # noqa: ANN401  whatever YAML says
    """The value as its kind; raises _InvalidValue."""
    return _READERS[kind](value)


def _string(value: Any) -> str:  # noqa: ANN401
    if not isinstance(value, str) or not value:
        raise _InvalidValue("must be a string; put it in quotes if YAML reads it as something else")
    return str(value)


def _strings(value: Any) -> tuple[str, ...]:  # noqa: ANN401
    return tuple(_string(it) for it in ([value] if isinstance(value, str) else _list(value)))


def _list(value: Any) -> CommentedSeq:  # noqa: ANN401
    if not isinstance(value, CommentedSeq):
        raise _InvalidValue("must be a list")
    return value


def _object(value: Any) -> CommentedMap:  # noqa: ANN401
    if not isinstance(value, CommentedMap):
        raise _InvalidValue("must be an object")
    return value


def _boolean(value: Any) -> bool:  # noqa: ANN401
    if not isinstance(value, bool):
        raise _InvalidValue("must be `true` or `false`")
    return value


def _integer(value: Any) -> int:  # noqa: ANN401
    if not isinstance(value, int) or isinstance(value, bool):
        raise _InvalidValue("must be a whole number")
    return int(value)


def _count(value: Any) -> int | bool:  # noqa: ANN401
    return value if isinstance(value, bool) else _integer(value)


def _decision(value: Any) -> str | None:  # noqa: ANN401
    word = "none" if value is None else value
    if word not in DECISIONS:
        raise _InvalidValue(f"must be one of {', '.join(f'`{it}`' for it in DECISIONS)}")
    return None if word == "none" else str(word)


def _variables(value: Any) -> dict[str, str]:  # noqa: ANN401
    return {_string(name): str(it) for name, it in _object(value).items()}


def _changes(value: Any) -> dict[str, str]:  # noqa: ANN401
    found = dict(_object(value))
    if any(it not in KINDS_OF_CHANGE for it in found.values()):
        raise _InvalidValue(f"maps each path to one of {', '.join(f'`{it}`' for it in KINDS_OF_CHANGE)}")
    return {str(path): str(it) for path, it in found.items()}


def _text(value: Any) -> TextExpectation:  # noqa: ANN401
    if value is None or isinstance(value, str):
        return TextExpectation(Comparison.CONTAINS, None if value is None else str(value))
    ways = [it.value for it in Comparison]
    if not isinstance(value, CommentedMap) or len(value) != 1 or next(iter(value)) not in ways:
        raise _InvalidValue(f"must be a string to look for, or an object with one of {', '.join(map(repr, ways))}")
    ((way, wanted),) = value.items()
    if way == Comparison.MATCHES and (fault := search(ExpressionLanguage.PYTHON, _string(wanted), "").fault):
        raise _InvalidValue(f"has an invalid pattern: {fault}")
    return TextExpectation(Comparison(way), str(wanted))


def _plain(value: Any) -> Any:  # noqa: ANN401
    """The JSON value of a YAML value; raises if it has none."""
    if isinstance(value, Mapping):
        return {str(key): _plain(it) for key, it in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(it) for it in value]
    if value is None or isinstance(value, bool):
        return value
    for kind in (int, float, str):
        if isinstance(value, kind):
            return kind(value)
    raise _InvalidValue(f"holds `{value}`, which JSON cannot represent; put it in quotes")


_READERS: dict[str, Callable[[Any], Any]] = {
    "string": _string,
    "strings": _strings,
    "list": _list,
    "boolean": _boolean,
    "integer": _integer,
    "count": _count,
    "decision": _decision,
    "json": _plain,
    "object": _object,
    "json object": lambda value: _plain(_object(value)),
    "strings by name": _variables,
    "changes": _changes,
    TEXT: _text,
}


def test_files(paths: Iterable[str]) -> Iterator[str]:
    """The named files, and those that end in `.hooktest.yaml` in the named folders, by name."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(it for it in folders if it not in _PASSED_OVER)
            yield from (os.path.normpath(os.path.join(folder, it)) for it in sorted(files) if it.endswith(SUFFIXES))


def read_file(path: str) -> CaseFile:
    """The tests of a file on disk; raises UnreadableInput."""
    return read_tests(path, text_in(path))


def text_in(path: str) -> str:
    """What a file of tests says; raises UnreadableInput."""
    try:
        return read_text(path, most=MOST_BYTES)
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"`{path}` is not UTF-8", "save it as UTF-8") from error
    except OSError as error:
        reason = "there is no such file; check the path" if isinstance(error, FileNotFoundError) else error.strerror
        raise UnreadableInput(f"`{path}` cannot be read", str(reason).lower()) from error
