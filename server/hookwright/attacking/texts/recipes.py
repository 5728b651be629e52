"""What the project runs under a name: scripts of its packages, targets of make, recipes of just, and workflows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec
from msgspec import Struct

from hookwright.attacking.texts.project_files import project_files
from hookwright.files import read_start
from hookwright.patterns import late_pattern

_NAME = late_pattern(r"[A-Za-z_][\w.:-]*")
_OF_MAKE, _OF_JUST = ("Makefile", "makefile", "GNUmakefile"), ("justfile", "Justfile", ".justfile")
_SET = late_pattern(r"(?m)^(?:export[ \t]+)?(?P<name>\w+)[ \t]*(?::{0,3}|\?)=[ \t]*(?P<value>[^\n#]*?)[ \t]*$")
_TARGET = late_pattern(
    r"(?m)^@?(?P<name>[A-Za-z_][\w.-]*)(?P<words>[^:\n=]*):(?!=)(?P<before>[^\n#]*)[^\n]*\n"
    r"(?P<lines>(?:[ \t]+[^\n]*\n?|[ \t]*\n(?=[ \t]+\S))+)"
)
_IN_MAKE = late_pattern(r"\$(?:\((\w+)\)|\{(\w+)\})")
_IN_JUST = late_pattern(r"\{\{\s*(\w+)\s*\}\}")
_SHELL_OF_MAKE = late_pattern(r"\$\(shell ([^()]*)\)")
_OPEN = late_pattern(r"\$\([A-Z@<^(]|\{\{|\$@|\$<")
"""What is left of a recipe that only make or just can fill in."""
_CALLS = late_pattern(r"(?:(?:npm|pnpm|yarn|bun)(?: run(?:-script)?)?|\$MAKE|make|just) (?P<name>[A-Za-z_][\w.:-]*)")
_AND = late_pattern(r"\s*(?:&&|;)\s*")
_QUOTES = late_pattern(r"[\"'`(]")
_LOCKS = (("pnpm-lock.yaml", "pnpm"), ("pnpm-workspace.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lock", "bun"))
_OWN_WORDS = frozenset(
    {
        *("add", "audit", "build", "cache", "config", "create", "deploy", "dlx", "exec", "fetch", "import", "info"),
        *("init", "install", "link", "list", "outdated", "pack", "patch", "prune", "publish", "rebuild", "remove"),
        *(
            "run",
            "server",
            "setup",
            "store",
            "test",
            "unlink",
            "up",
            "update",
            "upgrade",
            "version",
            "why",
            "workspaces",
        ),
    }
)
"""Words that a package manager has a command for, so that the script of that name needs `run`."""
_ACT = late_pattern(r"(?i)release|publish|deploy|ship|push|reset|drop|wipe|destroy|migrat|rollback|prod|seed|promote")
_MOST, _MOST_PACKAGES, _MOST_BYTES, _DEEPEST = 24, 12, 128 * 1024, 3
_MOST_OF_SHELL = 8
_ENDINGS = (".sh", ".bash")
_WORKFLOWS, _BY_HAND = ".github/workflows", "workflow_dispatch"
_OTHER = "hookwright-notes"
_PARAMETER = "v1.0.0"


class Script(Struct, frozen=True):
    """What `runs` a script of the project, the usual command first; the `control` runs one that is not there.

    `commands` are those of its recipe.
    """

    name: str
    runs: tuple[str, ...]
    control: str
    commands: tuple[str, ...]


def scripts(project: str) -> tuple[Script, ...]:
    """The scripts of a project, those first whose name says that they change something outside; reads the disk."""
    found = [*_of_packages(project), *_of_files(project, _OF_MAKE, "make"), *_of_files(project, _OF_JUST, "just")]
    found += islice(_of_shell(project), _MOST_OF_SHELL)
    return tuple(sorted(found, key=lambda it: not _ACT.search(it.name))[:_MOST])


def workflows(project: str) -> dict[str, str]:
    """The texts of the workflows that can be started by hand, by the names of their files; reads the disk."""
    folder = os.path.join(project, _WORKFLOWS)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    texts = {it: _text(project, f"{_WORKFLOWS}/{it}") for it in names if it.endswith((".yml", ".yaml"))}
    return {name: text for name, text in texts.items() if _BY_HAND in text}


def pieces(command: str) -> list[str]:
    """The commands that one consists of, if they run one after another; one with quotes is taken as it is."""
    return [command] if _QUOTES.search(command) else [it for it in _AND.split(command) if it]


def _of_packages(project: str) -> Iterator[Script]:
    paths = ["package.json", *(it for it in project_files(project) if it.endswith("/package.json"))]
    manager = next((it for lock, it in _LOCKS if os.path.exists(os.path.join(project, lock))), "npm")
    for path in paths[:_MOST_PACKAGES]:
        package = _members(_text(project, path))
        given = package.get("scripts")
        recipes = {
            name: (it,)
            for name, it in (given.items() if isinstance(given, Mapping) else ())
            if isinstance(it, str) and it and _NAME.fullmatch(name)
        }
        folder, title = path.rpartition("/")[0], package.get("name")
        if " " in folder:
            continue
        for name in recipes:
            runs = _runs(manager, name, folder, title if isinstance(title, str) else "")
            yield Script(name, runs, runs[0].replace(f" {name}", f" {_OTHER}"), _whole(recipes, {}, name))


def _runs(manager: str, name: str, folder: str, title: str) -> tuple[str, ...]:
    """What runs a script of the package in the folder, which is empty for the project itself."""
    run = "" if manager in ("pnpm", "yarn", "bun") and name not in _OWN_WORDS else "run "
    if not folder:
        every = (f"{manager} {run}{name}", f"{manager} run {name}", f"npm run {name}")
        return tuple(dict.fromkeys(every))
    own: tuple[str, ...] = ()
    if title and manager == "pnpm":
        own = (f"pnpm --filter {title} {run}{name}", f"pnpm -C {folder} {run}{name}")
    elif title and manager == "yarn":
        own = (f"yarn workspace {title} {run}{name}",)
    return (*own, f"npm --prefix {folder} run {name}", f"cd {folder} && {manager} {run}{name}")


def _of_files(project: str, files: Iterable[str], runner: str) -> Iterator[Script]:
    text = next(filter(None, (_text(project, it) for it in files)), "").replace("\\\n", " ")
    values = {it["name"]: it["value"] for it in _SET.finditer(text)}
    recipes: dict[str, tuple[str, ...]] = {}
    before: dict[str, list[str]] = {}
    for it in _TARGET.finditer(text):
        lines = (line.strip().lstrip("@-+ ") for line in it["lines"].splitlines())
        filled = (_filled(line, values, runner, it["words"]) for line in lines if line and line[0] != "#")
        recipes.setdefault(it["name"], tuple(one for one in filled if not _OPEN.search(one)))
        before.setdefault(it["name"], _NAME.findall(it["before"]))
    for name in recipes:
        yield Script(name, (f"{runner} {name}",), f"{runner} {_OTHER}", _whole(recipes, before, name))


def _of_shell(project: str) -> Iterator[Script]:
    """The scripts for a shell, with the lines that are whole commands."""
    for path in project_files(project):
        name = path.rpartition("/")[2]
        if not name.endswith(_ENDINGS) or not _NAME.fullmatch(name) or " " in path:
            continue
        text = _text(project, path).replace("\\\n", " ")
        program = "bash" if name.endswith(".bash") or "bash" in text.partition("\n")[0] else "sh"
        other = f"{path.removesuffix(name)}{_OTHER}.sh"
        lines = tuple(it.strip() for it in text.splitlines() if it.strip() and not it.lstrip().startswith("#"))
        runs = (
            (f"{program} {path}", f"./{path}")
            if os.access(os.path.join(project, path), os.X_OK)
            else (f"{program} {path}",)
        )
        yield Script(path, runs, f"{program} {other}", lines[:_MOST])


def _filled(line: str, values: Mapping[str, str], runner: str, words: str) -> str:
    """The line of a recipe as the shell gets it, as far as the file says it; else a variable of the shell."""
    if runner == "just":
        return _IN_JUST.sub(lambda it: _PARAMETER if it[1] in words else values.get(it[1], "").strip("\"'`"), line)
    for _ in range(_DEEPEST):
        line = _IN_MAKE.sub(lambda it: values.get(it[1] or it[2], f"${it[1] or it[2]}"), line)
    return _SHELL_OF_MAKE.sub(r"$(\1)", line).replace("$$", "$")


def _whole(recipes: Mapping[str, tuple[str, ...]], before: Mapping[str, Iterable[str]], name: str) -> tuple[str, ...]:
    """The commands of a recipe with those of the recipes that it needs or calls."""
    found: dict[str, None] = {}

    def add(one: str, depth: int) -> None:
        for it in before.get(one, ()) if depth else ():
            add(it, depth - 1)
        for line in recipes.get(one, ()):
            found.setdefault(line)
            for piece in pieces(line) if depth else ():
                called = _CALLS.fullmatch(piece)
                if called and called["name"] != one:
                    add(called["name"], depth - 1)

    add(name, _DEEPEST)
    return tuple(islice(found, _MOST))


def _members(text: str) -> Mapping[str, object]:
    try:
        read = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return read if isinstance(read, dict) else {}


def _text(project: str, path: str) -> str:
    try:
        return read_start(os.path.join(project, path), _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def words_of(name: str) -> list[str]:
    """The words that the name of a script or of a workflow consists of."""
    return [it for it in re.split(r"[^a-z0-9]+", name.casefold()) if it]
