"""Virtual environments of Python: which modules one has, as its folder says, and how it is made."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator
from glob import escape, glob

from hookwright.files import read_text
from hookwright.patterns import late_pattern

_MOST_BYTES = 1 << 16
_SYSTEM_TOO = late_pattern(r"(?mi)^include-system-site-packages\s*=\s*true\b")
_NAMES = frozenset({".venv", "venv", ".env", "env"})
# They start with `import`, and add nothing that a script could import.
_PLAIN = frozenset({"_virtualenv.pth", "distutils-precedence.pth"})
_LOCKS = {"uv.lock": "uv sync", "poetry.lock": "poetry install", "pdm.lock": "pdm install"}


def environment_of(program: str) -> str | None:
    """The folder of the environment that a program at a path is of; None for other programs."""
    folder, name = os.path.split(os.path.dirname(program))
    return folder if name == "bin" and os.path.isfile(os.path.join(folder, "pyvenv.cfg")) else None


def is_named_as_environment(program: str) -> bool:
    """Whether the path of a program is one below a folder that is called as environments are."""
    folder, name = os.path.split(os.path.dirname(program))
    return name == "bin" and os.path.basename(folder) in _NAMES


def made_of(program: str) -> str:
    """How to get a program of an environment that is not there, or lacks it: a command, or words."""
    environment = os.path.dirname(os.path.dirname(program))
    project = os.path.dirname(environment)
    lock = next((how for name, how in _LOCKS.items() if os.path.isfile(os.path.join(project, name))), None)
    if lock is not None:
        return f"cd {shlex.quote(project)} && {lock}"
    made = f"python3 -m venv {shlex.quote(environment)}"
    if os.path.basename(program).startswith("python"):
        return made
    return f"make the environment with `{made}`, and install `{os.path.basename(program)}` into it"


def modules_there(environment: str, modules: Iterable[str]) -> frozenset[str] | None:
    """Those of the modules whose package or file an environment has; None if only a run can tell."""
    if _SYSTEM_TOO.search(_text(os.path.join(environment, "pyvenv.cfg"))):
        return None
    folders = _searched(environment)
    return None if folders is None else frozenset(it for it in modules if any(_has(one, it) for one in folders))


def has_pip(environment: str) -> bool:
    """Whether an environment can install something itself."""
    return any(os.path.isdir(os.path.join(it, "pip")) for it in _packages(environment))


def _packages(environment: str) -> list[str]:
    return [
        one
        for lib in ("lib", "lib64")
        for one in glob(os.path.join(escape(environment), lib, "python*", "site-packages"))
    ]


def _searched(environment: str) -> list[str] | None:
    """Its folders with modules; None if code of it may add others."""
    found = _packages(environment)
    for path in [one for it in found for one in glob(os.path.join(escape(it), "*.pth"))]:
        if os.path.basename(path) in _PLAIN:
            continue
        for line in _added(path):
            if line.startswith(("import ", "import\t")):
                return None
            found.append(os.path.join(os.path.dirname(path), line))
    return found or None


def _added(path: str) -> Iterator[str]:
    lines = map(str.strip, _text(path).splitlines())
    return (it for it in lines if it and not it.startswith("#"))


def _has(folder: str, module: str) -> bool:
    top = os.path.join(folder, module.partition(".")[0])
    return os.path.isdir(top) or bool(glob(f"{escape(top)}.*"))


def _text(path: str) -> str:
    try:
        return read_text(path, most=_MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return ""
