"""What keeps a guard from letting everything pass if it does not start, such as where its program is missing."""

from __future__ import annotations

import os.path
from datetime import UTC, datetime

from hookwright.analysis.scripts.templates import refusing_code
from hookwright.guards.calls import guarded_event, values_of
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Result
from hookwright.policies.exits import reaction_of

_POSIX = frozenset(("sh", "bash", "dash", "ksh", "zsh"))
_NOT_FOUND = 127
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def closing(dialect: Dialect) -> str:
    """What stands behind the guard in its command: ` || exit 2`, with the agent's own code.

    Empty if every failure refuses anyway, where a refusal is an object on stdout, and where the agent runs commands
    in no POSIX shell.
    """
    row, values = guarded_event(dialect), values_of(dialect)
    code = refusing_code(row, values)
    is_posix = os.path.basename(dialect.running.shell[0]) in _POSIX
    missing = Result(exit_code=_NOT_FOUND, started_at=_ANY_TIME, duration=0)
    if code is None or not is_posix or reaction_of(missing, row.exits, values).refuses:
        return ""
    return f" || exit {code}"
