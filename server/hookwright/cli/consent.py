"""Asks in the terminal before a command runs for the first time."""

from __future__ import annotations

import asyncio

import click

from hookwright.cli.terminal import say
from hookwright.config.view import HookFile
from hookwright.engine.consents import Consents
from hookwright.engine.host import Host
from hookwright.engine.plan import Plan
from hookwright.engine.process import require_processes
from hookwright.errors import NotAgreed
from hookwright.workflows.consent import PlannedRun, consent_requests, ground_of, has_changed, question, title


def agree(plan: Plan, file: HookFile, host: Host, *, on_copy: bool = False) -> None:
    """Returns once the user has agreed to every command of the plan, now or before.

    Raises NotAgreed, and FiringUnsupported, before any question, where hooks cannot be run.
    """
    require_processes()
    consents = Consents(host.environ, host.home)
    every = consent_requests(PlannedRun(plan, file, asyncio.run(ground_of(host, on_copy=on_copy))), host.home)
    given = consents.given(digest for it in every for digest in it.agreements)
    asked = [it for it in every if given.isdisjoint(it.agreements)]
    if not asked:
        return
    say(question(asked, [it.command for it in asked if has_changed(consents, it)]), err=True)
    if not click.confirm(title(asked), err=True):
        raise NotAgreed
    for it in asked:
        consents.give(it.agreement, it.project, it.command)
