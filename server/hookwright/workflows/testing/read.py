"""Reads a file of hook tests: every test that is well-formed, and a problem with its line for everything else."""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from hookwright.analysis.suggest import nearest
from hookwright.workflows.testing.case import Case, CaseFile, Expectation, Problem
from hookwright.workflows.testing.keys import EXPECT, FILE, TEST, Key
from hookwright.workflows.testing.values import Fault, read_value

SUFFIXES = (".hooktest.yaml", ".hooktest.yml")


def read_tests(path: str, text: str) -> CaseFile:
    """The tests of a file; one broken test takes no other with it."""
    problems: list[Problem] = []
    root = _parsed(text, problems)
    if root is None:
        return CaseFile(path, (), tuple(problems))
    if "cases" in root and "tests" not in root:
        from hookwright.workflows.testing.hookassert import as_tests

        root = as_tests(root)
    shared = _values(root, FILE, "the file", problems)
    tests = shared.pop("tests", None)
    if not tests and not problems:
        problems.append(Problem(0, "There are no tests: list them under `tests`"))
    folder = os.path.dirname(os.path.abspath(path))
    found = [_case(it, number, tests, folder, shared, problems) for number, it in enumerate(tests or (), 1)]
    return CaseFile(path, tuple(it for it in found if it is not None), tuple(problems))


def _parsed(text: str, problems: list[Problem]) -> CommentedMap | None:
    try:
        root = YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problems.append(Problem(mark.line if mark else 0, f"This is not YAML: {error.problem or error.context}"))
        return None
    except (YAMLError, ValueError, RecursionError) as error:
        problems.append(Problem(0, f"This is not YAML: {str(error).splitlines()[0]}"))
        return None
    if not isinstance(root, CommentedMap):
        problems.append(Problem(0, "A file of hook tests is an object with `tests`"))
        return None
    return root


def _case(
    node: Any,  # noqa: ANN401  whatever stands in the list
    number: int,
    tests: CommentedSeq,
    folder: str,
    shared: Mapping[str, Any],
    problems: list[Problem],
) -> Case | None:
    line = tests.lc.item(number - 1)[0]
    if not isinstance(node, CommentedMap):
        problems.append(Problem(line, "A test is an object with `event` and `expect`"))
        return None
    before = len(problems)
    values = _values(node, TEST, "a test", problems)
    expected = values.pop("expect", None)
    if len(problems) == before and ("event" not in values or not expected):
        missing = "names no `event`" if "event" not in values else "has nothing under `expect`"
        problems.append(Problem(line, f"The test {missing}"))
    expect = _values(expected, EXPECT, "`expect`", problems) if expected is not None else {}
    if len(problems) > before:
        return None
    lines = {name: node.lc.key(name)[0] for name in node} | {name: expected.lc.key(name)[0] for name in expected or ()}
    values = {**shared, **values}
    values.setdefault("name", f"{values['event']} {number}")
    return Case(**values, line=line, folder=folder, expect=Expectation(**expect), lines=lines)


def _values(node: CommentedMap, keys: Mapping[str, Key], where: str, problems: list[Problem]) -> dict[str, Any]:
    """The members that are right by the names of their attributes; the others are problems."""
    found: dict[str, Any] = {}
    for name, value in node.items():
        line, key = node.lc.key(name)[0], keys.get(name) if isinstance(name, str) else None
        if key is None:
            near = nearest(str(name), keys)
            remedy = f"did you mean `{near}`?" if near else f"use one of {', '.join(f'`{it}`' for it in keys)}"
            problems.append(Problem(line, f"`{name}` is not a key of {where}: {remedy}"))
            continue
        try:
            found[key.attribute] = read_value(key.kind, value)
        except Fault as fault:
            problems.append(Problem(line, f"`{name}` {fault}"))
    return found
