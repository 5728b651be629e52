r"""A script uses a name that nothing defines, so that it fails there.

## What it does

Reports names in Python scripts that no import, assignment or definition gives a value, such as `re.search(…)` without
`import re`, and misspelled variables. In JavaScript, it reports what scripts use of the library of Node without an
import, such as `fs` and `execSync`, and `require` in ES modules (`.mjs`). Each name is reported once, at its first
place.

It is a warning if the script can refuse, on an event that can be refused, and information otherwise. The finding says
what the agent does then: a handler such as `except Exception` catches this failure, too.

Does not report names that a handler for `NameError` expects, names in annotations and in functions that the script does
not call, and names of Python 2. Reports nothing in scripts that may get names in another way, such as
`from x import *`, `globals()` and `exec`, and nothing in the files that a script imports.

## Why

Python and Node look for a name only when they reach the line. Then, they end the script with exit code 1. If a guard
ends so, the agent goes on as if the hook had allowed the call.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/check.py"}]
      }
    ]
  }
}
```

In `.claude/hooks/check.py`, on `PreToolUse` of Claude Code:

```python
import json
import sys

try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except (KeyError, ValueError):
    sys.exit(2)
if re.search(r"\brm\s+-rf\b", command):
    print("Blocked: rm -rf", file=sys.stderr)
    sys.exit(2)
```

Import the module:

```python
import json
import re
import sys

try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except (KeyError, ValueError):
    sys.exit(2)
if re.search(r"\brm\s+-rf\b", command):
    print("Blocked: rm -rf", file=sys.stderr)
    sys.exit(2)
```

## Fix

In Python, adds the import if the name is that of a module of the standard library, or `Path`. It is not a safe fix,
because what stands behind the place has never run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.contract.failing import behind_failure
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.python_imports import import_for, imported_too
from hookwright.analysis.contract.refusals import is_guard, lets_pass
from hookwright.analysis.contract.uses import uses_with
from hookwright.analysis.rule import Fact, Finding, Fix, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.suggest import nearest
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Cause, Failure, Language, Script, Try, UseUndefined, effects
from hookwright.scripts.endings import Ending

_BOUND = late_pattern(r"\b(?:def|class|for|import|as)\s+([A-Za-z_]\w*)|^[ \t]*([A-Za-z_]\w*)[ \t]*=(?!=)", re.MULTILINE)
_SHORT = 2
# What Node does not give to ES modules; Bun and Deno do.
_OF_COMMON_JS = {
    "require": "an ES module has no `require`, so write `import`",
    "__dirname": "an ES module has no `__dirname`, so write `import.meta.dirname`",
    "__filename": "an ES module has no `__filename`, so write `import.meta.filename`",
}


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    found = dict[str, list[UseUndefined]]()
    for it in subject.script.effects:
        if isinstance(it, UseUndefined):
            same = found.setdefault(subject.text[it.spot.start : it.spot.end], [it])
            # Functions are gone through with each of their calls.
            if it is not same[0] and it.spot == same[0].spot:
                same.append(it)
    for name, same in found.items():
        if name in _OF_COMMON_JS and not _is_run_by_node(subject):
            continue
        if not any(_is_expected(subject.script, it) for it in same):
            yield _finding(subject, name, same)


def _is_run_by_node(subject: ScriptSubject) -> bool:
    first = subject.text.partition("\n")[0]
    return all("node" in (it.interpreter.rpartition("/")[2] or first) for it in subject.uses)


def _is_expected(script: Script, use: UseUndefined) -> bool:
    """Whether a handler around it names this failure."""
    tried = (it for it in script.effects if isinstance(it, Try) and any(one is use for one in effects(it.body)))
    return any(it.catches and Failure.NAME in it.catches for around in tried for it in around.handlers)


def _finding(subject: ScriptSubject, name: str, same: list[UseUndefined]) -> Finding:
    spot, fixes = same[0].spot, tuple[Fix, ...]()
    line = subject.text.count("\n", 0, spot.start) + 1
    statement = import_for(subject.text, spot) if subject.script.language is Language.PYTHON else ""
    if statement:
        fixes = (imported_too(subject, statement),)
    found = tuple(end for it in same for end in behind_failure(subject, it))
    if "excepthook" in subject.text:
        found = ()
    ends = bool(found) and all(it.cause is Cause.UNCAUGHT and it.spot == spot for it in found)
    what = f"the script ends in line {line} with code {subject.script.uncaught}" if ends else f"line {line} fails"
    message, severity = f"`{name}` is not defined here, so {what}", Severity.INFORMATION
    uses = uses_with(subject, partial(lets_pass, subject, found))
    if uses:
        caught = ", and the guard fails open" if ends else ", and the script goes on to an exit without a refusal"
        goes_on = f"on {subject.named(uses)}, the agent goes on as if the hook had allowed it"
        message, severity = f"{message}{caught}: {goes_on}", Severity.WARNING
    elif found and (uses := uses_with(subject, partial(_refuses, subject, found))):
        message = f"{message}, and the hook refuses each {subject.named(uses)} that comes here"
    return finding_at(spot, f"{message}; {_advice(subject, name, statement)}", fixes, severity, uses=uses)


def _refuses(subject: ScriptSubject, found: tuple[Ending, ...], use: ScriptUse) -> bool:
    """Whether the hook is a guard that refuses by each of the ends."""
    codes = {it.code for it in found}
    return is_guard(subject, use) and all(code is not None and use.blocks(code) for code in codes)


def _advice(subject: ScriptSubject, name: str, statement: str) -> str:
    if statement:
        return f"add `{statement}`"
    if subject.script.language is Language.JAVASCRIPT:
        # What reads a language is loaded with its first script.
        from hookwright.scripts.javascript.lacking import OF_LIBRARY

        return _OF_COMMON_JS.get(name) or f"import it from `node:{OF_LIBRARY[name].partition('.')[0]}`"
    bound = {one for it in _BOUND.finditer(subject.text) for one in it.groups() if one and one != name}
    meant = nearest(name, sorted(bound)) if len(name) > _SHORT else None
    return f"did you mean `{meant}`?" if meant else "define it, or import it"


RULE = Rule(
    "HW530",
    "undefined-name",
    Severity.WARNING,
    __doc__,
    check_script=_check_script,
    has_fix=True,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
