"""The question before a command runs for the first time, with every character of the command to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hookwright.errors import NotAgreed
from hookwright.visible import spelled_out
from hookwright.workflows.consent.request import Confinement, ConsentRequest

_LONGEST_VALUE = 60
# What is cut is longer than what says so.
_LEAST_CUT = 30
_LISTED_VARIABLES = 12
_LISTED_SCRIPTS = 20
_LISTED_PARTS = 6
# What a dialog has room for, and what somebody reads before they answer.
_MOST_CHARACTERS = 10_000
_MOST_LINES = 200

_ENDINGS = {
    Confinement.WORKSPACE: "{it} {run} as you, with all your permissions.",
    Confinement.OPEN_COPY: "{it} {run} on a copy of the workspace, but bubblewrap is not installed or does not work"
    " here: the network and the rest of the disk can be reached, and changes by absolute path are real.",
    Confinement.CAGED_COPY: "{it} {run} on a copy of the workspace. Bubblewrap blocks the network, and writing anywhere"
    " but to the copy, a temporary home and /tmp; the rest of the disk can be read.",
}


def question(asked: Iterable[ConsentRequest], changed: Iterable[str] = ()) -> str:
    """The question as plain text; `changed` are the commands that have changed since the user agreed to them.

    Raises NotAgreed where it is too long for anybody to see what would run.
    """
    every, before = tuple(asked), frozenset(changed)
    text = "\n\n".join([*(_paragraph(it, changed=it.command in before) for it in every), _ending(every)])
    lines = text.count("\n") + 1
    if len(text) > _MOST_CHARACTERS or lines > _MOST_LINES:
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


def _paragraph(asked: ConsentRequest, *, changed: bool) -> str:
    lines = [spelled_out(asked.command)]
    if asked.condition:
        lines.append(f"if this succeeds: {spelled_out(asked.condition)}")
    lines.append(_place(asked))
    if asked.added:
        lines.append("the test sets " + ", ".join(_variable(*it, whole=True) for it in asked.added.items()))
    if asked.sends:
        lines.append(f"sends {spelled_out(asked.sends)}")
    if asked.scripts:
        what = "script" if len(asked.scripts) == 1 else "scripts"
        lines.append(f"{what}: {_listed(_spelled(asked.scripts), _LISTED_SCRIPTS)}")
    lines.append(f"with {_variables(asked.variables)}" if asked.variables else "with no variables of its own")
    if asked.unread:
        lines.append(f"It may run anything by way of {_or(asked.unread)}: that is not read.")
    if asked.deeper:
        lines.append(f"Its files also run what is not read: {_listed(_spelled(asked.deeper), _LISTED_PARTS)}.")
    if changed:
        lines.append("You agreed to it before; its hook or its script has changed since.")
    return "\n".join(lines)


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
