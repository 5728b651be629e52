"""Guards in JavaScript that go on without a package or a file that is missing here, and then let all pass or none."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from msgspec import Struct

from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.script_uses import ScriptRun
from hookwright.host import Host
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.scripts.javascript.syntax import Node, parse, unescaped
from hookwright.scripts.trees import tree_of
from hookwright.text import LineIndex
from hookwright.workflows.guarding.guard import Decided, Stop
from hookwright.workflows.guarding.hook_subjects import name_of
from hookwright.workflows.guarding.interpreters import interpreter_of
from hookwright.workflows.guarding.launched import comes_to_refuse
from hookwright.workflows.guarding.node_files import is_completed
from hookwright.workflows.guarding.node_imports import NODES, is_installed, not_installed, package_of
from hookwright.workflows.guarding.package_scripts import looks_itself
from hookwright.workflows.guarding.passing import Outcome, outcome_of, said_of
from hookwright.workflows.guarding.reading_javascript import where_readable

# It fails as `require` does for what is not there.
_FAILS = '(() => { throw new Error("Cannot find module"); })()'
_LOOKS_ELSEWHERE = late_pattern(
    r"\bNODE_PATH\b|\bmodule\.paths\b|\b_resolveFilename\b|\bglobalPaths\b|\b_load\b"
    r"|\b(?:function|const|let|var)\s+require\b(?!\s*=\s*(?:module\.)?createRequire\b)"
)


class _Load(Struct, frozen=True, eq=False):
    """A call that loads something at run time: the node that fails without it, and its name."""

    node: Node
    name: str


def without_packages(
    script: ScriptSubject, use: ScriptUse, it: ScriptRun, subject: Subject, host: Host
) -> Decided | None:
    """What is said of a guard that does the same with all calls without what it loads at run time; else None."""
    if script.script.language is not Language.JAVASCRIPT or not is_guarding(use) or not comes_to_refuse(script, use):
        return None
    environments = (host.environ, subject.environment)
    if any(one.get(name) for one in environments for name in ("NODE_PATH", "NODE_OPTIONS")):
        return None
    interpreter = os.path.basename(interpreter_of(subject, it) or "")
    if interpreter not in NODES or _LOOKS_ELSEWHERE.search(script.text) or looks_itself(script.text):
        return None
    stops = {one: stop for one in _loads(script.text) if (stop := _stop(one.name, script.path)) is not None}
    if not stops or _outcome(script, use, script.text) is not Outcome.OTHER:
        return None
    names = (*dict.fromkeys(one.name for one in stops),)
    for guilty in (*((name,) for name in names), names):
        outcome = _outcome(script, use, _without(script.text, stops, guilty))
        if outcome is not Outcome.OTHER:
            load = next(one for one in stops if one.name == guilty[0])
            line = LineIndex(script.text).position(load.node.start).line + 1
            return said_of(outcome, stops[load], use, name_of(script, use), line)
    return None


def _outcome(script: ScriptSubject, use: ScriptUse, text: str) -> Outcome:
    return outcome_of(script, use, text, where_readable(text))


def _loads(text: str) -> Iterator[_Load]:
    """What a script loads with `require("x")` or `await import("x")`."""
    parsed = tree_of(parse, text, "") if "require" in text or "import" in text else None
    waiting = [parsed[0]] if parsed is not None and parsed[1] else []
    while waiting:
        node = waiting.pop()
        waiting += reversed(node.children)
        called = node.children[0] if node.kind == "await_expression" and node.children else node
        name = _name(called, "import" if called is not node else "require")
        if name is not None:
            yield _Load(node, name)


def _name(node: Node, function: str) -> str | None:
    """The only argument of a call of a function, if it is a plain string."""
    called, arguments = node.field("function"), node.field("arguments")
    if node.kind != "call_expression" or called is None or called.text != function or arguments is None:
        return None
    one = arguments.children[0] if len(arguments.children) == 1 else None
    return unescaped(one.text[1:-1]) if one is not None and one.kind == "string" else None


def _stop(name: str, script: str) -> Stop | None:
    """Why a script does not get what it loads by a name; None if it does, or that is not known."""
    package = package_of(name)
    if package:
        return None if is_installed(package, script) else not_installed([package], script)
    if not name.startswith(("./", "../")):
        return None
    path = os.path.normpath(os.path.join(os.path.dirname(os.path.realpath(script)), name))
    if is_completed(path):
        return None
    return Stop(f"`{path}`, which the script loads, is missing", 1, "create it, or correct the path in the script")


def _without(text: str, loads: Collection[_Load], missing: Collection[str]) -> str:
    """The text in which it fails to load what is missing."""
    for it in sorted(loads, key=lambda one: one.node.start, reverse=True):
        if it.name in missing:
            text = text[: it.node.start] + _FAILS + text[it.node.end :]
    return text
