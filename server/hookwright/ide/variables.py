"""Which environment variables the hooks of a place get."""

from __future__ import annotations

from hookwright.ide.cursor_context import Asked
from hookwright.ide.place import Place
from hookwright.model.event import Variable


def variables_on(asked: Asked, place: Place) -> list[Variable]:
    """The variables that hooks of the event get, in a file of this scope; of every event where it is not known."""
    scope = asked.file.scope
    known = (it for it in asked.dialect.variables if it.scopes is None or scope in it.scopes)
    return [it for it in known if place.event is None or place.row is None or it.on(place.event)]
