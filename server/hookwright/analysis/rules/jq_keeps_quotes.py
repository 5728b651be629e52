r"""A script compares what `jq` prints without `-r`, which has quotes around it.

## What it does

Reports tests in shell scripts that can never hold, as `jq` has written the text with quotes:

- `[ "$tool" = "Bash" ]` and `[[ $cmd == rm* ]]`
- `case $cmd in rm*)`
- `[[ $cmd =~ ^rm ]]` and `echo "$cmd" | grep '^rm'`

It applies to every agent. Does not report patterns that may begin with anything, as `*rm*` does, and comparisons with
quotes, numbers, `null`, `true` and `false`.

## Why

Without `-r`, `jq` prints JSON: `"Bash"`, and not `Bash`. The test does not hold for any call, so that the guard lets
everything pass, or refuses everything.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "bash \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh"}]
      }
    ]
  }
}
```

In `.claude/hooks/guard.sh`, on `PreToolUse` of Claude Code:

```sh
#!/usr/bin/env bash
command -v jq >/dev/null || exit 2
command=$(jq '.tool_input.command')
if [[ $command == "git push"* ]]; then
  echo "Blocked: ask before you push" >&2
  exit 2
fi
```

Have `jq` print the text itself:

```sh
#!/usr/bin/env bash
command -v jq >/dev/null || exit 2
command=$(jq -r '.tool_input.command')
if [[ $command == "git push"* ]]; then
  echo "Blocked: ask before you push" >&2
  exit 2
fi
```

## Fix

Writes `jq -r`, where the script has one such call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.rule import Finding, Fix, Rule, given
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Branch, Language
from hookwright.scripts.values import Json, Payload, Spot
from hookwright.text import Edit, Span

_COMPARED = late_pattern(r"\s(?P<sign>==?|!=)\s+(?P<other>\"[^\"]*\"|'[^']*'|[^\s\]]+)\s*(?:\*\s*)?(?:\]|\Z)")
_MATCHED = late_pattern(r"\s=~\s+(?P<other>['\"]?\^\(?\w)")
_GREPPED = late_pattern(r"\s*\|\s*grep\s+(?:-\w+\s+)*(?P<other>['\"]\^\(?\w)")
_CHOICE = late_pattern(r"(?P<other>['\"]?[A-Za-z][^|]*)(?:\|\s*['\"]?[A-Za-z][^|]*)*")
_ENDS_CHOICE = late_pattern(r"\s*\)")
_PLAIN = late_pattern(r"['\"]?(?!(?:null|true|false)\b)[A-Za-z]")
"""How a word begins that no JSON text begins with."""
_NEVER = "never holds"
_EFFECTS = {"=": _NEVER, "==": _NEVER, "!=": "always holds"}


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    if subject.script.language is not Language.SHELL:
        return
    told = set[Spot]()
    for it in subject.script.effects:
        quoted = _quoted(it) if isinstance(it, Branch) and not it.spot.file and it.spot not in told else None
        effect = _effect(subject.text, it.spot) if isinstance(it, Branch) and quoted is not None else ""
        if isinstance(it, Branch) and quoted is not None and effect:
            told.add(it.spot)
            named = ".".join(quoted.path)
            message = f"`jq` prints `{named}` with quotes around it, so this {effect}; use `jq -r`"
            yield finding_at(it.spot, message, tuple(_fixes(subject.text, named)))


def _quoted(branch: Branch) -> Payload | None:
    """The text of the payload that is asked about, if `jq` has written it as JSON."""
    value = branch.about[0] if branch.about else None
    inner = value.value if isinstance(value, Json) else None
    return inner if isinstance(inner, Payload) and inner.path else None


def _effect(text: str, spot: Spot) -> str:
    """What the quotes do to a test, as the end of a sentence; empty if they may do nothing."""
    piece = text[spot.start : spot.end]
    found = _COMPARED.search(piece)
    if found is not None:
        return _EFFECTS[found["sign"]] if _PLAIN.match(found["other"]) else ""
    is_choice = _ENDS_CHOICE.match(text, spot.end) is not None and _CHOICE.fullmatch(piece) is not None
    if is_choice or _MATCHED.search(piece) or _GREPPED.match(text, spot.end):
        return _NEVER
    return ""


def _fixes(text: str, named: str) -> Iterator[Fix]:
    calls = [*re.finditer(rf"\bjq(?= +['\"]?\.{re.escape(named)}\b)", text)]
    if len(calls) == 1:
        end = calls[0].end()
        yield Fix("Print the text itself, by `jq -r`", given(Edit(Span(end, end), " -r")), preferred=True, safe=False)


RULE = Rule(
    "HW528",
    "jq-keeps-quotes",
    Severity.WARNING,
    __doc__,
    check_script=_check_script,
    has_fix=True,
)
