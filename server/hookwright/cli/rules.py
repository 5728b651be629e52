"""`hookwright rules`: every rule, or one explained."""

from __future__ import annotations

import click

from hookwright.cli.completing import rules
from hookwright.cli.options import JSON_OR_TEXT
from hookwright.cli.outputs import print_output
from hookwright.cli.terminal import say, styled
from hookwright.errors import UsageError
from hookwright.visible import BOLD


@click.command("rules")
@click.argument("rule", required=False, metavar="[CODE]", shell_complete=rules)
@JSON_OR_TEXT
def command(rule: str | None, form: str) -> None:
    """List the rules, or explain one, by its code (HW201) or its name (unknown-event)."""
    from hookwright.analysis.rule_docs import EVERY_RULE, page, summary

    chosen = [it for it in EVERY_RULE if rule is None or rule.casefold() in {it.code.casefold(), it.name}]
    if not chosen:
        raise UsageError(f"`{rule}` is not a rule", "`hookwright rules` lists them")
    if form == "json":
        listed = [{"code": it.code, "name": it.name, "severity": it.severity.value, "fix": it.has_fix} for it in chosen]
        print_output("rules", {"rules": listed})
    elif rule is not None:
        say(page(chosen[0]), end="")
    else:
        width = max(len(it.name) for it in chosen)
        for it in chosen:
            name = styled(it.name.ljust(width), BOLD)
            say(f"{it.code}  {it.severity.value:<11}  {name}  {summary(it)}")
