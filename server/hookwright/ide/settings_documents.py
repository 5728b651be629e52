"""Completion and hover in `hookwright.json`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hookwright.analysis.rule import Rule
from hookwright.analysis.rule_docs import page, summary
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings.failing import SEVERITIES, failing_words
from hookwright.analysis.settings.file import IGNORE_KEYS, KEYS, LEVELS, OFF, rule_code
from hookwright.analysis.settings.rules import OWN_RULES
from hookwright.analysis.settings.schema import GLOB_DOC, IGNORE_DOCS, KEY_DOCS
from hookwright.dialects import DIALECTS
from hookwright.dialects.outlines import OUTLINES
from hookwright.ide.completion.items import (
    Fitting,
    Item,
    ItemKind,
    fit_item,
    fit_key,
    fit_value,
    has_its_value,
    literal,
)
from hookwright.ide.cursor_context import TextContext, text_context
from hookwright.ide.hover import Hover
from hookwright.model.failing import FAIL_ON
from hookwright.patterns import late_pattern
from hookwright.syntax.cursor import Role
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Tree
from hookwright.text import Route, Span

_FAILING = f"[{', '.join(quote(it) for it in FAIL_ON)}$1]"
_VALUES = {
    "rules": "{$1}",
    "failOn": _FAILING,
    "exclude": '["$1"]',
    "ignore": '[{"rule": "$1"}]',
    "dialects": '{"$1": "$2"}',
    "agentVersions": "{$1}",
}
# The example shows a hook file, and is long.
_EXAMPLE = late_pattern(r"^## Example\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
_OFF_DOC = "Switched off."
_FAILING_DOC = "Findings of this severity or above fail the check."


def complete_settings(tree: Tree, offset: int) -> tuple[Item, ...]:
    """The keys, rules, severities and dialects that fit at an offset; globs are not completed."""
    context = text_context(tree, offset)
    route, role = context.cursor.route, context.cursor.role
    if role is Role.OUTSIDE:
        return (_whole(context),) if tree.root is None else ()
    if role in (Role.KEY, Role.MEMBER_GAP):
        return tuple(_keys(context, route[:-1] if role is Role.KEY else route))
    match route:
        case ("rules", str(name)):
            return tuple(_levels(context, name))
        case ("ignore", int(), "rule"):
            return tuple(_rules(context, fit_value(context)))
        case ("dialects", str()):
            return tuple(_dialects(context))
        case ("failOn",) | ("failOn", int()):
            return tuple(_failing(context, fit_item(context) if role is Role.ITEM_GAP else fit_value(context)))
        case ("ignore",) | ("ignore", int()):
            text = '{"rule": "$1"}'
            return (fit_item(context).item("rule to ignore", ItemKind.SNIPPET, text, 0, snippet=True),)
    return ()


def hover_settings(tree: Tree, offset: int) -> Hover | None:
    """Documentation of the rule, key or dialect at an offset; None if there is none."""
    cursor = text_context(tree, offset).cursor
    if cursor.node is None or cursor.role not in (Role.KEY, Role.VALUE):
        return None
    match cursor.route:
        case ("rules", str(name)):
            return _rule_hover(name, cursor.node.span)
        case ("ignore", int(), "rule") if cursor.role is Role.VALUE:
            return _rule_hover(str(cursor.node.value), cursor.node.span)
        case ("failOn",) | ("failOn", int()) if cursor.role is Role.VALUE and cursor.node.value in SEVERITIES:
            return Hover(_FAILING_DOC, cursor.node.span)
        case ("failOn",) | ("failOn", int()) if cursor.role is Role.VALUE:
            return _rule_hover(str(cursor.node.value), cursor.node.span)
        case ("dialects", str()) if cursor.role is Role.VALUE:
            return _dialect_hover(str(cursor.node.value), cursor.node.span)
        case ("dialects", str()):
            return Hover(GLOB_DOC, cursor.node.span)
        case (str(key),) if cursor.role is Role.KEY and key in KEY_DOCS:
            return Hover(KEY_DOCS[key], cursor.node.span)
        case ("ignore", int(), str(key)) if cursor.role is Role.KEY and key in IGNORE_DOCS:
            return Hover(IGNORE_DOCS[key], cursor.node.span)
    return None


def _whole(context: TextContext) -> Item:
    fitting = Fitting(Span(context.offset, context.offset))
    return fitting.item("rules", ItemKind.SNIPPET, '{\n  "rules": {$1}\n}', 0, detail=KEY_DOCS["rules"], snippet=True)


def _keys(context: TextContext, route: Route) -> Iterator[Item]:
    fitting, container = fit_key(context), context.cursor.container
    there = {it.name for it in container.members if it.key is not context.cursor.node} if container else set()
    match route:
        case ():
            known = [(name, _VALUES[name], KEY_DOCS[name]) for name in KEYS]
        case ("rules",):
            taken = {rule_code(it) for it in there}
            rules = [it for it in FILE_AND_RUN_RULES if it.code not in taken]
            choice = f'"${{1|{",".join(LEVELS)}|}}"'
            known = [(name, choice, _about(it)) for name, it in _named(rules)]
        case ("agentVersions",):
            known = [(it.id, f'"${{1:{it.evidence.version}}}"', it.title) for it in DIALECTS]
        case ("ignore", int()):
            known = [(name, '"$1"', IGNORE_DOCS[name]) for name in IGNORE_KEYS]
        case _:
            known = []
    for rank, (name, value, detail) in enumerate(known):
        if name not in there:
            yield _key(context, fitting, rank, name, value, detail)


def _key(context: TextContext, fitting: Fitting, rank: int, name: str, value: str, detail: str) -> Item:
    """The key, with a value if it has none yet."""
    if has_its_value(context):
        return replace(fitting, after="").item(name, ItemKind.KEY, quote(name), rank, detail=detail)
    return fitting.item(name, ItemKind.KEY, f"{literal(quote(name))}: {value}", rank, detail=detail, snippet=True)


def _levels(context: TextContext, name: str) -> Iterator[Item]:
    rule = _rule(name)
    for rank, level in enumerate(LEVELS):
        usual = rule is not None and level == rule.severity
        detail = _OFF_DOC if level == OFF else "The default." if usual else ""
        yield fit_value(context).item(level, ItemKind.VALUE, quote(level), rank, detail=detail)


def _rules(context: TextContext, fitting: Fitting) -> Iterator[Item]:
    for rank, (name, rule) in enumerate(_named(FILE_AND_RUN_RULES)):
        yield fitting.item(name, ItemKind.VALUE, quote(name), rank, detail=_about(rule))


def _failing(context: TextContext, fitting: Fitting) -> Iterator[Item]:
    """What a check can fail on: severities first, then rules."""
    for rank, name in enumerate(SEVERITIES):
        yield fitting.item(name, ItemKind.VALUE, quote(name), rank, detail=_FAILING_DOC)
    for rank, (name, rule) in enumerate(_named((*FILE_AND_RUN_RULES, *OWN_RULES)), len(SEVERITIES)):
        yield fitting.item(name, ItemKind.VALUE, quote(name), rank, detail=_about(rule))


def _dialects(context: TextContext) -> Iterator[Item]:
    for rank, it in enumerate(OUTLINES):
        yield fit_value(context).item(it.id, ItemKind.VALUE, quote(it.id), rank, detail=it.title)


def _dialect_hover(name: str, span: Span) -> Hover | None:
    return next((Hover(f"The hook files of {it.title}.", span) for it in OUTLINES if it.id == name), None)


def _named(rules: Iterable[Rule]) -> list[tuple[str, Rule]]:
    """The rules by name, then by code."""
    known = tuple(rules)
    return [*((it.name, it) for it in known), *((it.code, it) for it in known)]


def _rule_hover(name: str, span: Span) -> Hover | None:
    rule = _rule(name)
    return Hover(_EXAMPLE.sub("", page(rule)), span) if rule is not None else None


def _rule(name: str) -> Rule | None:
    code = failing_words().get(name)
    return next((it for it in (*FILE_AND_RUN_RULES, *OWN_RULES) if it.code == code), None)


def _about(rule: Rule) -> str:
    return f"{rule.code} · {rule.severity.value} · {summary(rule)}"
