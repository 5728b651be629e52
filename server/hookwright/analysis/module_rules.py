"""The rules about hook modules, `.pi/hooks/*.py`: reading one finds some of their findings, loading it the others."""

from __future__ import annotations

from hookwright.analysis.rule import Rule
from hookwright.model.reaction import Severity

_BROKEN = """\
A hook module cannot be loaded.

## What it does

Reports syntax errors, in the editor and with `hookwright check`. The editor also reports what went wrong when the
module was last loaded or called: an exception at its top level, a handler that did not end, or the end of its process.

## Why

If an earlier version of the module was loaded, that version goes on, and your changes have no effect.
If none was, hookwright refuses the events that the module's text names in `on(…)`, if the agent can refuse them.
Nothing else in the module has an effect.

## Example

In `.pi/hooks/guard.py`:

```python
from hookwright.modules import Context, Event, on


@on("PreToolUse"
def guard(event: Event, ctx: Context) -> None: ...
```

Correct the line:

```python
from hookwright.modules import Context, Event, on


@on("PreToolUse")
def guard(event: Event, ctx: Context) -> None: ...
```

## Fix

None: correct the line, and save the file.
"""

_EVENT = """\
A hook module names an event that no agent has.

## What it does

Reports names in `on(…)` that are neither an event of a dialect nor `context`.

## Why

The handler is never called.

## Example

In `.pi/hooks/guard.py`:

```python
from hookwright.modules import Context, Event, on


@on("PreTolUse")
def guard(event: Event, ctx: Context) -> None: ...
```

Write the name of the event:

```python
from hookwright.modules import Context, Event, on


@on("PreToolUse")
def guard(event: Event, ctx: Context) -> None: ...
```

## Fix

Changes the name to the nearest event.
"""

_COMMAND = """\
Two commands of hook modules have the same name.

## What it does

Reports a command that has the same name as one above it in the module. The editor also reports one that has the same
name as a command of a module that was loaded earlier.

## Why

The name runs the first command. The other one is only there as `<module>:<name>`.

## Example

In `.pi/hooks/undo.py`:

```python
from hookwright.modules import CommandContext, command


@command("undo", "Undo the last edit")
def undo(ctx: CommandContext) -> str:
    return "Undo your last edit."


@command("undo", "Undo every edit")
def undo_all(ctx: CommandContext) -> str:
    return "Undo every edit of this session."
```

Give it another name:

```python
from hookwright.modules import CommandContext, command


@command("undo", "Undo the last edit")
def undo(ctx: CommandContext) -> str:
    return "Undo your last edit."


@command("undo-all", "Undo every edit")
def undo_all(ctx: CommandContext) -> str:
    return "Undo every edit of this session."
```

## Fix

None: give one of them another name.
"""

_HANDLER = """\
A handler of a hook module failed.

## What it does

In the editor, reports the last failure of a handler whose result was not used. An example is a handler of `context`
that raised an exception. The finding stays until the module is loaded again.

## Why

The agent went on as if the handler were not there.

## Example

In `.pi/hooks/shorten.py`:

```python
from hookwright.modules import Context, Event, on


@on("context")
def shorten(event: Event, ctx: Context) -> dict[str, object]:
    return {"messages": "none"}
```

Return a list of messages:

```python
from hookwright.modules import Context, Event, on


@on("context")
def shorten(event: Event, ctx: Context) -> dict[str, object]:
    return {"messages": event.messages[-20:]}
```

## Fix

None: correct the handler.
"""


MODULE_BROKEN = Rule("HW907", "module-broken", Severity.ERROR, _BROKEN)
MODULE_EVENT = Rule("HW908", "module-event", Severity.ERROR, _EVENT, has_fix=True)
MODULE_COMMAND = Rule("HW909", "module-command", Severity.WARNING, _COMMAND)
MODULE_HANDLER = Rule("HW910", "module-handler", Severity.WARNING, _HANDLER)
MODULE_RULES = (MODULE_BROKEN, MODULE_EVENT, MODULE_COMMAND, MODULE_HANDLER)
