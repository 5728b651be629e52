"""One machine for all pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.cage import needs_cage
from tests.documents.machine import Machine, machine


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """The machine of a reader."""
    needs_cage()
    with machine(tmp_path_factory.mktemp("reader")) as made:
        yield made
