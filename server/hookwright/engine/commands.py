"""How a hook's command is started: through which shell, or as a program with its arguments."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.grammar import HookType
from hookwright.model.hook import Hook
from hookwright.policies.payloads import Facts, fits
from hookwright.shell.quoting import whole_words


def argv_of(
    dialect: Dialect, hook: Hook, host: Host, environment: Mapping[str, str], cwd: str
) -> tuple[str, ...] | str:
    """The argv, or a sentence that says why there is none.

    No value of the payload is ever part of it: a shell gets the command as the file has it, and expands variables.
    """
    refused = refused_placeholder(dialect, hook)
    if refused is not None:
        return refused
    arguments = dialect.running.arguments(hook.values)
    if arguments is not None:
        return _program(dialect, hook.body, arguments, host, environment, cwd)
    return shell_argv(dialect, hook, whole_words(dialect, hook.body, environment), host)


def refused_placeholder(dialect: Dialect, hook: Hook) -> str | None:
    """Why the agent does not run the command, as it has no value for a placeholder in it; None where it has."""
    own = (it for it in dialect.variables if it.scopes is not None and hook.scope not in it.scopes)
    found = next((it.name for it in own if it.name in dialect.placeholders and f"${{{it.name}}}" in hook.body), None)
    if found is None:
        return None
    return f"`${{{found}}}` is there for the hooks of plugins only, so {dialect.title} does not run the command"


def folder_of(kind: HookType | None, hook: Hook, facts: Facts, host: Host) -> str:
    """Where the hook runs: in the folder that it names itself, else where the agent is."""
    named = hook.values.get(kind.folder) if kind is not None and kind.folder else None
    return host.led(os.path.join(facts.project_dir, named)) if isinstance(named, str) and named else facts.cwd


def own_variables(kind: HookType | None, hook: Hook) -> dict[str, str]:
    """The variables that the hook sets for itself."""
    named = hook.values.get(kind.environment) if kind is not None and kind.environment else None
    found = named.items() if isinstance(named, Mapping) else ()
    return {name: it for name, it in found if name and "=" not in name and isinstance(it, str) and fits(name, it)}


def shell_argv(dialect: Dialect, hook: Hook, text: str, host: Host) -> tuple[str, ...] | str:
    """The argv that has the hook's shell read a text, or a sentence that says why there is none."""
    shell = dialect.running.shell
    word = hook.values.get("shell") if dialect.running.shells else None
    if word is not None:
        if not isinstance(word, str) or word not in dialect.running.shells:
            return f"`{word}` is not a shell that {dialect.title} knows"
        shell = dialect.running.shells[word]
    path = shell[0] if os.path.isabs(shell[0]) else host.program(shell[0])
    if path is None:
        return f"`{shell[0]}`, which runs the command, was not found on PATH: install it"
    return path, *shell[1:], text


def _program(
    dialect: Dialect, name: str, arguments: Sequence[str], host: Host, environment: Mapping[str, str], cwd: str
) -> tuple[str, ...] | str:
    """The program with its arguments; placeholders of directories are filled in, which no shell reads again."""
    name, *arguments = (_filled(dialect, it, environment) for it in (name, *arguments))
    path = os.path.join(cwd, name) if "/" in name else host.program(name)
    if path is None:
        return f"`{name}` was not found on PATH"
    return path, *arguments


def _filled(dialect: Dialect, text: str, environment: Mapping[str, str]) -> str:
    for variable in dialect.variables:
        if variable.root and variable.name in environment:
            text = text.replace(f"${{{variable.name}}}", environment[variable.name])
    return text
