"""A condition is not exactly one permission rule.

## What it does

Reports conditions (`if`) that are expressions, lists of several rules, or rules whose parentheses do not close. Also
reports rules whose tool name is close to a known tool, or has a `*` in it. Claude Code has such conditions.
Parentheses inside a rule, as in `Bash(echo $(date))`, are not a second rule. Does not report
names that are not close to any known tool.

## Why

Claude Code reads one rule, `Tool` or `Tool(pattern)`, and compares the name of the tool letter by letter. With anything
else, the hook never runs.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "make test", "if": "Bash(git push *) || Bash(git commit *)"}
        ]
      }
    ]
  }
}
```

Write one hook for each rule:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "make test", "if": "Bash(git push *)"},
          {"type": "command", "command": "make test", "if": "Bash(git commit *)"}
        ]
      }
    ]
  }
}
```

## Fix

Closes the parenthesis, or writes the tool that you probably meant. For several rules there is no fix: write several
hooks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys
from hookwright.analysis.suggest import nearest
from hookwright.matching.permission_rule import joiner, parse_rule
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import replace_piece
from hookwright.syntax.tree import Kind

_WILDCARD = "*"
_SEVERAL = "conditions of several rules"


def _check(subject: Subject) -> Iterator[Finding]:
    condition = subject.file.dialect.condition
    for key in hook_keys(subject.file) if condition.key else ():
        text = str(key.value.value)
        # On other events, no condition is any good.
        if key.group.event not in condition.events:
            continue
        if key.field.name == condition.key and key.value.kind is Kind.STRING and key.value.closed and text.strip():
            yield from _judge(key, text)


def _judge(key: HookKey, text: str) -> Iterator[Finding]:
    rule, between = parse_rule(text), joiner(text)
    if between is not None:
        what = f"`{key.field.name}` takes exactly one permission rule, not several with `{between}`"
        message = f"{what}, so the hook runs for none of them; write one hook for each rule"
        yield Finding(_place(key, 0, len(text)), message, cause=_SEVERAL)
    elif rule is None:
        unclosed = parse_rule(f"{text})") if _depths(text)[-1] == 1 else None
        if unclosed is not None:
            fix = (_change(key, len(text), len(text), ")", f"Change to `{text})`"),)
            yield Finding(_place(key, 0, len(text)), f"`{text}` is not closed; write `{text})`", fix)
        else:
            yield Finding(_place(key, 0, len(text)), _no_rule(key, text))
    elif rule.pattern is not None and min(_depths(rule.pattern)) < 0:
        message = f"`{key.field.name}` takes exactly one permission rule; write one hook for each rule"
        yield Finding(_place(key, 0, len(text)), message)
    elif _WILDCARD in rule.tool:
        message = f"the tool's name is compared exactly, so `{rule.tool}` never matches; name one tool"
        yield Finding(_place(key, 0, len(rule.tool)), message)
    else:
        yield from _misspelt(key, rule.tool, text)


def _no_rule(key: HookKey, text: str) -> str:
    return f"`{text}` is not a permission rule, so the hook never runs; write one such as `{key.field.sample}`"


def _misspelt(key: HookKey, tool: str, text: str) -> Iterator[Finding]:
    dialect = key.file.dialect
    if dialect.tool(tool) is not None or dialect.servers.prefix in tool:
        return
    meant = nearest(tool, [it.name for it in dialect.tools])
    if meant is not None:
        start = text.index(tool)
        end = start + len(tool)
        fix = _change(key, start, end, meant, f"Change to `{meant}`")
        yield Finding(_place(key, start, end), f"no tool is named `{tool}`; did you mean `{meant}`?", (fix,))


def _depths(text: str) -> list[int]:
    """How many parentheses are open after each character, from before the first on."""
    depths = [0]
    for char in text:
        depths.append(depths[-1] + (char == "(") - (char == ")"))
    return depths


def _place(key: HookKey, start: int, end: int) -> Place:
    return Place(key.route, piece=(start, end))


def _change(key: HookKey, start: int, end: int, new: str, title: str) -> Fix:
    return Fix(title, partial(replace_piece, key.file.tree, key.route, start, end, new), preferred=True)


RULE = Rule("HW410", "condition-syntax", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
