"""Making a script executable."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.errors import UnreadableInput
from hookwright.workflows.file_writing import make_executable


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o755), (0o600, 0o700), (0o640, 0o750), (0o755, 0o755)])
def test_d7_who_may_read_a_script_may_execute_it(tmp_path: Path, before: int, after: int) -> None:
    script = tmp_path / "s.sh"
    script.touch()
    script.chmod(before)
    make_executable(str(script))
    assert script.stat().st_mode & 0o777 == after


def test_a_script_that_is_gone_is_the_users_to_mend(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="cannot be made executable: no such file"):
        make_executable(str(tmp_path / "gone.sh"))
