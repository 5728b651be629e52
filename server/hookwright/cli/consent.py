"""Asks at the terminal before a command is fired for the first time (F3)."""

from __future__ import annotations

import click

from hookwright.config.view import HookFile
from hookwright.engine.consents import Consents
from hookwright.engine.host import Host
from hookwright.engine.plan import Plan
from hookwright.errors import NotAgreed
from hookwright.ide.consent import asked_of, question, title


def agree(plan: Plan, file: HookFile, host: Host) -> None:
    """Returns once the user has agreed to every command of the plan, now or before; raises NotAgreed."""
    consents = Consents(host.environ, host.home)
    every = asked_of(plan, file, host.home)
    given = consents.given(it.digest for it in every)
    asked = [it for it in every if it.digest not in given]
    if not asked:
        return
    click.echo(question(asked, [it.command for it in asked if consents.knows(it.project, it.command)]), err=True)
    if not click.confirm(title(len(asked)), err=True):
        raise NotAgreed
    for it in asked:
        consents.give(it.digest, it.project, it.command)
