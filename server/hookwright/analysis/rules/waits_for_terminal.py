r"""A script waits for an answer of the user.

## What it does

Reports scripts that ask the user something:

- in shell: `read` with a prompt (`-p`), without an echo (`-s`), or after a question that the script prints without a
  line end; `select`; and reads from `/dev/tty`
- in Python: `input` with a prompt, `getpass`, the prompts of `click` and `typer`, and reads from `/dev/tty`
- in JavaScript and TypeScript: `question` of `readline` with a text, packages such as `inquirer`, and `/dev/tty`

Also reports `sudo` without `-n`, which may ask for a password (information).
It applies to every agent.

Follows the script's own functions. Does not report a script that reads its payload in this way, questions that need a
terminal or an argument, and a terminal that may be missing: after `||`, in a condition, or inside of a `try`.

## Why

Hooks run without a user. The payload is on stdin, so a question reads the payload as its answer, or gets nothing.
Claude Code starts hooks without a terminal: `/dev/tty` cannot be opened. If there is one, it belongs to the agent,
and the hook waits until its time is over.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/confirm.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/confirm.py`, on `PreToolUse` of Claude Code:

```python
import sys

if input("Run the command? [y/N] ") != "y":
    print("Not confirmed", file=sys.stderr)
    sys.exit(2)
```

Have the agent ask:

```python
import json

output = {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "Run the command?"}
print(json.dumps({"hookSpecificOutput": output}))
```

## Fix

Adds `-n` to `sudo`. A question has no fix: have the agent ask, or decide without an answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.changes import word
from hookwright.analysis.contract.order import with_before
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import by_arguments, faults
from hookwright.analysis.rule import Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Decision, Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.asking import AskUser, Source
from hookwright.scripts.effects import Block, Effect, Failure, Print, ReadInput, ReadKey, Run, Try, effects, inside
from hookwright.scripts.values import Literal, Spot, wording

# What a terminal that cannot be opened counts as, depending on the language.
_MISSING = frozenset({Failure.OTHER, Failure.PROGRAM})
_QUESTION = late_pattern(r"[?:\])>]\s*\Z")
_NO_QUESTION = frozenset(map(Literal, ("-n", "-S", "-A", "--non-interactive", "--stdin", "--askpass")))
_SUDO = "`sudo` may ask for a password, and a hook has no terminal; use `sudo -n`, which fails instead of waiting"


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    """Each question once; where one is how the script gets its payload, it is none."""
    asked = [*_asked(subject)]
    if not asked:
        return
    prepared, told = {*_prepared(subject.script.body), *map(id, by_arguments(subject.script))}, set[Spot]()
    for it in asked:
        if it.spot in told or id(it) in prepared or (it.source is Source.STDIN and _gets_payload(subject, it)):
            continue
        told.add(it.spot)
        if it.source is Source.PASSWORD:
            fixes = word(subject, [it.spot], "sudo", "sudo -n", safe=False)
            yield finding_at(it.spot, _SUDO, fixes, Severity.INFORMATION)
            continue
        for message, uses in faults(subject, partial(_fault_for, it)):
            yield finding_at(it.spot, message, uses=uses)


def _asked(subject: ScriptSubject) -> Iterator[AskUser]:
    """The questions, and reads of a line behind a text that is one."""
    for it in subject.script.effects:
        if isinstance(it, AskUser):
            yield it
        elif isinstance(it, Run) and it.program == "sudo" and _NO_QUESTION.isdisjoint(it.arguments):
            yield AskUser("sudo", Source.PASSWORD, it.spot)
    known = {it.spot for it in subject.script.effects if isinstance(it, AskUser)}
    if not any(isinstance(it, ReadInput) and it.one_line for it in subject.script.effects):
        return
    for it, before in with_before(subject.script.body):
        if isinstance(it, ReadInput) and it.one_line and it.spot not in known and before and _is_question(before[-1]):
            yield AskUser("", Source.STDIN, it.spot)


def _is_question(it: Effect) -> bool:
    return isinstance(it, Print) and not it.newline and _QUESTION.search(wording(it.value)) is not None


def _prepared(block: Block) -> Iterator[int]:
    """What is in a `try` that handles a terminal that is missing."""
    for it in block:
        if isinstance(it, Try) and any(one.catches is None or one.catches & _MISSING for one in it.handlers):
            yield from (id(one) for one in effects(it.body) if isinstance(one, AskUser) and _is_of_terminal(one))
        for inner in inside(it):
            yield from _prepared(inner)


def _is_of_terminal(it: AskUser) -> bool:
    return it.source is not Source.STDIN


def _gets_payload(subject: ScriptSubject, asked: AskUser) -> bool:
    """Whether the script has nothing else to read the payload from, and reads keys of it."""
    found = subject.script.effects
    others = any(isinstance(it, ReadInput) and it.spot != asked.spot for it in found)
    return not others and any(isinstance(it, ReadKey) for it in found)


def _fault_for(asked: AskUser, use: ScriptUse) -> str | None:
    what = "this waits" if asked.how in ("", "/dev/tty") else f"`{asked.how}` waits"
    if asked.source is Source.STDIN:
        why = "what a hook has on stdin is the payload"
    else:
        why = "a hook has no terminal of its own"
    return f"{what} for an answer of the user, but {why}; {_instead(use)}"


def _instead(use: ScriptUse) -> str:
    """How the agent asks for the hook, if it does."""
    for it in use.row.outputs:
        for value, reaction in it.words.items():
            if reaction.decision is Decision.ASK:
                return f"have the agent ask: print `{'.'.join(it.path)}` with the value `{value}`"
    return "decide without asking"


RULE = Rule("HW524", "waits-for-terminal", Severity.WARNING, __doc__, check_script=_check_script, has_fix=True)
