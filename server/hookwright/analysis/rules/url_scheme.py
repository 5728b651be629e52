"""The URL of a hook is not a web address.

## What it does

Reports URLs of `http` hooks that do not begin with a scheme that the agent supports, such as `http://`. It applies to
agents with `http` hooks: Claude Code, Copilot and Qwen Code.
Does not report URLs that are blank or begin with a variable.

## Why

The request fails. A failed request does not block, so a guard lets everything through.

## Example

In `.claude/settings.json`, on `PostToolUse` of Claude Code:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "http", "url": "localhost:8080/hook"}]}
    ]
  }
}
```

Begin the URL with its scheme:

```json
{
  "hooks": {
    "PostToolUse": [
      {"matcher": "Edit", "hooks": [{"type": "http", "url": "http://localhost:8080/hook"}]}
    ]
  }
}
```

## Fix

Puts `http://` before the name of this machine, or `https://` before another host.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.analysis.structure.hook_keys import HookKey, hook_keys, listing
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import replace_piece
from hookwright.syntax.tree import Kind

_SCHEME = late_pattern(r"[A-Za-z][A-Za-z0-9+.-]*://")
_HOST = late_pattern(r"(?:[\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?(?:[/?].*)?")
_THIS_MACHINE = ("localhost", "127.")


def _check(subject: Subject) -> Iterator[Finding]:
    for key in hook_keys(subject.file):
        text = str(key.value.value)
        if key.field.takes.schemes and key.value.kind is Kind.STRING and text.strip() and not text.startswith("$"):
            yield from _judge(key, text)


def _judge(key: HookKey, text: str) -> Iterator[Finding]:
    schemes = key.field.takes.schemes
    if text.lower().startswith(schemes):
        return
    scheme = _SCHEME.match(text)
    if scheme is not None:
        message = f"the agent sends nothing to a `{scheme[0]}` URL; use {listing(schemes)}"
        yield Finding(Place(key.route, piece=scheme.span()), message)
        return
    wanted = next((it for it in schemes if _wants(it, text)), None) if _HOST.fullmatch(text) else None
    message = f"`{text}` is not a URL; it must begin with {listing(schemes)}"
    fixes: tuple[Fix, ...] = ()
    if wanted is not None:
        edits = partial(replace_piece, key.file.tree, key.route, 0, 0, wanted)
        fixes = (Fix(f"Change to `{wanted}{text}`", edits, preferred=True),)
    yield Finding(Place(key.route, piece=(0, len(text))), message, fixes)


def _wants(scheme: str, text: str) -> bool:
    return (scheme == "http://") == text.startswith(_THIS_MACHINE)


RULE = Rule("HW413", "url-scheme", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
