"""What firing found, for as long as it holds: until the hook or one of its scripts changes, or it is fired again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Place, Subject
from hookwright.analysis.scripts.hook_scripts import hook_scripts
from hookwright.config.view import HookFile
from hookwright.firing.fire_result import FireResult
from hookwright.firing.run_findings import RunFinding, diagnostic, run_findings
from hookwright.lsp.options import Options
from hookwright.lsp.stamps import Stamp, stamp, stamps
from hookwright.model.hook import Hook
from hookwright.syntax.tree import Node, find
from hookwright.text import Route

Stamps = Mapping[str, Stamp]


class _Stood(Struct, frozen=True):
    """What was found about a hook, its text and event as they were, and the stamps of its scripts before it ran."""

    event: str
    text: str
    scripts: Stamps
    findings: tuple[RunFinding, ...]

    def at(self, route: Route) -> _Stood:
        """The same about the hook where it stands now."""
        if all(it.route == route for it in self.findings):
            return self
        moved = (RunFinding(route, it.rule, replace(it.finding, place=Place(route))) for it in self.findings)
        return replace(self, findings=tuple(moved))


class RunDiagnostics:
    """What firing found about the hooks of one open document."""

    def __init__(self) -> None:
        self._kept: dict[Route, _Stood] = {}

    def keep(self, fired: FireResult, file: HookFile, scripts: Mapping[Route, Stamps]) -> None:
        """What was found now stands in place of what stood about the same hooks.

        `file` is what was fired, `scripts` are the stamps of each hook's as they were before.
        """
        found: dict[Route, list[RunFinding]] = {}
        for it in run_findings(fired, file):
            found.setdefault(it.route, []).append(it)
        for step in fired.plan.steps:
            route, node = step.hook.route, find(file.tree, step.hook.route)
            self._kept.pop(route, None)
            if node is not None and route in found:
                text = file.tree.text[node.start : node.end]
                self._kept[route] = _Stood(step.hook.event, text, scripts.get(route, {}), tuple(found[route]))

    def remember(
        self, slow: Iterable[tuple[Hook, RunFinding]], file: HookFile, scripts: Mapping[Route, Stamps]
    ) -> None:
        """What the journal knows stands where firing has found nothing."""
        for hook, it in slow:
            node = find(file.tree, hook.route)
            if node is not None:
                text = file.tree.text[node.start : node.end]
                self._kept.setdefault(hook.route, _Stood(hook.event, text, scripts.get(hook.route, {}), (it,)))

    def diagnostics(self, file: HookFile) -> tuple[Diagnostic, ...]:
        """What still holds for the document as it is now; what does not is forgotten."""
        if not self._kept:
            return ()
        still = {route: (stood.at(route), node) for route, stood, node in self._still(file)}
        self._kept = {route: stood for route, (stood, _) in still.items()}
        return tuple(diagnostic(file, node, it) for stood, node in still.values() for it in stood.findings)

    def _still(self, file: HookFile) -> Iterator[tuple[Route, _Stood, Node]]:
        """What holds, with where its hook stands now: it may have moved within its event."""
        places = {hook.route: (group.event, hook.node) for group, hook in file.hooks}
        taken: set[Route] = set()
        for route, stood in self._kept.items():
            near = [route, *(it for it in places if it != route)]
            now = next((it for it in near if it not in taken and it in places and _is(file, places[it], stood)), None)
            if now is not None and all(stamp(path) == then for path, then in stood.scripts.items()):
                taken.add(now)
                yield now, stood, places[now][1]


def script_stamps(options: Options, file: HookFile, routes: Iterable[Route]) -> dict[Route, dict[str, Stamp]]:
    """The stamps of the scripts of the hooks at these routes, as they are now; reads the disk."""
    project = file.run_folder(options.folders)
    subject = Subject(file, project, RealDisk(options.home))
    named = [(it.route, it.path) for it in hook_scripts(subject, folder=project) if it.path is not None]
    return {it: stamps(path for route, path in named if route[: len(it)] == it) for it in routes}


def _is(file: HookFile, place: tuple[str, Node], stood: _Stood) -> bool:
    event, node = place
    same_length = node.end - node.start == len(stood.text)
    return same_length and event == stood.event and file.tree.text.startswith(stood.text, node.start)
