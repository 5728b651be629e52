"""Actions that silence a rule here, in the file or in the project, with an entry of `hookwright.json`."""

from __future__ import annotations

import os.path
from collections.abc import Iterable, Iterator

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.fixing import touch
from hookwright.analysis.rule import Rule
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.settings.file import OFF, rule_code
from hookwright.analysis.settings.rules import OWN_RULES
from hookwright.config.view import HookFile
from hookwright.ide.actions.code_actions import Action, ActionKind, SettingsChange
from hookwright.model.hook import Scope
from hookwright.paths import below
from hookwright.patterns import late_pattern
from hookwright.syntax.edit import append_item, apply, insert_member, replace_value
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import JSON, Kind, ProblemKind, Tree, member
from hookwright.text import Edit, Span, to_pointer

_RULES, _IGNORE = "rules", "ignore"
_GLOB = late_pattern(r"[*?\[\]{}\\]")
_LAX = (ProblemKind.COMMENT, ProblemKind.TRAILING_COMMA)
_NEW = "{\n}\n"
# Silencing would not make the file valid JSON.
_ALWAYS_SPEAK = frozenset({"syntax-error", *(it.name for it in OWN_RULES)})


def silence_rule_actions(file: HookFile, found: Iterable[Diagnostic], path: str, text: str | None) -> Iterator[Action]:
    """The actions for these findings; `path` is the settings file, `text` its content, None if it is new.

    Empty if the settings cannot be read.
    """
    yield from _actions(file.path, found, path, text, is_users=file.scope is Scope.USER)


def silence_in_script_actions(
    script: ScriptSubject, found: Iterable[Diagnostic], path: str, text: str | None
) -> Iterator[Action]:
    """The same for findings in a script that hooks run."""
    yield from _actions(script.path, found, path, text, is_users=all(it.file.scope is Scope.USER for it in script.uses))


def _actions(own: str, found: Iterable[Diagnostic], path: str, text: str | None, *, is_users: bool) -> Iterator[Action]:
    tree = parse(_NEW if text is None else text)
    if tree.root is None or tree.root.kind is not Kind.OBJECT or any(it.kind not in _LAX for it in tree.problems):
        return
    offered: set[tuple[str, str]] = set()
    for diagnostic in found:
        rule = diagnostic.rule
        for where, edits in _ways(own, diagnostic, path, tree, is_users=is_users):
            if edits and rule.name not in _ALWAYS_SPEAK and (rule.name, where) not in offered:
                offered.add((rule.name, where))
                yield _action(rule, where, diagnostic, _change(path, tree, edits, is_new=text is None))


def touched(found: Iterable[Diagnostic], span: Span) -> Iterator[Diagnostic]:
    """The findings that touch a selection."""
    return (it for it in found if touch(it.span, span))


def _action(rule: Rule, where: str, diagnostic: Diagnostic, change: SettingsChange) -> Action:
    title = f"Ignore `{rule.name}` {where}"
    return Action(title=title, kind=ActionKind.QUICK_FIX, diagnostic=diagnostic, settings=change)


def _change(path: str, tree: Tree, edits: list[Edit], *, is_new: bool) -> SettingsChange:
    if is_new:
        return SettingsChange(path, tree.lines, (), apply(tree.text, edits))
    return SettingsChange(path, tree.lines, tuple(edits))


def _ways(own: str, it: Diagnostic, path: str, tree: Tree, *, is_users: bool) -> Iterator[tuple[str, list[Edit]]]:
    """What can be silenced, narrowest first, with the edits."""
    name, inside = it.rule.name, below(own, os.path.dirname(path))
    if inside is not None:
        of_file: dict[str, JSON] = {"rule": name, "file": _literal(inside)}
        if it.finding.place.route:
            pointer = _literal(to_pointer(it.finding.place.route))
            yield "here", _ignored(tree, {**of_file, "pointer": pointer})
        yield "in this file", _ignored(tree, of_file)
    if not is_users:
        yield "in this project", _off(tree, it.rule)


def _ignored(tree: Tree, entry: dict[str, JSON]) -> list[Edit]:
    """Edits that add an entry to `ignore`."""
    assert tree.root is not None
    there = member(tree.root, _IGNORE)
    if there is None:
        return insert_member(tree, (), _IGNORE, [entry])
    return append_item(tree, (_IGNORE,), entry) if there.value.kind is Kind.ARRAY else []


def _off(tree: Tree, rule: Rule) -> list[Edit]:
    """Edits that disable a rule, under the name that it already has there."""
    assert tree.root is not None
    there = member(tree.root, _RULES)
    if there is None:
        return insert_member(tree, (), _RULES, {rule.name: OFF})
    if there.value.kind is not Kind.OBJECT:
        return []
    named = [it.name for it in there.value.members if rule_code(it.name) == rule.code]
    if named:
        return replace_value(tree, (_RULES, named[-1]), OFF)
    return insert_member(tree, (_RULES,), rule.name, OFF)


def _literal(path: str) -> str:
    """A glob that matches only this path."""
    return _GLOB.sub(r"\\\g<0>", path)
