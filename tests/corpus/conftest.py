"""The folder of real files that `--corpus` names.

It has a folder for each kind of file (`claude-code`, `claude-plugin`, `claude-wrong-place`, other agents'), an
`index.jsonl` that says where each file stood in its repository, and a `labels.jsonl` of what people found wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus(request: pytest.FixtureRequest) -> Path:
    found: Path | None = request.config.getoption("--corpus")
    assert found is not None, "name the folder of real files: --corpus FOLDER"
    assert (found / "index.jsonl").is_file(), f"{found} has no index.jsonl, so it is not a corpus"
    return found
