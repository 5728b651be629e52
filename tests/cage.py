"""Runs a command in bash inside a bubblewrap cage, and says which dangers came true there.

The cage has no network, nothing of the disk but the system's programs, and a throw-away home with a project in it.
There `rm`, `git`, `cat` and their kin are the real ones; what would reach another machine only notes how it was called.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.cage_effects import CANARY, TOKEN, Effects
from tests.cage_programs import STAND_INS, linked
from tests.cage_project import ASK, MORE, OTHERWISE, SETUP
from tests.cage_truth import TRUTH

HOME, PROJECT = "/home/ada", "/home/ada/shop"
_SECONDS = 60
_MEMORY = next((it for it in ("/dev/shm",) if os.access(it, os.W_OK)), None)
"""Where files are kept in memory, if there is such a folder: some disks take half a second for each copy."""
_DISKS = ("/dev/sda", "/dev/nvme0n1", "/dev/mmcblk0", "/dev/vda", "/dev/disk/by-id/ata-disk-1")
_SYSTEM = ("/usr", "/bin", "/lib", "/lib64")
_COPIED = f"""cp -a /pristine/home/. {HOME}; cp -a /pristine/tmp/. /tmp
cp -a /tmp/etc/. /etc; cp -a /tmp/system/. /var/lib
cd {PROJECT} && exec bash -c "$1"
"""
"""Makes the home in empty folders of a cage, and runs a command there."""
_ETC = {"hosts": "127.0.0.1 localhost\n", "shadow": f"root:{CANARY}:1::::::\n"}
"""Files of `/etc` that commands may change or show; all others are those of the system."""


def needs_cage() -> None:
    """Skips the test where bubblewrap is missing, or may not work here."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed, so nothing can be caged")
    done = subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("bubblewrap may not work here, so nothing can be caged")


