r"""A shared configuration runs a script in one person's home folder.

## What it does

Reports scripts in a home folder, such as `/Users/ann/…`, `C:\Users\ann\…`, `~/…` and `$HOME/…`, in the file of
a project, and by their whole path in the file of a plugin. It applies to every agent.
If the project or plugin has a file whose path ends the same way, the finding names it.

Does not report files that are for one person only, and scripts that the command looks for first.
A file outside the places where agents look may be a template for one in a home folder: in such a file, only a full path
in somebody else's home folder is reported.

## Why

The hook works for one person. For everybody else who has the project, it fails.

## Example

In `.claude/settings.json`, on `PreToolUse` of Claude Code:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "python3 /home/ann/app/.claude/hooks/guard.py"}]}
    ]
  }
}
```

Name the script in the project:

```json
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "python3 \"${CLAUDE_PROJECT_DIR}/.claude/hooks/guard.py\""}
        ]
      }
    ]
  }
}
```

## Fix

If the project has the script, names it by the agent's variable for the project, by a relative path if the hooks always
run in the project, or by `$(git rev-parse --show-toplevel)`.
Otherwise, there is no fix: move the script into the project, or the hook into the user's own file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Finding, Fix, Rule, Subject
from hookwright.analysis.scripts.homes import behind_home, home_of, is_somebodys, same_in
from hookwright.analysis.scripts.hook_scripts import HookScript, hook_scripts
from hookwright.analysis.scripts.naming import named_in
from hookwright.analysis.scripts.roots import plugin_root
from hookwright.config.view import HookFile
from hookwright.matching.verdict import quoted
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.paths import is_in
from hookwright.readers.place import is_at
from hookwright.syntax.drafts import replace_piece


def _check(subject: Subject) -> Iterator[Finding]:
    if subject.file.scope not in (Scope.PROJECT, Scope.PLUGIN):
        return
    for script in hook_scripts(subject):
        tail = behind_home(subject, script)
        if tail is not None and not script.optional and _is_told(subject, script):
            yield _finding(subject, script, tail)


def _is_told(subject: Subject, script: HookScript) -> bool:
    """Whether the path is wrong for others: one in the home of whoever looks may be meant so elsewhere."""
    if subject.file.scope is Scope.PLUGIN:
        return is_somebodys(script)
    own = script.path is not None and is_in(script.path, subject.disk.home())
    return _has_place(subject.file) or (is_somebodys(script) and not own)


def _has_place(file: HookFile) -> bool:
    """Whether the file stands where everybody has it; others may be models for a file of the user's."""
    return any(is_at(file.path, it) for it in file.dialect.locations if it.scope is Scope.PROJECT)


def _finding(subject: Subject, script: HookScript, tail: str) -> Finding:
    root = plugin_root(subject.file)
    inside = same_in(subject, subject.project if root is None else root.folder, tail)
    owner = "the project" if root is None else "all who use the plugin"
    message = f"{quoted(script.text)} is in one person's home folder, but this file is shared by {owner}"
    cause = f"{home_of(script, tail)} {'is elsewhere' if inside is None else 'is here'}"
    if inside is None:
        message = f"{message}; move the script into the {'project' if root is None else 'plugin'}"
        return Finding(script.place, message, cause=cause)
    better = named_in(subject, script, inside)
    here = f"{message}; {'the project' if root is None else 'the plugin'} has it as `{inside}`"
    if better is None:
        return Finding(script.place, f"{here}, so name that one", cause=cause)
    edits = partial(replace_piece, subject.file.tree, script.route, script.start, script.end, better)
    # The file in the home folder may say something else.
    fix = Fix(f"Change to `{better}`", edits, preferred=True, safe=False)
    return Finding(script.place, f"{here}, so write `{better}`", (fix,) if script.can_be(better) else (), cause=cause)


RULE = Rule("HW605", "script-outside-project", Severity.HINT, __doc__, _check, has_fix=True)
