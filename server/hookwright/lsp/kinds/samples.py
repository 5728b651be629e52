"""A saved sample: a payload that the user keeps to fire hooks with."""

from __future__ import annotations

from functools import lru_cache

from hookwright.analysis.samples.files import FOLDER, SampleFile, sample_file
from hookwright.lsp.documents import Document, Surroundings
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.analysis.check import Diagnostic, Steps
    from hookwright.ide.completion.items import Item
    from hookwright.ide.completion.project_facts import ProjectFacts
    from hookwright.ide.hover import Hover

_FOLDER = f"/{FOLDER}/"


class SampleDocument(Document):
    """JSON that is compared with its event."""

    __slots__ = ()

    @staticmethod
    def is_at(path: str) -> bool:
        """Whether samples lie in the folder of the path."""
        return _FOLDER in path and sample_file(path) is not None

    @property
    def tree(self) -> Tree:
        """The payload."""
        return _parsed(self.text)

    def judged(self, around: Surroundings) -> Steps[tuple[Diagnostic, ...]]:
        """What no payload of its event has."""
        from hookwright.analysis.samples.check import check_sample

        yield from ()
        return check_sample(self.tree, self._place)

    def hover(self, offset: int) -> Hover | None:
        """What a field is."""
        from hookwright.ide.sample_documents import hover_sample

        return hover_sample(self.tree, offset, self._place)

    def completed(self, offset: int, around: ProjectFacts) -> tuple[Item, ...]:
        """Fields, their values, and whole payloads."""
        from hookwright.ide.sample_documents import complete_sample

        return complete_sample(self.tree, offset, self._place)

    @property
    def _place(self) -> SampleFile:
        """What its place says."""
        found = sample_file(self.path or "")
        assert found is not None, "it is of this kind for its path"
        return found


_parsed = lru_cache(maxsize=8)(parse)
