"""The wheel, installed as README says: by `make install`, uv and pipx, each into folders that are new.

The first installation gets its packages from the index, or from the caches that the environment names.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.pages import README, ROOT, section

from hookwright import __version__
from hookwright.cli import COMMANDS

_SECONDS = 240
_BIN = Path(sys.executable).parent
# One process for all of them: a start takes longer than a page of help.
_EVERY_HELP = """
from click.testing import CliRunner
from hookwright.cli import COMMANDS, hookwright
for name in COMMANDS:
    done = CliRunner().invoke(hookwright, [name, "--help"])
    assert done.exit_code == 0 and "Usage" in done.output, (name, done.output, done.exception)
    print(name)
"""

pytestmark = pytest.mark.timeout(_SECONDS)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `make wheel` builds, in a clone as far as `make install` needs one."""
    clone = tmp_path_factory.mktemp("checkout")
    for it in ("Makefile", "requirements"):
        (clone / it).symlink_to(ROOT / it)
    folder = clone / "build"
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], ROOT, dict(os.environ))
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skips the test where the packages that hookwright needs cannot be had."""
    folder = tmp_path_factory.mktemp("probe")
    command = ["uv", "pip", "install", "--python", sys.executable, "--target", str(folder)]
    done = subprocess.run(
        [str(_BIN / command[0]), *command[1:], "-r", str(ROOT / "requirements/runtime.txt")],
        env={**os.environ, "UV_PYTHON_DOWNLOADS": "never"},
        capture_output=True,
        text=True,
        check=False,
        timeout=_SECONDS,
    )
    if done.returncode != 0:
        pytest.skip(f"INSTALLING IS NOT TRIED, as no package index can be reached: {done.stderr[-300:]}")


@pytest.fixture
def environ(tmp_path: Path, index: None) -> dict[str, str]:
    """With uv and pipx, which install below the test's folder, and a home folder for `make install`."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for it in ("uv", "pipx"):
        (tools / it).symlink_to(_BIN / it)
    path = [str(it) for it in (tools, "/usr/bin", "/bin")]
    return {
        **os.environ,
        "PATH": os.pathsep.join(path),
        "HOME": str(tmp_path),
        # Most of what is installed is never imported here.
        "PIP_NO_COMPILE": "1",
        "UV_TOOL_DIR": str(tmp_path / "uv"),
        "UV_TOOL_BIN_DIR": str(tmp_path / "uv-bin"),
        "UV_PYTHON": sys.executable,
        "UV_PYTHON_DOWNLOADS": "never",
        "PIPX_HOME": str(tmp_path / "pipx"),
        "PIPX_BIN_DIR": str(tmp_path / "pipx-bin"),
        "PIPX_MAN_DIR": str(tmp_path / "pipx-man"),
        "PIPX_DEFAULT_PYTHON": sys.executable,
    }


def test_the_wheel_has_everything(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())

    package = ROOT / "server" / "hookwright"
    files = [it for it in package.rglob("*") if it.is_file() and "__pycache__" not in it.parts]
    pages = [*(ROOT / "docs" / "rules").glob("*.md")]
    wanted = {f"hookwright/{it.relative_to(package)}" for it in files}
    wanted |= {f"hookwright/rule_pages/{it.name}" for it in pages}
    assert "hookwright/py.typed" in wanted
    assert sorted(wanted - names) == []
    assert [it for it in sorted(names - wanted) if ".dist-info/" not in it] == []


def test_it_is_removed_again(environ: dict[str, str], wheel: Path, tmp_path: Path) -> None:
    _make("install", wheel.parent.parent, environ)
    _make("uninstall", wheel.parent.parent, environ)

    assert [str(it) for it in (tmp_path / ".local").rglob("*") if not it.is_dir()] == []


@pytest.mark.parametrize(
    ("command", "folder"),
    [("make install", ".local/bin"), ("uv tool install", "uv-bin"), ("pipx install", "pipx-bin")],
)
def test_it_is_installed_and_works(
    wheel: Path, environ: dict[str, str], tmp_path: Path, command: str, folder: str
) -> None:
    [typed] = re.findall(rf"(?m)(?:^|`)({command}\b[^`#\n]*)", section(README, "Install"))
    if typed == "make install":
        _make("install", wheel.parent.parent, environ)
    else:
        _run(["sh", "-c", typed], wheel.parent.parent, environ)

    work = tmp_path / "work"
    work.mkdir()
    # Found on the PATH as it is, and nothing of the tool that installed it.
    program, bare = str(tmp_path / folder / "hookwright"), {**environ, "PATH": "/usr/bin:/bin"}
    assert _run([program, "--version"], work, bare) == f"hookwright {__version__}\n"
    assert "All of it took" in _run([program, "demo"], work, bare)
    (work / "settings.json").write_text('{"hooks": {"PreToolUse": []}}\n')
    assert "1 hook file" in _run([program, "check", "--dialect", "claude-code", "settings.json"], work, bare)
    assert "HW303" in _run([program, "rules", "HW303"], work, bare)
    python = Path(program).resolve().parent / "python"
    assert _run([str(python), "-c", _EVERY_HELP], work, bare).split() == list(COMMANDS)


def _make(target: str, clone: Path, environ: dict[str, str]) -> None:
    # The wheel is built already.
    _run(["make", "--old-file=wheel", f"BIN={_BIN}", target], clone, environ)


def _run(command: list[str], folder: Path, environ: dict[str, str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=_SECONDS
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout
