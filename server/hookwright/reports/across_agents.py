"""What each agent makes of the same hook: whether its event is there, its matcher fires, and what a denial does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict, final

from msgspec import Struct
from msgspec.structs import replace

from hookwright.converting.moments import moments_of
from hookwright.dialects import DIALECTS
from hookwright.engine.plan import Plan
from hookwright.matching.matcher import Form, Matcher, match, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import role_of_event
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.hook import Scope
from hookwright.model.outcome import identity
from hookwright.readers.place import import_at, location_at
from hookwright.wording.denials import denial, either

# So many names are listed.
_MOST_NAMES = 4


@final
class AgentViewJson(TypedDict):
    """What one agent makes of a hook.

    `event` is the name of its moment there, null if there is none; `fires` is null if that cannot be said
    without a payload; `because` says why, and `denial` what refuses there. `reads` is null if that agent does not
    read the file, and else says on what condition it does, empty if there is none.
    """

    dialect: str
    title: str
    event: str | None
    fires: bool | None
    because: str
    denial: str
    reads: str | None


class AgentView(Struct, frozen=True):
    """What one agent makes of a hook: see `AgentViewJson`."""

    dialect: Dialect
    row: EventRow | None
    fires: bool | None
    because: str
    denial: str
    reads: str | None = None

    def to_json(self) -> AgentViewJson:
        """The view in the form that clients get."""
        return {
            "dialect": self.dialect.id,
            "title": self.dialect.title,
            "event": self.row.name if self.row is not None else None,
            "fires": self.fires,
            "because": self.because,
            "denial": self.denial,
            "reads": self.reads,
        }

    @property
    def line(self) -> str:
        """The view in one line, such as `BeforeTool` fires; refuse with exit 2."""
        if self.row is None:
            return f"{self.because}{self._reading}"
        fires = {True: "fires", False: "does not fire", None: "may fire"}[self.fires]
        why = f" ({self.because})" if self.because else ""
        refusal = f"; {self.denial}" if self.fires is not False else ""
        return f"`{self.row.name}` {fires}{why}{refusal}{self._reading}"

    @property
    def _reading(self) -> str:
        if self.reads is None:
            return ""
        return f"; it reads this file too{f', {self.reads}' if self.reads else ''}"


def across_agents(
    dialect: Dialect,
    row: EventRow,
    matcher: Any,  # noqa: ANN401  as it is written
    path: str = "",
) -> tuple[AgentView, ...]:
    """What every dialect makes of a hook of an event, whose matcher stays as it is written; its own dialect first.

    Those that read the file at `path` too say so.
    A matcher of tools is compared with the tools that it meets in its own dialect, by the names that they have there.
    """
    names = _matched(dialect, row, matcher)
    others = (it for it in DIALECTS if it is not dialect)
    views = (_view(dialect, row, matcher, names, it) for it in (dialect, *others))
    return tuple(it if it.dialect is dialect else replace(it, reads=_reads(it.dialect, path)) for it in views)


def _reads(other: Dialect, path: str) -> str | None:
    """On what condition another agent reads a file too; None if it does not."""
    if not path:
        return None
    taken, place = import_at(other, path), location_at(other, path)
    if taken is not None:
        return taken.where
    # A plugin is installed for one agent, although others keep the hooks of theirs in a place of that name.
    return "" if place is not None and (place.borrowed or place.scope is not Scope.PLUGIN) else None


def _view(dialect: Dialect, row: EventRow, matcher: Any, names: tuple[str, ...], new: Dialect) -> AgentView:  # noqa: ANN401
    name = new.own_event(row.name)
    there = new.event(name) if name is not None else None
    if there is None:
        return AgentView(new, None, fires=False, because=f"no event like `{row.name}`", denial="")
    if role_of_event(there.name) is not None and role_of_event(row.name) is None:
        return _view_by_role(dialect, row, matcher, there, new)
    fires, because = _fires(matcher, names if row.subject.kind is MatchSubject.TOOL else None, new, there)
    return AgentView(new, there, fires, because, denial(there))


def _view_by_role(dialect: Dialect, row: EventRow, matcher: Any, there: EventRow, new: Dialect) -> AgentView:  # noqa: ANN401
    """For an event about every tool, where the other agent has one for each kind: those of the tools it is for."""
    rows = [it.row for it in moments_of(dialect, row, matcher, new).found]
    if not rows:
        return AgentView(new, there, fires=False, because="no event is about these tools", denial=denial(there))
    others = ", ".join(f"`{it.name}`" for it in rows[1:])
    because = f"{'as do' if rows[2:] else 'as does'} {others}" if others else ""
    return AgentView(new, rows[0], fires=True, because=because, denial=denial(rows[0]))


def _fires(matcher: Any, names: tuple[str, ...] | None, new: Dialect, there: EventRow) -> tuple[bool | None, str]:  # noqa: ANN401
    """Whether the matcher fires there on any of these tools, None if the subject is no tool; and why."""
    if matcher is None or there.ignores_matchers:
        return True, "" if matcher is None else "matchers are ignored there"
    if not isinstance(matcher, str) or new.matchers.criteria:
        return None, "matchers have another form there"
    parsed = parse_matcher(new.matchers.for_event(there.name), matcher)
    if parsed.form is Form.WILDCARD:
        return True, ""
    if parsed.fault is not None:
        return False, parsed.fault.message
    if there.subject.kind is not MatchSubject.TOOL or names is None:
        return None, f"matchers are matched against {there.subject.named} there"
    return _on_tools(names, new, parsed)


def _matched(old: Dialect, row: EventRow, matcher: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The tools that a matcher meets in its own dialect."""
    if not isinstance(matcher, str):
        return ()
    parsed = parse_matcher(old.matchers.for_event(row.name), matcher)
    return tuple(it.name for it in old.tools if not it.replaced_by and match(parsed, it.name).matched)


def _on_tools(names: Iterable[str], new: Dialect, parsed: Matcher) -> tuple[bool | None, str]:
    """Whether the matcher meets any of these tools by the names that they have there."""
    called = [it if new.tool(it) is not None else new.tool_equivalents.get(it) for it in names]
    known = list(dict.fromkeys(it for it in called if it is not None))
    if not known:
        return None, "its tools are not known there"
    if any(match(parsed, it).matched for it in known):
        return True, ""
    more = ", …" if len(known) > _MOST_NAMES else ""
    return False, f"the tool is {either([f'`{it}`' for it in known[:_MOST_NAMES]])}{more} there"


def across_hooks(plan: Plan) -> Mapping[str, tuple[AgentView, ...]]:
    """What every dialect makes of each hook of a plan, by the hook's id."""
    hooks = [*(it.hook for it in plan.steps), *(hook for hook, _ in plan.unmatched)]
    return {identity(it).id: across_agents(plan.request.dialect, plan.row, it.matcher, it.source) for it in hooks}
