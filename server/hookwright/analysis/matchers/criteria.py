"""How a permission rule is said with the criteria of a structured matcher."""

from __future__ import annotations

from hookwright.analysis.matchers.mistakes import RulePiece
from hookwright.analysis.matchers.texts import MatcherText
from hookwright.model.dialect import Dialect
from hookwright.model.event import MatchSubject
from hookwright.patterns import late_pattern

_SPECIAL = late_pattern(r"[.*+?^${}()|\[\]\\]")
_PREFIX = ":*"


def as_criterion(text: MatcherText, rule: RulePiece) -> tuple[str, str] | None:
    """The key and value that say what the rule says of the tool's input, None where none does."""
    dialect = text.file.dialect
    subject = _subject(dialect, rule)
    name = next((name for name, it in dialect.matchers.criteria.items() if it.subject is subject), None)
    if name is None:
        return None
    value = _command_pattern(rule.argument) if subject is MatchSubject.COMMAND else _path_glob(rule.argument)
    return (name, value) if value is not None else None


def _subject(dialect: Dialect, rule: RulePiece) -> MatchSubject | None:
    """What the rule's tool is called with, as far as its sample shows."""
    tool = dialect.tool(rule.tool)
    return dialect.calls.about(tool.input) if tool is not None else None


def _command_pattern(argument: str) -> str:
    if argument.endswith(_PREFIX):
        return rf"^{_literal(argument.removesuffix(_PREFIX))}(?:\s|$)"
    return f"^{'.*'.join(_literal(it) for it in argument.split('*'))}$"


def _path_glob(argument: str) -> str | None:
    """The same below the project, which globs begin at; None where the rule speaks of the home folder."""
    if argument.startswith("~"):
        return None
    path = argument.removesuffix(_PREFIX).removeprefix("./")
    if path.startswith("//"):
        return path[1:]
    return path.removeprefix("/") if "/" in path else f"**/{path}"


def _literal(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
