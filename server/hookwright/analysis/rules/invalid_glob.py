"""A glob has a brace or a bracket that is not closed.

## What it does

Reports the `{` or `[` of a glob in a matcher that no `}` or `]` closes, and globs that stand for too many others.
It applies to globs for files: the criterion `paths` in ClawdCode, and the patterns in `Tool(pattern)` in Agent spec.

## Why

The agent compares the open brace or bracket literally, so the glob does not match the files that you meant, and the
hook does not run for them.

## Example

In `.clawdcode/settings.json`, on `PreToolUse` of ClawdCode:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": {"tools": "Write", "paths": "*.{ts,tsx"}, "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Close the brace:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": {"tools": "Write", "paths": "*.{ts,tsx}"}, "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

None: only you know where the brace or the bracket should end.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.matching.tool_pattern import parse_tool_pattern
from hookwright.model.language import Pattern
from hookwright.model.reaction import Severity

_NEGATIONS = ("!", "^")


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        if text.language.pattern is Pattern.GLOB and text.text not in text.language.wildcards:
            yield from _findings(text, 0, text.text)
            if text.matcher.fault is not None and not _unclosed(text.text):
                yield Finding(text.place(), f"the glob is not valid, so it never matches: {text.matcher.fault.message}")
        elif text.language.pattern is Pattern.PERMISSION and (glob := _glob_of_files(text)) is not None:
            yield from _findings(text, text.text.index("(") + 1, glob)


def _glob_of_files(text: MatcherText) -> str | None:
    """What stands in the parentheses behind a tool whose main argument is a path."""
    rule = parse_tool_pattern(text.text)
    if isinstance(rule, str) or rule.pattern is None:
        return None
    calls = text.file.dialect.calls
    given = next((it.input for it in text.tools if it.name == rule.tool), {})
    is_of_files = any(it in given for it in calls.paths) and not any(it in given for it in calls.arguments)
    return rule.pattern if is_of_files else None


def _findings(text: MatcherText, start: int, glob: str) -> Iterator[Finding]:
    """What is never closed in a glob that begins at an index of the text."""
    for index in _unclosed(glob):
        kind = "brace" if glob[index] == "{" else "class"
        closing = "}" if kind == "brace" else "]"
        message = f"this {kind} is never closed, so `{glob[index]}` is matched literally; close it with `{closing}`"
        yield Finding(text.place(start + index, start + len(glob)), message)


def _unclosed(glob: str) -> list[int]:
    """Where the braces and classes begin that have no end, outermost first."""
    braces: list[int] = []
    index = 0
    while index < len(glob):
        char = glob[index]
        if char == "\\":
            index += 1
        elif char == "[":
            # A closing bracket that is the first of a class belongs to it.
            first = index + 1 + (glob[index + 1 : index + 2] in _NEGATIONS)
            end = glob.find("]", first + 1)
            if end < 0:
                return [*braces, index]
            index = end
        elif char == "{":
            braces.append(index)
        elif char == "}" and braces:
            braces.pop()
        index += 1
    return braces


RULE = Rule("HW309", "invalid-glob", Severity.ERROR, __doc__, _check, stands_on=Fact.FILE)
