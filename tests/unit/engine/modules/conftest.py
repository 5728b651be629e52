"""A place with module files, whose hosts end with the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.unit.engine.modules.support import Guarded, Place

from hookwright.engine.modules.states import Limits


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    place = Place(tmp_path, Limits())
    yield place
    await place.modules.close()


@pytest.fixture
async def impatient(tmp_path: Path) -> AsyncIterator[Place]:
    """The same for modules that hang."""
    place = Place(tmp_path, Limits(handler_seconds=0.5, grace_seconds=0.3))
    yield place
    await place.modules.close()


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[Guarded]:
    """A project with modules for the service of an agent, which a test opens."""
    guarded = Guarded(tmp_path)
    yield guarded
    await guarded.hooks.close()
