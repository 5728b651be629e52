"""The commands that install programs: they suit the machine that they are to run on."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hookwright.host import Host
from hookwright.workflows.guarding import repairs
from hookwright.workflows.guarding.repairs import install_program


@pytest.fixture
def host(tmp_path: Path) -> Callable[..., Host]:
    """Makes a machine that has these programs, and nothing else."""

    def make(*names: str) -> Host:
        folder = tmp_path / "usr" / "bin"
        folder.mkdir(parents=True, exist_ok=True)
        for it in names:
            (folder / it).write_text("#!/bin/sh\n")
            (folder / it).chmod(0o755)
        return Host({"PATH": str(folder)}, str(tmp_path / "home"))

    return make


def _set_lists(monkeypatch: pytest.MonkeyPatch, folder: Path, *names: str) -> None:
    folder.mkdir()
    for it in names:
        (folder / it).touch()
    monkeypatch.setattr(repairs, "_LISTS_OF_APT", str(folder / "*Packages*"))


@pytest.mark.parametrize(
    ("lists", "command"),
    [(("debian_main_Packages.lz4",), "apt-get install -y jq"), (("lock",), "apt-get update && apt-get install -y jq")],
)
def test_apt_knows_no_package_before_its_first_update(
    host: Callable[..., Host], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lists: tuple[str, ...], command: str
) -> None:
    _set_lists(monkeypatch, tmp_path / "lists", *lists)
    assert install_program("jq", host("apt-get")).replace("sudo ", "") == command


def test_pip_is_told_to_install_beside_the_packages_of_the_system(host: Callable[..., Host], tmp_path: Path) -> None:
    assert install_program("uv", host("pip")) == "pip install uv"
    marked = tmp_path / "usr" / "lib" / "python3.11" / "EXTERNALLY-MANAGED"
    marked.parent.mkdir(parents=True)
    marked.touch()
    own = "" if os.geteuid() == 0 else "--user "
    assert install_program("uv", host("pip")) == f"pip install {own}--break-system-packages uv"
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "pip").symlink_to(tmp_path / "usr" / "bin" / "pip")
    linked = Host({"PATH": str(tmp_path / "links")}, "")
    assert install_program("uv", linked) == f"pip install {own}--break-system-packages uv"
    assert install_program("uv", host("pipx")) == "pipx install uv"


def test_a_program_of_a_language_needs_its_package_manager_first(
    host: Callable[..., Host], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _set_lists(monkeypatch, tmp_path / "lists", "Packages")
    found = install_program("bun", host("apt-get")).replace("sudo ", "")
    assert found == "apt-get install -y npm && npm install --global bun"
    assert install_program("bun", host("npm")) == "npm install --global bun"


def test_no_command_is_made_up(host: Callable[..., Host]) -> None:
    assert install_program("jq", host()) == "install `jq`, or name it by its path"
    found = install_program("our-linter", host("apt-get", "npm", "pip"))
    assert found == "install `our-linter`, or name it by its path"


def test_what_is_elsewhere_needs_no_installing(
    host: Callable[..., Host], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "opt"
    folder.mkdir()
    (folder / "jq").write_text("#!/bin/sh\n")
    (folder / "jq").chmod(0o755)
    monkeypatch.setattr(repairs, "_FOLDERS", (str(folder),))
    here = host("apt-get")
    added, again = f'add `export PATH="$PATH:{folder}"` to', "and start the agent from a new shell"
    assert install_program("jq", here) == f"{added} the profile of your shell, {again}"
    zsh = Host({**here.environ, "SHELL": "/bin/zsh"}, here.home)
    assert install_program("jq", zsh) == f"{added} `~/.zshrc`, {again}"
    fish = Host({**here.environ, "SHELL": "/usr/bin/fish"}, here.home)
    assert install_program("jq", fish) == f"run `fish_add_path {folder}`, {again}"
    by_settings = install_program("jq", here, {"PATH": "/usr/bin"})
    assert by_settings == f"add `{folder}` to the `PATH` that the agent's settings set"
