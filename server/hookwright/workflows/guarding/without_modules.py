"""Guards in Python that go on without a module that is missing here, and then let everything pass, or refuse it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from hookwright.analysis.contract.uses import is_guarding
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.script_uses import ScriptRun
from hookwright.host import Host
from hookwright.scripts.effects import Language
from hookwright.scripts.python.handling import names_of
from hookwright.workflows.guarding.guard import Decided, Stop
from hookwright.workflows.guarding.hook_subjects import name_of
from hookwright.workflows.guarding.interpreters import Asked, asked_for, interpreter_of, python_of
from hookwright.workflows.guarding.launched import comes_to_refuse
from hookwright.workflows.guarding.local_modules import of_project, without_module
from hookwright.workflows.guarding.passing import Outcome, outcome_of, said_of
from hookwright.workflows.guarding.python_modules import imports_of, lost_of, not_beside, partial
from hookwright.workflows.guarding.python_paths import searched
from hookwright.workflows.guarding.reading_python import where_readable
from hookwright.workflows.guarding.repairs import install_modules

_OF_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})
# An exception that no step of a script is taken to raise.
_STAND_IN = "ArithmeticError"


async def without_modules(
    script: ScriptSubject, use: ScriptUse, it: ScriptRun, subject: Subject, host: Host
) -> Decided | None:
    """What is said of a guard that catches that a module is missing, and then does the same with all; else None."""
    if script.script.language is not Language.PYTHON or not is_guarding(use) or not comes_to_refuse(script, use):
        return None
    tree = _tree(script.text)
    missing = await _missing(tree, script.text, it, subject, host) if tree is not None else {}
    if not missing or _outcome(script, use, ()) is not Outcome.OTHER:
        return None
    for guilty in (*((name,) for name in missing), (*missing,)):
        outcome = _outcome(script, use, guilty)
        if outcome is not Outcome.OTHER:
            stop, line = missing[guilty[0]]
            return said_of(outcome, stop, use, name_of(script, use), line)
    return None


def _tree(text: str) -> ast.Module | None:
    """The code; None if it catches nothing."""
    if "except" not in text:
        return None
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


async def _missing(
    tree: ast.Module, text: str, it: ScriptRun, subject: Subject, host: Host
) -> Mapping[str, tuple[Stop, int]]:
    """The modules that the code imports somewhere and that are missing, each with why that is so and its line."""
    nodes = [one for one in ast.walk(tree) if isinstance(one, ast.Import | ast.ImportFrom)]
    imports = sorted((one for node in nodes for one in imports_of(node) if not one.level), key=lambda one: one.line)
    folders, name = searched(it, text), interpreter_of(subject, it)
    if folders is None:
        return {}
    lines = {one.module: one.line for one in reversed(imports)} | {one.top: one.line for one in reversed(imports)}
    unknown, lost = not_beside(imports, folders), lost_of(imports, folders)
    python = python_of(name, subject.project, host, subject) if name and (unknown or lost) else None
    asked = (
        await asked_for(python, (*unknown, *partial(lost, folders)), subject.project, host)
        if python is not None
        else None
    )
    if python is None or asked is None:
        return {}
    stops = {one: _stop(one, python, asked, subject) for one in unknown if one not in asked.there}
    for one, path in lost.items():
        if one.top not in asked.there:
            stops[one.module] = Stop(
                f"`{path}`, which the script imports, is missing", 1, "create it, or correct the import"
            )
    return {module: (stop, lines[module]) for module, stop in stops.items()}


def _stop(module: str, python: str, asked: Asked, subject: Subject) -> Stop:
    for it in of_project((module,), subject.project):
        return without_module(it, python)
    repair = install_modules(python, (module,), managed=asked.managed)
    return Stop(f"`{module}` is not installed for `{python}`", 1, repair)


def _outcome(script: ScriptSubject, use: ScriptUse, missing: Collection[str]) -> Outcome:
    """What becomes of every call where these modules are missing."""
    tree = ast.fix_missing_locations(_Without(missing).visit(ast.parse(script.text)))
    return outcome_of(script, use, ast.unparse(tree), ast.unparse(where_readable(tree)))


class _Without(ast.NodeTransformer):
    """Writes the code in which the import of a module fails that is missing, and its handlers catch that."""

    def __init__(self, missing: Collection[str]) -> None:
        self._missing = missing

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        """`import a.b`."""
        return self._imported(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        """`from a.b import c`."""
        return self._imported(node)

    def visit_Try(self, node: ast.Try) -> ast.stmt:
        """What catches that a module is missing catches the stand-in, too."""
        if any(self._fails(it) for one in node.body for it in ast.walk(one)):
            for it in node.handlers:
                if it.type is not None and not _OF_IMPORTS.isdisjoint(names_of(it.type)):
                    it.type = ast.Tuple([it.type, ast.Name(_STAND_IN, ast.Load())], ast.Load())
        self.generic_visit(node)
        return node

    def _imported(self, node: ast.Import | ast.ImportFrom) -> ast.stmt:
        return ast.Raise(ast.Name(_STAND_IN, ast.Load()), None) if self._fails(node) else node

    def _fails(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            return False
        return any(not it.level and (it.module in self._missing or it.top in self._missing) for it in imports_of(node))
