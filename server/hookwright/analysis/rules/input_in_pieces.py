r"""A script of Node parses the first piece of stdin, before the rest of it has come.

## What it does

Reports `process.stdin.on("data", …)` if its function parses the piece that it gets, and
`process.stdin.once("data", …)` if what it gives is parsed. It applies to every agent.

It is a warning if the script can refuse, on an event that can be refused, and would not do so if the payload cannot be
read. It is information otherwise.

Does not report functions that gather the pieces, and scripts that also read stdin in another way.

## Why

Node gives a payload of more than 64 KB in several pieces. The first one is not JSON, so `JSON.parse` throws an error,
and the script ends with exit code 1. The payload of a tool such as `Write` has the text of a whole file. If that is
long, the guard does not judge the call, and the agent goes on as if the hook had allowed it.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Write",
        "hooks": [{"type": "command", "command": "node \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.js"}]
      }
    ]
  }
}
```

In `.claude/hooks/guard.js`, on `PreToolUse` of Claude Code:

```js
process.stdin.on("data", (data) => {
  const { tool_input } = JSON.parse(data);
  if (tool_input.file_path.endsWith(".lock")) {
    console.error("Blocked: lock files are generated");
    process.exit(2);
  }
});
```

Gather the pieces, parse them at the end, and refuse if that fails:

```js
process.on("uncaughtException", () => process.exit(2));
let text = "";
process.stdin.on("data", (data) => (text += data));
process.stdin.on("end", () => {
  const { tool_input } = JSON.parse(text);
  if (tool_input.file_path.endsWith(".lock")) {
    console.error("Blocked: lock files are generated");
    process.exit(2);
  }
});
```

## Fix

None: only the author knows what the script must do after the last piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.failing import behind_failure
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.refusals import lets_pass
from hookwright.analysis.contract.uses import uses_with
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Cause, Failure, ReadInput, Risk

_ADVICE = "gather the pieces, and parse them when `end` comes"


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    reads = [it for it in subject.script.effects if isinstance(it, ReadInput)]
    parses = [it for it in subject.script.effects if isinstance(it, Risk) and it.failure is Failure.INPUT]
    if len({it.spot for it in reads}) != 1 or not reads[0].piece or not parses:
        return
    found = behind_failure(subject, parses[0])
    ends = bool(found) and all(it.cause is Cause.UNCAUGHT for it in found)
    what = f"cannot be parsed, and the script ends with code {subject.script.uncaught}" if ends else "cannot be parsed"
    message = f"this is the first piece of stdin: if the payload is longer than 64 KB, it {what}"
    uses = uses_with(subject, partial(lets_pass, subject, found))
    if uses:
        message = f"{message}, so on {subject.named(uses)}, the agent goes on as if the hook had allowed it"
    severity = Severity.WARNING if uses else Severity.INFORMATION
    yield finding_at(reads[0].spot, f"{message}; {_ADVICE}", severity=severity, uses=uses)


RULE = Rule(
    "HW531",
    "input-in-pieces",
    Severity.WARNING,
    __doc__,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
