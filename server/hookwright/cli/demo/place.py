"""Where the demo takes place: a sample workspace in a temporary folder, gone at the end however that comes.

The workspace has a guard that does not guard, a file of hooks that work, and one with the mistakes that people make.
"""

from __future__ import annotations

import os
import signal
import site
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

GOOD = ".claude/settings.json"
BAD = ".claude/settings.local.json"
GUARD = ".claude/hooks/guard.py"

# Where it is laid out -> the file in this package.
_FILES = {
    GOOD: "claude-settings.json",
    GUARD: "guard.py",
    BAD: "claude-settings-local.json",
}
_SIGNALS = [signal.SIGINT, signal.SIGTERM]
if sys.platform != "win32":
    _SIGNALS.append(signal.SIGHUP)
_XDG = ("CACHE", "CONFIG", "DATA", "STATE")


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """An empty folder that is removed also where a signal ends the demo."""
    before = {number: signal.signal(number, _leave) for number in _SIGNALS}
    folder = TemporaryDirectory(prefix="hookwright-demo-", ignore_cleanup_errors=True)
    try:
        yield Path(folder.name).resolve()
    finally:
        # A second Ctrl-C must not stop the cleaning up half-way.
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        folder.cleanup()
        for number, handler in before.items():
            signal.signal(number, handler)


def environment(environ: Mapping[str, str], folder: Path) -> dict[str, str]:
    """The environment of the demo's server: everything that it writes goes below the folder."""
    kept = {name: it for name, it in environ.items() if not name.startswith(("HOOKWRIGHT_", "XDG_"))}
    home, temporary = folder / "home", folder / "tmp"
    home.mkdir()
    temporary.mkdir()
    return {
        **kept,
        # Installed with `pip install --user`, we are found through the home folder, which is another now.
        "PYTHONUSERBASE": site.getuserbase(),
        # The sample's guard is run by `python3`, which not every machine has on its PATH.
        "PATH": os.pathsep.join([environ.get("PATH", os.defpath), os.path.dirname(sys.executable)]),
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "HOOKWRIGHT_STATE_DIR": str(home / "state"),
        **{f"XDG_{it}_HOME": str(home / it.lower()) for it in _XDG},
    }


def _leave(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)


def lay_out(folder: Path) -> None:
    """Writes the workspace into an empty folder."""
    for place, name in _FILES.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(files(__package__).joinpath("files", name).read_text("utf-8"), encoding="utf-8")
