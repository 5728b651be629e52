"""Which scripts a command can name at a place, and how it has to write them there."""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from hookwright.analysis.scripts.roots import script_root
from hookwright.ide.completion.items import Item, ItemKind
from hookwright.ide.completion.project_facts import ProjectFacts
from hookwright.ide.completion.project_files import ProjectScript
from hookwright.ide.completion.strings import fit_part, string_item
from hookwright.ide.cursor_context import HookContext, variables_on
from hookwright.ide.grammar_place import GrammarPlace
from hookwright.model.event import Source
from hookwright.model.hook import Scope
from hookwright.paths import below, relative
from hookwright.patterns import late_pattern
from hookwright.shell.place import CommandPlace

_VARIABLE = late_pattern(r"\$\{?(\w+)\}?")
_PLAIN = late_pattern(r"[\w.-][\w./-]*", re.ASCII)
_ROOTED = late_pattern(r"(?:\$\{?(\w+)\}?|(~))/")

_SUFFIXES = {
    "python": (".py",),
    "uv": (".py",),
    "run": (".py",),
    "node": (".js", ".mjs", ".cjs", ".ts"),
    "bun": (".ts", ".js"),
    "deno": (".ts", ".js"),
    "ruby": (".rb",),
    "perl": (".pl",),
    "php": (".php",),
    **dict.fromkeys(("bash", "sh", "dash", "zsh", "ksh"), (".sh", ".bash", ".zsh", ".ksh")),
}


class _Root(Struct, frozen=True):
    """Where paths start: the folder, the part of it that is searched, and what is written before a path.

    `shown`: what is written before it is part of the label.
    """

    folder: str
    walked: str = ""
    prefix: str = ""
    shown: bool = False


def complete_script(
    context: HookContext, place: GrammarPlace, here: CommandPlace, facts: ProjectFacts, end: int
) -> Iterator[Item]:
    """The scripts, if the word at the cursor is run; they replace it up to `end`.  Only then is the disk read."""
    if here.redirected or not _takes_script(here.before):
        return
    rooted = _ROOTED.match(here.typed)
    typed = here.typed[rooted.end() :] if rooted else here.typed
    start = context.cursor.prefix_index - len(typed)
    # A word with quotes or escapes in the middle is not replaced.
    if start < here.start or not str(context.cursor.node and context.cursor.node.value).startswith(typed, start):
        return
    rank = 0
    root, fitting = _root(context, place, here, facts, rooted), fit_part(context, start, end)
    for rank, (path, it) in enumerate(_found(context, here, facts, root) if root else (), start=1):
        label = f"{root.prefix}{path}" if root and root.shown else path
        if typed.startswith("./") or (not rooted and not here.before and "/" not in label):
            label = f"./{path}"
        text = root.prefix + here.written(path) if root and root.prefix else here.written(label)
        detail = "executable" if it.executable else "script"
        yield string_item(context, fitting, label, text, ItemKind.FILE, rank, detail)
    if not typed and not rooted and not here.quote and not here.raw:
        yield from _root_variables(context, place, start, rank + 1)


def _found(
    context: HookContext, here: CommandPlace, facts: ProjectFacts, root: _Root
) -> Iterator[tuple[str, ProjectScript]]:
    """The scripts below a root, with their relative paths, best first."""
    nearby = relative(os.path.dirname(context.file.path), root.folder)
    found = facts.scripts(os.path.join(root.folder, root.walked))
    for it in sorted(found, key=lambda it: _order(it, here, nearby)):
        yield f"{root.walked}/{it.path}" if root.walked else it.path, it


def _root_variables(context: HookContext, place: GrammarPlace, start: int, rank: int) -> Iterator[Item]:
    """The variables that a path can begin with."""
    fitting = fit_part(context, start, start)
    for it in variables_on(context, place):
        if it.root:
            about = ("variable", it.name)
            text = f'"${{{it.name}}}"/'
            yield string_item(context, fitting, f"${{{it.name}}}/", text, ItemKind.VARIABLE, rank, it.doc, about)
            rank += 1


def _takes_script(before: Sequence[str]) -> bool:
    """Whether the next word is a script."""
    from hookwright.analysis.scripts.interpreters import Way, script_word

    found = (script_word([*before, it]) for it in ("./x.sh", "./x.py"))
    return any(it is not None and it.index == len(before) and it.way is not Way.MODULE for it in found)


def _root(
    context: HookContext, place: GrammarPlace, here: CommandPlace, facts: ProjectFacts, rooted: re.Match[str] | None
) -> _Root | None:
    """Where the typed path starts; None if that is unknown, or elsewhere."""
    file, home = context.file, facts.home
    project = file.project
    of_user = file.scope is Scope.USER
    if rooted is None:
        if here.typed.startswith(("/", "~", "$", "-", "..")):
            return None
        if here.entered is not None:
            return _entered_root(context, place, here.entered, project)
        if of_user:
            return _home_root(file.path, home, "~/") if not here.quote and not here.raw else None
        return _own_root(context, place, here, project)
    if rooted[2] or rooted[1] == "HOME":
        return _home_root(file.path, home, "")
    return _Root(project) if _names_project(context, place, rooted[1]) else None


def _own_root(context: HookContext, place: GrammarPlace, here: CommandPlace, project: str) -> _Root | None:
    """The project or the plugin; by its variable if hooks may run in another folder and the variable is expanded."""
    root = script_root(context.file, project)
    variable = root.variable(place.event or "") if root else None
    if root is None or variable is None:
        return _Root(root.folder if root else project)
    if here.raw and variable.name not in context.dialect.placeholders:
        return _Root(root.folder)
    # In single quotes no shell expands it, and without it the path would be wrong.
    if here.quote == "'":
        return None
    name = f"${{{variable.name}}}"
    return _Root(root.folder, prefix=f"{name}/" if here.raw or here.quote else f'"{name}"/')


def _names_project(context: HookContext, place: GrammarPlace, name: str) -> bool:
    """Whether the variable holds the folder of the file's project or plugin."""
    if context.file.scope is Scope.USER:
        return False
    known = (it for it in variables_on(context, place) if it.name == name and it.root)
    return any(it.source is not Source.AMBIENT for it in known)


def _entered_root(context: HookContext, place: GrammarPlace, entered: str, project: str) -> _Root | None:
    """Where relative paths start after a `cd`."""
    variable = _VARIABLE.fullmatch(entered)
    if variable is not None:
        return _Root(project) if _names_project(context, place, variable[1]) else None
    if not _PLAIN.fullmatch(entered) or ".." in entered or context.file.scope is Scope.USER:
        return None
    return _Root(os.path.join(project, entered))


def _home_root(path: str, home: str | None, prefix: str) -> _Root | None:
    """The user's home, of which only the hook file's folder is searched."""
    folder = os.path.dirname(path)
    inside = below(folder, home) if home is not None else None
    return _Root(home, inside, prefix, shown=bool(prefix)) if home is not None and inside is not None else None


def _order(it: ProjectScript, here: CommandPlace, nearby: str) -> tuple[bool, bool, bool, int, str]:
    """Scripts in the interpreter's language first, then those beside the hook file, executables, and the nearest."""
    program = here.before[-1].rpartition("/")[2] if here.before else ""
    suffixes = _SUFFIXES.get(program.rstrip("0123456789."), ())
    fits = it.path.endswith(suffixes) if suffixes else it.executable
    return not fits, not it.path.startswith(nearby + "/"), not it.executable, it.path.count("/"), it.path
