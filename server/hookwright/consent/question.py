"""The question before a command runs for the first time, with every character of the command to be seen."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from hookwright.consent.request import Confinement, ConsentRequest
from hookwright.errors import NotAgreed
from hookwright.patterns import late_pattern
from hookwright.visible import spelled_out

Changes = Mapping[str, frozenset[str]]

_DIFFERS = "  <- it has changed since you agreed"
_LONGEST_VALUE = 60
# What is cut is longer than what says so.
_LEAST_CUT = 30
_LISTED_VARIABLES = 12
_LISTED_SCRIPTS = 8
_WIDTH = 100
_NAME = late_pattern(r"\w+", re.ASCII)
_PLAIN_NAME = late_pattern(r"[\w.+-]+", re.ASCII)
_LISTED_PARTS = 40
# What a dialog has room for, and what somebody reads before they answer; the list of scripts comes on top.
_MOST_CHARACTERS = 10_000
_MOST_LINES = 200

_ENDINGS = {
    Confinement.WORKSPACE: "{it} {run} as you, with all your permissions.",
    Confinement.OPEN_COPY: "{it} {run} on a copy of the workspace, but bubblewrap is not installed or does not work"
    " here: the network and the rest of the disk can be reached, and changes by absolute path are real.",
    Confinement.CAGED_COPY: "{it} {run} on a copy of the workspace. Bubblewrap blocks the network, and writing anywhere"
    " but to the copy, a temporary home and /tmp; the rest of the disk can be read.",
}


def question(asked: Iterable[ConsentRequest], changed: Changes = MappingProxyType({})) -> str:
    """The question as plain text; `changed` are the digests of commands that the user agreed to as they were earlier,
    with the files that differ since.

    Every script is listed, those first that differ.  Raises NotAgreed if the rest is too long for anybody to see
    what would run.
    """
    every = tuple(asked)
    listed = [_scripts(it, changed.get(it.digest, frozenset())) for it in every]
    told = [_paragraph(it, scripts, changed=it.digest in changed) for it, scripts in zip(every, listed, strict=True)]
    text = "\n\n".join([*told, _ending(every)])
    lines = text.count("\n") + 1 - sum(len(it) for it in listed)
    if len(text) - sum(map(len, (line for it in listed for line in it))) > _MOST_CHARACTERS or lines > _MOST_LINES:
        raise NotAgreed(
            f"Nothing was run, since the question would be too long to read: {len(text):,} characters on {lines} lines",
            "fire fewer hooks at once, move the command to a script, or read it in its file and agree with"
            " `hookwright consent agree --yes`",
            reason="too long",
        )
    return text


def title(asked: Iterable[ConsentRequest]) -> str:
    """The question on one line."""
    every = tuple(asked)
    what = "this command" if len(every) == 1 else f"these {len(every)} commands"
    on_copy = all(it.confinement is not Confinement.WORKSPACE for it in every)
    return f"Run {what} on a copy of the workspace?" if on_copy else f"Run {what}?"


def _paragraph(asked: ConsentRequest, scripts: Sequence[str], *, changed: bool) -> str:
    lines = [spelled_out(asked.command)]
    if asked.condition:
        lines.append(f"if this succeeds: {spelled_out(asked.condition)}")
    lines.append(_place(asked))
    if asked.settings:
        lines.append("the settings set " + ", ".join(_variable(*it, whole=True) for it in asked.settings.items()))
    if asked.added:
        lines.append("the test sets " + ", ".join(_variable(*it, whole=True) for it in asked.added.items()))
    lines += map(spelled_out, asked.sends)
    if len(scripts) == 1:
        lines.append(f"script: {scripts[0]}")
    elif scripts:
        lines += [f"{len(asked.scripts)} scripts:", *(f"    {it}" for it in scripts)]
    named = _named_variables(asked)
    if named:
        lines.append(f"with {_variables(named)}")
    if asked.unread:
        lines.append(f"It may run anything by way of {_or(asked.unread)}: that is not read.")
    if asked.deeper:
        lines.append(
            f"It loads or runs files that were not read, by way of {_listed(_spelled(asked.deeper), _LISTED_PARTS)}."
        )
    if changed:
        lines.append("You agreed to it before; its hook or its script has changed since.")
    return "\n".join(lines)


def _scripts(asked: ConsentRequest, changed: frozenset[str]) -> list[str]:
    """All of them, those first that differ since the user agreed; then in the order in which they are reached.

    Many that do not differ are listed by folder; a name that could be taken for several has a line of its own.
    """
    differ = [spelled_out(it) + _DIFFERS for it in asked.scripts if it in changed]
    same = [it for it in asked.scripts if it not in changed]
    apart = [it for it in same if len(same) <= _LISTED_SCRIPTS or not _PLAIN_NAME.fullmatch(os.path.basename(it))]
    folders: dict[str, list[str]] = {}
    for it in same:
        if it not in apart:
            folders.setdefault(os.path.dirname(it), []).append(os.path.basename(it))
    together = [line for folder, names in folders.items() for line in _folder(folder, names)]
    return [*differ, *map(spelled_out, apart), *together]


def _folder(folder: str, names: Sequence[str]) -> Iterator[str]:
    yield f"{spelled_out(folder)}:"
    yield from textwrap.wrap(
        ", ".join(names), _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )


def _place(asked: ConsentRequest) -> str:
    cwd, project = spelled_out(asked.cwd), spelled_out(asked.project)
    if asked.confinement is Confinement.WORKSPACE:
        return f"in {cwd}"
    copy = f"a copy of {project}"
    return f"in {copy}" if cwd == project else f"in {cwd}, in {copy}"


def _ending(every: tuple[ConsentRequest, ...]) -> str:
    sentences: list[str] = []
    for confinement in Confinement:
        count = sum(it.confinement is confinement for it in every)
        if count:
            these = "It" if len(every) == 1 else "They" if count == len(every) else f"{count} of them"
            sentences.append(_ENDINGS[confinement].format(it=these, run="runs" if count == 1 else "run"))
    only_copies = all(it.confinement is not Confinement.WORKSPACE for it in every)
    later = ", and before it runs in the workspace itself" if only_copies else ""
    if all(it.unread for it in every):
        sentences.append("Your answer counts once.")
    elif any(it.unread for it in every):
        sentences.append("Where not everything is read, your answer counts once.")
    if not all(it.unread for it in every):
        sentences.append(f"You are asked again when the command or its script changes{later}.")
    return " ".join(sentences)


def _named_variables(asked: ConsentRequest) -> Mapping[str, str]:
    """The variables of the agent that the command itself names.

    Every other one holds what the agent always says, such as the project's folder, and the user need not judge it.
    """
    named = set(_NAME.findall(f"{asked.command}\n{asked.condition}"))
    return {name: it for name, it in asked.variables.items() if name in named}


def _variables(variables: Mapping[str, str]) -> str:
    return _listed([_variable(*it) for it in variables.items()], _LISTED_VARIABLES)


def _variable(name: str, value: str, *, whole: bool = False) -> str:
    shown = spelled_out(value).replace("\n    ", "")
    line = f'"{shown}"' if " " in value else shown
    more = 0 if whole else len(line) - _LONGEST_VALUE
    if more < _LEAST_CUT:
        return f"{spelled_out(name)}={line}"
    return f"{name}={line[:_LONGEST_VALUE]}… ({more} more characters)"


def _listed(items: list[str], most: int) -> str:
    more = len(items) - most
    return ", ".join(items[:most]) + (f" and {more} more" if more > 0 else "")


def _or(items: Iterable[str]) -> str:
    shown = _spelled(items)
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _spelled(items: Iterable[str]) -> list[str]:
    return [spelled_out(it) for it in items]
