"""Files that a user names and that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.errors import UnreadableInput
from hookwright.files import MOST_BYTES
from hookwright.given_files import read_text


def test_a_file_that_is_too_large_says_the_limit_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(UnreadableInput, match=r"larger than \d+ MiB") as told:
        read_text(str(path))
    assert str(told.value).endswith("make it smaller")
