"""The files of every agent open with the server in a real Neovim and a real Emacs, and no others do."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.test_emacs import EMACS
from tests.e2e.test_emacs import PAGE as EMACS_PAGE
from tests.e2e.test_neovim import NEOVIM, configuration
from tests.e2e.workspace import Workspace, gone
from tests.pages import blocks

from hookwright.dialects import DIALECTS

_HERE = Path(__file__).parent
_SECONDS = 150.0
_SCRIPT = "#!/bin/sh\nexit 0\n"
_BATCH = ("--batch", "-q", "--eval", "(package-initialize)")
_OTHERS = (
    "package.json",
    "settings.json",
    "docs/notes.md",
    "claude/settings.json",
    ".vscode/settings.json",
    "src/a.py",
)


def _files_of_agents() -> list[str]:
    """A file at each place of each agent, and some scripts."""
    places = {it.path for one in DIALECTS for it in one.locations if not it.scope.is_of_machine}
    scripts = {".claude/hooks/guard.py", ".codex/hooks/guard.sh", ".github/hooks/guard.sh"}
    return sorted({it.replace("**/", "deep/").replace("*", "x") for it in (*places, *scripts)})


def _written(workspace: Workspace) -> tuple[dict[str, Path], list[Path]]:
    """The files by their places in the project, and others that are no agent's."""
    ours = {it: workspace.write(it, "{}\n" if "." in os.path.basename(it) else _SCRIPT) for it in _files_of_agents()}
    return ours, [workspace.write(f"none/{it}", "{}\n") for it in _OTHERS]


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed: apt-get install neovim")
async def test_neovim_attaches_to_the_files_of_every_agent(workspace: Workspace, tmp_path: Path) -> None:
    ours, others = _written(workspace)
    report, note = tmp_path / "report.json", tmp_path / "servers"
    files = json.dumps([str(it) for it in (*ours.values(), *others)])
    command = [
        *(NEOVIM or "nvim", "--headless", "-n", "-i", "NONE"),
        *("--cmd", f"let g:report = {json.dumps(str(report))} | let g:files = {files}"),
        *("-u", str(configuration(tmp_path)), "-c", f"luafile {_HERE / 'attach.lua'}"),
    ]
    process = await asyncio.create_subprocess_exec(
        *command, env={**os.environ, "PATH": _path_with_server(tmp_path, note)}, stdin=asyncio.subprocess.DEVNULL
    )
    assert await asyncio.wait_for(process.wait(), _SECONDS) == 0

    seen = json.loads(report.read_text(encoding="utf-8"))
    assert "failed" not in seen, seen["failed"]
    await gone([int(it) for it in note.read_text().split()])
    assert {it: seen[str(path)] for it, path in ours.items() if seen[str(path)] != str(workspace.project)} == {}
    assert [str(it) for it in others if seen[str(it)]] == []


@pytest.mark.skipif(EMACS is None, reason="Emacs is not installed: apt-get install elpa-eglot")
@pytest.mark.parametrize("client", ["eglot", "lsp-mode"])
def test_emacs_wants_the_server_for_the_files_of_every_agent(workspace: Workspace, tmp_path: Path, client: str) -> None:
    if client == "lsp-mode" and not _has("lsp-mode"):
        pytest.skip("lsp-mode is not installed: apt-get install elpa-lsp-mode")
    ours, others = _written(workspace)
    report, init = tmp_path / "report.json", tmp_path / "init.el"
    init.write_text("\n".join(_emacs_configuration(client)), encoding="utf-8")
    files = json.dumps([str(it) for it in (*ours.values(), *others)])
    subprocess.run(
        [EMACS or "emacs", *_BATCH, "-l", str(init), "-l", str(_HERE / "attach.el")],
        env={**os.environ, "REPORT": str(report), "FILES": files},
        check=True,
        capture_output=True,
        timeout=_SECONDS,
    )

    seen = json.loads(report.read_text(encoding="utf-8"))
    assert "failed" not in seen, seen["failed"]
    assert [it for it, path in ours.items() if not seen[str(path)]] == []
    assert [str(it) for it in others if seen[str(it)]] == []
    derived = [it for it in seen.values() if it.startswith("hook-")]
    assert bool(derived) is (client == "eglot"), "lsp-mode runs beside the server of the file's own mode"


def _emacs_configuration(client: str) -> list[str]:
    """The blocks of the page that the client needs."""
    eglot, lsp_mode = blocks(EMACS_PAGE, "elisp")
    if client == "eglot":
        return [eglot]
    needed = ("hook-file-trusted", "hook-file-globs", "hook-file-p")
    forms = re.split(r"\n\n(?=\()", eglot)
    return [*(it for it in forms if any(re.match(rf"\(def\w+ {name}\s", it) for name in needed)), lsp_mode]


def _has(library: str) -> bool:
    found = subprocess.run(
        [EMACS or "emacs", *_BATCH, "--eval", f"(require '{library})"],
        capture_output=True,
        check=False,
    )
    return found.returncode == 0


def _path_with_server(folder: Path, note: Path) -> str:
    """A `PATH` with a `hookwright` that is the one under test; it notes its process ids."""
    script = folder / "bin" / "hookwright"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\necho $$ >> '{note}'\nexec '{sys.executable}' -m hookwright \"$@\"\n")
    script.chmod(0o755)
    return f"{script.parent}{os.pathsep}{os.environ['PATH']}"


def test_every_agent_has_a_file_here() -> None:
    for dialect in DIALECTS:
        assert any(not it.scope.is_of_machine for it in dialect.locations), dialect.id
