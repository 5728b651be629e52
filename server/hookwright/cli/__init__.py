"""The command line: one module a command, imported when the command is called."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from hookwright import __version__
from hookwright.cli.options import COLOR
from hookwright.cli.terminal import say
from hookwright.errors import HookwrightError
from hookwright.visible import visible_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Command -> what the help says of it, in the order of the help; its module has its name.
COMMANDS = {
    "init": "Write a first hook, with its test.",
    "add": "Add guards and helpers to a project, or list them.",
    "check": "Find the mistakes in hook files.",
    "fire": "Run hooks on a sample event.",
    "test": "Run hook tests.",
    "attack": "Find out what gets past a guard.",
    "prove": "Run hooks in your own agent, and compare.",
    "explain": "Show which hooks an event would fire, and why.",
    "dispatch": "Fire an event as an agent would.",
    "doctor": "Find out what is broken, and how to repair it.",
    "status": "Show whether hooks are enabled, and how they ran.",
    "list": "List the hooks of a project.",
    "seen": "Show what hooks did, from the records of agents.",
    "history": "Show what ran lately.",
    "export": "Print decisions and the state of guards for a collector.",
    "replay": "Fire a recorded event again, and compare.",
    "consent": "Show, give and take back your consent to run hooks.",
    "record": "Record what an agent sends to its hooks.",
    "samples": "Print the sample payloads of an event.",
    "keep": "Save a recorded payload as a sample.",
    "convert": "Print hooks in another dialect.",
    "dialects": "List the dialects, or explain one.",
    "rules": "List or explain the rules.",
    "schema": "Print the JSON Schema of hook files.",
    "lsp": "Start the language server.",
    "acp": "Run an agent of the Agent Client Protocol with hooks.",
    "ahp": "Answer an agent that speaks the Agent Hooks Protocol.",
    "after-edit": "Check a file that an agent edited, as a hook.",
    "mcp": "Serve agents as an MCP server.",
    "serve": "Run hooks for agents, as JSON-RPC.",
    "completion": "Print the script that makes a shell complete commands.",
    "demo": "See hookwright work on a sample workspace.",
}


_UNLISTED = ("help",)
_SHORT_HELP = """\
hookwright tells you whether the hooks of your coding agent do what they are meant to do.

  hookwright init      write a first guard, with its test
  hookwright check     find the mistakes in hook files and scripts
  hookwright fire      run hooks on a sample event, and see what the agent would see
  hookwright attack    find out what gets past a guard
  hookwright doctor    find out whether your guards guard on this machine

`hookwright help` lists all commands, `hookwright help COMMAND` explains one.
"""


class Commands(click.Group):
    """A group that imports a command's module only when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS and cmd_name not in _UNLISTED:
            return None
        command: click.Command = import_module(f"hookwright.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table; click would import every command for it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin so; click would import the commands."""
        from click.shell_completion import CompletionItem

        commands = [CompletionItem(name, help=it) for name, it in COMMANDS.items() if name.startswith(incomplete)]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:  # noqa: ANN401  click's own tuple
        if args and args[0] not in COMMANDS and args[0] not in _UNLISTED and not args[0].startswith("-"):
            from hookwright.analysis.suggest import nearest

            guess = nearest(args[0], COMMANDS)
            hint = f"did you mean `{guess}`?" if guess else "`hookwright --help` lists the commands"
            raise click.UsageError(f"`{args[0]}` is not a command; {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="hookwright %(version)s")
@COLOR
@click.pass_context
def hookwright(context: click.Context) -> None:
    """Check, test and fire the hooks of coding agents.

    Exit codes: 0 done; 1 findings, failed tests, or a refusal that --exit-code reports; 2 wrong usage or unreadable
    input.
    """
    if context.invoked_subcommand is None:
        say(_SHORT_HELP, end="")


def main() -> None:
    """Runs the command line; every failure is one line on standard error and exit code 2."""
    if sys.stdout is None:
        # Closed by the caller (`>&-`): what is printed goes nowhere, and the exit code still says how it went.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  open until the end
    _write_anything()
    try:
        # Without its standalone mode click hands back what `Exit` carries, and leaves the errors to us.
        code = hookwright.main(standalone_mode=False, prog_name="hookwright")
        sys.stdout.flush()
        sys.exit(code)
    except click.Abort:
        sys.exit(130)
    except click.UsageError as wrong:
        _fail(" ".join(_with_help(wrong).split()))
    except click.ClickException as wrong:
        _fail(" ".join(wrong.format_message().split()))
    except HookwrightError as wrong:
        _fail(str(wrong), wrong.exit_code)
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain at exit.
        sys.stderr.close()
        sys.exit(0)
    except OSError as fault:
        _fail_of_system(fault)
    except Exception as fault:  # noqa: BLE001  a fault of ours: one line, and how to see more
        _fail_internally(fault)


def _fail_of_system(fault: OSError) -> None:
    if fault.errno == errno.ENOENT and _is_folder_gone():
        _fail("the current folder no longer exists: change to another one")
    if fault.errno not in (errno.ENOSPC, errno.EDQUOT):
        _fail_internally(fault)
    _give_up_stdout()
    _fail(f"cannot write the output: {fault.strerror}")


def _is_folder_gone() -> bool:
    """Whether the folder in which the command was started has been deleted."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _write_anything() -> None:
    """Has no output end in an error because of an encoding that lacks a character.

    On Windows, pipes and files get UTF-8 too: Python writes to them in the code page of the country.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            utf8 = sys.platform == "win32" and not stream.isatty()
            stream.reconfigure(encoding="utf-8" if utf8 else stream.encoding, errors="backslashreplace")


def _with_help(wrong: click.UsageError) -> str:
    """What is wrong with the arguments, and where the right ones are listed."""
    said = wrong.format_message().rstrip(".")
    if "--help`" in said or "did you mean" in said.casefold() or wrong.ctx is None:
        return said
    return f"{said}; `{wrong.ctx.command_path} --help` lists what it takes"


def _give_up_stdout() -> None:
    """Leaves nothing that Python would try, and fail, to write at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int = 2) -> None:
    say(f"hookwright: {visible_line(message)}", err=True)
    sys.exit(code)


def _fail_internally(fault: Exception) -> None:
    from hookwright.host import Host
    from hookwright.workflows.crash_report import write_crash_report

    host = Host.real()
    doing = f"hookwright {next((it for it in sys.argv[1:] if it in COMMANDS), '')}"
    report = write_crash_report(fault, doing.strip(), host)
    where = f"report it with {report}, which holds the details" if report else "report it"
    _fail(f"internal error ({type(fault).__name__}: {fault}); {where}")