class Cage:
    """A folder with a home that is made once and copied for each command.

    `more` are commands that go on with what it is made by.
    """

    def __init__(self, folder: Path, *, more: str = "") -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.pristine = folder / "pristine"
        self._make_programs()
        (self.pristine / "home").mkdir(parents=True)
        (self.pristine / "tmp").mkdir()
        (self.pristine / "tmp" / "disk").write_text("disk\n")
        (self.pristine / "tmp" / "system" / "shop").mkdir(parents=True)
        (self.pristine / "tmp" / "system" / "shop" / "orders.db").write_text("orders\n")
        for it in _DATA:
            (self.pristine / it).parent.mkdir(parents=True)
            (self.pristine / it).write_text("orders\n")
        _make_etc(self.pristine / "tmp" / "etc")
        self._run(
            "bash",
            "-c",
            f"{SETUP}{more}",
            home=self.pristine / "home",
            temp=self.pristine / "tmp",
            cwd=HOME,
        )
        self.before = self._state(self.pristine, "")

    def run(self, command: str) -> Effects:
        """What the command does to a home as it was."""
        with TemporaryDirectory(prefix="hookwright-cage-", dir=_MEMORY) as name:
            copy = Path(name) / "copy"
            shutil.copytree(self.pristine, copy, symlinks=True)
            shown = self._run("bash", "-c", command, home=copy / "home", temp=copy / "tmp", cwd=PROJECT)
            return self._state(copy, shown)

    def shows(self, command: str) -> str:
        """What the command prints in a home as it was: in memory, so that nothing has to be deleted."""
        places = ["--ro-bind", str(self.pristine), "/pristine"]
        places += [word for it in (HOME, "/tmp", "/etc", "/var/lib") for word in ("--tmpfs", it)]
        return self._run_at(places, HOME, ["bash", "-c", _COPIED, "bash", command])

    def _make_programs(self) -> None:
        self.programs.mkdir(parents=True)
        for name, text in STAND_INS.items():
            (self.programs / name).parent.mkdir(exist_ok=True)
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)

    def _run(self, *argv: str, home: Path, temp: Path, cwd: str) -> str:
        """What the program prints, with these folders as its home and for all else that it can change."""
        places = ["--bind", str(home), HOME, "--bind", str(temp), "/tmp"]
        places += [word for it in _DISKS if (temp / "disk").exists() for word in ("--bind", str(temp / "disk"), it)]
        places += ["--bind", str(temp / "etc"), "/etc", "--bind", str(temp / "system"), "/var/lib"]
        return self._run_at(places, cwd, argv)

    def _run_at(self, places: Sequence[str], cwd: str, argv: Sequence[str]) -> str:
        system = [word for it in _SYSTEM if os.path.exists(it) for word in ("--ro-bind", it, it)]
        system += [word for it in linked() for word in ("--ro-bind", it, it)]
        words = ["bwrap", "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", *system]
        words += ["--ro-bind", sys.base_prefix, sys.base_prefix, "--ro-bind", str(self.programs), "/programs"]
        words += ["--ro-bind", "/etc", "/system-etc", *places, "--chdir", cwd, "--"]
        environment = {
            "HOME": HOME,
            "PATH": "/programs:/usr/bin:/bin",
            "GITHUB_TOKEN": TOKEN,
            "SHELL": "/bin/bash",
            "PYTHONPATH": "/programs",
            "NODE_OPTIONS": "--require /programs/download.js",
            "NODE_PATH": "/programs",
            "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1",
            "FILTER_BRANCH_SQUELCH_WARNING": "1",
        }
        done = subprocess.run(
            [*words, *argv],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        return (done.stdout + b"\n" + done.stderr).decode("utf-8", "replace")

    def _state(self, copy: Path, shown: str) -> Effects:
        home = copy / "home"
        sent = copy / "tmp" / "sent"
        calls = copy / "tmp" / "calls"
        return Effects(
            present=frozenset(str(it.relative_to(home)) for it in home.rglob("*") if it.is_file()),
            ran=(copy / "tmp" / "ran").exists(),
            shown=shown + (sent.read_text("utf-8", "replace") if sent.exists() else ""),
            calls=calls.read_text() if calls.exists() else "",
            repository=self._repository(copy),
            disk=_text(copy / "tmp" / "disk") + "".join(_text(copy / it) for it in (_OF_SYSTEM, *_DATA)),
            modes=frozenset((str(it.relative_to(home)), it.stat().st_mode) for it in home.glob("[!s]*/*")),
            files={it: f"{_mode(copy / it):o} {_text(copy / it)}" for it in _PROTECTED},
            database=_bytes(home / "shop" / "shop.db"),
            project="\n".join(
                _text(it) for it in sorted((home / "shop").rglob("*")) if it.parts[-3:-2] != ("objects",)
            ),
        )

    def _repository(self, copy: Path) -> dict[str, str]:
        """What the repository and its server have, in words of git."""
        done = self._run("bash", "-c", ASK, home=copy / "home", temp=copy / "tmp", cwd=HOME)
        return dict(line.split("=", 1) for line in done.splitlines() if "=" in line)


_OF_SYSTEM = "tmp/system/shop/orders.db"
_DATA = (
    "tmp/system/docker/volumes/shop_data/_data/orders",
    "tmp/system/postgresql/orders",
    "home/.minikube/disk",
    "home/shop/terraform.tfstate",
)
"""Files with the data of a volume, of a database and of a cluster, and with what is known of the infrastructure."""
_PROTECTED = (
    *(f"home/shop/{it}" for it in (".env", ".env.production", ".env.sample.local")),
    *(f"home/shop/{it}" for it in ("package-lock.json", ".claude/settings.json", ".claude/settings.local.json")),
    *(f"home/.ssh/{it}" for it in ("authorized_keys", "config", "new")),
    "home/Documents/letter.txt",
    *(f"home/{it}" for it in (".kube/config", ".aws/credentials", ".netrc")),
    *(f"tmp/etc/{it}" for it in ("hosts", "profile.d/shop.sh")),
)


def _make_etc(folder: Path) -> None:
    """A folder that looks like the `/etc` of the system, which is at `/system-etc` in the cage, and can be changed."""
    folder.mkdir()
    (folder / "profile.d").mkdir()
    for name, text in _ETC.items():
        (folder / name).write_text(text)
    for name in os.listdir("/etc"):
        if not os.path.lexists(folder / name):
            (folder / name).symlink_to(f"/system-etc/{name}")


def _mode(path: Path) -> int:
    return path.stat().st_mode if path.is_file() else 0


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _text(path: Path) -> str:
    return path.read_text("utf-8", "replace") if path.is_file() else ""


NOT_RUN = frozenset(
    {
        "fork bomb",
        "background",
        "password in a command",
        "password in an address of a command",
        "token in a command",
    }
)
"""Seeds that not even a cage is to run, or that leave nothing that it could find."""
_OF_NEW_GIT = ("git config unset ", "git config --unset ")
"""What only git 2.46 or newer knows, and the same for an older one."""


class Cages:
    """The cages in which the seeds of a danger can come true, made when they are needed, with what `more` makes."""

    def __init__(self, danger: str, folder: Path, *, more: str = "") -> None:
        self._danger, self._folder, self._more = danger, folder, more
        self._made: dict[str, Cage] = {}

    def comes_true(self, seed: str, command: str, *, otherwise: bool = True) -> bool:
        """Whether the danger comes true when a command that was made of the seed really runs.

        `otherwise`: be it with other commits, or on another branch.
        """
        key = f"{self._danger}: {seed}"
        more = self._more + MORE.get(key, MORE.get(self._danger, ""))
        truth = TRUTH.get(key, TRUTH[self._danger])
        text = command.replace("{project}", PROJECT).replace(*_OF_NEW_GIT)
        states = (more, *([more + OTHERWISE[key]] if otherwise and key in OTHERWISE else []))
        cages = map(self._made_by, states)
        return any(truth(it.before, it.run(text)) for it in cages)

    def _made_by(self, more: str) -> Cage:
        if more not in self._made:
            self._made[more] = Cage(self._folder / str(len(self._made)), more=more)
        return self._made[more]
