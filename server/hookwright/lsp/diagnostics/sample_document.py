"""An open sample: a payload that the user keeps, read and held against its event."""

from __future__ import annotations

from functools import lru_cache

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.samples.check import check_sample
from hookwright.analysis.samples.files import SampleFile, sample_file
from hookwright.lsp.documents import Document
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Tree


def sample_of(document: Document) -> tuple[Tree, SampleFile] | None:
    """The document's tree, and what its place says; None where it is no sample."""
    file = sample_file(document.path) if document.path is not None else None
    return (_parsed(document.text), file) if file is not None else None


def sample_diagnostics(document: Document) -> tuple[Diagnostic, ...]:
    """What no payload of its event has; nothing where it is no sample."""
    found = sample_of(document)
    return check_sample(*found) if found is not None else ()


_parsed = lru_cache(maxsize=8)(parse)
