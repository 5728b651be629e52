"""What a rule looks at in a script: what it does, and the hooks that run it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.model.event import Source as Origin
from hookwright.model.outcome import Result
from hookwright.policies.exits import reaction_of
from hookwright.scripts.effects import Cause, Exit, ReadArgument, ReadKey, ReadVariable, SetExitCode
from hookwright.scripts.endings import Endings, endings
from hookwright.scripts.read import Reader, read_script
from hookwright.scripts.source import Source
from hookwright.syntax.tree import plain
from hookwright.text import Route

if TYPE_CHECKING:
    from hookwright.config.view import GroupView, HookFile, HookView
    from hookwright.model.dialect import Dialect
    from hookwright.model.event import EventRow
    from hookwright.model.reaction import Reaction
    from hookwright.scripts.effects import Effect, Script

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


class ScriptUse(Struct, frozen=True, eq=False, dict=True):
    """A hook that runs a script, on an event that its dialect knows.

    The command at `route` names the script at `piece` of its text; `arguments` are the words behind it, None if one
    is not written out.  Where it does not pass the exit code of the script, as behind `|| true`, the hook exits with 0.
    Where it `fails_with` a code, as behind `|| exit 2`, it exits with that wherever the script fails.  `interpreter` is
    the program that it has read the script, empty if the script is run by itself.
    """

    file: HookFile
    group: GroupView
    hook: HookView
    row: EventRow
    route: Route
    piece: tuple[int, int]
    arguments: tuple[str | None, ...] = ()
    passes_code: bool = True
    fails_with: int | None = None
    interpreter: str = ""

    @property
    def dialect(self) -> Dialect:
        """The dialect of the hook's file."""
        return self.file.dialect

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """The hook's own keys."""
        values = plain(self.hook.node)
        return values if isinstance(values, dict) else {}

    def reaction(self, exit_code: int) -> Reaction:
        """What the event makes of the script's ending with that code."""
        known = self._reactions.get(exit_code)
        if known is None:
            known = self._reactions[exit_code] = self._reaction(exit_code)
        return known

    @cached_property
    def _reactions(self) -> dict[int, Reaction]:
        """Those that somebody has asked for."""
        return {}

    def _reaction(self, exit_code: int) -> Reaction:
        failed = exit_code if self.fails_with is None or not exit_code else self.fails_with
        result = Result(exit_code=failed if self.passes_code else 0, started_at=_ANY_TIME, duration=0)
        return reaction_of(result, self.row.exits, self.values)

    def blocks(self, exit_code: int) -> bool:
        """Whether a script that ends with the code refuses, or keeps the agent from stopping."""
        reaction = self.reaction(exit_code)
        return reaction.refuses or reaction.must_continue

    @cached_property
    def blocking_code(self) -> int | None:
        """The lowest code that is known to block the event; None if none does."""
        return next((it for it in sorted(self.row.exits.codes) if self.blocks(it)), None)


class ScriptSubject(Struct, frozen=True, eq=False, dict=True):
    """One script, and every hook that is known to run it: at least one.

    `has_program` says whether the shell finds a program, by its name or path; true if that is not known.  `beside`
    gives the texts of the files that the script may import.  `read` reads it with another text.  `home` is the home
    folder, empty if it is not known.
    """

    path: str
    text: str
    script: Script
    uses: tuple[ScriptUse, ...]
    project: str
    has_program: Callable[[str], bool]
    beside: Callable[[str], str | None] = lambda _: None
    read: Reader = read_script
    home: str = ""

    def with_text(self, text: str) -> ScriptSubject:
        """The same script with another text, for the same hooks."""
        script = self.read(self.script.language, Source(text, self.path, self.beside))
        return replace(self, text=text, script=script)

    @cached_property
    def found(self) -> dict[object, tuple[Any, ...]]:
        """What rules have found in it, by what they ask, so that a rule is asked once."""
        return {}

    @cached_property
    def endings(self) -> Endings:
        """The ways in which it can end."""
        return endings(self.script, lasts=any(it.row.folder_in for it in self.uses))

    @cached_property
    def codes(self) -> frozenset[int | None]:
        """The exit codes that it names, or ends with other than by a failure that nothing catches."""
        named = {it.code for it in self.script.effects if isinstance(it, Exit | SetExitCode)}
        return frozenset(named | {it.code for it in self.endings.all if it.cause is not Cause.UNCAUGHT})

    @cached_property
    def tells_apart(self) -> bool:
        """Whether the script has asked for something that differs between its hooks."""
        if len({(it.dialect.id, it.row.name) for it in self.uses}) < 2:
            return False
        if not self.script.whole or any(_differs(self.uses, it) for it in self.script.effects):
            return True
        # A payload may also be searched as a text: `sed -n 's/.*"hook_event_name":"\([^"]*\)".*/\1/p'`.
        fields = (it for use in self.uses for it in (*use.dialect.payload, *use.row.payload))
        return any(it.source is Origin.EVENT and f'"{it.name}' in self.text for it in fields)

    def named(self, uses: Iterable[ScriptUse]) -> str:
        """The events of some of its hooks, with their agents where its hooks are of several: "`Stop` of Codex"."""
        several = len({it.dialect.id for it in self.uses}) > 1
        names = dict.fromkeys(f"`{it.row.name}`{f' of {it.dialect.title}' * several}" for it in uses)
        *most, last = names
        return f"{', '.join(most)} and {last}" if most else last


def _differs(uses: tuple[ScriptUse, ...], effect: Effect) -> bool:
    """Whether it is something that not all of the hooks have, or that says which event it is."""
    match effect:
        case ReadArgument():
            return len({it.arguments for it in uses}) > 1
        case ReadVariable(name=name):
            variables = (next((it for it in use.dialect.variables if it.name == name), None) for use in uses)
            return any(it is None or it.source is Origin.EVENT for it in variables)
        case ReadKey(path=(name, *_)):
            known = ((*use.dialect.payload, *use.row.payload) for use in uses)
            fields = (next((it for it in some if it.name == name), None) for some in known)
            return any(it is None or it.source is Origin.EVENT for it in fields)
    return False
