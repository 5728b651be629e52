"""How an agent runs hooks: in which shell and for how long, which of them, and what switches them off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from hookwright.model.hook import Hook, Owner, OwnerKind, Scope
from hookwright.patterns import late_pattern

if TYPE_CHECKING:
    from hookwright.model.field import Unit
    from hookwright.text import Route


_VERSION = late_pattern(r"\d{1,6}(?:[.-]\d{1,6}){1,3}")


class SettingsEnvironment(Struct, frozen=True, kw_only=True, eq=False):
    """The key at the root of settings files whose object sets variables for the agent, and for every hook.

    Those in `own` the agent sets itself, and files cannot change them.  Files of a project cannot set those in
    `only_user`.
    """

    key: str
    own: frozenset[str] = frozenset()
    only_user: frozenset[str] = frozenset()


class Running(Struct, frozen=True, kw_only=True, eq=False):
    """How the command of a hook is run.

    `timeout` is the default in seconds, and `unit` that of the numbers in a file; `timeout_knob` names the knob with
    another default.  A hook whose time is over has `grace` seconds to end by itself.
    `shell` is the argv that a command is appended to, `shells` has others for the words of a hook's key `shell`; the
    key `arguments_key` makes a hook run without a shell.
    `limit_knob` is the knob with the most hooks that run at once; the key `serial_key` of a group makes all hooks run
    one after another.  `in_project`: a project's hooks always run in its folder, or only where the agent was started
    there and stays; `in_plugin`: those of a plugin run in the plugin's.  `settings_environment` says how settings files
    set variables for hooks; None: they do not.
    """

    unit: Unit
    timeout: float = 60.0
    timeout_knob: str | None = None
    grace: float = 0.5
    shell: tuple[str, ...] = ("/bin/sh", "-c")
    shells: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    arguments_key: str | None = None
    limit_knob: str | None = None
    serial_key: str | None = None
    in_project: bool = False
    in_plugin: bool = False
    settings_environment: SettingsEnvironment | None = None

    def shell_named(self, word: object) -> tuple[str, ...]:
        """The argv of the shell that a hook asks for; of the usual one where it asks for none that is known."""
        return self.shells.get(word, self.shell) if isinstance(word, str) else self.shell

    def arguments(self, values: Mapping[str, Any]) -> list[str] | None:
        """The arguments of a hook that runs without a shell; None if a shell reads its command."""
        found = values.get(self.arguments_key) if self.arguments_key is not None else None
        return [str(it) for it in found] if isinstance(found, list) else None


class Executables(Struct, frozen=True, kw_only=True, eq=False):
    """How hooks are run that are files of their own, each for the event that it is called after.

    `programs` has the program for files with an ending and without a `#!` line.  Those that have one of the endings in
    `partly` are run by a part of the agent only: `part` says by which, as the end of a sentence.  Files with an ending
    in `never` do not run.
    """

    programs: Mapping[str, str] = field(default_factory=dict)
    partly: tuple[str, ...] = ()
    part: str = ""
    never: tuple[str, ...] = ()


class Switches(Struct, frozen=True, kw_only=True, eq=False):
    """What switches hooks off.

    `off` is a key at the root that does where it is true, `on` a knob that does where it is false, as does a false at
    the first of the `routes` from the root that is set.  `names` is the knob with a list of hooks that do not run, by
    name or by command.  `managed_only` is a key of managed settings that leaves only the machine's hooks in force,
    where it is true.
    """

    off: str | None = None
    on: str | None = None
    routes: tuple[Route, ...] = ()
    names: str | None = None
    managed_only: str | None = None


class Condition(Struct, frozen=True):
    """The key of a hook whose permission rule has to cover the tool call, None if there is none.

    A hook that has it never runs on other events than these.
    """

    key: str | None = None
    events: tuple[str, ...] = ()


class Duplicates(Struct, frozen=True):
    """Which hooks are the same, so that only one of them runs: those of one type and body, and these keys.

    It runs with the other settings of the last one, or of the first where that is what the agent `keeps_first`.
    Those of different plugins are never the same, unless there are `plugin_roots`: then they only differ if they name
    one of these variables.
    """

    keys: tuple[str, ...] = ()
    keeps_first: bool = False
    plugin_roots: tuple[str, ...] = ()

    def identity(self, hook: Hook) -> tuple[object, ...]:
        """What is equal in hooks that are the same."""
        is_anywhere = bool(self.plugin_roots) and not any(f"${{{it}}}" in hook.body for it in self.plugin_roots)
        place = None if is_anywhere else self.place(hook.source, hook.scope, hook.owner)
        beside = tuple(sorted(hook.beside.items()))
        values = (hook.values.get(it) for it in self.keys)
        return (hook.type, hook.body, place, beside, *(repr(None if it == "" else it) for it in values))

    @staticmethod
    def place(source: str, scope: Scope, owner: Owner | None) -> str | None:
        """What sets the hooks of a file apart: those of different plugins and skills are never the same."""
        of_skill = owner is not None and owner.kind is OwnerKind.SKILL
        return source if scope is Scope.PLUGIN or of_skill else None


class ToldVersion(Struct, frozen=True, kw_only=True):
    """Where the agent tells hooks its version: in an environment variable, or in a field of the payload."""

    variable: str = ""
    field: str = ""

    def found_in(self, environ: Mapping[str, str], payload: Mapping[str, Any]) -> str:
        """The version, such as `2.1.330`, also where it is a part of the text; empty if there is none."""
        told = (environ.get(self.variable), payload.get(self.field))
        text = next((it for it in told if isinstance(it, str) and it), "")
        found = _VERSION.search(text)
        return found[0].replace("-", ".") if found is not None else ""


class HttpLists(Struct, frozen=True):
    """The keys at the root that list the `urls` which http hooks may call, and the `variables` their headers may hold.

    None: everything is allowed.
    """

    urls: str | None = None
    variables: str | None = None
