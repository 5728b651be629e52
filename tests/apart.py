"""Runs a command apart from the machine: `python tests/apart.py COMMAND…` gives it an empty home and temporary folder.

Of the environment it sees only what is listed here, so that nothing depends on whoever runs it, nor on the agent or
editor that they do it from.  Packages that were downloaded are shared, by the variables that name their caches.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

# Where programs are found, the language, how the terminal is spoken to, how the network is reached, and settings of
# the tools that run tests.  Not PYTHONDONTWRITEBYTECODE: each server that a test starts would compile everything anew.
_KEPT = re.compile(
    r"PATH|LANG|LC_.*|TZ|PYENV_ROOT|TERM|SHELL|USER|LOGNAME|CI|MAKE.*|MFLAGS"
    r"|(https?|no|all)_proxy|SSL_CERT_.*|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS"
    r"|PIP_.*|UV_.*|npm_config_.*|PYTEST_.*|COVERAGE_.*|PYTHONUNBUFFERED|E2E_.*"
    # What the journeys in VS Code are told.
    r"|FILE|LOOK|WIDTH|HEIGHT|AT_ONCE",
    re.IGNORECASE,
)
# Windows has no SIGHUP.
_FORWARDED = tuple(signal.Signals[it] for it in ("SIGTERM", "SIGHUP") if it in signal.Signals.__members__)


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What the command sees of the environment, with the caches and settings of package managers named outright."""
    kept = {name: it for name, it in environ.items() if _KEPT.fullmatch(name)}
    return {**_package_managers(environ), **kept}


def _package_managers(environ: Mapping[str, str]) -> dict[str, str]:
    home = Path(environ.get("HOME", "/"))
    caches = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    settings = {
        "PIP_CONFIG_FILE": config / "pip" / "pip.conf",
        "UV_CONFIG_FILE": config / "uv" / "uv.toml",
        "npm_config_userconfig": home / ".npmrc",
    }
    return {
        "PIP_CACHE_DIR": str(caches / "pip"),
        "UV_CACHE_DIR": str(caches / "uv"),
        "npm_config_cache": str(home / ".npm"),
        "E2E_CACHE": str(caches / "hookwright-e2e"),
        **{name: str(it) for name, it in settings.items() if it.is_file()},
    }


def main(command: list[str]) -> int:
    """Runs the command; its exit code, or 128 and the signal that ended it."""
    # What mistakes a path for Markdown fails each time, not only where the random part begins with such a sign.
    with TemporaryDirectory(prefix="hookwright-_", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        home, temporary = folder / "home", folder / "tmp"
        home.mkdir()
        temporary.mkdir()
        environ = {**environment(os.environ), "HOME": str(home), "TMPDIR": str(temporary)}
        # Ctrl-C reaches the command by itself; one that were ignored here would be ignored there, too.
        signal.signal(signal.SIGINT, lambda *_: None)
        early: list[int] = []
        for number in _FORWARDED:
            signal.signal(number, lambda it, _: early.append(it))
        with subprocess.Popen(command, env=environ) as process:
            for number in _FORWARDED:
                signal.signal(number, lambda it, _: process.send_signal(it))
            for received in early:
                process.send_signal(received)
            code = process.wait()
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
