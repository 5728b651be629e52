"""What an agent has asked permission for in this turn: it may do exactly that, once, and nothing before the answer."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hookwright.acp.tools import Tool, place

_MOST = 1000
"""Permits that are kept, the oldest is forgotten first; and refusals, after which everything else is refused too."""
# What a tool of the client does, in the words that hooks know.
_WHOLE = {"Bash": ("command",), "Write": ("file_path", "content"), "Read": ("file_path", "offset", "limit")}


class Asked(Struct, frozen=True, eq=False):
    """One request for permission, with all the tools that it announces."""

    tools: Sequence[Tool]


class Permits:
    """Those of one session, in whose `folder` commands run that name no other."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._open: list[Asked] = []
        self._granted: list[tuple[Asked, Tool]] = []
        self._refused: set[tuple[bool, str]] = set()

    def ask(self, tools: Sequence[Tool]) -> Asked:
        """Begins a request for permission; until it is settled, nothing of it may be done."""
        asked = Asked(tools)
        self._open.append(asked)
        return asked

    def grant(self, asked: Asked) -> None:
        """The hooks, and the user where these asked, allow each of the tools once."""
        if self._settle(asked):
            self._refused.difference_update(_subjects(asked.tools))
            self._granted += [(asked, it) for it in asked.tools]
            del self._granted[:-_MOST]

    def leave(self, asked: Asked) -> None:
        """The user agrees, but not in words of ours, so hooks judge again what is done."""
        if self._settle(asked):
            self._refused.difference_update(_subjects(asked.tools))

    def refuse(self, asked: Asked) -> None:
        """A hook or the user says no: for the rest of the turn, to every change of the same file or command."""
        if self._settle(asked):
            self.refuse_tools(asked.tools)

    def refuse_tools(self, tools: Sequence[Tool]) -> None:
        """The same of what was never asked permission for."""
        if len(self._refused) < _MOST:
            self._refused |= _subjects(tools)

    def end(self, asked: Asked | None) -> None:
        """What was allowed has been done, or has failed."""
        self._granted = [it for it in self._granted if it[0] is not asked]

    def take(self, tool: Tool) -> bool:
        """Whether the very same was permitted; it is not permitted again."""
        found = next((it for it in self._granted if self._is_same(tool, it[1])), None)
        if found is not None:
            self._granted.remove(found)
        return found is not None

    def objection(self, tool: Tool) -> str | None:
        """Why the tool may not run although hooks could let it; None if there is no reason."""
        subjects = _subjects([tool])
        if any(subjects & _subjects(it.tools) for it in self._open):
            return "permission for this is asked, and not given yet"
        if subjects & self._refused:
            return "permission for this was not given in this turn; ask for permission again"
        return "too much was refused in this turn" if len(self._refused) >= _MOST else None

    def forget(self) -> None:
        """Begins a turn in which nothing has been asked yet."""
        self._open.clear()
        self._granted.clear()
        self._refused.clear()

    def _settle(self, asked: Asked) -> bool:
        """Whether the request is of this turn, and has no answer yet."""
        if asked not in self._open:
            return False
        self._open.remove(asked)
        return True

    def _is_same(self, tool: Tool, permitted: Tool) -> bool:
        # What some clients make of the words has not been judged.
        if tool.name != permitted.name or tool.joined is not None:
            return False
        if any(tool.input.get(it) != permitted.input.get(it) for it in _WHOLE[tool.name]):
            return False
        return tool.name != "Bash" or place(tool, self._folder) == place(permitted, self._folder)


def _subjects(tools: Sequence[Tool]) -> set[tuple[bool, str]]:
    return {(it.name == "Read", it.subject) for it in tools if it.subject is not None}
