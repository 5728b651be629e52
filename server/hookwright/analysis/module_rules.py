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

What the text of a module that was never loaded shows that it guards is refused, and nothing else is guarded. Where an
earlier version was loaded, that one still guards, and what you have changed since has no effect.

## Example

```python
from hookwright.modules import no
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

```python
@on("PreTolUse")
def guard(event, ctx): ...
```

## Fix

Changes the name to the nearest event.
"""

_COMMAND = """\
Two commands of hook modules have the same name.

## What it does

Reports commands whose name another one has that was loaded before.

## Why

The name invokes the first. The later one is there as `<module>:<name>`.

## Example

```python
command("pop", "Go back", go_back)
command("pop", "Go back further", go_back_further)
```

## Fix

None: give one of them another name.
"""

_HANDLER = """\
A handler of a hook module failed.

## What it does

Reports the last failure of handlers whose result was not used, such as one of `context` that raised.
The finding stays until the module is loaded again.

## Why

The agent went on as if the handler were not there.

## Example

```python
@on("context")
def shorten(event, ctx):
    return {"messages": "none"}
```

## Fix

None: correct the handler.
"""


MODULE_BROKEN = Rule("HW907", "module-broken", Severity.ERROR, _BROKEN)
MODULE_EVENT = Rule("HW908", "module-event", Severity.ERROR, _EVENT, has_fix=True)
MODULE_COMMAND = Rule("HW909", "module-command", Severity.WARNING, _COMMAND)
MODULE_HANDLER = Rule("HW910", "module-handler", Severity.WARNING, _HANDLER)
MODULE_RULES = (MODULE_BROKEN, MODULE_EVENT, MODULE_COMMAND, MODULE_HANDLER)
