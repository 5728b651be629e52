"""A matcher is not a valid regular expression.

## What it does

Reports a matcher that is not valid in the regular expressions of its agent, at the piece that is wrong: those of
JavaScript in most agents, of Rust in Codex and Goose, of Go in Crush, and of Python in OpenHands.
Permission rules, globs and expressions have their own rules.

## Why

The matcher matches nothing, so the hook never runs. The agent does not say so.
Some agents also compare the names between `|` one by one. Such a name still matches, and the finding is a warning.
Gemini CLI and OpenHands compare an invalid expression as plain text.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "WebFetch|(Write", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Close the group, or remove the parenthesis:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "WebFetch|Write", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

None: only you know what the matcher should match.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.expressions import is_expression
from hookwright.analysis.matchers.mistakes import globs, permission_rules, with_bars
from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.matching.regex import Fault, syntax_fault
from hookwright.model.language import Invalid
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern

_NAME = late_pattern(r"[A-Za-z0-9_-]+")


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        fault = _unexplained(text)
        if fault is not None:
            literal = text.language.invalid is Invalid.LITERAL
            names = _plain_names(text)
            so = "is compared as plain text" if literal else f"only matches {names}" if names else "never matches"
            message = f"the regular expression is not valid, so it {so}: {fault.message}"
            yield Finding(text.place(fault.start, fault.end), message, severity=Severity.WARNING if names else None)


def _plain_names(text: MatcherText) -> str:
    """The alternatives that match as plain names though the whole is no expression, as a message lists them."""
    if text.language.names or not text.language.separators:
        return ""
    return " and ".join(f"`{it.text}`" for it in text.matcher.names if _NAME.fullmatch(it.text))


def _unexplained(text: MatcherText) -> Fault | None:
    """The fault that stays when the pieces that other rules explain are taken for plain words."""
    if text.matcher.fault is None or not text.is_regex or with_bars(text) is not None or is_expression(text):
        return None
    pattern = text.text
    explained = [*(it.piece for it in permission_rules(text)), *(it.piece for it in globs(text))]
    for piece in explained:
        pattern = pattern[: piece.start] + "x" * len(piece.text) + pattern[piece.end :]
    return syntax_fault(pattern, text.language.flavor) if explained else text.matcher.fault


RULE = Rule("HW301", "invalid-regex", Severity.ERROR, __doc__, _check, stands_on=Fact.FILE)
