r"""A hook runs a script that does not exist, here or in every other clone.

## What it does

Reports paths of scripts in commands if there is no such file: scripts that run by themselves, through an interpreter,
or in the text of `bash -c`. It applies to every agent.
Paths are followed through the agent's variables, `~`, `$HOME`, `cd`, the folder in which the hook runs, variables that
the command sets, and `$(git rev-parse --show-toplevel)`.

A script that exists is reported if `.gitignore` names it and git does not track it, while the hook file is shared: no
other clone has the script. Git is not run for this; its index is read.

Does not report:

- paths that only a shell can resolve
- scripts that the command looks for first (`[ -f x.sh ] && ./x.sh`), creates, or can do without (`|| true`)
- scripts that a build creates: in a folder such as `dist`, `target` or `node_modules`, and others that `.gitignore`
  names
- scripts of templates: in folders such as `templates`, `examples`, `tests`, `fixtures`, `backup` or `dist`, in files
  with names such as `settings.example.json`, and paths with `{{…}}` or `__NAME__`
- scripts in a home folder, if the file belongs to a project: see [HW605](script-outside-project.md)

## Why

The hook fails every time. In most agents, such a failure does not block, so a guard lets every call through.
For a script that another machine may well have, the finding is information.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR/.claude/hooks/gard.py\""}
        ]
      }
    ]
  }
}
```

Correct the path, or create the script:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "python3 \"$CLAUDE_PROJECT_DIR/.claude/hooks/guard.py\""}
        ]
      }
    ]
  }
}
```

## Fix

Corrects the path where the script is found from the folder of the hook file.
Otherwise it creates the script from a template for the event, in Python for `.py`, for the shell for `.sh`, `.bash` and
names without an extension. The script reads the event, and shows how to let it go on and how to refuse it.
If the command runs the script directly, it is made executable. An existing file is never overwritten.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Finding, Fix, Rule, ScriptChange, Subject, given
from hookwright.analysis.scripts.homes import behind_home
from hookwright.analysis.scripts.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.scripts.in_git import is_ignored, is_left_out, is_shared, repository
from hookwright.analysis.scripts.interpreters import Way
from hookwright.analysis.scripts.models import is_built, is_model, is_placeholder
from hookwright.analysis.scripts.naming import named_in
from hookwright.analysis.scripts.templates import script_template
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.paths import is_in, relative, slashed
from hookwright.patterns import late_pattern
from hookwright.readers.place import has_place
from hookwright.syntax.drafts import replace_piece
from hookwright.syntax.tree import find, plain

# What a shell replaces outside of quotes; as the name of a folder it is a mistake.
_LITERAL = late_pattern(r"/(~)/|(?<=/)(\$\w+|\$\{\w+\})/")
_ADD = "add it with `git add --force`, or change `.gitignore`"
# What documentation has where the path of a script belongs.
_TO_BE_FILLED_IN = late_pattern(r"/(?:(?:absolute|full)/)?path/to/")
_RELATIVE = late_pattern(r"[\w.@+-][\w.@+/ -]*")
_INSTEAD = "write `$HOME` for `~`, and use double quotes"


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if file.scope is not Scope.PLUGIN and not has_place(file.dialect, file.path):
        return
    scripts = [it for it in hook_scripts(subject) if it.path is not None and not it.optional and not it.doubtful]
    if not scripts or is_model(subject.disk, file.path):
        return
    for script in scripts:
        if script.path is not None and not is_placeholder(script.path):
            there = subject.disk.is_file(script.path)
            yield from _left_out(subject, script, script.path) if there else _missing(subject, script, script.path)


def _missing(subject: Subject, script: HookScript, path: str) -> Iterator[Finding]:
    disk, file = subject.disk, subject.file
    literal = _LITERAL.search(slashed(path))
    if literal is not None:
        why = f"because `{literal[1] or literal[2]}` is not expanded there"
        yield Finding(script.place, f"`{script.text}` is taken literally, {why}; {_INSTEAD}")
        return
    if _is_of_another(subject, script) or is_built(disk, path):
        return
    if is_ignored(disk, path) and is_shared(disk, file.path):
        # What is beside the hooks of the agent is no product of a build.
        if _is_beside(subject, path):
            message = f"`{script.text}` does not exist, and git ignores it, so no clone has it; create it, and {_ADD}"
            yield Finding(script.place, message)
        return
    creation = tuple(_creation(subject, script, path))
    if not (_is_known_here(subject, path) or _TO_BE_FILLED_IN.match(slashed(path))):
        message = f"`{script.text}` does not exist on this machine; move the script into the project"
        yield Finding(script.place, message, creation, Severity.INFORMATION)
        return
    better = _beside_file(subject, script)
    if better is not None:
        edits = partial(replace_piece, file.tree, script.route, script.start, script.end, better)
        fix = Fix(f"Change to `{better}`", edits, preferred=True, activates=1)
        message = f"`{script.text}` does not exist where the hook runs, only beside the hook file; write `{better}`"
        yield Finding(script.place, message, (fix,) if script.can_be(better) else ())
        return
    message = f"{_not_there(subject, script, path)}; create the script or correct the path"
    yield Finding(script.place, message, creation)


def _beside_file(subject: Subject, script: HookScript) -> str | None:
    """How to name a script that is found from the folder of the hook file, not from where the command runs."""
    text = script.text.strip("\"'")
    path = os.path.normpath(os.path.join(os.path.dirname(subject.file.path), text))
    if not _RELATIVE.fullmatch(text) or not is_in(path, subject.project) or not subject.disk.is_file(path):
        return None
    return named_in(subject, script, relative(path, subject.project))


def _not_there(subject: Subject, script: HookScript, path: str) -> str:
    """That the script is missing, and where it was looked for if its own words do not show that."""
    text, place = script.text.strip("\"'"), slashed(relative(path, subject.project))
    if not _RELATIVE.fullmatch(text) or posixpath.normpath(text) == place or not is_in(path, subject.project):
        return f"`{script.text}` does not exist"
    return f"there is no `{place}`, which `{script.text}` means here"


def _left_out(subject: Subject, script: HookScript, path: str) -> Iterator[Finding]:
    """What is wrong with a script that is there, and in no other clone of the project."""
    disk, file = subject.disk, subject.file
    if file.scope not in (Scope.PROJECT, Scope.PLUGIN) or not is_in(path, subject.project) or is_built(disk, path):
        return
    if is_left_out(disk, path) and is_shared(disk, file.path):
        message = f"`{script.text}` exists only here: git ignores it, so the hook fails in every other clone; {_ADD}"
        yield Finding(script.place, message)


def _is_of_another(subject: Subject, script: HookScript) -> bool:
    """Whether the script is in a home folder that this machine need not have: HW605 says what is wrong with that."""
    if subject.file.scope is Scope.USER or behind_home(subject, script) is None:
        return False
    own = script.path is not None and is_in(script.path, subject.disk.home())
    return not (subject.file.scope is Scope.LOCAL and own)


def _is_beside(subject: Subject, path: str) -> bool:
    """Whether a path is in the agent's own folder of the project, as the hook file is."""
    own, script = (relative(it, subject.project).partition("/")[0] for it in (subject.file.path, path))
    return own == script and own.startswith(".") and own != ".."


def _is_known_here(subject: Subject, path: str) -> bool:
    """Whether this machine is the one to ask: what lies outside of a shared project may be on another."""
    shared = subject.file.scope in (Scope.PROJECT, Scope.PLUGIN)
    top = repository(subject.disk, subject.project) or subject.project
    return not shared or is_in(path, top)


def _creation(subject: Subject, script: HookScript, path: str) -> Iterator[Fix]:
    row, inside = subject.file.dialect.event(script.event), script.route[:-1]
    # A script among the arguments of a program is in a list.
    hook = find(subject.file.tree, inside[:-1] if isinstance(script.route[-1], int) else inside)
    values = plain(hook) if hook is not None else None
    text = script_template(path, row, values) if row is not None and isinstance(values, dict) else None
    if text is not None:
        change = ScriptChange(path, create=text, executable=script.way is Way.DIRECT)
        yield Fix(f"Create `{script.name}` from a template", given(), preferred=True, safe=False, script=change)


RULE = Rule("HW501", "script-not-found", Severity.WARNING, __doc__, _check, has_fix=True)
