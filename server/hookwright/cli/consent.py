"""`hookwright consent`: what you have agreed to run; and the question in the terminal before a command first runs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import click

from hookwright.cli.options import JSON_OR_TEXT, hook_options
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say
from hookwright.errors import NotAgreed, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.config.view import HookFile
    from hookwright.engine.consents import Consent
    from hookwright.engine.plan import Plan
    from hookwright.host import Host

_SHOWN_DIGITS = 12


@click.group("consent")
def command() -> None:
    """Show, give and take back your consent to run hooks.

    Firing asks before it runs a command for the first time. Your answers are kept for the command line and for editors.
    """


@command.command("list", short_help="List what you have agreed to.")
@JSON_OR_TEXT
def list_consents(form: str) -> None:
    """List what you have agreed to run, newest first."""
    found = _kept()
    if form == "json":
        print_output("consent list", {"consents": [it.to_json() for it in found]})
        return
    for it in found:
        when = datetime.fromtimestamp(it.given_at).astimezone().strftime("%Y-%m-%d %H:%M")
        say(f"{it.digest[:_SHOWN_DIGITS]}  {when}  {_one_line(it.project)}\n    {_one_line(it.command)}")
    if not found:
        say("You have not agreed to anything yet.")


@command.command("agree", short_help="Agree to hooks without running them.")
@hook_options
@click.option("--scratch", is_flag=True, help="Agree only to running them on a copy of the workspace.")
@click.option("--yes", "said", is_flag=True, help="Do not ask: you have read what the hooks of FILE run.")
def agree_to(*, scratch: bool, said: bool, **where: Any) -> None:  # noqa: ANN401  the shared options
    """Agree to hooks of FILE without running them, for editors that cannot ask.

    Consent counts until a hook or a script that it runs changes. The `cwd` of the payload is where the hooks run.
    """
    from hookwright.cli.planning import request_for
    from hookwright.host import Host

    host = Host.real()
    # The folder of a recorded payload may be another one, and is not what was meant.
    target, request = request_for(host, **where, recorded=False)
    if not said and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("There is no terminal to ask in", "read what the hooks run, and give `--yes`")
    agree([(request.plan, target)], host, on_copy=scratch, said=said)
    say("Agreed; nothing was run.")


@command.command("revoke", short_help="Take consent back.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--project", metavar="DIR", help="Everything that you agreed to in this project.")
@click.option("--all", "every", is_flag=True, help="Everything that you agreed to.")
def revoke(ids: tuple[str, ...], project: str | None, *, every: bool) -> None:
    """Take back your consent: you are asked again before these commands run.

    ID is what `hookwright consent list` shows, or how it begins.
    """
    from hookwright.engine.consents import Consents
    from hookwright.host import Host
    from hookwright.paths import absolute

    if sum([bool(ids), project is not None, every]) != 1:
        raise UsageError("It is not clear what to take back", "give IDs, `--project` or `--all`")
    kept = _kept()
    for it in ids:
        if not any(each.digest.startswith(it) for each in kept):
            raise UsageError(f"`{it}` is not a consent", "`hookwright consent list` shows their ids")
    folder = absolute(project) if project is not None else None
    chosen = [it.digest for it in kept if every or it.project == folder or it.digest.startswith(ids or ("-",))]
    host = Host.real()
    problem = Consents(host).take_back(chosen)
    if problem is not None:
        raise UsageError(problem, "check the permissions of the file")
    say(f"Took back {len(chosen)} {'consent' if len(chosen) == 1 else 'consents'}.")


def agree(
    runs: Sequence[tuple[Plan, HookFile]], host: Host, *, on_copy: bool = False, said: bool = False
) -> Mapping[str, bytes]:
    """Returns once the user has agreed to every command of the plans, now or before; or at once where they `said` so.

    What is there is read again after the answer.  The result has the digests of the scripts.  Raises NotAgreed; and
    FiringUnsupported, before any question, where hooks cannot be run.
    """
    import asyncio

    from hookwright.consent.asking import changes_of, confirm, contents_of, not_agreed, requests_of
    from hookwright.consent.question import question, title
    from hookwright.consent.request import PlannedRun, confinement_of
    from hookwright.engine.consents import Consents
    from hookwright.engine.process import require_processes

    require_processes()
    confinement = asyncio.run(confinement_of(host, on_copy=on_copy))
    wanted = [PlannedRun(plan, file, host, confinement) for plan, file in runs]
    consents = Consents(host)
    every = requests_of(wanted)
    asked = not_agreed(every, consents)
    if asked:
        if not said:
            say(question(asked, changes_of(asked, consents)), err=True)
        if not said and not click.confirm(title(asked), err=True):
            raise NotAgreed
        if (problem := confirm(requests_of(wanted), asked, consents)) is not None:
            say(problem, err=True)
    return contents_of(every)


def require_agreed(runs: Sequence[tuple[Plan, HookFile]], host: Host, *, on_copy: bool) -> Mapping[str, bytes]:
    """Raises NotAgreed unless the user has agreed to every command before; asks nothing.

    The result has the digests of the scripts.
    """
    import asyncio

    from hookwright.consent.asking import contents_of, not_agreed, requests_of
    from hookwright.consent.request import PlannedRun, confinement_of
    from hookwright.engine.consents import Consents

    confinement = asyncio.run(confinement_of(host, on_copy=on_copy))
    every = requests_of([PlannedRun(plan, file, host, confinement) for plan, file in runs])
    if not_agreed(every, Consents(host)):
        files = " ".join(dict.fromkeys(shlex.quote(file.path) for _, file in runs))
        copy = " --scratch" if on_copy else ""
        raise NotAgreed(
            "Nothing was run, because the user has not agreed to these hooks, or they have changed since",
            f"ask the user to run `hookwright consent agree {files}{copy}` in a terminal",
        )
    return contents_of(every)


def has_agreed(runs: Sequence[tuple[Plan, HookFile]], host: Host) -> bool:
    """Whether the user has agreed to every command of the plans before; asks nothing."""
    from hookwright.consent.asking import not_agreed, requests_of
    from hookwright.consent.request import PlannedRun
    from hookwright.engine.consents import Consents

    return not not_agreed(requests_of(PlannedRun(plan, file, host) for plan, file in runs), Consents(host))


def _kept() -> tuple[Consent, ...]:
    from hookwright.engine.consents import Consents
    from hookwright.host import Host

    host = Host.real()
    return Consents(host).kept()


def _one_line(text: str) -> str:
    from hookwright.visible import visible_line

    return visible_line(text)
