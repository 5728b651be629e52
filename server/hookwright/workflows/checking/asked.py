"""What the user asks of a check: which rules, for which versions of agents, and what is done about findings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from hookwright.analysis.module_rules import MODULE_RULES
from hookwright.analysis.rule import Rule
from hookwright.analysis.rules import RULES
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings.file import is_version
from hookwright.analysis.suggest import nearest
from hookwright.dialects import by_id
from hookwright.errors import UsageError


class Fixing(Struct, frozen=True):
    """What is done about findings: `fix` changes files, `show` shows what would be changed; `unsafe` fixes too."""

    fix: bool = False
    show: bool = False
    unsafe: bool = False


class Asked(Struct, frozen=True):
    """What is asked of all files: their dialect, the rules, the agents' versions, by dialect, and the fixes."""

    dialect: str | None
    rules: tuple[Rule, ...]
    versions: Mapping[str, str]
    fixing: Fixing


def chosen_rules(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules that are selected, by code or name, and not ignored; raises UsageError for any other name."""
    known = {name for rule in (*FILE_AND_RUN_RULES, *MODULE_RULES) for name in (rule.code, rule.name)}
    for name in (*select, *ignore):
        if name not in known:
            meant = nearest(name, known)
            remedy = f"did you mean `{meant}`?" if meant else "`hookwright rules` lists them"
            raise UsageError(f"`{name}` is not a rule", remedy)
    chosen, left_out = set(select) or known, set(ignore)
    rules = (*RULES, *MODULE_RULES)
    return tuple(it for it in rules if {it.code, it.name} & chosen and not {it.code, it.name} & left_out)


def chosen_versions(given: tuple[str, ...]) -> dict[str, str]:
    """The versions of `ID=VERSION`, by the ids of dialects; raises UnknownDialect or UsageError."""
    found = dict[str, str]()
    for text in given:
        name, _, version = text.partition("=")
        if not is_version(version):
            raise UsageError(f"`{text}` is not a dialect and a version", "write it as `claude-code=2.1.330`")
        found[by_id(name).id] = version
    return found
