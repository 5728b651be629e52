"""What may be a script that hooks run, or a hook by its name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from hookwright.config.view import HookFile
from hookwright.lsp.documents import Surroundings
from hookwright.lsp.kinds.hooks import HooksDocument, settings_of
from hookwright.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.analysis.check import Diagnostic, Steps
    from hookwright.analysis.script_subject import ScriptSubject
    from hookwright.ide.actions.code_actions import Action
    from hookwright.ide.code_lens import Lens, LensKind
    from hookwright.ide.completion.items import Item
    from hookwright.ide.completion.project_facts import ProjectFacts
    from hookwright.ide.hover import Hover
    from hookwright.lsp.documents import KnownResults
    from hookwright.syntax.tree import Tree

_FORMATS = frozenset({".json", ".jsonc", ".toml", ".yaml", ".yml", ".md", ".mdc"})


class ScriptDocument(HooksDocument):
    """A script: what the hooks that run it make of it.

    It is what any other document may be, too: agents run some scripts by their names.
    """

    __slots__ = ()

    may_be_script: ClassVar = True
    begins_nothing: ClassVar = ()

    @staticmethod
    def is_at(path: str) -> bool:
        """A file in none of the formats that hook files have."""
        return os.path.splitext(path)[1].lower() not in _FORMATS

    def look_again(self, dialect_of: Callable[[str], str | None]) -> None:
        """Looks for the hooks that run it again."""
        super().look_again(dialect_of)
        if self.scripts is not None:
            self.scripts.look_again()

    def subjects(self) -> tuple[ScriptSubject, ...]:
        """The script as it is now with the hooks that run it, for each language that it is run in."""
        return self.scripts.subjects(str(self.path)) if self.scripts is not None else ()

    def _others(self) -> Iterator[ScriptSubject]:
        """The same without the hook that it is by its name."""
        from msgspec.structs import replace

        for it in self.subjects():
            uses = tuple(use for use in it.uses if use.file.path != self.path)
            if uses:
                yield replace(it, uses=uses)

    @property
    def is_run_by_hooks(self) -> bool:
        """Whether hooks are known that run it."""
        return bool(self.subjects())

    @property
    def tree(self) -> Tree | None:
        """That of the hook, else the text alone."""
        from hookwright.syntax.tree import Notation, Tree

        return super().tree or Tree(self.text, None, notation=Notation.SCRIPT)

    def is_judged_with(self, changed: HookFile, beside: set[str]) -> bool:
        """Where the hook file runs it, or did before it changed."""
        if super().is_judged_with(changed, beside):
            return True
        return self.scripts is not None and self.scripts.is_about(str(self.path), changed)

    def judged(self, around: Surroundings) -> Steps[tuple[Diagnostic, ...]]:
        """What the rules find in it for the hooks that run it, and in the hook that it is by its name."""
        found = yield from super().judged(around)
        subjects = self.subjects()
        if not subjects:
            return found
        yield
        from hookwright.analysis.check import in_order
        from hookwright.analysis.check_scripts import judge_script
        from hookwright.analysis.suppression import is_excluded

        for it in subjects:
            settings = settings_of(it.project, around)
            for use in it.uses:
                # What it was judged by is followed.
                around.disk.is_file(use.file.path)
            if not is_excluded(it.path, settings):
                found = (*found, *judge_script(it, settings).diagnostics)
            yield
        return in_order(found)

    def hover(self, offset: int) -> Hover | None:
        """What a key of the payload or of the output is, for the hooks that run it."""
        from hookwright.ide.script_keys import hover_script

        subjects = self.subjects()
        found = hover_script(subjects, offset) if subjects else None
        return found or super().hover(offset)

    def completed(self, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
        """The keys of the payload."""
        from hookwright.ide.script_completion import complete_script

        subjects = self.subjects()
        found = complete_script(subjects, offset) if subjects else ()
        return found or super().completed(offset, around)

    def lenses(self, shown: frozenset[LensKind], results: KnownResults) -> Iterable[Lens]:
        """`▶ Fire` for the hooks that run it, and the way to them, before those of the hook that it is by its name."""
        from hookwright.ide.script_hooks import script_lenses

        return (
            *(it for it in script_lenses(self._others()) if it.kind in shown),
            *super().lenses(shown, results),
        )

    def own_actions(self, span: Span, found: Iterable[Diagnostic]) -> Iterable[Action]:
        """Firing the hooks that run it, on its first line and where something is wrong."""
        from hookwright.analysis.fixing import touch
        from hookwright.ide.script_hooks import script_actions

        is_there = touch(self._first_line, span) or any(touch(it.span, span) for it in found)
        return script_actions(self._others()) if is_there else ()

    def used_at(self, offset: int) -> Iterable[tuple[HookFile, Span]]:
        """On its first line, the places of the hooks that run it."""
        from hookwright.ide.script_hooks import hook_places

        found = hook_places(self._others()) if offset <= self._first_line.end else ()
        return ((use.file, span) for use, span in found)

    @property
    def _first_line(self) -> Span:
        return Span(0, len(self.text.partition("\n")[0]))
