"""A hook file is at a place where no agent looks for one.

## What it does

Reports files in an agent's own folder that have hooks of this agent, if neither it nor another agent reads a file of
that name. Also reports files in a format that the agent no longer reads.
The folder of a plugin's manifest, such as `.claude-plugin`, is one of these folders: the agent reads hooks there only
if the manifest names their file.
Also reports scripts in a folder for hooks, if the agent, or a part of it, does not run a script of that name.
If this rule reports a file, no other rule reports anything in it.
Does not report files elsewhere, such as sample configurations, and files whose agent you named.

## Why

None of the hooks in the file run, and the agent does not say so.

## Example

In `.claude/hooks.json`, on `Stop` of Claude Code:

```json
{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

Claude Code reads settings files. Move the hooks to `.claude/settings.json`:

```json
{
  "hooks": {
    "Stop": [
      {"hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

## Fix

None: move the hooks into the file that the message names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from hookwright.analysis.rule import Fact, Finding, Part, Place, Rule, Subject
from hookwright.config.view import HookFile
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.readers.case import Ground
from hookwright.readers.choice import place_of
from hookwright.readers.executables import event_of
from hookwright.readers.plugins import plugin_places
from hookwright.syntax.tree import Kind, Node, Notation

_MODEL = late_pattern(
    r"example|sample|template|backup|\bbak\b|\.old\b|\bcopy\b|disabled|default|\bdist\b|windows|linux|macos",
    re.IGNORECASE,
)


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if file.location is not None and file.location.ignored:
        yield from _of_ignored(file, file.location.ignored)
        return
    if _is_former(file):
        message = f"this is a format that {file.dialect.title} no longer reads, so its hook never runs"
        key = file.grammar.former_keys[0]
        yield Finding(Place((key,), Part.KEY), f"{message}; write it into a list under `{file.grammar.hooks_key}`")
        return
    if file.tree.notation is Notation.SCRIPT:
        yield from _of_script(file)
        return
    if file.ground in (Ground.NAMED, Ground.PLACE, Ground.SHARED):
        return
    folder, name = _place(file)
    known = folder in file.dialect.markers or folder in file.dialect.plugins.marks
    if not known or _MODEL.search(name) or not _has_hooks(file):
        return
    wanted = _wanted(file, folder)
    if wanted is not None and place_of(file.path, text=file.tree.text) is None:
        key = file.grammar.hooks_key
        place = Place((key,), Part.KEY) if key else Place(())
        message = f"{file.dialect.title} does not read `{folder}/{name}`, so none of these hooks run"
        # What is called otherwise than any file that is read may be there to be copied from.
        usual = {"hooks.json", *(it.path.rpartition("/")[2] for it in file.dialect.locations)}
        severity = None if name.rpartition("/")[2] in usual else Severity.WARNING
        yield Finding(place, f"{message}; move them to `{wanted}`", severity=severity)


def _of_ignored(file: HookFile, why: str) -> Iterator[Finding]:
    """What is said of a file at a place whose hooks never run: at its hooks, in any form."""
    if _is_former(file):
        yield Finding(Place((file.grammar.former_keys[0],), Part.KEY), why)
    elif _has_hooks(file) or (file.grammar.former_keys and file.hooks_node is not None):
        yield Finding(Place(file.base, Part.KEY), why)


def _of_script(file: HookFile) -> Iterator[Finding]:
    """What is said of a script that, as it is called, does not run, or is run by a part of the agent only."""
    run, title = file.dialect.executables, file.dialect.title
    stem, ending = os.path.splitext(os.path.basename(file.path))
    name = f"{stem}{ending}"
    if run is None:
        return
    for event in file.events:
        place = Place(event.route, Part.KEY)
        if ending in run.never:
            message = f"{title} runs no files that end in `{ending}`, so `{name}` never runs"
            yield Finding(place, f"{message}; call it `{event_of(file.dialect, stem, '')}`, without an ending")
        elif event.row is not None and run.part and (ending in run.partly or (stem != event.name and not ending)):
            message = f"{title} runs `{name}` only {run.part}; call it `{event.name}`"
            yield Finding(place, message, severity=Severity.WARNING)


def _is_former(file: HookFile) -> bool:
    keys, root = file.grammar.former_keys, file.tree.root
    return bool(keys) and root is not None and set(keys) <= {it.name for it in root.members}


def _place(file: HookFile) -> tuple[str, str]:
    """The name of the agent's folder that the file is in, as far as that can be, and what follows it."""
    parts = file.path.replace("\\", "/").split("/")
    # A folder for hooks is where people look for one.
    above = parts[-3:-2] if parts[-2:-1] == ["hooks"] else parts[-2:-1]
    return "".join(above), "/".join(parts[-2:] if parts[-2:-1] == ["hooks"] else parts[-1:])


def _has_hooks(file: HookFile) -> bool:
    """Whether hooks are in it, be it as a list of them, each with its event."""
    if file.hooks_node is not None and file.hooks_node.kind is Kind.ARRAY:
        return any(_names_event(file, it) for it in file.hooks_node.items)
    return any(event.row is not None and any(group.hooks for group in event.groups) for event in file.events)


def _names_event(file: HookFile, item: Node) -> bool:
    known = [it.value.value for it in item.members if it.value.kind is Kind.STRING]
    return any(file.dialect.event(str(it)) is not None for it in known)


def _wanted(file: HookFile, folder: str) -> str | None:
    """The file of that folder which is read, or that of the plugin whose manifest is in the folder."""
    if folder in file.dialect.plugins.marks:
        return next((it.path for it in plugin_places(file.dialect) if not it.manifest), None)
    scopes = (Scope.PROJECT, Scope.USER)
    own = [it for it in file.dialect.locations if not it.borrowed and it.path.startswith(f"{folder}/")]
    places = [it.path for scope in scopes for it in own if it.scope is scope]
    return next(iter(places), None)


RULE = Rule(
    "HW703",
    "file-not-read",
    Severity.ERROR,
    __doc__,
    _check,
    stands_on=Fact.FILE,
    final=True,
    specified=Severity.WARNING,
)
