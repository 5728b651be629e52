"""One open document: its text, the edits that change it, and the places where people type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Slot:
    """A place to complete at: `text` goes over `start` to `end`, and the cursor `cursor` characters into it."""

    start: int
    end: int
    text: str
    cursor: int


class Document:
    """The client's side of an open document."""

    def __init__(self, uri: str, text: str) -> None:
        self.uri = uri
        self.text = text
        self.version = 1

    def edit(self, start: int, end: int, text: str) -> dict[str, Any]:
        """Applies an edit, and gives the params of the `didChange` that tells of it."""
        extent = {"start": self.position(start), "end": self.position(end)}
        self.text = self.text[:start] + text + self.text[end:]
        return self._changed({"range": extent, "text": text})

    def replace(self, text: str) -> dict[str, Any]:
        """The same for the whole text."""
        self.text = text
        return self._changed({"text": text})

    def _changed(self, change: dict[str, Any]) -> dict[str, Any]:
        self.version += 1
        return {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]}

    def position(self, offset: int) -> dict[str, int]:
        """An offset as an LSP position, in UTF-16 units."""
        start = self.text.rfind("\n", 0, offset) + 1
        character = len(self.text[start:offset].encode("utf-16-le")) // 2
        return {"line": self.text.count("\n", 0, offset), "character": character}

    def at(self, offset: int) -> dict[str, Any]:
        """The params of a request about a place."""
        return {"textDocument": {"uri": self.uri}, "position": self.position(offset)}


def typing_place(text: str) -> int:
    """Inside the command of a hook in the middle of the text."""
    return text.index('"command": "', len(text) // 2) + len('"command": "')


def structure_place(text: str) -> int:
    """Before a matcher group in the middle of the text, where the next one is begun."""
    return text.rindex("{", 0, text.index('"matcher"', len(text) // 2))


def hover_places(text: str) -> tuple[int, ...]:
    """On an event's name, a hook's type, a command and a time-out."""
    middle = text.index('"type": "command"', len(text) // 2)
    return (
        text.index('"PreToolUse"') + 3,
        middle + 2,
        text.index('"command": "', middle) + 3,
        text.index('"timeout"', middle) + 3,
    )


def completion_slots(text: str) -> tuple[Slot, ...]:
    """A hook's type, a new key of a hook, a new event, and a matcher."""
    middle = text.index('"type": "command"', len(text) // 2)
    kind = middle + len('"type": "')
    after = middle + len('"type": "command"')
    end_of_events = text.rindex("\n    ]") + len("\n    ]")
    matcher = text.index('"matcher": "', len(text) // 2) + len('"matcher": "')
    return (
        Slot(kind, kind + len("command"), "", 0),
        Slot(after, after, ', ""', 3),
        Slot(end_of_events, end_of_events, ',\n    ""', 7),
        Slot(matcher, text.index('"', matcher), "", 0),
    )
