"""Findings for programs, as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.fixing import Made
from hookwright.analysis.proof import offered
from hookwright.analysis.reports.checked import Checked, Unchecked, UncheckedScript
from hookwright.analysis.rule import Place
from hookwright.model.reaction import Severity
from hookwright.paths import slashed
from hookwright.syntax.tree import Tree
from hookwright.text import to_pointer


def report(
    checked: Iterable[Checked],
    unchecked: Sequence[Unchecked] = (),
    scripts: Sequence[UncheckedScript] = (),
    *,
    is_incomplete: bool = False,
) -> dict[str, Any]:
    """The files with what was found in them, how much it is, and whether that fails the check.

    A check `is_incomplete`, and fails, if a file could not be read or changed.
    What was fixed or not checked is there where something was; `scripts` are those that were named and not checked.
    """
    known = tuple(checked)
    fails = is_incomplete or any(it.failing for it in known)
    found = {"files": [_file(it) for it in known], "summary": summary(known), "fails": fails}
    left = [{"path": slashed(it.path), "agent": it.agent} for it in unchecked]
    passed = [{"path": slashed(it.path), "why": it.why} for it in scripts]
    return found | ({"notChecked": left} if left else {}) | ({"scriptsNotChecked": passed} if passed else {})


def summary(checked: Iterable[Checked]) -> dict[str, int]:
    """How many findings there are of each severity."""
    counted = Counter(it.severity for one in checked for it in one.diagnostics)
    return {severity.value: counted[severity] for severity in Severity}


def to_json(diagnostics: Iterable[Diagnostic], tree: Tree) -> list[dict[str, Any]]:
    """Each finding with its code, name, severity, message, range (zero-based, UTF-16), pointer, other places and fixes.

    A fix is only listed where it is proved, as `--fix` would do it.
    """
    known = tuple(diagnostics)
    fixes = offered(known)
    return [
        {
            "code": it.rule.code,
            "name": it.rule.name,
            "severity": it.severity.value,
            "message": it.finding.message,
            "range": tree.lines.range_json(it.span),
            "pointer": to_pointer(it.finding.place.route),
            **_related(it, tree),
            "fixes": [{"title": fix.title, "preferred": fix.preferred} for fix in (one.fix for one in fixes(it))],
        }
        for it in known
    ]


def _related(it: Diagnostic, tree: Tree) -> dict[str, Any]:
    """The other places of a finding, where it has some; `path` is there for those in another file."""
    found = [_place(place, message, tree) for place, message in it.finding.related]
    return {"related": found} if found else {}


def _place(place: Place, message: str, tree: Tree) -> dict[str, Any]:
    inside = tree if place.file is None else place.file.tree
    told = {
        "message": message,
        "range": inside.lines.range_json(resolve(tree, place)),
        "pointer": to_pointer(place.route),
    }
    return told if place.file is None else {**told, "path": slashed(place.file.path)}


def _file(it: Checked) -> dict[str, Any]:
    found: dict[str, Any] = {
        "path": slashed(it.path),
        "dialect": it.dialect,
        "diagnostics": to_json(it.diagnostics, it.tree),
    }
    if it.is_module:
        found["module"] = True
    if it.is_script:
        found["script"] = True
    if it.guessed:
        found["guessed"] = True
    return found | ({"fixed": [_made(one) for one in it.made]} if it.made else {})


def _made(made: Made) -> dict[str, Any]:
    rule = made.diagnostic.rule
    return {"code": rule.code, "name": rule.name, "line": made.line, "title": made.fix.title}
