"""How a hook's command is started: through which shell, or as a program with its arguments."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from hookwright.config.plugin_use import PluginInUse
from hookwright.engine.plan import Plan
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.event import Source
from hookwright.model.hook import Hook, Scope
from hookwright.model.hook_type import HookType
from hookwright.policies.payloads import fits, plugin_variables
from hookwright.readers.folders import plugin_of
from hookwright.shell.quoting import whole_words


def argv_of(plan: Plan, hook: Hook, host: Host, environment: Mapping[str, str], cwd: str) -> tuple[str, ...] | str:
    """The argv, or a sentence that says why there is none.

    No value of the payload is ever part of it: a shell gets the command as the file has it, and expands variables.
    """
    dialect, refused = plan.request.dialect, refused_placeholder(plan, hook)
    if refused is not None:
        return refused
    arguments = dialect.running.arguments(hook.values)
    if arguments is not None:
        words = [filled(plan, hook, it, environment) for it in (hook.body, *arguments)]
        return _program(words[0], words[1:], host, cwd)
    return shell_argv(dialect, hook, whole_words(dialect, hook.body, environment), host)


def refused_placeholder(plan: Plan, hook: Hook) -> str | None:
    """Why the agent does not run the command, as it has no value for a placeholder in it; None if it has."""
    dialect = plan.request.dialect
    arguments = dialect.running.arguments(hook.values)
    texts = (hook.body, *(arguments or ()))
    if not any("${" in it for it in texts):
        return None
    own = (it for it in dialect.variables if it.scopes is not None and hook.scope not in it.scopes)
    named = (it.name for it in own if it.name in dialect.placeholders)
    found = next((it for it in named if any(f"${{{it}}}" in text for text in texts)), None)
    if found is not None:
        return f"`${{{found}}}` is there for the hooks of plugins only, so {dialect.title} does not run the command"
    option = next((it for text in texts for it in _options_in(dialect, hook, text)), None)
    if option is None:
        return None
    if arguments is None:
        return f"`{option[0]}` is not allowed in a shell command, so {dialect.title} does not run the command"
    options = _in_use(plan, hook).options
    missing = next((it for text in texts for it in _options_in(dialect, hook, text) if it[1] not in options), None)
    if missing is None:
        return None
    return f"the user has set no value for `{missing[0]}`, so {dialect.title} does not run the command"


def _options_in(dialect: Dialect, hook: Hook, text: str) -> list[re.Match[str]]:
    """The placeholders for what a plugin's user has set, each with its key as its only group."""
    options = dialect.plugins.options
    if options is None or hook.scope is not Scope.PLUGIN:
        return []
    return list(re.finditer(rf"\$\{{{re.escape(options.placeholder)}\.([^}}]+)\}}", text))


def _in_use(plan: Plan, hook: Hook) -> PluginInUse:
    folder = plugin_of(plan.request.dialect, hook.source) if plan.plugins else None
    return plan.plugins.get(folder or "", PluginInUse())


def plugin_environment(plan: Plan, hook: Hook, host: Host) -> dict[str, str]:
    """The variables of the plugin that a hook came with: its folders, and what its user has set (D6).

    Hooks of its skills have its folder alone.
    """
    dialect = plan.request.dialect
    names = plugin_variables(dialect, plan.row, hook.scope)
    folder = plugin_of(dialect, hook.source) if names else None
    if folder is None:
        return {}
    found = dict.fromkeys(names, host.led(folder))
    used = _in_use(plan, hook)
    if hook.owner is not None:
        return found
    if used.data:
        data = (it.name for it in dialect.variables if it.source is Source.PLUGIN_DATA)
        found |= dict.fromkeys(data, host.led(used.data))
    if dialect.plugins.options is not None:
        found |= {dialect.plugins.options.variable_of(key): it for key, it in used.options.items()}
    return {name: it for name, it in found.items() if fits(name, it)}


def folder_of(kind: HookType | None, hook: Hook, plan: Plan, host: Host) -> str:
    """Where the hook runs: in the folder that it names itself, in that of its plugin, or where the agent is."""
    facts, dialect = plan.facts, plan.request.dialect
    plugin = plugin_of(dialect, hook.source) if dialect.running.in_plugin and hook.scope is Scope.PLUGIN else None
    if plugin is not None:
        return host.led(plugin)
    named = hook.values.get(kind.keys.folder) if kind is not None and kind.keys.folder else None
    return host.led(os.path.join(facts.project_dir, named)) if isinstance(named, str) and named else facts.cwd


def own_variables(kind: HookType | None, hook: Hook) -> dict[str, str]:
    """The variables that the hook sets for itself."""
    named = hook.values.get(kind.keys.environment) if kind is not None and kind.keys.environment else None
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


def _program(name: str, arguments: Sequence[str], host: Host, cwd: str) -> tuple[str, ...] | str:
    """The program with its arguments, which no shell reads again."""
    path = os.path.join(cwd, name) if "/" in name else host.program(name)
    if path is None:
        return f"`{name}` was not found on PATH"
    return path, *arguments


def make_data_folder(plan: Plan, hook: Hook, host: Host) -> None:
    """Makes the folder for the data of the plugin that a hook came with, as the agent does; none in a copy."""
    data = _in_use(plan, hook).data if hook.scope is Scope.PLUGIN and hook.owner is None else ""
    if data and host.moved is None and not host.cage:
        with suppress(OSError):
            os.makedirs(data, exist_ok=True)


def filled(plan: Plan, hook: Hook, text: str, environment: Mapping[str, str]) -> str:
    """A word of a command that no shell reads, with folders and options in the place of their placeholders."""
    dialect = plan.request.dialect
    for variable in dialect.variables:
        if variable.root and variable.name in environment:
            text = text.replace(f"${{{variable.name}}}", environment[variable.name])
    options = _in_use(plan, hook).options
    for found in reversed(_options_in(dialect, hook, text)):
        text = text[: found.start()] + options.get(found[1], found[0]) + text[found.end() :]
    return text
