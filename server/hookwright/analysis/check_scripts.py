"""What is wrong with one script: every rule's findings, each with the hooks that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic, ScriptOrigin, in_order, logged, resolve, sayable, with_fixes
from hookwright.analysis.rule import Fact, Finding, Place, Rule
from hookwright.analysis.rules import RULES
from hookwright.analysis.script_imports import placed
from hookwright.analysis.script_places import in_hook_file
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.settings.file import Settings
from hookwright.analysis.suppression import Held, Judged
from hookwright.matching.expressions import limited
from hookwright.model.evidence import SPECIFIED, Basis, Evidence
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Language
from hookwright.syntax.tree import Tree
from hookwright.text import Span

_MARK = "hookwright:"
_HASH = late_pattern(r"(?m)(?:^|(?<=[\s;]))#+[ \t]*hookwright:[^\r\n]*")
_COMMENTS = {
    Language.SHELL: _HASH,
    Language.PYTHON: _HASH,
    Language.JAVASCRIPT: late_pattern(r"(?m)(?:^|(?<=[\s;{}(),]))(?://|/\*)[ \t]*hookwright:[^\r\n]*"),
}


def check_script(
    subject: ScriptSubject, *, rules: Iterable[Rule] = RULES, on_defect: Callable[[Rule, Exception], None] = logged
) -> tuple[Diagnostic, ...]:
    """Every finding in the order of the text; a rule that raises is handed to `on_defect` and left out."""
    tree, found = script_tree(subject), list[Diagnostic]()
    with limited():
        for rule in rules:
            if not rule.looks_at_scripts:
                continue
            try:
                found += [_diagnostic(subject, tree, rule, it) for it in rule.in_script(subject)]
            except Exception as error:  # noqa: BLE001 - one broken rule must not take the others with it
                on_defect(rule, error)
    return in_order(found)


def judge_script(subject: ScriptSubject, settings: Settings, *, rules: Iterable[Rule] = RULES) -> Judged:
    """What the rules find, without what is off or ignored; comments that ignore nothing are reported.

    A script of hooks whose dialect was guessed gets findings without fixes.
    """
    asked, tree = tuple(rules), script_tree(subject)
    held = Held(tree, subject.path, settings, has_comments=True)
    found = check_script(subject, rules=[it for it in asked if it.code not in held.off])
    kept = [said for it in found for said in held.said(it)]
    diagnostics = in_order((*kept, *held.unused({it.code for it in asked})))
    if any(it.file.is_guessed for it in subject.uses):
        without = tuple(with_fixes(it, ()) for it in diagnostics)
        return Judged(without, frozenset(held.used), tuple(it for it in diagnostics if it.finding.fixes))
    return Judged(diagnostics, frozenset(held.used))


def script_tree(subject: ScriptSubject) -> Tree:
    """The script's text as reports and comments need it: with its comments that speak to hookwright, and no values."""
    text = subject.text
    found = _COMMENTS[subject.script.language].finditer(text) if _MARK in text else ()
    return Tree(text, None, comments=tuple(Span(it.start(), it.end()) for it in found))


def _diagnostic(subject: ScriptSubject, tree: Tree, rule: Rule, raw: Finding) -> Diagnostic:
    finding = placed(subject, raw)
    uses = finding.uses or subject.uses
    related = (*finding.related, *_hooks(finding, subject.path, uses))
    severity, message = finding.severity or rule.severity, finding.message
    if rule.specified is not None and all(it.dialect.evidence.basis is Basis.SPECIFIED for it in uses):
        severity = max(severity, rule.specified, key=lambda it: it.rank)
    evidence = _evidence(rule, uses)
    if not evidence.basis.is_certain:
        severity, message = severity.lowered, f"{message} ({evidence.source})"
    said = sayable(replace(finding, message=message, related=related))
    span = resolve(tree, finding.place)
    return Diagnostic(rule, said, span, severity, ScriptOrigin(subject, finding.message))


def _evidence(rule: Rule, uses: Iterable[ScriptUse]) -> Evidence:
    """What the finding stands on: it is true for all of the hooks, so the best that is known of one of them counts."""
    if rule.stands_on is None:
        return SPECIFIED
    known = [_of_use(it, rule.stands_on) for it in uses]
    return next((it for it in known if it.basis.is_certain), known[0])


def _of_use(use: ScriptUse, fact: Fact) -> Evidence:
    own = use.row.evidence if fact is Fact.EVENT else None
    return own if own is not None else use.dialect.evidence


def _hooks(finding: Finding, path: str, uses: Iterable[ScriptUse]) -> Iterator[tuple[Place, str]]:
    """The places of the hooks that a finding is about, without those that it names itself.

    A script that is a hook by its name is in no other file.
    """
    told = {(place.file.path, place.route) for place, _ in finding.related if place.file is not None}
    for it in uses:
        if (it.file.path, it.route) not in told and it.file.path != path:
            yield in_hook_file(it), f"`{it.row.name}` hook of {it.dialect.title} that runs this script"
