"""The page of a rule: its code, severity and docstring as Markdown, for the docs folder and the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from hookwright.analysis.rule import Rule
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings.rules import OWN_RULES

EVERY_RULE = (*FILE_AND_RUN_RULES, *OWN_RULES)

_INTRODUCTION = """\
# Rules

Every rule has a code and a name for good, and a page of its own, which `hookwright rules CODE` prints too.
These pages are made from the rules themselves: `python -m hookwright.analysis.rule_docs docs/rules`.
The rules from HW901 on are about files for hookwright itself: `hookwright.json`, samples and hook modules.
`hookwright.json` cannot change their severity or switch them off.

The severity states the consequence: an error is a hook, group or file that never runs, or a guard that cannot refuse.
A finding about what an agent does is one step less severe if that was not measured but is only in the agent's
documentation or source. Its message says so then.
"""


def page(rule: Rule) -> str:
    """The rule's page, in Markdown."""
    fix = "has a fix" if rule.has_fix else "no fix"
    return f"# {rule.name}\n\n`{rule.code}` · {_severity(rule)} · {fix}\n\n{rule.doc.strip()}\n"


def _severity(rule: Rule) -> str:
    """The rule's severity, and that of findings that stand on what is only documented of an agent."""
    lowered = rule.severity.lowered if rule.stands_on is not None else rule.severity
    return rule.severity.value + f", or {lowered.value} where not measured" * (lowered is not rule.severity)


def table(rules: Iterable[Rule] = EVERY_RULE) -> str:
    """The page that lists the rules, in Markdown."""
    rows = [
        f"| {it.code} | [{it.name}]({it.name}.md) | {it.severity.value} | {'yes' * it.has_fix} | {summary(it)} |"
        for it in rules
    ]
    head = ["| code | name | severity | fix | what |", "|---|---|---|---|---|"]
    return "\n".join([_INTRODUCTION, *head, *rows, ""])


def summary(rule: Rule) -> str:
    """What the rule is about, in one sentence without a full stop."""
    return rule.doc.strip().splitlines()[0].rstrip(".")


def pages(rules: Iterable[Rule] = EVERY_RULE) -> dict[str, str]:
    """Every page by its file name, the list among them."""
    known = tuple(rules)
    return {"README.md": table(known), **{f"{it.name}.md": page(it) for it in known}}


def write(folder: Path) -> None:
    """Write every page into the folder, and remove the pages of rules that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    current = pages()
    for old in folder.glob("*.md"):
        if old.name not in current:
            old.unlink()
    for name, text in current.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(*sys.argv[1:2] or ["docs/rules"]))
