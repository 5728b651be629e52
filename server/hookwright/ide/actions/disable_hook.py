"""Actions that disable a hook, and enable those that are disabled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookwright.analysis.fixing import touch
from hookwright.config.view import EventView, HookFile
from hookwright.ide.actions.code_actions import DISABLE_HOOK, Action, ActionKind
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import member
from hookwright.text import Span, to_pointer
from hookwright.workflows.disabled_hooks.edits import DisabledHook, can_disable, enable, is_back

_LONGEST = 50


def disable_hook_actions(
    file: HookFile, span: Span, disabled: Iterable[DisabledHook], *, parks: bool
) -> Iterator[Action]:
    """Disables the selected hook, if the client `parks`, and enables disabled hooks of the selected event.

    `disabled` are the file's.  A hook whose event is gone is offered if no other event is selected.
    """
    for group, hook in file.hooks() if parks else ():
        if touch(hook.node.span, span) and can_disable(file, group, hook):
            pointer = to_pointer(hook.route)
            yield Action(title="Disable this hook", kind=ActionKind.REWRITE, command=DISABLE_HOOK, pointer=pointer)
            break
    here = next((it for it in file.events if touch(_extent(it), span)), None)
    names = {it.name for it in file.events}
    for it in disabled:
        wanted = here.name == it.event if here is not None else it.event not in names
        edits = enable(file, it) if wanted and not is_back(file, it) else ()
        if edits:
            yield Action(title=f"Enable {_called(file, it)}", kind=ActionKind.REWRITE, edits=edits)


def _extent(event: EventView) -> Span:
    return Span(event.key.start, event.value.end)


def _called(file: HookFile, disabled: DisabledHook) -> str:
    """The hook by what it runs."""
    root = parse(disabled.hook).root
    bodies = (member(root, it.body) for it in file.dialect.grammar.types) if root is not None else ()
    body = next((str(it.value.value) for it in bodies if it is not None), disabled.event)
    line = " ".join(body.split())
    return f"`{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}` again"
