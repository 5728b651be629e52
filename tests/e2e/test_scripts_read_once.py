"""In a session, files that scripts import are read and parsed once, until they change, and parsers when needed."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig
from tests.e2e.editor import BARE, Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace
from tests.reads import noted, noting

_GUARD = "# {}\nimport sys\nfrom helper import reason\n\nif sys.stdin.read():\n    print(reason())\n    sys.exit(2)\n"
_HELPER = "# helper\n\n\ndef reason():\n    return 'Blocked: not here'\n"


@pytest_lsp.fixture(config=ClientServerConfig(noting("lsp"), client_factory=Editor))  # type: ignore[no-untyped-call,untyped-decorator,unused-ignore]
async def watched(client: Editor) -> AsyncIterator[None]:
    """An editor whose server notes what it reads."""
    yield
    await client.end()


async def test_what_reads_a_language_is_imported_with_its_first_script(watched: Editor, workspace: Workspace) -> None:
    await watched.begin(workspace, BARE)
    texts = {"guard.py": "import sys\nsys.exit(1)\n", "guard.js": "process.exit(1);\n"}
    files = [workspace.write(name, text) for name, text in texts.items()]
    await watched.problems(watched.open(workspace.hooks(CLAUDE_CODE, "python3 guard.py", "node guard.js")))
    readers = ["hookwright.scripts.python.walk", "tree_sitter"]
    imported = [_imported(workspace, readers)]

    for it in files:
        await watched.problems(watched.open(it))
        imported.append(_imported(workspace, readers))

    assert imported == [[], readers[:1], readers]


def _imported(workspace: Workspace, modules: list[str]) -> list[str]:
    found = noted(workspace.home)
    return [it for it in modules if found[f"import {it}"]]


async def test_nothing_is_read_or_parsed_twice_unless_it_changes(watched: Editor, workspace: Workspace) -> None:
    await watched.begin(workspace, BARE)
    helper = workspace.write("hooks/helper.py", _HELPER)
    files = [workspace.write(f"hooks/guard_{it}.py", _GUARD.format(it)) for it in range(3)]
    hooks = workspace.hooks(CLAUDE_CODE, *(f"python3 hooks/{it.name}" for it in files), matcher="Bash")

    opened = [watched.open(it) for it in files]
    for uri in opened:
        assert "HW418" in codes(await watched.problems(uri))
    watched.replace(opened[0], 2, _GUARD.format("0 changed"))
    assert "HW418" in codes(await watched.problems(opened[0], 2))

    found = noted(workspace.home)
    assert [found[f"read {it}"] for it in (helper, hooks)] == [1, 1]
    lines = ["# helper", "# 0", "# 1", "# 2", "# 0 changed"]
    assert {it: found[f"parse {it}"] for it in lines} == dict.fromkeys(lines, 1)

    helper.write_text(_HELPER.replace("helper", "other"))
    changed = types.FileEvent(helper.as_uri(), types.FileChangeType.Changed)
    watched.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
    watched.replace(opened[1], 2, _GUARD.format("1 changed"))
    assert "HW418" in codes(await watched.problems(opened[1], 2))

    found = noted(workspace.home)
    assert (found[f"read {helper}"], found["parse # other"], found["parse # helper"]) == (2, 1, 1)
