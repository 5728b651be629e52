"""What a command means in this project: its script, its variables, what it prints, and how it is run."""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.config.view import EventView, GroupView, HookFile, HookView, arguments_node
from hookwright.ide.cursor_context import HookContext, text_context
from hookwright.ide.grammar_place import GrammarPlace
from hookwright.model.event import Source, Variable
from hookwright.model.hook import Scope
from hookwright.model.hook_type import Performer
from hookwright.shell.place import command_place
from hookwright.syntax.cursor import Role
from hookwright.syntax.strings import text_offset
from hookwright.syntax.tree import child
from hookwright.text import Route, Span
from hookwright.wording.dialect_docs import variable_markdown
from hookwright.wording.phrases import output_words, seconds_words

_PRINTERS = (["echo"], ["printf"])


def variable_hover(context: HookContext, place: GrammarPlace, variable: Variable) -> str:
    """A variable, with its value if that is the same on every event of this project."""
    value = _value(context.file, place, variable)
    here = f"\n\nHere: `{value}`." if value is not None else ""
    return variable_markdown(variable, context.dialect) + here


def command_hover(context: HookContext, place: GrammarPlace, route: Route, home: str | None) -> tuple[str, Span] | None:
    """What is at the cursor in a command or argument of the hook at `route`; None if that is not a command.

    `home` is the user's home folder, without which scripts are not looked up.
    """
    found = _hook_at(context.file, route)
    if found is None or found[2].type is None or found[2].type.by is not Performer.COMMAND:
        return None
    event, group, hook = found
    printed = _printed(context, place)
    if printed is not None:
        return printed
    node = context.cursor.node
    alone = context.file.alone(event, group)
    script = _script(context, alone, hook, home) if home else None
    about = f"**{context.cursor.route[-1]}** · how it is run"
    text, span = script or (about, node.span if node is not None else Span(context.offset, context.offset))
    return "\n\n".join([text, " ".join(_run(context.file, alone, hook))]), span


def _hook_at(file: HookFile, route: Route) -> tuple[EventView, GroupView, HookView] | None:
    for event in file.events:
        for group in event.groups:
            for hook in group.hooks:
                if hook.route == route:
                    return event, group, hook
    return None


def _value(file: HookFile, place: GrammarPlace, variable: Variable) -> str | None:

    if variable.source is Source.EVENT:
        return place.event
    if variable.source is Source.PLUGIN_ROOT:
        from hookwright.analysis.scripts.roots import plugin_root

        root = plugin_root(file)
        return root.folder if root else None
    # A user's file applies to every project.
    if variable.source is Source.PROJECT_DIR and file.scope not in (Scope.USER, Scope.PLUGIN):
        return file.project
    return None


def _printed(context: HookContext, place: GrammarPlace) -> tuple[str, Span] | None:
    """A field, or its value, of the JSON object that the command prints."""
    from hookwright.ide.completion.output import printed_object
    from hookwright.syntax.parser import parse

    node, index = context.cursor.node, context.cursor.prefix_index
    here = command_place(str(node.value), index) if node is not None else None
    if node is None or here is None or place.row is None or not here.quote or here.before[:1] not in _PRINTERS:
        return None
    found = printed_object(str(node.value), here, index)
    if found is None:
        return None
    word, inner = found
    cursor = text_context(parse(word.text), inner).cursor
    fields = [it for it in place.row.outputs if cursor.route and it.path[: len(cursor.route)] == cursor.route]
    if not fields or cursor.node is None or cursor.role not in (Role.KEY, Role.VALUE):
        return None
    start, end = (
        text_offset(context.tree, node, word.places[it]) for it in (cursor.node.span.start, cursor.node.span.end)
    )
    title = f"**{cursor.route[-1]}** · output of {place.row.name}"
    return "\n".join([title, "", *(f"- {output_words(it)}" for it in fields)]), Span(start, end)


def _script(context: HookContext, alone: HookFile, hook: HookView, home: str) -> tuple[str, Span] | None:
    """The script at the cursor, and where it is named."""
    from hookwright.analysis.disk import RealDisk
    from hookwright.ide.references import script_at

    found = script_at(alone, context.offset, home)
    if found is None:
        return None
    disk, path = RealDisk(home), found.path
    lines = [f"**{os.path.basename(path)}** · script that the hook runs"]
    if not disk.is_file(path):
        return "\n\n".join([*lines, f"`{path}` does not exist."]), found.span
    lines.append(" ".join([f"`{path}`", *_started(context, hook, found.script.start, disk.first_line(path) or "")]))
    if found.script.way == "direct" and not disk.is_executable(path):
        lines.append("It is not executable.")
    return "\n\n".join(lines), found.span


def _started(context: HookContext, hook: HookView, start: int, first_line: str) -> Iterator[str]:
    """What runs the script, as the rest of a sentence."""
    node, index = context.cursor.node, context.cursor.route[-1]
    if isinstance(index, int):
        body = child(hook.node, hook.type.body) if hook.type else None
        words = [body, *(context.cursor.container.items[:index] if context.cursor.container else ())]
        before = " ".join(str(it.value) for it in words if it is not None)
    else:
        here = command_place(str(node.value), start) if node is not None else None
        before = " ".join(here.before) if here is not None else ""
    if before:
        yield f"is run by `{before}`, as the command says."
    elif first_line.startswith("#!"):
        yield f"is run by `{first_line[2:].strip()}`, as its first line says."
    else:
        yield "exists; its first line names no interpreter."


def _run(file: HookFile, alone: HookFile, hook: HookView) -> Iterator[str]:
    """The shell, the time-out in effect, and the folder."""
    dialect = file.dialect
    if arguments_node(dialect, hook.node) is not None:
        yield "It is started without a shell."
    else:
        named = child(hook.node, "shell")
        argv = dialect.running.shell_named(named.value if named else None)
        yield f"`{' '.join(argv)}` runs the command."
    seconds = _timeout(file, alone, hook)
    if seconds is not None:
        yield f"After {seconds_words(seconds)} it is killed."
    yield "It starts in the agent's working directory, or in the project's folder if the agent names none."


def _timeout(file: HookFile, alone: HookFile, view: HookView) -> float | None:
    from hookwright.config.knobs import knobs_of
    from hookwright.config.runnable import runnable_hooks
    from hookwright.engine.plan import step_of

    hook = next((it for it in runnable_hooks(alone)[0] if it.route == view.route), None)
    row = file.dialect.event(hook.event) if hook is not None else None
    if hook is None or row is None:
        return None
    return step_of(file.dialect, row, hook, (), knobs_of(file.dialect, (file,), {}).values).timeout
