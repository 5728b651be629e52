"""The guards of a hook file, each with its state, and the other hooks of it that would not start here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_subject import ScriptSubject, ScriptUse
from hookwright.analysis.script_uses import ScriptRun, script_runs, script_subjects
from hookwright.analysis.scripts.hook_scripts import scripts_and_modules
from hookwright.config.loading import files_beside
from hookwright.config.view import GroupView, HookFile, HookView
from hookwright.host import Host
from hookwright.scripts.library import ScriptLibrary
from hookwright.scripts.source import Launch
from hookwright.text import Route, to_pointer
from hookwright.workflows.guarding.approvals import approved, not_approved
from hookwright.workflows.guarding.blind import blind
from hookwright.workflows.guarding.deciding import decide
from hookwright.workflows.guarding.folder_trust import not_trusted
from hookwright.workflows.guarding.guard import Decided, Fate, Guard, GuardState, Stop
from hookwright.workflows.guarding.hook_subjects import by_hook, command_of, name_of, own_command
from hookwright.workflows.guarding.lacking import lacking
from hookwright.workflows.guarding.launched import LaunchedScripts
from hookwright.workflows.guarding.loading import without_file
from hookwright.workflows.guarding.missing import unsure, without_helper
from hookwright.workflows.guarding.module_runs import module_stops
from hookwright.workflows.guarding.on_machine import OnMachine, Outcome, on_machine, said_of
from hookwright.workflows.guarding.outcomes import fate_of, if_timed_out
from hookwright.workflows.guarding.package_stops import PackageLacks, package_stops
from hookwright.workflows.guarding.packages import missing_packages
from hookwright.workflows.guarding.repairs import install_program
from hookwright.workflows.guarding.shells import with_dash
from hookwright.workflows.guarding.starting import Stops, stops
from hookwright.workflows.guarding.unasked import Unasked, unasked
from hookwright.workflows.guarding.unreadable import unreadable_scripts

_WORST = (GuardState.DEAD, GuardState.LEAKS, GuardState.UNKNOWN, GuardState.HOLDS)


Known = Callable[[str, HookFile], Decided | None]
"""What is known of a guard by its script at a path, which a hook of the file runs.  None if nothing is known."""


def nothing_known(path: str, file: HookFile) -> Decided | None:
    """Knows no guard."""
    return None


class Guards:
    """Looks at the guards of hook files; what scripts do is kept by the library, until they change.

    Where it cannot be told what one does, `known` may know it.  `followed` are the paths of the files that scripts of
    the last hook file run.
    """

    def __init__(self, host: Host, library: ScriptLibrary | None = None, known: Known = nothing_known) -> None:
        self.followed: frozenset[str] = frozenset()
        self._host = host
        self._known = known
        self._library = ScriptLibrary() if library is None else library
        self._repairs: Mapping[str, str] = {}
        self._environment: Mapping[str, str] = {}

    async def of(self, file: HookFile) -> tuple[Guard, ...]:
        """The guards of the file in its order, and the other hooks that would not start; nothing of them is run.

        An interpreter from outside the project may be asked which modules it has.
        """
        subject = self._subject(file)
        lacks = PackageLacks(subject)
        runs = with_dash(lacks.of_scripts(self._runs(subject), self._library), subject.disk, self._host)
        self._repairs = lacks.repairs
        stopped = dict(self._stops(subject))
        for route, stop in (
            *package_stops(subject),
            *await module_stops(subject, self._host),
            *await self._packages(subject, runs),
            *unreadable_scripts(script_subjects(runs, self._library, subject.disk)),
        ):
            stopped.setdefault(route, stop)
        return self._found(
            subject, runs, stopped, await blind(subject, runs, self._library, self._host), lacks.of_commands()
        )

    def at_once(self, file: HookFile) -> tuple[Guard, ...]:
        """The same without asking an interpreter, and without looking for the packages of the project."""
        subject = self._subject(file)
        return self._found(subject, self._runs(subject), self._stops(subject))

    def scripts(self, file: HookFile) -> tuple[str, ...]:
        """The paths of the scripts that its hooks run, there or not."""
        return tuple(it.path for it in scripts_and_modules(self._subject(file)) if it.path is not None)

    def _runs(self, subject: Subject) -> tuple[ScriptRun, ...]:
        dialect = subject.file.dialect
        return tuple(it for it in script_runs(subject) if it.use.dialect is dialect and not it.is_changed)

    def _found(
        self,
        subject: Subject,
        runs: Sequence[ScriptRun],
        stopped: Stops,
        blind: Unasked = MappingProxyType({}),
        launches: Mapping[Route, Launch] = MappingProxyType({}),
    ) -> tuple[Guard, ...]:
        """The guards; `blind` are those that let everything pass without a module.

        `launches` say how commands are started, by the routes of their hooks.
        """
        file = subject.file
        scripts_of = by_hook(script_subjects(runs, self._library, subject.disk))
        own = {
            it.hook.route: own_command(subject, it, asks_to_go_on=it.hook.route in launches)
            for it in hook_commands(file)
        }
        started = [(use, launches[route]) for route in launches for _, use in own.get(route, ())]
        launched, never = LaunchedScripts(self._library, runs, started), {**blind, **unasked(subject)}
        found = (
            self._guard(
                subject,
                group,
                hook,
                scripts_of.get(hook.route, []),
                own.get(hook.route, []),
                launched,
                stopped,
                never,
            )
            for group, hook in file.hooks
            if group.row is not None and not hook.misplaced and not file.voided
        )
        guards = tuple(it for it in found if it is not None)
        self.followed = frozenset(launched.followed)
        return guards

    def _subject(self, file: HookFile) -> Subject:
        disk = RealDisk(self._host.home, self._host.environ.get("PATH", ""))
        earlier, later = files_beside(file, self._host)
        subject = Subject(file, file.project, disk, earlier, later)
        self._environment = subject.environment
        path = self._environment.get("PATH")
        if path is None:
            return subject
        # Hooks find their programs where the agent's settings say.
        return Subject(file, file.project, RealDisk(self._host.home, path), earlier, later)

    def _stops(self, subject: Subject) -> Stops:
        """Why hooks do not start; one that the agent skips does not, also if something else is wrong with it."""
        file, kept, distrusted = subject.file, approved(subject.file, self._host), not_trusted(subject.file, self._host)
        if distrusted is not None:
            return {hook.route: distrusted for _, hook in file.hooks}
        skipped = (
            ((hook.route, not_approved(file, group, hook, kept)) for group, hook in file.hooks)
            if kept is not None
            else ()
        )
        return {**stops(subject, self._host), **{route: it for route, it in skipped if it is not None}}

    async def _packages(self, subject: Subject, runs: Sequence[ScriptRun]) -> list[tuple[Route, Stop]]:
        found = list[tuple[Route, Stop]]()
        for it in runs:
            text = self._library.text(it.path)
            stop = await missing_packages(it, text, subject, self._host) if text is not None else None
            if stop is not None:
                found.append((it.use.hook.route, stop))
        return found

    def _guard(
        self,
        subject: Subject,
        group: GroupView,
        hook: HookView,
        run: Sequence[tuple[ScriptSubject, ScriptUse]],
        own: Sequence[tuple[ScriptSubject, ScriptUse]],
        launched: LaunchedScripts,
        stopped: Stops,
        never: Unasked,
    ) -> Guard | None:
        """What is said of a hook that runs these scripts; its `own` is its command, read as a script."""
        scripts = run or own
        looked = [(on_machine(launched, script, use), script, use) for script, use in scripts]
        scripts = [(_with_all(script, found), use) for found, script, use in looked]
        decided = [(it, use) for script, use in scripts if (it := self._decided(script, use)) is not None]
        first = min(decided, key=lambda it: _WORST.index(it[0].state), default=None)
        stop = stopped.get(hook.route)
        if stop is not None and stop.is_hushed and first is None:
            stop = None
        use = first[1] if first is not None else scripts[0][1] if scripts else None
        known = first[0] if first is not None else None
        if known is None or known.state is not GuardState.DEAD:
            known = self._lacking(scripts, launched, known)
        known = self._on_machine(looked, launched, known)
        if run and first is not None and known is not None and known.state is not GuardState.DEAD:
            known = self._without_script(own, known)
        if stop is not None and (not stop.is_part or known is None or known.state is GuardState.UNKNOWN):
            known = _stopped(stop, use, is_guard=first is not None)
        if known is None:
            return None
        if first is not None and known.state is not GuardState.DEAD:
            known = never.get(hook.route, known)
        file = subject.file
        return Guard(
            source=file.path,
            pointer=to_pointer(hook.route),
            dialect=file.dialect.id,
            agent=file.dialect.title,
            event=group.event,
            command=command_of(file, hook),
            # A script that the hook's own script runs may be the one that refuses.
            is_guard=first is not None or known.unreadable is Fate.PASSES or known.state is GuardState.LEAKS,
            decided=known,
            timed_out=if_timed_out(use) if use is not None else Fate.UNKNOWN,
        )

    def _lacking(
        self, scripts: Sequence[tuple[ScriptSubject, ScriptUse]], launched: LaunchedScripts, known: Decided | None
    ) -> Decided | None:
        """What is said of a hook where one of its scripts needs a program that is missing, if that is worse."""
        found = (lacking(launched, script, use, self._repair, name_of(script, use)) for script, use in scripts)
        both = [it for it in (known, *found) if it is not None]
        return min(both, key=lambda it: _WORST.index(it.state), default=None)

    def _on_machine(
        self,
        looked: Sequence[tuple[OnMachine | None, ScriptSubject, ScriptUse]],
        launched: LaunchedScripts,
        known: Decided | None,
    ) -> Decided | None:
        """What is said of a hook where one of its scripts was read as it runs on this machine, which is surer."""
        for found, script, use in looked:
            lost = without_file(launched, script, use, name_of(script, use))
            if lost is not None:
                return lost
            if found is None:
                continue
            told = said_of(found, script, use, self._repair, name_of(script, use))
            if told is not None and not (known is not None and _is_surer(known, told)):
                return told
            if found.outcome is Outcome.SOME and known is not None:
                program, spot = next(iter(found.missed.items()))
                perhaps = unsure(script, program, spot, self._repair, name_of(script, use))
                known = min(known, perhaps, key=lambda it: _WORST.index(it.state))
        return known

    def _without_script(self, own: Sequence[tuple[ScriptSubject, ScriptUse]], known: Decided) -> Decided:
        """What is said of a guard where its command looks for a program, and does not run the script without it."""
        found = (without_helper(command, use, self._repair, None) for command, use in own)
        return next((it for it in found if it is not None and it.state is GuardState.DEAD), known)

    def _repair(self, program: str) -> str:
        return self._repairs.get(program) or install_program(program, self._host, self._environment)

    def _decided(self, script: ScriptSubject, use: ScriptUse) -> Decided | None:
        found = decide(script, use, self._repair, name_of(script, use))
        if found is None or found.state is not GuardState.UNKNOWN:
            return found
        return self._known(script.path, use.file) or found


def _with_all(script: ScriptSubject, found: OnMachine | None) -> ScriptSubject:
    """A script that still decides without what is missing here, as where every program is."""
    decides = found is not None and found.outcome in (Outcome.SAME, Outcome.SOME)
    return replace(script, has_program=lambda _: True) if decides else script


def _is_surer(known: Decided, told: Decided) -> bool:
    """Whether a hook is known to do none of its work here, which is more than that some calls pass or are refused."""
    return known.state is GuardState.DEAD and known.unreadable is Fate.UNKNOWN and told.unreadable is not Fate.PASSES


def _stopped(stop: Stop, use: ScriptUse | None, *, is_guard: bool) -> Decided:
    """What is said of a hook that does not run; a guard is one that would refuse things."""
    if stop.is_part:
        return Decided(GuardState.UNKNOWN, f"a part of it would not run here: {stop.why}", repair=stop.repair)
    how = "does not do its work here" if stop.is_late else "would not start here"
    how = "does not run" if stop.code is None else how
    if use is not None and fate_of(use, stop) is Fate.REFUSED:
        says = f"{how}: {stop.why}, so it refuses every `{use.row.name}`"
        return Decided(GuardState.DEAD, says, Fate.REFUSED, stop.repair)
    if not is_guard:
        return Decided(GuardState.DEAD, f"{how}: {stop.why}", repair=stop.repair)
    return Decided(GuardState.DEAD, f"{how}: {stop.why}, so this guard lets everything pass", Fate.PASSES, stop.repair)
