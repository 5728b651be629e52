"""Puts together what works on a session: each part is made when it is first needed, and ended with the session."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from functools import cached_property

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright.lsp.debounce import Debounce
from hookwright.lsp.diagnostics.publisher import DiagnosticPublisher
from hookwright.lsp.documents import Document, Surroundings
from hookwright.lsp.refresh import HooksChangedNotifier, Refreshing
from hookwright.lsp.session import Session
from hookwright.transport.failures import log_fault
from hookwright.transport.tasks import begin, in_turns

# Editors kill a server that has not gone two seconds after it was told to.
_BACKGROUND_SECONDS = 1.5
_JOURNAL_SECONDS = 0.5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from hookwright.embedding.engine import Engine
    from hookwright.engine.background import Background
    from hookwright.engine.consents import Consents
    from hookwright.engine.events import Watch
    from hookwright.engine.guard import Guard
    from hookwright.engine.journal.writer import Journal
    from hookwright.engine.model import Model
    from hookwright.engine.modules.seams import Client
    from hookwright.host import Host
    from hookwright.lsp.attacks import Attacks
    from hookwright.lsp.convert import DiagnosticJson
    from hookwright.lsp.diagnostics.closed_files import ClosedFiles
    from hookwright.lsp.diagnostics.shell_checks import ShellChecks
    from hookwright.lsp.file_watcher.watched_files import WatchedFiles
    from hookwright.lsp.guard_states import GuardStates
    from hookwright.lsp.hook_scripts import HookScripts
    from hookwright.lsp.hook_trees import HookTrees
    from hookwright.lsp.last_runs import LastRuns
    from hookwright.lsp.options import Options
    from hookwright.lsp.script_findings import ScriptFindings
    from hookwright.lsp.script_registration import ScriptRegistration
    from hookwright.lsp.seen_hooks import SeenHooks
    from hookwright.workflows.guarding.kept import KnownGuards


class Services:
    """What every feature gets beside its params; `server` sends."""

    def __init__(self, session: Session, server: LanguageServer, debounce: Debounce) -> None:
        self.session = session
        self.server = server
        self.publisher = DiagnosticPublisher(session, server, debounce, self._judged)
        # None if the client has no use for it.
        self.notifier: HooksChangedNotifier | None = None
        if session.options.client.asks_users:
            loop = asyncio.get_running_loop()
            self.notifier = HooksChangedNotifier(self._tell_news, loop.call_later, self.publisher.call_soon, loop.time)
        self._ends = AsyncExitStack()

    @property
    def host(self) -> Host:
        """The machine that hooks run on."""
        return self.session.options.host

    @cached_property
    def journal(self) -> Journal | None:
        """Where dispatches and test-fires are recorded; None if the user has switched it off."""
        from hookwright.engine.journal.writer import open_journal

        journal = open_journal(self.host)
        if journal is not None:
            self._ends.callback(journal.close, _JOURNAL_SECONDS)
        return journal

    @cached_property
    def background(self) -> Background:
        """What a dispatch has answered without waiting for (B6)."""
        from hookwright.engine.background import Background
        from hookwright.engine.journal.writer import late_recorder

        # The journal is made first, so that it ends after what still writes to it.
        background = Background(late_recorder(self.journal) if self.journal else None)
        self._ends.push_async_callback(background.finish, _BACKGROUND_SECONDS)
        return background

    @cached_property
    def consents(self) -> Consents:
        """What the user has agreed to run."""
        from hookwright.engine.consents import Consents

        return Consents(self.host)

    @cached_property
    def guard(self) -> Guard:
        """What has fired and must not fire again (A15)."""
        from hookwright.engine.guard import Guard

        return Guard()

    @cached_property
    def engine(self) -> Engine:
        """What agents in the editor work with."""
        from hookwright.embedding.engine import Engine
        from hookwright.engine.events import batched_output
        from hookwright.engine.runner import Runner, command_slots

        session, notify = self.session, self.server.protocol.notify

        def watch() -> Watch | None:
            return batched_output(lambda event: notify("hookwright/run", event.to_json()))

        runner = Runner(
            host=self.host,
            journal=self.journal,
            background=self.background,
            guard=self.guard,
            model=self.model,
            slots=command_slots(),
            watch=watch if session.options.client.follows_runs else lambda: None,
        )
        engine = Engine(
            runner=runner,
            trust=lambda: session.trust,
            project_folder=session.project_folder,
            tools=session.options.settings.tools,
            failure_policy=session.options.settings.failure_policy,
            client=self.client,
            on_guard_lost=session.options.settings.on_guard_lost,
            tell=lambda method, params: notify(f"hookwright/{method}", params),
            open_texts=session.open_texts,
        )
        self._ends.push_async_callback(engine.close)
        return engine

    @property
    def client(self) -> Client | None:
        """The client's user and models, as hook modules know them; None if it answers for neither."""
        options, notify = self.session.options, self.server.protocol.notify
        if not (options.client.asks_users or options.client.answers_prompts):
            return None
        from hookwright.embedding.client import ClientUser
        from hookwright.transport.messages import asking

        return ClientUser(
            ask=asking(self.server.protocol, "hookwright/"),
            tell=lambda method, params: notify(f"hookwright/{method}", params),
            has_ui=options.client.asks_users,
            has_models=options.client.answers_prompts,
            seconds=options.settings.consent_seconds,
        )

    def use(self, options: Options) -> None:
        """Goes on with other options, as far as they can be others: the client's model may have come or gone."""
        self.session.options = options
        if "engine" in self.__dict__:
            self.engine.runner.model, self.engine.client = self.model, self.client
            self.engine.on_guard_lost = options.settings.on_guard_lost

    @property
    def model(self) -> Model | None:
        """The client's model for prompt and agent hooks (D5); None if it has not said that it has one."""
        if not self.session.options.client.answers_prompts:
            return None
        from hookwright.embedding.client import ClientModel
        from hookwright.transport.messages import asking

        return ClientModel(asking(self.server.protocol, "hookwright/"))

    @cached_property
    def watched_files(self) -> WatchedFiles:
        """The files that answers depend on beside the open documents."""
        from hookwright.lsp.file_watcher.watched_files import WatchedFiles

        watched = WatchedFiles(self.server, self.publisher.from_elsewhere)
        self._ends.callback(watched.watcher.close)
        return watched

    @cached_property
    def shell_checks(self) -> ShellChecks:
        """What ShellCheck says of the open documents, where it is installed."""
        from hookwright.lsp.diagnostics.shell_checks import ShellChecks

        checks = ShellChecks(self.host, self.session.options, self.publisher.soon)
        self._ends.push_async_callback(checks.finish)
        return checks

    @cached_property
    def closed_files(self) -> ClosedFiles:
        """What is wrong with the hook files that are not open."""
        from hookwright.lsp.diagnostics.closed_files import ClosedFiles

        return ClosedFiles()

    @cached_property
    def hook_scripts(self) -> HookScripts:
        """Which scripts the hooks run."""
        from hookwright.lsp.hook_scripts import HookScripts

        return HookScripts(self.session, self.host.environ.get("PATH", ""))

    @cached_property
    def script_findings(self) -> ScriptFindings:
        """What is wrong with the scripts of open hook files."""
        from hookwright.lsp.script_findings import ScriptFindings
        from hookwright.lsp.stamps import NotingDisk

        session = self.session
        able = "codeLens" in session.options.client.refreshes
        refreshing = Refreshing(self.server.protocol, types.WORKSPACE_CODE_LENS_REFRESH) if able else None

        def around() -> Surroundings:
            disk = NotingDisk(session.options.home, self.host.environ.get("PATH", ""))
            return Surroundings(session.options, disk, session.open_texts(), session.open_files())

        found = ScriptFindings(session, self.hook_scripts, around, refreshing.ask if refreshing else lambda: None)
        self._ends.push_async_callback(found.finish)
        return found

    @cached_property
    def script_registration(self) -> ScriptRegistration:
        """Which scripts the client opens."""
        from hookwright.lsp.script_registration import ScriptRegistration

        return ScriptRegistration(self.server, self.hook_scripts, self.session.options)

    @cached_property
    def last_runs(self) -> LastRuns:
        """How hooks did when they ran last."""
        from hookwright.lsp.last_runs import LastRuns

        return LastRuns(self.session, self.server, self.host, self.journal, self.publisher.soon, self.hooks_changed)

    @cached_property
    def hook_trees(self) -> HookTrees:
        """Every hook that is configured."""
        from hookwright.lsp.hook_trees import HookTrees

        return HookTrees(self.known_guards)

    @cached_property
    def known_guards(self) -> KnownGuards:
        """The guards of hook files."""
        from hookwright.guards.recognition import known_guard
        from hookwright.workflows.guarding.kept import KnownGuards

        return KnownGuards(self.host, known_guard)

    @cached_property
    def guard_states(self) -> GuardStates:
        """What the lenses of guards say."""
        from hookwright.lsp.guard_states import GuardStates

        return GuardStates(self.session, self.server, self.known_guards)

    @cached_property
    def attacks(self) -> Attacks:
        """What attacks have found."""
        from hookwright.lsp.attacks import Attacks

        return Attacks()

    @cached_property
    def seen_hooks(self) -> SeenHooks:
        """What agents recorded of hooks."""
        from hookwright.lsp.seen_hooks import SeenHooks

        seen = SeenHooks(self.session, self.server, self.host, self.hooks_changed)
        self._ends.callback(seen.close)
        return seen

    @cached_property
    def reports_folder(self) -> Path:
        """Where reports are kept for clients that are shown them as files."""
        from pathlib import Path
        from tempfile import TemporaryDirectory

        return Path(self._ends.enter_context(TemporaryDirectory(prefix="hookwright-")))

    async def find_hooks_of(self, document: Document) -> None:
        """Finds the hooks that run the document, if it may be a script."""
        if document.may_be_script and document.path is not None:
            await self.hook_scripts.find(document.path)

    def hooks_changed(self) -> None:
        """Has the client know, where it wants to, that its tree of hooks is no longer right."""
        if "hook_scripts" in self.__dict__:
            self.hook_scripts.look_again()
        if self.notifier is not None:
            self.notifier.changed()

    async def close(self) -> None:
        """Ends all that was made, bounded, the latest first."""
        await self.publisher.finish()
        await self._ends.aclose()

    async def _judged(self, document: Document) -> list[DiagnosticJson]:
        """The diagnostics of the document as it is then, none once it is closed; what they depend on is followed.

        While a long one is judged, others have their turn; where its text changes meanwhile, it is judged anew.
        """
        # The rules are many, and a session that only dispatches needs none of them.
        from hookwright.lsp.diagnostics.judge import lsp_diagnostics
        from hookwright.lsp.stamps import NotingDisk

        session = self.session
        while session.documents.get(document.uri) is document:
            await self.find_hooks_of(document)
            text, options, linter = document.text, session.options, self.shell_checks.asked()
            disk = NotingDisk(options.home, self.host.environ.get("PATH", ""))
            around = Surroundings(options, disk, session.open_texts(), session.open_files(), linter)
            found = await in_turns(lsp_diagnostics(document, around))
            if document.text is text and session.documents.get(document.uri) is document:
                self.watched_files.follow(document, disk.asked, options)
                self.shell_checks.want(document.uri, linter)
                if "script_findings" in self.__dict__:
                    self.script_findings.again()
                return found
        return []

    def _tell_news(self) -> None:
        self.server.protocol.notify("hookwright/hooksChanged", {})
        if self.session.options.client.opens_as_told:
            self._telling = begin(self.script_registration.tell(), self._told)

    def _told(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log_fault(error, "telling of scripts")
