"""On which events of another dialect a hook has to be, and for which of their tools, so that it runs when it did."""

from __future__ import annotations

from msgspec import Struct

from hookwright.matching.matcher import Form, alternatives, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import events_for, role_of_event, role_of_tool, tools_of_role
from hookwright.model.event import EventRow, MatchSubject


class Moment(Struct, frozen=True):
    """An event that the hook goes to; `tools` are the names that its matcher becomes, None if it is converted.

    One that is `closest` is what the hook would come from again.
    """

    row: EventRow
    tools: tuple[str, ...] | None = None
    closest: bool = True


class Moments(Struct, frozen=True):
    """Where a hook goes, and what is lost of when it runs."""

    found: tuple[Moment, ...]
    losses: tuple[str, ...] = ()


def moments_of(old: Dialect, row: EventRow, matcher: object, new: Dialect) -> Moments:
    """The events of the new dialect for a hook on an event; none if there is no such moment."""
    # Another spelling of an event under which hooks get the same is only for those who write it by themselves.
    names = [it.name for it in new.events if not (it.spelling_of and it.told_as)]
    rows = [it for name in events_for(row.name, names) if (it := new.event(name)) is not None]
    before = role_of_event(row.name)
    general = next((it for it in rows if it.name == row.name or role_of_event(it.name) is None), None)
    if before is not None:
        return _of_role(row, before, matcher, new, rows, general)
    if general is not None:
        return Moments((Moment(general),))
    return _by_role(old, row, matcher, new, rows)


def _of_role(
    row: EventRow, role: str, matcher: object, new: Dialect, rows: list[EventRow], general: EventRow | None
) -> Moments:
    """For an event about the tools of one role: one about the same, else the one about all, for these tools."""
    same = [it for it in rows if role_of_event(it.name) == role]
    if same:
        return Moments((Moment(same[0]),))
    if general is None:
        return Moments(())
    if role == "":
        return _of_servers(row, matcher, general, new)
    own = (it.name for it in new.tools if not it.replaced_by and not it.answers_for)
    # What has no vocabulary of its own is given the name that most have.
    tools = tuple(tools_of_role(role, own)) if new.tool_equivalents else (role,)
    if general.subject.kind is not MatchSubject.TOOL or not tools:
        return Moments((Moment(general),), (f"`{general.name}` is about every tool there, and not about these alone",))
    lost = f"the matcher `{matcher}` is lost: `{general.name}` matches the tool there, so the hook runs every time"
    matched = parse_matcher(new.matchers.language, matcher if isinstance(matcher, str) else None)
    return Moments((Moment(general, tools, closest=False),), () if matched.form is Form.WILDCARD else (lost,))


def _of_servers(row: EventRow, matcher: object, general: EventRow, new: Dialect) -> Moments:
    if row.subject.kind is MatchSubject.TOOL and matcher:
        return Moments((Moment(general),))
    every = f"{new.servers.prefix}.*"
    return Moments((Moment(general, (every,)),) if general.subject.kind is MatchSubject.TOOL else (Moment(general),))


def _by_role(old: Dialect, row: EventRow, matcher: object, new: Dialect, rows: list[EventRow]) -> Moments:
    """For an event about every tool, where the other dialect has one for each role: those that the matcher names."""
    roles = _roles(old, row, matcher)
    if roles is None:
        taken = _first_of_each_role(rows, None)
        names = ", ".join(f"`{it.name}`" for it in taken)
        missing = f"there is no event for every tool: the hook runs on {names} alone"
        return Moments(tuple(Moment(it, ()) for it in taken), (missing,) if taken else ())
    taken = _first_of_each_role(rows, {role for role, _ in roles})
    covered = {role_of_event(it.name) for it in taken}
    lost = [f"`{name}`: {new.title} has no event for it" for role, name in roles if role not in covered]
    lost += [it for event in taken if (it := _wider(old, event, [name for _, name in roles])) is not None]
    narrow = {role_of_event(name) for name in events_for(row.name, [it.name for it in old.events])}
    back = [Moment(it, (), closest=role_of_event(it.name) not in narrow) for it in taken]
    return Moments(tuple(back), tuple(lost))


def _wider(old: Dialect, event: EventRow, named: list[str]) -> str | None:
    """What is lost where an event is about more tools than those that were named."""
    own = (it.name for it in old.tools if not it.replaced_by and not it.answers_for)
    others = [it for it in tools_of_role(role_of_event(event.name) or "", own) if it not in named]
    return f"`{event.name}` is about {', '.join(f'`{it}`' for it in others)} as well" if others else None


def _first_of_each_role(rows: list[EventRow], roles: set[str | None] | None) -> list[EventRow]:
    found: dict[str | None, EventRow] = {}
    for it in rows:
        role = role_of_event(it.name)
        if roles is None or role in roles:
            found.setdefault(role, it)
    return list(found.values())


def _roles(old: Dialect, row: EventRow, matcher: object) -> list[tuple[str | None, str]] | None:
    """The roles of the tools that a matcher names, with their names; None if it is not a list of names."""
    if isinstance(matcher, dict):
        matcher = matcher.get(old.matchers.tool_key or "")
    parsed = parse_matcher(old.matchers.for_event(row.name), matcher if isinstance(matcher, str) else None)
    names = [it.text for it in alternatives(parsed)]
    return [(_role(it, old), it) for it in names] if names and parsed.form is not Form.WILDCARD else None


def _role(name: str, old: Dialect) -> str | None:
    return "" if old.tool(name) is None and name.startswith(old.servers.prefix) else role_of_tool(name)
