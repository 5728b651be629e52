"""A permission rule is where a matcher is expected.

## What it does

Reports matchers, and alternatives of matchers, of the form `Tool(pattern)`. It applies to every agent except Agent
spec, whose matchers have that form.
Groups of a regular expression, such as `Task(Create|Update)`, are not reported.

## Why

A permission rule such as `Bash(git push *)` belongs in the permissions. A matcher is compared with the tool's name
only. The agent reads the parentheses as a group of a regular expression, which no name matches, so the hook never runs.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash(git push *)", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

In Claude Code, a hook can have a permission rule as its condition:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint", "if": "Bash(git push *)"}]}
    ]
  }
}
```

## Fix

Makes the tool's name the matcher, and moves the rule into the hook's condition, if the agent has such a key.
In ClawdCode, writes the rule as the criterion for commands or paths.
For other agents, check the tool's input in the hook.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.matchers.mistakes import RulePiece, permission_rules
from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject, together
from hookwright.config.view import HookView
from hookwright.model.dialect import Dialect
from hookwright.model.event import MatchSubject
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import insert_member
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind, member

_SPECIAL = late_pattern(r"[.*+?^${}()|\[\]\\]")
_PREFIX = ":*"
_CAUSE = "permission rules as matchers"


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        for rule in permission_rules(text):
            alone = text.text.strip() == rule.piece.text
            criterion = None if rule.covers_all or rule.is_regex else _as_criterion(text, rule)
            key = None if rule.covers_all or rule.is_regex else _condition_key(text)
            if criterion is not None and alone:
                advice, fix = _beside(rule, criterion), _said_beside(text, rule, criterion)
            else:
                advice, fix = _advice(rule, key, alone=alone), _fix(text, rule, key if alone else None)
            message = f"`{rule.piece.text}` is a permission rule, which matches no tool; {advice}"
            yield Finding(text.place(rule.piece.start, rule.piece.end), message, (fix,), cause=_CAUSE)


def _beside(rule: RulePiece, criterion: tuple[str, str]) -> str:
    return f'write `{rule.tool}`, and `"{criterion[0]}": {quote(criterion[1])}` beside it'


def _said_beside(text: MatcherText, rule: RulePiece, criterion: tuple[str, str]) -> Fix:
    """A fix that says it with another criterion, unless the matcher has that one already."""
    name, value = criterion
    node = text.group.matcher
    if node is None or member(node, name) is not None:
        return text.change(rule.piece, rule.tool, preferred=False, safe=False)
    added = partial(insert_member, text.file.tree, text.route[:-1], name, value)
    edits = together(text.rewrite(rule.tool).recipe, added)
    return Fix(f"Change to `{rule.tool}`, and add `{name}`", edits, preferred=True)


def _advice(rule: RulePiece, key: str | None, *, alone: bool) -> str:
    if rule.covers_all:
        return f"write `{rule.tool}`"
    if key is None:
        return f"write `{rule.tool}`, and check the tool's input in the hook"
    where = "in the hook" if alone else "in a group of its own"
    return f'write `{rule.tool}`, and `"{key}": "{rule.text}"` {where}'


def _fix(text: MatcherText, rule: RulePiece, key: str | None) -> Fix:
    hooks = text.group.hooks
    if key is None or not all(_takes(hook, key) for hook in hooks):
        return text.change(rule.piece, rule.tool, preferred=rule.covers_all, safe=rule.covers_all)
    added = [partial(insert_member, text.file.tree, hook.route, key, rule.text) for hook in hooks]
    edits = together(text.rewrite(rule.tool).recipe, *added)
    return Fix(f"Change to `{rule.tool}`, and move the rule to `{key}`", edits, preferred=True)


def _condition_key(text: MatcherText) -> str | None:
    dialect = text.file.dialect
    return dialect.condition.key if text.group.event in dialect.condition.events else None


def _takes(hook: HookView, key: str) -> bool:
    """Whether the key can be added to the hook."""
    if hook.type is None or hook.misplaced or hook.node.kind is not Kind.OBJECT:
        return False
    return hook.type.field(key) is not None and member(hook.node, key) is None


def _as_criterion(text: MatcherText, rule: RulePiece) -> tuple[str, str] | None:
    """The key and value that say what the rule says of the tool's input, None if none does."""
    dialect = text.file.dialect
    subject = _subject(dialect, rule)
    name = next((name for name, it in dialect.matchers.criteria.items() if it.subject is subject), None)
    if name is None:
        return None
    value = _command_pattern(rule.argument) if subject is MatchSubject.COMMAND else _path_glob(rule.argument)
    return (name, value) if value is not None else None


def _subject(dialect: Dialect, rule: RulePiece) -> MatchSubject | None:
    """What the rule's tool is called with, as far as its sample shows."""
    tool = dialect.tool(rule.tool)
    return dialect.calls.about(tool.input) if tool is not None else None


def _command_pattern(argument: str) -> str:
    if argument.endswith(_PREFIX):
        return rf"^{_literal(argument.removesuffix(_PREFIX))}(?:\s|$)"
    return f"^{'.*'.join(_literal(it) for it in argument.split('*'))}$"


def _path_glob(argument: str) -> str | None:
    """The same below the project, which globs begin at; None if the rule speaks of the home folder."""
    if argument.startswith("~"):
        return None
    path = argument.removesuffix(_PREFIX).removeprefix("./")
    if path.startswith("//"):
        return path[1:]
    return path.removeprefix("/") if "/" in path else f"**/{path}"


def _literal(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


RULE = Rule("HW305", "permission-syntax", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
