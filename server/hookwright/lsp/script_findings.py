"""What is wrong with the scripts that open hook files run: found in the background, and shown at their hooks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from hookwright.analysis.check_scripts import judge_script
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import ScriptRun
from hookwright.analysis.settings.file import Settings
from hookwright.analysis.suppression import is_excluded
from hookwright.lsp.documents import Document, Surroundings
from hookwright.lsp.hook_scripts import HookScripts
from hookwright.lsp.kinds.hooks import settings_of
from hookwright.lsp.session import Session
from hookwright.model.reaction import Severity
from hookwright.text import LineIndex, RangeJson, Route
from hookwright.transport.failures import log_fault
from hookwright.transport.tasks import stop

_REST_SECONDS = 0.3


class InScript(Struct, frozen=True):
    """How many findings a script has for one hook, hints aside, and where the first one is."""

    path: str
    count: int
    first: RangeJson


class _Judged(Struct, frozen=True):
    """What is wrong with a script, by the hooks as (path, route), and what it was judged by."""

    by: tuple[object, ...]
    found: Mapping[tuple[str, Route], InScript]


class ScriptFindings:
    """The findings of one session; `changed` is called when others are known than those that were asked for."""

    def __init__(
        self,
        session: Session,
        scripts: HookScripts,
        around: Callable[[], Surroundings],
        changed: Callable[[], None],
    ) -> None:
        self._session, self._scripts, self._around, self._changed = session, scripts, around, changed
        self._asked = set[str]()
        self._judged: dict[str, _Judged] = {}
        self._known: dict[str, dict[Route, InScript]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def of(self, document: Document) -> Mapping[Route, InScript]:
        """What is known by now, by the routes of the document's hooks; what is not yet is looked for."""
        self._asked.add(document.uri)
        self.again()
        return self._known.get(document.uri, {})

    def again(self) -> None:
        """Judges the scripts once nothing has changed for a moment."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_REST_SECONDS, self._begin)

    async def finish(self) -> None:
        """Ends what is under way."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await stop([self._task])

    def _begin(self) -> None:
        self._timer = None
        if self._task is not None and not self._task.done():
            self.again()
            return
        self._task = asyncio.get_running_loop().create_task(self._look())
        self._task.add_done_callback(_settle)

    async def _look(self) -> None:
        self._asked &= self._session.documents.keys()
        found: dict[str, dict[Route, InScript]] = {}
        for uri in sorted(self._asked):
            document = self._session.documents.get(uri)
            if document is not None and document.path is not None and document.file is not None:
                await self._scripts.find(document.path)
                found[uri] = {}
                for it in self._scripts.runs_of(document):
                    known = self._of_script(it).get((document.path, it.use.route))
                    if known is not None:
                        found[uri].setdefault(it.use.hook.route, known)
                    # Others have their turn between two scripts.
                    await asyncio.sleep(0)
        if found != self._known:
            self._known = found
            self._changed()

    def _of_script(self, run: ScriptRun) -> Mapping[tuple[str, Route], InScript]:
        """The findings in a script that a hook runs; it is judged again where it, its hooks or the settings changed."""
        subjects, around = self._scripts.subjects(run.path), self._around()
        settings = settings_of(run.project, around)
        by = (settings, *(it for subject in subjects for it in _marks(subject)))
        known = self._judged.get(run.path)
        if known is None or known.by != by:
            known = self._judged[run.path] = _Judged(by, dict(_found(subjects, settings)))
        return known.found


def _marks(subject: ScriptSubject) -> Iterator[object]:
    """What tells whether a script would be judged as before: its text, and those of the hooks that run it."""
    yield subject.text
    for it in subject.uses:
        node = it.group.node
        yield it.file.path, it.dialect.id, it.row.name, it.route, it.file.tree.text[node.start : node.end]


def _found(subjects: tuple[ScriptSubject, ...], settings: Settings) -> Iterator[tuple[tuple[str, Route], InScript]]:
    for subject in subjects:
        if is_excluded(subject.path, settings):
            continue
        found = [it for it in judge_script(subject, settings).diagnostics if it.severity is not Severity.HINT]
        lines = LineIndex(subject.text)
        for use in subject.uses:
            own = [it for it in found if not it.finding.uses or any(use.route == one.route for one in it.finding.uses)]
            if own:
                place = lines.range_json(own[0].span)
                yield (use.file.path, use.route), InScript(subject.path, len(own), place)


def _settle(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log_fault(error, "judging scripts")
