"""`hookwright/tests`: the hook tests of the workspace, for the editor's list of tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.errors import HookwrightError
from hookwright.lsp.methods import TestsParams, read_params
from hookwright.lsp.session import Session
from hookwright.paths import absolute, uri_of
from hookwright.workflows.testing.case import CaseFile, CaseProblem
from hookwright.workflows.testing.read import read_file, test_files


def tests(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, list[dict[str, Any]]]:
    """`[{uri, tests: [{name, line}], problems: [{line, message}]}]`, lines from 0; runs nothing."""
    wanted = read_params(TestsParams, params)
    folders = (absolute(wanted.project_dir),) if wanted.project_dir else session.options.folders
    return asyncio.to_thread(lambda: [_json(_read(it)) for it in test_files(folders)])


def _read(path: str) -> CaseFile:
    try:
        return read_file(path)
    except HookwrightError as error:
        return CaseFile(path, (), (CaseProblem(0, str(error)),))


def _json(file: CaseFile) -> dict[str, Any]:
    return {
        "uri": uri_of(file.path),
        "tests": [{"name": it.name, "line": it.line, "event": it.event, "skip": it.skip} for it in file.cases],
        "problems": [{"line": it.line, "message": it.message} for it in file.problems],
    }
