"""The packages and modules that a script imports before it does anything else, and that its interpreter lacks."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator

from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_uses import ScriptRun
from hookwright.files import read_text
from hookwright.host import Host
from hookwright.patterns import late_pattern
from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.interpreters import PYTHONS, asked_for, interpreter_of, python_of
from hookwright.workflows.guarding.local_modules import of_project, without_file, without_module, without_package
from hookwright.workflows.guarding.node_files import missing_file
from hookwright.workflows.guarding.python_modules import first_imports, lost_of, not_beside, partial
from hookwright.workflows.guarding.python_paths import searched
from hookwright.workflows.guarding.repairs import install_modules

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
_NODES = word_set("node nodejs tsx ts-node")


def imports_of_node(text: str) -> tuple[str, ...]:
    """The packages that the script cannot start without."""
    found = (it for it in _IMPORT.findall(text) if not it.startswith((".", "/", "#", "node:", "bun:", "npm:", "@/")))
    names = ("/".join(it.split("/")[: 2 if it.startswith("@") else 1]) for it in found)
    return tuple(dict.fromkeys(it for it in names if it not in _OF_NODE and "${" not in it))


async def missing_packages(it: ScriptRun, text: str, subject: Subject, host: Host) -> Stop | None:
    """Why the script of a run ends before it does anything, as a package or a module is missing."""
    interpreter = interpreter_of(subject, it)
    if interpreter is None:
        return None
    if PYTHONS.match(interpreter):
        return await _of_python(it, text, interpreter, subject, host)
    if interpreter not in _NODES:
        return None
    command = next((one.text for one in hook_commands(it.use.file) if one.route == it.use.route), "")
    is_set = any(one.get("NODE_OPTIONS") for one in (host.environ, subject.environment))
    lost = None if is_set else missing_file(it.path, text, interpreter, command, subject.disk)
    return lost or _of_node(it.path, text, host)


async def _of_python(it: ScriptRun, text: str, interpreter: str, subject: Subject, host: Host) -> Stop | None:
    imports, folders = first_imports(text), searched(it, text)
    if folders is None:
        return None
    relative = next((one for one in imports if one.level), None)
    if relative is not None and not it.is_module:
        return without_package(relative, folders[0])
    python = python_of(interpreter, subject.project, host, subject) if imports else None
    unknown, lost = not_beside(imports, folders), lost_of(imports, folders)
    names = (*unknown, *partial(lost, folders))
    asked = await asked_for(python, names, host) if python is not None and (unknown or lost) else None
    if python is None or asked is None:
        return None
    path = next((path for one, path in lost.items() if one.top not in asked.there), None)
    if path is not None:
        return without_file(path)
    missing = tuple(it for it in unknown if it not in asked.there)
    local = of_project(missing, subject.project)
    if local:
        return without_module(local[0], python)
    named = ", ".join(f"`{it}`" for it in missing)
    why = f"{named} {'is' if len(missing) == 1 else 'are'} not installed for `{python}`"
    return Stop(why, 1, install_modules(python, missing, managed=asked.managed)) if missing else None


def _of_node(path: str, text: str, host: Host) -> Stop | None:
    if host.environ.get("NODE_PATH"):
        return None
    folder = _folder_of(path)
    missing = [it for it in imports_of_node(text) if not _is_installed(it, folder)]
    if not missing:
        return None
    where = next((it for it in _above(folder) if os.path.isfile(os.path.join(it, "package.json"))), folder)
    is_listed = all(it in _package_json(where) for it in missing)
    names = ", ".join(f"`{it}`" for it in missing)
    why = f"{names} {'is' if len(missing) == 1 else 'are'} not installed for `{path}`"
    packages = "" if is_listed else " " + " ".join(missing)
    return Stop(why, 1, f"npm install --prefix {shlex.quote(where)}{packages}")


def _folder_of(script: str) -> str:
    return os.path.dirname(os.path.realpath(script))


def _is_installed(package: str, folder: str) -> bool:
    return any(os.path.exists(os.path.join(it, "node_modules", package)) for it in _above(folder))


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
