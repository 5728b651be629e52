"""The packages that a script imports before it does anything else, and that its interpreter does not have."""

from __future__ import annotations

import ast
import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence

from msgspec import Struct

from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.rule import Subject
from hookwright.analysis.rules.program_not_found import program_words
from hookwright.analysis.script_uses import ScriptRun
from hookwright.engine.process import Command, run
from hookwright.files import read_text
from hookwright.host import Host
from hookwright.patterns import late_pattern
from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.repairs import install_modules
from hookwright.workflows.shell_checkers import find_program

_SECONDS = 5.0
_MOST_MODULES = 50
_MOST_BYTES = 1 << 16
# Nothing of the script is imported: only its interpreter is asked which modules it would find.
_ASK = """
import importlib.util, json, os, sys, sysconfig
sys.path[:] = [it for it in sys.path if it]
there = [it for it in sys.argv[1:] if it in sys.builtin_module_names or importlib.util.find_spec(it) is not None]
managed = os.path.isfile(os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED"))
print(json.dumps([there, managed and sys.prefix == sys.base_prefix]))
"""
_MOVES_PATH = late_pattern(r"\bsys\.path\b|\bsite\.addsitedir\b|\bPYTHONPATH\b|^# /// script", 8)
_IMPORT = late_pattern(
    r"(?m)^(?:import(?!\s+type\b)\s[^;'\"]*?from\s*|import\s*|(?:const|let|var)\s[^;=]{1,300}=\s*require\(\s*)"
    r"['\"]([^'\"\n]{1,200})['\"]"
)
_OF_NODE = word_set(
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain"
    " events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl"
    " stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib test sqlite sea"
)
_PYTHONS = late_pattern(r"python(?:3(?:\.\d+)?)?\Z")
_NODES = word_set("node nodejs tsx ts-node")


class Asked(Struct, frozen=True):
    """What an interpreter has of the modules that it was asked for; `managed` by the packages of its system."""

    there: frozenset[str]
    managed: bool


def imports_of_python(text: str, folder: str) -> tuple[str, ...]:
    """The modules of neither the standard library nor the script's folder that it cannot start without."""
    if _MOVES_PATH.search(text):
        return ()
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(dict.fromkeys(it for it in _top_level(body) if not _is_known(it, folder)))[:_MOST_MODULES]


def _top_level(body: Sequence[ast.stmt]) -> Iterator[str]:
    for it in body:
        if isinstance(it, ast.Import):
            yield from (one.name.partition(".")[0] for one in it.names)
        elif isinstance(it, ast.ImportFrom) and it.module and not it.level:
            yield it.module.partition(".")[0]
        elif not isinstance(it, ast.Expr | ast.Assign | ast.AnnAssign | ast.FunctionDef | ast.ClassDef):
            # What is behind something else may not be reached.
            return


def _is_known(module: str, folder: str) -> bool:
    if module in sys.stdlib_module_names:
        return True
    return os.path.isfile(os.path.join(folder, f"{module}.py")) or os.path.isdir(os.path.join(folder, module))


def imports_of_node(text: str) -> tuple[str, ...]:
    """The packages that the script cannot start without."""
    found = (it for it in _IMPORT.findall(text) if not it.startswith((".", "/", "#", "node:", "bun:", "npm:", "@/")))
    names = ("/".join(it.split("/")[: 2 if it.startswith("@") else 1]) for it in found)
    return tuple(dict.fromkeys(it for it in names if it not in _OF_NODE and "${" not in it))


async def missing_packages(path: str, text: str, interpreter: str, project: str, host: Host) -> Stop | None:
    """Why the script ends before it does anything, as a package is missing; `interpreter` is how it was named."""
    if _PYTHONS.match(interpreter):
        return await _of_python(path, text, interpreter, project, host)
    return _of_node(path, text, host) if interpreter in _NODES else None


async def _of_python(path: str, text: str, interpreter: str, project: str, host: Host) -> Stop | None:
    modules = imports_of_python(text, _folder_of(path))
    python = find_program(interpreter, host.environ.get("PATH", ""), (project,)) if modules else None
    if python is None or "PYTHONPATH" in host.environ or _is_of_project(python, project):
        return None
    asked = await _ask(python, modules, host)
    missing = tuple(it for it in modules if asked is not None and it not in asked.there)
    if asked is None or not missing:
        return None
    names = ", ".join(f"`{it}`" for it in missing)
    why = f"{names} {'is' if len(missing) == 1 else 'are'} not installed for `{python}`"
    return Stop(why, 1, install_modules(python, missing, managed=asked.managed))


def _is_of_project(python: str, project: str) -> bool:
    """Whether a version manager may take another interpreter in the project."""
    return "/shims/" in python and any(
        os.path.isfile(os.path.join(project, it)) for it in (".python-version", ".tool-versions", "mise.toml")
    )


async def _ask(python: str, modules: Sequence[str], host: Host) -> Asked | None:
    """Bounded, from the root folder; None if it does not answer."""
    ended = await run(Command((python, "-c", _ASK, *modules), os.sep, host.environ, b"", _SECONDS, _MOST_BYTES))
    try:
        there, managed = json.loads(ended.stdout)
        return Asked(frozenset(there), bool(managed))
    except (ValueError, TypeError):
        return None


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


def interpreter_of(subject: Subject, it: ScriptRun) -> str | None:
    """The program that reads a script, as it is named; None if another program chooses it."""
    if it.interpreter:
        named = next(_named_before(it), None)
        return named if named is not None and "/" not in named else None
    line = subject.disk.first_line(it.path) or ""
    words = line.removeprefix("#!").split()
    if not line.startswith("#!") or not words:
        return None
    behind = words[1:] if os.path.basename(words[0]) == "env" else words
    name = behind[0] if behind else ""
    return os.path.basename(name) if name and not name.startswith("-") else None


def _named_before(it: ScriptRun) -> Iterator[str]:
    """The word of the command that names the interpreter, right before the script or its options."""
    command = next((one for one in hook_commands(it.use.file) if one.route == it.use.route), None)
    for one in command.shell.commands if command is not None else ():
        if one.runs and one.start <= it.use.piece[0] < one.end and not one.assignments:
            yield program_words(one)[-1].bare or ""
