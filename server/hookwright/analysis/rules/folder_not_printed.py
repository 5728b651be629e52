r"""A script that has to print the path of a folder prints none.

## What it does

Reports scripts on events where a hook creates a folder for the agent, such as `WorktreeCreate` in Claude Code. It
reports a script that prints nothing to stdout when it exits with 0, or whose last printed line is not a path.

Does not report a script that it does not fully understand, or that starts programs that may print a path.

## Why

The agent takes the last line of stdout as the path of the folder. Without a path, it does not start its work.

## Example

With this `.claude/settings.json`:

```json
{
  "hooks": {
    "WorktreeCreate": [
      {"hooks": [{"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/worktree.py"}]}
    ]
  }
}
```

In `.claude/hooks/worktree.py`, on `WorktreeCreate` of Claude Code:

```python
import json
import sys

name = json.load(sys.stdin)["name"]
print(f"/tmp/trees/{name}")
print("Created the worktree")
```

Print the path as the last line, and everything else to stderr:

```python
import json
import sys

name = json.load(sys.stdin)["name"]
print("Created the worktree", file=sys.stderr)
print(f"/tmp/trees/{name}")
```

## Fix

None: only the author knows where the folder is.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.contract.objects import text_of
from hookwright.analysis.contract.places import finding_at
from hookwright.analysis.contract.uses import is_read, uses_with
from hookwright.analysis.rule import Fact, Finding, Rule
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Print, Run, Stream
from hookwright.scripts.endings import Ending
from hookwright.scripts.values import Spot
from hookwright.shell.programs import word_set
from hookwright.shell.static_output import UNKNOWN

# They print no path, or are only ever asked for one inside of `$(…)`.
_SILENT = word_set("mkdir git cp mv rm ln touch chmod cd test jq sed tr grep head tail cut basename dirname date sleep")


def _check_script(subject: ScriptSubject) -> Iterator[Finding]:
    script = subject.script
    uses = uses_with(subject, lambda use: _makes_folder(use) and is_read(use))
    if not uses or not script.whole or not subject.endings.complete:
        return
    others = any(isinstance(it, Run) and it.program not in _SILENT for it in script.effects)
    good = [it for it in subject.endings.all if it.code == 0 and not it.state.failed]
    last = [_last_line(it) for it in good]
    take = f"{subject.named(uses)} takes the last line of stdout for the path of the folder"
    if good and all(it is None for it in last) and not others:
        spot = good[-1].spot or Spot(0, 0)
        yield finding_at(spot, f"{take}, and the script prints none; print the path", uses=uses)
        return
    for it in dict.fromkeys(it for it in last if it is not None and _is_no_path(it)):
        yield finding_at(it.spot, f"{take}, and this is none; print it to stderr, and the path last", uses=uses)


def _makes_folder(use: ScriptUse) -> bool:
    return bool(use.row.folder_in)


def _last_line(ending: Ending) -> Print | None:
    printed = [it for it in ending.prints if it.stream is Stream.STDOUT and text_of(it.value).strip()]
    return printed[-1] if printed else None


def _is_no_path(it: Print) -> bool:
    """Whether the last line is no path; one with something unknown in it is none if words come before that."""
    known, unknown, _ = text_of(it.value).strip().rpartition("\n")[2].partition(UNKNOWN)
    begins_with_words = not unknown or " " in known.lstrip()
    return begins_with_words and not known.startswith(("/", "~", "./", "../")) and ":\\" not in known


RULE = Rule(
    "HW424",
    "folder-not-printed",
    Severity.ERROR,
    __doc__,
    check_script=_check_script,
    stands_on=Fact.EVENT,
    specified=Severity.WARNING,
)
