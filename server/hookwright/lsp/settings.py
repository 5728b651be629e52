"""Settings as a client sends them, in `initializationOptions` and later; a wrong value is left out, with a warning.

They are read by hand, as every start waits for it: importing pydantic takes a quarter as long as the whole server.
"""

from __future__ import annotations

import logging
import math
from typing import Any, TypeVar

logger = logging.getLogger(__name__)

_NAMES = {bool: "a boolean", str: "a string", dict: "an object", list: "a list"}

Kind = TypeVar("Kind", bool, str, dict[str, Any], list[Any])


class Settings:
    """One object of settings, and how it is called in warnings."""

    def __init__(self, given: object, name: str = "") -> None:
        self._members = given if isinstance(given, dict) else {}
        self._name = name

    def flag(self, name: str) -> bool:
        return self._member(name, bool) or False

    def text(self, name: str) -> str:
        return self._member(name, str) or ""

    def flags(self, name: str) -> dict[str, bool]:
        return self.part(name)._all(bool)

    def texts(self, name: str) -> dict[str, str]:
        return self.part(name)._all(str)

    def listed_texts(self, name: str) -> list[str]:
        items = self._member(name, list) or []
        numbered = Settings({str(it): value for it, value in enumerate(items)}, f"{self._name}{name}.")
        return list(numbered._all(str).values())

    def part(self, name: str) -> Settings:
        return Settings(self._member(name, dict), f"{self._name}{name}.")

    def seconds(self, name: str, default: float) -> float:
        value = self._members.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf:
            return value
        if value is not None:
            self._warn(name, "a positive number")
        return default

    def _all(self, kind: type[Kind]) -> dict[str, Kind]:
        found = {name: self._member(name, kind) for name in self._members}
        return {name: it for name, it in found.items() if it is not None}

    def _member(self, name: str, kind: type[Kind]) -> Kind | None:
        value = self._members.get(name)
        if isinstance(value, kind):
            return value
        if value is not None:
            self._warn(name, _NAMES[kind])
        return None

    def _warn(self, name: str, expected: str) -> None:
        logger.warning("The setting `%s%s` is ignored: it must be %s", self._name, name, expected)
