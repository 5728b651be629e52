"""Editors of two kinds, each with a real server process, in a workspace of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_lsp
from pytest_lsp import ClientServerConfig
from tests import warm
from tests.e2e.agent import SERVE, Agent
from tests.e2e.editor import Editor
from tests.e2e.workspace import Workspace

PROFILES = ("visual-studio-code", "neovim")


class _Warm(ClientServerConfig):
    """A server that starts quickly; started by name, it would be there also where no test asks for one."""

    def get_server_command(self, devtools: str | None = None) -> list[str]:
        self.server_command = warm.hookwright("lsp")
        return super().get_server_command(devtools)


_WARM = _Warm([], client_factory=Editor)
_COLD = ClientServerConfig([sys.executable, "-m", "hookwright", "lsp"], client_factory=Editor)


@pytest.fixture
def workspace(tmp_path: Path, home: Path) -> Workspace:
    """An empty project."""
    project = tmp_path / "project"
    project.mkdir()
    return Workspace(project.resolve(), home.resolve())


@pytest_lsp.fixture(config=_WARM)  # type: ignore[no-untyped-call,untyped-decorator,unused-ignore]
async def newcomer(client: Editor) -> AsyncIterator[None]:
    """An editor whose server waits for `initialize`."""
    yield
    await client.end()


@pytest_lsp.fixture(config=_COLD)  # type: ignore[no-untyped-call,untyped-decorator,unused-ignore]
async def cold(client: Editor) -> AsyncIterator[None]:
    """An editor that has started its server for real, for tests of the start, of the end and of the process."""
    yield
    await client.end()


@pytest.fixture(params=PROFILES)
async def editor(newcomer: Editor, workspace: Workspace, request: pytest.FixtureRequest) -> Editor:
    """An editor with a trusted workspace; each test runs with both kinds."""
    await newcomer.begin(workspace, request.param)
    return newcomer


@pytest.fixture
async def agent(newcomer: Editor, workspace: Workspace) -> Editor:
    """A client that fires events in a trusted workspace; what it can show does not matter."""
    await newcomer.begin(workspace, PROFILES[0])
    return newcomer


@pytest.fixture
async def stranger(newcomer: Editor, workspace: Workspace) -> Editor:
    """An editor whose user has not said that the workspace is trusted."""
    await newcomer.begin(workspace, PROFILES[0], trusted=False)
    return newcomer


@pytest.fixture(scope="session")
def engine() -> Iterator[Path]:
    """Where an engine listens that the tests of agents share; each test is a client of its own."""
    # The path of a socket has to be short.
    folder = Path(tempfile.mkdtemp(prefix="hw", dir="/tmp"))
    path = folder / "s"
    home = folder / "home"
    home.mkdir()
    server = subprocess.Popen(
        [*SERVE, "--listen", str(path)], stderr=subprocess.PIPE, env={**os.environ, "HOME": str(home)}
    )
    assert server.stderr
    assert b"listens on" in server.stderr.readline()
    yield path
    server.terminate()
    # Without a fault in its log.
    assert server.communicate()[1] == b""
    assert server.returncode == 0
    assert not path.exists()
    shutil.rmtree(folder)


@pytest.fixture
async def embedder(engine: Path) -> AsyncIterator[Agent]:
    async with await Agent.connect(engine) as client:
        yield client
