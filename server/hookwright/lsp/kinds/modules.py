"""A hook module (`.pi/hooks/*.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from hookwright.config.hook_modules import is_module_path
from hookwright.lsp.documents import Document, Surroundings
from hookwright.lsp.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.analysis.check import Diagnostic, Steps
    from hookwright.config.module_source import ModuleSource
    from hookwright.engine.modules.states import ModuleFault
    from hookwright.ide.code_lens import Lens, LensKind
    from hookwright.ide.completion.items import Item
    from hookwright.ide.completion.project_facts import ProjectFacts
    from hookwright.ide.hover import Hover
    from hookwright.lsp.documents import KnownResults


class ModuleDocument(Document):
    """Python that registers handlers."""

    __slots__ = ("_faults",)

    begins_nothing: ClassVar = ()

    @staticmethod
    def is_at(path: str) -> bool:
        """Whether the path is that of a module."""
        return is_module_path(path)

    def __init__(
        self,
        uri: str,
        path: str | None,
        version: int | None,
        text: str,
        options: Options,
        dialect_of: Callable[[str], str | None],
    ) -> None:
        super().__init__(uri, path, version, text, options, dialect_of)
        # What went wrong when it was loaded, and the text that it had then.
        self._faults: tuple[str, tuple[ModuleFault, ...]] = ("", ())

    def faults(self) -> tuple[ModuleFault, ...]:
        """What went wrong when this very text was loaded."""
        text, faults = self._faults
        return faults if text == self.text else ()

    def loaded(self, faults: tuple[ModuleFault, ...]) -> None:
        """Takes in what went wrong when the text, as it is now, was loaded."""
        self._faults = self.text, faults

    def judged(self, around: Surroundings) -> Steps[tuple[Diagnostic, ...]]:
        """What keeps it, or a handler of it, from being used."""
        from hookwright.workflows.hook_modules.check import check_module

        yield from ()
        return check_module(self._source(), self.faults())

    def hover(self, offset: int) -> Hover | None:
        """What an event or a member of `ctx` is."""
        from hookwright.ide.module_documents import hover_module

        return hover_module(self._source(), offset)

    def completed(self, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
        """Events, what `ctx` has, and what can be imported."""
        from hookwright.ide.module_documents import complete_module

        return complete_module(self._source(), offset)

    def lenses(self, shown: frozenset[LensKind], results: KnownResults) -> Iterable[Lens]:
        """`▶ Fire` above its handlers."""
        from hookwright.ide.module_documents import module_lenses

        return (it for it in module_lenses(self._source()) if it.kind in shown)

    def _source(self) -> ModuleSource:
        from hookwright.config.module_source import read_module

        return read_module(self.text)
