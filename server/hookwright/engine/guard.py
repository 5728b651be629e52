"""Whether an event has been fired for the same tool use before, in one session."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from hookwright.engine.plan import Plan, Step
from hookwright.model.hook import OwnerKind
from hookwright.model.outcome import identity

_EVENTS = 10_000
_SESSIONS = 1_000
_HOOK = "the hook itself"


class Once(Struct, frozen=True):
    """What may fire only once: an event of a session, for one value of the field that identifies a tool use."""

    dialect: str
    session_id: str
    event: str
    field: str
    value: str

    @property
    def session(self) -> tuple[str, str]:
        """What is forgotten together."""
        return self.dialect, self.session_id

    def __str__(self) -> str:
        return f"`{self.event}` has fired for `{self.field}` `{self.value}` before in this session"


def once_of(plan: Plan) -> Once | None:
    """What the plan may fire only once; None if nothing distinguishes it from other dispatches."""
    field = plan.row.running.once_by
    value = plan.facts.payload.get(field) if field is not None else None
    if field is None or not isinstance(value, str) or not value:
        return None
    return Once(plan.request.dialect.id, plan.facts.session_id, plan.row.name, field, value)


class Guard:
    """Remembers what has fired: the newest 10,000 a session, of the 1,000 sessions that fired last (A15)."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[tuple[str, str], OrderedDict[Once, None]] = OrderedDict()

    def __contains__(self, once: object) -> bool:
        return isinstance(once, Once) and once in self._sessions.get(once.session, ())

    def admit(self, once: Once) -> bool:
        """Whether it has not fired yet; from now on it has."""
        fired = self._sessions.setdefault(once.session, OrderedDict())
        self._sessions.move_to_end(once.session)
        if len(self._sessions) > _SESSIONS:
            self._sessions.popitem(last=False)
        if once in fired:
            return False
        fired[once] = None
        if len(fired) > _EVENTS:
            fired.popitem(last=False)
        return True

    def release(self, once: Once) -> None:
        """Takes back that it has fired, as its hooks did not come to their end."""
        self._sessions.get(once.session, OrderedDict()).pop(once, None)

    def forget(self, dialect: str, session_id: str) -> None:
        """Drops all that is known of a session, as it has ended."""
        self._sessions.pop((dialect, session_id), None)


def without_spent(guard: Guard | None, plan: Plan) -> Plan:
    """The plan without the hooks that run only once a session and have run in this one; the others of them now have."""
    if guard is None or not any(map(partial(_is_once, plan), plan.steps)):
        return plan
    session = plan.request.dialect.id, plan.facts.session_id
    first = [
        it
        for it in plan.steps
        if not _is_once(plan, it) or guard.admit(Once(*session, plan.row.name, _HOOK, identity(it.hook).id))
    ]
    return replace(plan, steps=tuple(first))


def _is_once(plan: Plan, step: Step) -> bool:
    hook, kind = step.hook, plan.request.dialect.type_of(step.hook)
    of_skill = hook.owner is not None and hook.owner.kind is OwnerKind.SKILL
    return of_skill and kind is not None and kind.keys.once is not None and hook.values.get(kind.keys.once) is True


@contextmanager
def admitted(guard: Guard | None, plan: Plan) -> Iterator[bool]:
    """Whether the plan may fire; it counts as fired unless what runs inside is cancelled or fails.

    A plan without hooks has nothing to fire.  An event that ends its session makes the guard forget it.
    """
    once = once_of(plan) if guard is not None and plan.steps else None
    fresh = guard is None or once is None or guard.admit(once)
    try:
        yield fresh
    except BaseException:
        if guard is not None and once is not None and fresh:
            guard.release(once)
        raise
    finally:
        if guard is not None and plan.row.running.ends_session:
            guard.forget(plan.request.dialect.id, plan.facts.session_id)
