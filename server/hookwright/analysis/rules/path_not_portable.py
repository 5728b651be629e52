r"""A hook names a script of its plugin or project by a path that works only in some places.

## What it does

Reports scripts in the plugin or project that commands name by a relative path, or by the absolute path on this machine.
It applies to agents with a variable for the folder of the plugin or project, such as `$CLAUDE_PROJECT_DIR` in Claude
Code.

Does not report:

- relative paths in a plugin that lead to no script there, because a plugin's hooks run in the user's project
- paths in a project that the command tests first
- paths in a project, for agents that always run hooks in the project's folder, such as Gemini CLI and Copilot

## Why

A plugin's hooks run in the user's project, not in the plugin. A project's hooks run in the folder in which the agent
works, which may be below the project. A relative path then leads nowhere, and the hook fails.
An absolute path exists only on the author's machine.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": ".claude/hooks/guard.sh"}]}
    ]
  }
}
```

Begin the path with the variable:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/guard.sh"}]}
    ]
  }
}
```

## Fix

Names the script through the agent's variable, in quotes where the shell would split it.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Rule, Subject
from hookwright.analysis.scripts.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.scripts.naming import named_by_variable
from hookwright.analysis.scripts.roots import ScriptRoot, script_root
from hookwright.matching.verdict import quoted
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.paths import named_by, relative
from hookwright.patterns import late_pattern
from hookwright.syntax.drafts import replace_piece

_OWN_START = late_pattern(r"[\"']?[~$]")
_IN_PROJECT = "is looked for in the user's project, not in the plugin"
_AT_WORK = "is relative to the folder the agent works in, which may be below the project"
_ON_THIS_MACHINE = "exists on this machine only"
# A folder of the project that nothing lies in: what is found from there as well does not depend on where the hook runs.
_NOWHERE = os.path.join("nowhere", "at", "all")


def _check(subject: Subject) -> Iterator[Finding]:
    root = script_root(subject.file, subject.project)
    if root is None:
        return
    found = [(it, inside) for it in hook_scripts(subject, folder=root.folder) if (inside := _inside(subject, root, it))]
    nowhere = os.path.join(root.folder, _NOWHERE)
    elsewhere = {_key(it): it.path for it in hook_scripts(subject, folder=nowhere)} if found else {}
    for script, inside in found:
        # A command that first goes into the folder may name what lies in it by a relative path.
        if _is_absolute(script) or elsewhere.get(_key(script)) != script.path:
            yield from _judge(subject, root, script, inside)


def _key(script: HookScript) -> tuple[object, int]:
    return script.route, script.start


def _is_absolute(script: HookScript) -> bool:
    return named_by(script.text.lstrip("\"'"), None) is not None


def _inside(subject: Subject, root: ScriptRoot, script: HookScript) -> str | None:
    """The path of a script from the root, None if it lies elsewhere, is named by a variable, or may be as it is."""
    if script.path is None or script.doubtful or _OWN_START.match(script.text) or not subject.disk.is_file(script.path):
        return None
    if script.optional or (not root.of_plugin and _is_absolute(script) and subject.file.scope is Scope.LOCAL):
        return None
    found = relative(script.path, root.folder)
    return None if found.startswith("..") or os.path.isabs(found) else found


def _judge(subject: Subject, root: ScriptRoot, script: HookScript, inside: str) -> Iterator[Finding]:
    file = subject.file
    variable = root.variable(script.event)
    if variable is None or not (script.by_shell or variable.name in file.dialect.placeholders):
        return
    better = named_by_variable(variable, inside, by_shell=script.by_shell)
    edits = partial(replace_piece, file.tree, script.route, script.start, script.end, better)
    fault = _ON_THIS_MACHINE if _is_absolute(script) else _IN_PROJECT if root.of_plugin else _AT_WORK
    message = f"{quoted(script.text)} {fault}; write `{better}`"
    fix = Fix(f"Change to `{better}`", edits, preferred=True)
    yield Finding(script.place, message, (fix,) if script.can_be(better) else (), cause=f"{RULE.code} {fault}")


RULE = Rule("HW505", "path-not-portable", Severity.WARNING, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
