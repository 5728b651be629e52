from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.lsp.journal import record_of


@pytest.mark.parametrize(("journal", "said"), [(None, "unset it, restart the editor"), (True, "hookwright history")])
def test_what_is_not_recorded_says_why(tmp_path: Path, journal: Any, said: str) -> None:
    kept = SimpleNamespace(flush=lambda _seconds: None) if journal else None
    services = SimpleNamespace(journal=kept, host=Host({"HOOKWRIGHT_STATE_DIR": str(tmp_path)}, str(tmp_path)))
    with pytest.raises(UsageError, match=said):
        asyncio.run(record_of(cast("Any", services), "0" * 32))
