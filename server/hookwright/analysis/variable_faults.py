"""What is wrong with an environment variable that a hook's command or script reads."""

from __future__ import annotations

from hookwright.analysis.commands.shells import variable_of
from hookwright.analysis.suggest import folded, slips
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Variable
from hookwright.shell.code_words import JAVASCRIPT

# What may well be in the environment of a hook, though it looks like a variable of a dialect.
USUAL = frozenset(
    {"HOME", "HOSTNAME", "LANG", "LOGNAME", "NAME", "OLDPWD", "PATH", "PWD", "SHELL", "TERM", "TMPDIR", "USER"}
    | {"USERNAME", "PROJECT", "PROJECT_NAME", "SESSION", "SESSION_NAME", "TIME", "TOOL", "FILE", "INPUTS", "OUTPUTS"}
)
_SHORT = 5


def fault_of_variable(
    dialect: Dialect, row: EventRow | None, event: str, name: str, language: str = ""
) -> tuple[str, str] | None:
    """What is wrong with a variable in code of a language, or in the shell's, and the name that was meant, if any."""
    shown = f"`{name}`" if language else f"`${name}`"
    files = {it.file_variable: it for it in dialect.variables if it.spills}
    variable = variable_of(dialect, name) or files.get(name)
    if variable is not None:
        owners = ", ".join(variable.events or ())
        found = f"{shown} is not set on {event}, only on {owners}; move the hook there"
        return None if variable.on(event) else (found, "")
    believed = dialect.believes(name)
    if believed.startswith("."):
        return f"no hook gets {shown}{_in_payload(dialect, row, believed, language)}", ""
    if believed and not believed.isidentifier():
        return f"no hook gets {shown}; {believed}", ""
    meant = believed or _meant(name, dialect.variables, event)
    return (f"no hook gets {shown}; did you mean `{'' if language else '$'}{meant}`?", meant) if meant else None


def _in_payload(dialect: Dialect, row: EventRow | None, path: str, language: str) -> str:
    """Where to read what the variable was to hold, if the event's payload has it."""
    first = path[1:].partition(".")[0]
    if first and row is not None and all(it.name != first for it in (*dialect.payload, *row.payload)):
        return f", and the payload of `{row.name}` has no `{first}`; remove it, or move the hook to another event"
    program = f"jq -r {path}" if first else "cat"
    if language == JAVASCRIPT:
        program = f"JSON.parse(require('fs').readFileSync(0)){path.rstrip('.')}"
    elif language:
        program = "json.load(sys.stdin)" + "".join(f"['{it}']" for it in path[1:].split(".") if it)
    return f"; the payload is on stdin: read it there, for example with `{program}`"


def _meant(name: str, variables: tuple[Variable, ...], event: str) -> str | None:
    known = [it.name for it in variables if it.on(event)]
    for it in known:
        if folded(it) == folded(name) and name.upper() == name:
            return it
    near = [(slips(name, it, 2 if len(name) <= _SHORT + 3 else 3), it) for it in known if len(it) > _SHORT]
    close = [(count, it) for count, it in near if count < (2 if len(name) <= _SHORT + 3 else 3)]
    return min(close)[1] if close and len(name) >= _SHORT else None
