"""What turns the machine off, starts it again, or brings it to a stop by starting programs without end."""

from __future__ import annotations

from shell_reader import Command, given_code
from shell_reader.late import late_pattern

from .saying import ONLY_THE_USER, shown
from .subcommands import matching, table

_STOPS = table(
    """
    shutdown
    reboot
    poweroff
    halt
    init 0
    init 6
    telinit 0
    telinit 6
    systemctl poweroff
    systemctl reboot
    systemctl halt
    systemctl kexec
    systemctl start poweroff.target
    systemctl start reboot.target
    systemctl isolate poweroff.target
    systemctl isolate reboot.target
    Stop-Computer
    Restart-Computer
    """
)
_FORKS = late_pattern(r"\bfork\b(?:\(\))?\s+while\b|\bwhile\s*\(?(?:True|1|true)\)?\s*[:{][^;}]{0,12}\bfork\b")


def stops_machine(command: Command) -> str | None:
    """Why the machine may not be turned off or started again, or be brought to a stop by a fork bomb."""
    code = given_code(command)
    if command.forks or (code is not None and _FORKS.search(code)):
        return f"`{command.name}` starts itself again and again, until the machine stops; {ONLY_THE_USER}"
    only_says = command.has("--help", "--version", "--show") or (command.name == "shutdown" and command.has("-c"))
    if only_says or command.elsewhere or matching(command, _STOPS) is None:
        return None
    return f"`{shown(command)}` stops the machine, and all programs on it; {ONLY_THE_USER}"
