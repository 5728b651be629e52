"""Files that git ignores, and that a copy lacks, stand in it with another text."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright.attacking.asking.left_out import put_back, stand_in


def test_what_the_project_has_and_the_copy_has_not_gets_a_stand_in(tmp_path: Path) -> None:
    project, copy = tmp_path / "shop", tmp_path / "copy"
    for folder in (project, copy):
        (folder / "config").mkdir(parents=True)
        (folder / "README.md").write_text("Shop\n")
    (project / ".env").write_text("SECRET_KEY=abc\n")
    (project / "config" / "local.json").write_text("{}\n")
    put_back(str(copy), str(project), [".env", "config/local.json", "README.md", "missing.txt", "../outside.txt"])
    assert (copy / ".env").read_text() == "SECRET_KEY=x\n"
    assert (copy / "config" / "local.json").read_text() == "X=1\n"
    assert (copy / "README.md").read_text() == "Shop\n"
    assert not (copy / "missing.txt").exists()


def test_files_with_variables_that_a_guard_names_get_a_stand_in(tmp_path: Path) -> None:
    project, copy = tmp_path / "shop", tmp_path / "copy"
    for folder in (project, copy):
        folder.mkdir()
    for name in (".env", ".env.production", ".dev.vars", ".env.local"):
        (project / name).write_text("PORT=3000\n")
    put_back(str(copy), str(project), [], ['grep X "$DIR/.env"', r"/\.env\.production$/", "a/.dev.vars, process.env.X"])
    assert sorted(it.name for it in copy.iterdir()) == [".dev.vars", ".env", ".env.production"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("API_KEY=sk-1234", "API_KEY=x"),
        ("export NODE_ENV=production", "NODE_ENV=production"),
        (
            "DATABASE_URL=postgres://ada:secret@localhost:5432/shop?a=b",
            "DATABASE_URL=postgres://user:x@localhost:5432/x",
        ),
        ('DATABASE_URL="postgres://ada:secret@db.shop.com/shop"', 'DATABASE_URL="postgres://user:x@db.example.net/x"'),
        ("REDIS_URL=redis://[::1]:6379", "REDIS_URL=redis://[::1]:6379/x"),
        ("DB_HOST=127.0.0.1", "DB_HOST=127.0.0.1"),
        ("# SECRET=1", "X=1"),
    ],
)
def test_a_stand_in_keeps_names_and_local_addresses(tmp_path: Path, line: str, shown: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"{line}\n")
    assert stand_in(str(file)) == f"{shown}\n"


def test_a_host_that_the_guard_names_is_kept(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DATABASE_URL=postgres://ada:secret@a1.proxy.rlwy.net:4321/shop\n")
    kept = "DATABASE_URL=postgres://user:x@a1.proxy.rlwy.net:4321/x\n"
    assert stand_in(str(file), ['if "rlwy.net" in url:']) == kept
    assert stand_in(str(file), [r"/proxy\.rlwy/"]) == kept
    assert stand_in(str(file), ["the net"]) == "DATABASE_URL=postgres://user:x@db.example.net:4321/x\n"


def test_a_program_of_the_project_is_one_in_the_copy(tmp_path: Path) -> None:
    project, copy = tmp_path / "shop", tmp_path / "copy"
    for folder in ("venv/bin", "node_modules/.bin"):
        (project / folder).mkdir(parents=True)
    copy.mkdir()
    (project / "venv" / "bin" / "python").symlink_to(sys.executable)
    (project / "node_modules" / ".bin" / "tsc").write_text("#!/bin/sh\nexit 1\n")
    (project / "node_modules" / ".bin" / "tsc").chmod(0o755)
    put_back(str(copy), str(project), [], ["run(ROOT + 'venv/bin/python', x); run('node_modules/.bin/tsc')"])
    assert os.path.samefile(copy / "venv" / "bin" / "python", sys.executable)
    assert subprocess.run([copy / "node_modules" / ".bin" / "tsc"], check=False).returncode == 0
