"""Scratch folders go, whatever hooks have made of them, and so do those that a killed process has left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright.engine.scratch.folder import scratch_folder
from hookwright.engine.scratch.walking import remove
from hookwright.host import Host


def environ(folder: Path) -> dict[str, str]:
    return {"HOOKWRIGHT_STATE_DIR": str(folder)}


async def test_it_is_there_and_then_gone(tmp_path: Path) -> None:
    async with scratch_folder(Host(environ(tmp_path), str(tmp_path))) as folder:
        Path(folder, "file").touch()
        assert os.stat(folder).st_mode & 0o777 == 0o700

    assert list(tmp_path.iterdir()) == []


async def test_it_is_gone_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="on purpose"):
        async with scratch_folder(Host(environ(tmp_path), str(tmp_path))):
            raise RuntimeError("on purpose")

    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def ended() -> int:
    """The number of a process that is over."""
    script = "import os; print(os.getpid())"
    return int(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout)


async def test_what_a_killed_process_left_is_swept(tmp_path: Path, ended: int) -> None:
    left = tmp_path / "scratch" / f"{ended}-left"
    ours = tmp_path / "scratch" / f"{os.getpid()}-ours"
    for it in (left, ours):
        it.mkdir(parents=True)

    async with scratch_folder(Host(environ(tmp_path), str(tmp_path))):
        assert not left.exists()
        assert ours.exists()


def test_folders_that_nobody_may_write_go_too(tmp_path: Path) -> None:
    deep = tmp_path / "scratch" / "closed" / "deep"
    deep.mkdir(parents=True)
    (deep / "file").touch(mode=0o400)
    for it in (deep, deep.parent):
        it.chmod(0o500)

    remove(str(tmp_path / "scratch"))

    assert list(tmp_path.iterdir()) == []
