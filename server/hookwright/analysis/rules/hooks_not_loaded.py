"""The manifest of a plugin names hooks that the agent cannot load.

## What it does

Reports paths under `hooks` in a plugin's manifest that do not begin with `./`, that lead out of the plugin, or that
lead to no file. Also reports values that are neither hooks nor the path of a file with hooks. It applies to agents with
plugins, such as Claude Code.
Also reports the path of `hooks/hooks.json` if `agentVersions` names a version of Claude Code before 2.1.260: that
version loads the file by itself, and refuses the plugin because of the duplicate.

## Why

The agent refuses the plugin, or loads it without these hooks. Guards in it let every call through.

## Example

With this hook in `config/hooks.json`:

```json
{
  "hooks": {
    "PreToolUse": [
      {"matcher": "Bash", "hooks": [{"type": "command", "command": "make lint"}]}
    ]
  }
}
```

In `.claude-plugin/plugin.json`, on `PreToolUse` of Claude Code:

```json
{"name": "my-plugin", "hooks": "config/hooks.json"}
```

Begin the path with `./`:

```json
{"name": "my-plugin", "hooks": "./config/hooks.json"}
```

## Fix

Puts `./` before a path that needs nothing else, and removes the path of a file that the agent loads in any case.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hookwright.analysis.rule import Fact, Finding, Fix, Place, Rule, Subject
from hookwright.model.evidence import parts
from hookwright.model.reaction import Severity
from hookwright.readers.plugins import inside, named_paths, plugin_places
from hookwright.syntax.drafts import remove, replace_value
from hookwright.syntax.tree import Kind, Node, child
from hookwright.text import Route

_HERE = "./"
_FINE = (Kind.OBJECT, Kind.STRING, Kind.MISSING)


def _check(subject: Subject) -> Iterator[Finding]:
    file = subject.file
    if not file.manifest:
        return
    yield from _of_wrong_type(subject)
    for route, node in named_paths(file.dialect, file.tree):
        if node.closed:
            yield from _of_path(subject, route, str(node.value))


def _of_wrong_type(subject: Subject) -> Iterator[Finding]:
    key, root = subject.file.grammar.hooks_key, subject.file.tree.root
    value = child(root, key) if root is not None and root.kind is Kind.OBJECT else None
    if value is None:
        return
    items = enumerate(value.items) if value.kind is Kind.ARRAY else ()
    places: list[tuple[Route, Node]] = [((key, index), item) for index, item in items if item.kind not in _FINE]
    if value.kind not in (*_FINE, Kind.ARRAY):
        places.append(((key,), value))
    for route, _ in places:
        what = f"an entry of `{key}`" if len(route) > 1 else f"`{key}`"
        yield Finding(Place(route), f"{what} must be an object of events or the path of a file with hooks")


def _of_path(subject: Subject, route: Route, path: str) -> Iterator[Finding]:
    found = inside(subject.project, path)
    if found is None:
        yield Finding(Place(route), f"`{path}` is not in the plugin, so its hooks are not loaded; put the file there")
    elif not path.startswith(_HERE):
        fixes = (Fix(f"Change to `{_HERE}{path}`", partial(replace_value, subject.file.tree, route, _HERE + path)),)
        yield Finding(Place(route), f"`{path}` does not begin with `{_HERE}`; write `{_HERE}{path}`", fixes)
    elif not subject.disk.is_file(found):
        message = f"`{path}` does not exist, so no hooks are loaded from it; create it, or correct the path"
        # A file that is written later, such as by a build, is not there for a check.
        yield Finding(Place(route), message, severity=Severity.WARNING)
    else:
        yield from _of_usual(subject, route, path, found)


def _of_usual(subject: Subject, route: Route, path: str, found: str) -> Iterator[Finding]:
    """The file that the agent reads in any case, where the version that is aimed at refuses to be told of it."""
    dialect, since = subject.file.dialect, subject.file.dialect.plugins.names_usual_since
    if not subject.target or not since or parts(subject.target) >= parts(since):
        return
    usual = (inside(subject.project, it.path) for it in plugin_places(dialect) if not it.manifest)
    if found in usual:
        fix = Fix("Remove it", partial(remove, subject.file.tree, route), preferred=True)
        message = (
            f"before {since}, {dialect.title} loads `{path}` by itself and refuses a plugin whose manifest names it"
        )
        yield Finding(Place(route), f"{message}, and the target is {subject.target}; remove it", (fix,))


RULE = Rule("HW704", "hooks-not-loaded", Severity.ERROR, __doc__, _check, has_fix=True, stands_on=Fact.FILE)
