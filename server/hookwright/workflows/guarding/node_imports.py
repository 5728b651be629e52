"""The packages that a script for Node.js imports, and whether they are installed for it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence

from hookwright.files import read_text
from hookwright.patterns import late_pattern
from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.guard import Stop

NODES = word_set("node nodejs tsx ts-node")
"""The programs that look for packages as Node.js does."""
_MOST_BYTES = 1 << 16
_IMPORT = late_pattern(
    r"(?m)^(?:import(?!\s+type\b)\s[^;'\"]*?from\s*|import\s*|(?:const|let|var)\s[^;=]{1,300}=\s*require\(\s*)"
    r"['\"]([^'\"\n]{1,200})['\"]"
)
_OF_NODE = word_set(
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain"
    " events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl"
    " stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib test sqlite sea"
)


def imports_of_node(text: str) -> tuple[str, ...]:
    """The packages that the script cannot start without."""
    return tuple(dict.fromkeys(filter(None, map(package_of, _IMPORT.findall(text)))))


def package_of(name: str) -> str:
    """The package that an import names; empty if it names something else."""
    if name.startswith((".", "/", "#", "node:", "bun:", "npm:", "@/")):
        return ""
    package = "/".join(name.split("/")[: 2 if name.startswith("@") else 1])
    return "" if package in _OF_NODE or "${" in package else package


def is_installed(package: str, script: str) -> bool:
    """Whether the script at a path finds a package."""
    return any(os.path.exists(os.path.join(it, "node_modules", package)) for it in _above(_folder_of(script)))


def not_installed(packages: Sequence[str], script: str) -> Stop:
    """Why a script does not start without packages that are missing."""
    folder = _folder_of(script)
    where = next((it for it in _above(folder) if os.path.isfile(os.path.join(it, "package.json"))), folder)
    is_listed = all(it in _package_json(where) for it in packages)
    names = ", ".join(f"`{it}`" for it in packages)
    why = f"{names} {'is' if len(packages) == 1 else 'are'} not installed for `{script}`"
    added = "" if is_listed else " " + " ".join(packages)
    return Stop(why, 1, f"npm install --prefix {shlex.quote(where)}{added}")


def _folder_of(script: str) -> str:
    return os.path.dirname(os.path.realpath(script))


def _package_json(folder: str) -> str:
    try:
        return read_text(os.path.join(folder, "package.json"), most=_MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        return ""


def _above(folder: str) -> Iterator[str]:
    yield folder
    while (above := os.path.dirname(folder)) != folder:
        folder = above
        yield folder
