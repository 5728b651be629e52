"""Findings as SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from hookwright.analysis.check import Diagnostic, resolve
from hookwright.analysis.proof import Repair, offered
from hookwright.analysis.reports.checked import Checked, Unchecked, UncheckedScript, relative
from hookwright.analysis.rule import Place, Rule
from hookwright.analysis.rule_docs import page, summary
from hookwright.model.reaction import Severity
from hookwright.paths import uri_of
from hookwright.syntax.tree import Tree
from hookwright.text import Edit, Span, to_pointer

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_OTHERS = "note"
_ROOT = "%SRCROOT%"


def log(
    checked: Iterable[Checked],
    folder: str,
    version: str,
    unchecked: Sequence[Unchecked] = (),
    scripts: Sequence[UncheckedScript] = (),
) -> dict[str, Any]:
    """One run of hookwright of that version; paths are relative to the folder, columns in UTF-16 units.

    What was not checked is a notification of the run; `scripts` are those that were named and not checked.
    """
    known = tuple(checked)
    rules = {it.rule.code: it.rule for one in known for it in one.diagnostics}
    codes = sorted(rules)
    driver = {"name": "hookwright", "version": version, "rules": [_rule(rules[code]) for code in codes]}
    places = {code: index for index, code in enumerate(codes)}
    results = [it for one in known for it in _results(one, places, folder)]
    run: dict[str, Any] = {"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}
    told = [_notification(it.path, folder, _unknown_agent(it)) for it in unchecked]
    told += [_notification(it.path, folder, f"Not checked: {it.why}.") for it in scripts]
    if told:
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": told}]
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _unknown_agent(it: Unchecked) -> str:
    return f"Not checked: hookwright does not know {it.agent}, whose hooks these seem to be."


def _notification(path: str, folder: str, text: str) -> dict[str, Any]:
    location = {"physicalLocation": {"artifactLocation": _artifact(path, folder)}}
    return {"level": "note", "message": {"text": text}, "locations": [location]}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": f"{summary(rule)}."},
        "help": {"text": rule.doc.strip(), "markdown": page(rule)},
        "defaultConfiguration": {"level": _level(rule.severity)},
    }


def _results(checked: Checked, places: Mapping[str, int], folder: str) -> Iterator[dict[str, Any]]:
    fixes = offered(checked.diagnostics)
    for it in checked.diagnostics:
        yield _result(checked, it, places[it.rule.code], folder, fixes(it))


def _result(checked: Checked, it: Diagnostic, index: int, folder: str, repairs: Iterable[Repair]) -> dict[str, Any]:
    artifact, tree = _artifact(checked.path, folder), checked.tree
    pointer = to_pointer(it.finding.place.route)
    location = {
        "physicalLocation": {"artifactLocation": artifact, "region": _region(tree, it.span)},
        **({"logicalLocations": [{"fullyQualifiedName": pointer}]} if pointer else {}),
    }
    related = [
        {
            "id": number,
            "physicalLocation": _physical(checked, place, folder),
            "message": {"text": message},
        }
        for number, (place, message) in enumerate(it.finding.related)
    ]
    fixes = [_fix(artifact, tree, one) for one in repairs if one.edits]
    return {
        "ruleId": it.rule.code,
        "ruleIndex": index,
        "level": _level(it.severity),
        "message": {"text": it.finding.message},
        "locations": [location],
        **({"relatedLocations": related} if related else {}),
        **({"fixes": fixes} if fixes else {}),
    }


def _physical(checked: Checked, place: Place, folder: str) -> dict[str, Any]:
    """Where a place is, in the file that was checked or in the other one that the place names."""
    other = place.file
    tree, path = (checked.tree, checked.path) if other is None else (other.tree, other.path)
    return {"artifactLocation": _artifact(path, folder), "region": _region(tree, resolve(tree, place))}


def _fix(artifact: dict[str, str], tree: Tree, repair: Repair) -> dict[str, Any]:
    change = {"artifactLocation": artifact, "replacements": [_replacement(tree, it) for it in repair.edits]}
    return {"description": {"text": repair.fix.title}, "artifactChanges": [change]}


def _replacement(tree: Tree, edit: Edit) -> dict[str, Any]:
    return {"deletedRegion": _region(tree, edit.span), "insertedContent": {"text": edit.text}}


def _region(tree: Tree, span: Span) -> dict[str, int]:
    start, end = tree.lines.position(span.start), tree.lines.position(span.end)
    return {
        "startLine": start.line + 1,
        "startColumn": start.character + 1,
        "endLine": end.line + 1,
        "endColumn": end.character + 1,
    }


def _artifact(path: str, folder: str) -> dict[str, str]:
    found = relative(path, folder)
    if os.path.isabs(found):
        return {"uri": uri_of(found)}
    return {"uri": quote(found), "uriBaseId": _ROOT}


def _level(severity: Severity) -> str:
    return _LEVELS.get(severity, _OTHERS)
