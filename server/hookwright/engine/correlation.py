"""Which dispatch the code that runs now belongs to, so that every line of the log can say it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[str | None] = ContextVar("dispatch", default=None)


@contextmanager
def within(dispatch_id: str) -> Iterator[None]:
    """What is logged inside, also by tasks that begin there, belongs to the dispatch."""
    token = _current.set(dispatch_id)
    try:
        yield
    finally:
        _current.reset(token)


def current_dispatch() -> str | None:
    """The id that the outcome and the journal have too; None outside of a dispatch."""
    return _current.get()
