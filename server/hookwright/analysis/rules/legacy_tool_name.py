"""A matcher names a tool that newer versions of the agent renamed or removed.

## What it does

Reports names of tools in matchers that the agent no longer has, and names the tool that replaces them. It applies to
agents whose former tools are known, such as Claude Code.
Does not report a part of a name in a regular expression, if a current tool has that part too.

## Why

Newer versions of the agent never run the hook for that name. In older versions, it still works.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "MultiEdit|Write", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Write the tool that replaces it:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

Writes the tool that replaces it, or removes the name if the matcher already has that tool.
Older versions may still need the name, so the fix is not safe.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts, pieces, trimmed
from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.matching.matcher import Name
from hookwright.model.reaction import Severity
from hookwright.model.tool import Tool
from hookwright.syntax.drafts import replace_piece


def _check(subject: Subject) -> Iterator[Finding]:
    texts = matcher_texts(subject.file)
    written = "\n".join([it.text for it in texts])
    legacy = {it.name: it for it in subject.file.dialect.tools if it.replaced_by and it.name in written}
    for text in texts if legacy else ():
        found = pieces(text) if text.tools and any(it in text.text for it in legacy) else ()
        for index, piece in enumerate(found):
            name = trimmed(piece)
            tool = legacy.get(name.text)
            if tool is not None and not _is_part(text, tool.name):
                fix = _fix(text, found, index, tool)
                advice = fix.title.replace("Change to", "write").replace("Remove", "remove")
                message = f"`{tool.name}` {tool.doc}; {advice}"
                yield Finding(text.place(name.start, name.end), message, (fix,), deprecated=True)


def _is_part(text: MatcherText, name: str) -> bool:
    """Whether a pattern that is searched finds the name in that of a present tool too."""
    return text.searched and any(name in it.name for it in text.tools if not it.replaced_by)


def _fix(text: MatcherText, found: tuple[Name, ...], index: int, tool: Tool) -> Fix:
    if tool.replaced_by not in {trimmed(it).text for it in found}:
        # A pattern that is searched would find the new name in those of other tools.
        longer = text.searched and any(tool.replaced_by in it.name != tool.replaced_by for it in text.tools)
        meant = f"^{tool.replaced_by}$" if longer else tool.replaced_by
        return text.change(trimmed(found[index]), meant, safe=False)
    start = found[index].start if index == 0 else found[index - 1].end
    end = found[1].start if index == 0 else found[index].end
    edits = partial(replace_piece, text.file.tree, text.route, start, end, "")
    return Fix(f"Remove `{tool.name}`", edits, preferred=True, safe=False)


RULE = Rule("HW317", "legacy-tool-name", Severity.HINT, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
