r"""A matcher takes very long on some texts.

## What it does

Reports regular expressions that can match the same text in very many ways. The message has a text on which a search was
tried and took too long.
Names of tools are short, so for these only expressions that take exponential time are reported. For commands and paths,
expressions whose time grows with the third power of the length, or faster, are reported too.
Agents with regular expressions of Rust or Go, such as Codex, Goose and Crush, are not affected.

## Why

An agent without a time limit hangs on such an expression.
hookwright stops the search: in a dispatch, it then does not run the hook, and treats it as one that could not start.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "mcp__notes__(\\w+_?)*$", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Remove one of the two nested repetitions:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "mcp__notes__\\w*$", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

None: usually you can remove one of the two nested repetitions.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.matchers.redos import Attack, attack
from hookwright.analysis.matchers.texts import matcher_texts
from hookwright.analysis.rule import Fact, Finding, Rule, Subject
from hookwright.matching.expressions import SECONDS
from hookwright.model.language import LINEAR
from hookwright.model.reaction import Severity


def _check(subject: Subject) -> Iterator[Finding]:
    for text in matcher_texts(subject.file):
        # Rust's take linear time, whatever they are.
        if text.is_regex and text.matcher.fault is None and text.language.flavor not in LINEAR:
            found = attack(text.text, whole=text.language.whole, long=not text.is_of_names)
            if found is not None:
                yield Finding(text.place(found.start, found.end), _message(found))


def _message(found: Attack) -> str:
    shown = [f"`{found.pump}` {found.times} times"]
    if found.prefix:
        shown.insert(0, f"`{found.prefix}`")
    if found.suffix:
        shown.append("a line's end" if found.suffix == "\n" else f"`{found.suffix}`")
    text = f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]
    limit = f"{SECONDS * 1000:.0f} ms"
    return f"this takes too long on some names: on {text} it gives up after {limit}; remove the nested repetition"


RULE = Rule("HW307", "catastrophic-regex", Severity.WARNING, __doc__, _check, stands_on=Fact.FILE)
