"""Markdown about what a dialect's tables define: events, keys, hook types, tools and variables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, PayloadField, Source, Variable
from hookwright.model.field import Field
from hookwright.model.hook_type import HookType
from hookwright.model.language import Criterion
from hookwright.model.tool import Tool
from hookwright.wording.denials import blocking
from hookwright.wording.phrases import exit_meanings, output_words, value_with_unit


@cache
def event_markdown(dialect: Dialect, row: EventRow) -> str:
    """An event in full: what blocks it, when it fires, what it matches on, and what hooks can do and receive."""
    notes = [f"Deprecated: {row.deprecated}."] if row.deprecated else []
    notes += [sentence(row.note)] if row.note else []
    limit = value_with_unit(default_timeout(dialect, row), dialect.running.unit)
    blocks = (
        f"**{row.name}** · event of {agent_link(dialect)}",
        f"**{blocking(row)}**" if row.can_block else blocking(row),
        " ".join([f"Fires {row.summary}.", *notes]),
        subject_markdown(dialect, row),
        _listed("When the command ends", (f"{how}: {words}" for how, words in exit_meanings(row.exits))),
        _listed("In a JSON object on stdout", map(output_words, row.outputs)),
        _listed("On stdin, as JSON", (*map(_payload_item, row.payload), _common_item(dialect))),
        f"Time-out: {limit} unless the hook sets one.",
        known_markdown(dialect, row),
    )
    return "\n\n".join(filter(None, blocks))


def subject_markdown(dialect: Dialect, row: EventRow) -> str:
    """What the event's matchers are compared with, and how they are read."""
    if row.ignores_matchers:
        return "A matcher is ignored here: every hook of the event runs."
    if dialect.matchers.criteria:
        criteria = dialect.matchers.criteria.items()
        keys = (f"`{name}`, against the {it.subject}: {sentence(it.language.doc)}" for name, it in criteria)
        return _listed("All criteria of a matcher must match", keys)
    values = f" ({words_in_code(row.subject.values)})" if row.subject.values and row.subject.constant is None else ""
    language = dialect.matchers.for_event(row.name)
    return f"A matcher is matched against {row.subject.named}{values}. {sentence(language.doc)}"


def criterion_markdown(name: str, criterion: Criterion) -> str:
    """A key of a structured matcher: what it is compared with, and how it is read."""
    return f"**{name}** · matched against the {criterion.subject}\n\n{sentence(criterion.language.doc)}"


def known_markdown(dialect: Dialect, it: EventRow | Field) -> str:
    """Since which version of the agent it is there, and where that is from if it is not certain; empty for neither."""
    since = f"Since {dialect.title} {it.since}." if it.since else ""
    return " ".join(filter(None, (since, sentence((it.evidence or dialect.evidence).source))))


def field_markdown(field: Field, dialect: Dialect, *, row: EventRow | None = None, on: str = "") -> str:
    """A key: what it is, its type or allowed words, its unit and default; `on` says whose key it is."""
    kind = words_in_code(field.takes.words, joint=" or ") or field.kind.value
    head = f"**{field.name}** · {kind}{', required' if field.required else ''}{f' · {on}' if on else ''}"
    lines = [head, sentence(field.doc)]
    if field.measure is not None:
        lines.append(_duration_line(field, dialect, row))
    elif field.default is not None:
        lines.append(f"Default: `{json_word(field.default)}`.")
    if field.variable:
        lines.append(f"`{field.variable}` in the environment overrides it.")
    return "\n\n".join(filter(None, (*lines, known_markdown(dialect, field))))


def type_markdown(kind: HookType, dialect: Dialect) -> str:
    """A hook type with its keys."""
    keys = _listed("Keys", (f"`{it.name}`{' (required)' if it.required else ''}: {it.doc}" for it in kind.fields))
    note = "" if kind.runs else "\n\nhookwright checks hooks of this type, but does not run them."
    return f"**{kind.name}** · hook type of {dialect.title}\n\n{sentence(kind.doc)}\n\n{keys}{note}"


def tool_markdown(tool: Tool, dialect: Dialect) -> str:
    """A tool that matchers can name: what it does, and what a hook sees of its input."""
    keys = words_in_code(tool.input)
    lines = [f"**{tool.name}** · tool of {dialect.title}", sentence(tool.doc)]
    lines += [f"`tool_input` holds {keys}."] if keys else []
    lines += [f"Replaced by `{tool.replaced_by}`."] if tool.replaced_by else []
    return "\n\n".join(lines)


def variable_markdown(variable: Variable, dialect: Dialect) -> str:
    """A variable that hooks get: what it holds and where it is set."""
    where = "on every event" if variable.events is None else f"on {words_in_code(variable.events)}"
    ambient = " Set by the agent itself: a hook that is fired here has it only if hookwright's environment does."
    head = f"**{variable.name}** · environment variable of {dialect.title}"
    about = f"{sentence(variable.doc)} Set {where}."
    return f"{head}\n\n{about}{ambient if variable.source is Source.AMBIENT else ''}"


def agent_link(dialect: Dialect) -> str:
    """The agent's name, which leads to what it says of its hooks, where that is on the web."""
    page = dialect.evidence.page
    return f"[{dialect.title}]({page})" if page else dialect.title


def default_timeout(dialect: Dialect, row: EventRow | None) -> float:
    """How long hooks of the event may run if they set no time-out, in the file's unit."""
    seconds = row.running.timeout if row is not None and row.running.timeout is not None else dialect.running.timeout
    return seconds * dialect.running.unit.per_second


def words_in_code(words: Iterable[str], joint: str = ", ") -> str:
    """The words as code, joined."""
    return joint.join(f"`{word}`" for word in words)


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}" if text else ""


def json_word(value: object) -> str:
    """A default as it would be written in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _duration_line(field: Field, dialect: Dialect, row: EventRow | None) -> str:
    unit = field.measure.unit if field.measure else dialect.running.unit
    value = field.default if row is None or row.running.timeout is None else row.running.timeout * unit.per_second
    default = f" Default: {value_with_unit(float(value), unit)}." if isinstance(value, int | float) else ""
    return f"In {unit.value}.{default}"


def _payload_item(field: PayloadField) -> str:
    words = f" ({words_in_code(field.words)})" if field.words else ""
    return f"`{field.name}`{words}: {field.doc}{'' if field.required else ' (not always present)'}"


def _common_item(dialect: Dialect) -> str:
    return f"as on every event: {words_in_code(it.name for it in dialect.payload)}"


def _listed(title: str, items: Iterable[str]) -> str:
    lines = [f"- {item}" for item in items]
    return "\n".join([f"{title}:", "", *lines]) if lines else ""
