"""What a hook in a cage can reach."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cage import needs_cage
from tests.unit.files import command, group, hook_file

from hookwright.firing.fire import fire_on_copy, fire_request
from hookwright.host import Host

_SCRIPT = '. "$(dirname "$0")/lib.sh"; echo changed > "$(dirname "$0")/lib.sh" || say "no writing"'
_LIBRARY = 'say() { echo "$1" >&2; exit 2; }\n'


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder where a cage puts its own one for temporary files."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


@pytest.mark.parametrize("place", ["hooks", "node_modules/guard/dist"])
async def test_a_script_among_temporary_files_can_be_read(temporary: Path, tmp_path: Path, place: str) -> None:
    needs_cage()
    folder = temporary / place
    folder.mkdir(parents=True)
    (folder / "guard.sh").write_text(_SCRIPT)
    (folder / "lib.sh").write_text(_LIBRARY)
    (tmp_path / "shop").mkdir()
    hooks = {"PreToolUse": [group(command(f"sh {folder}/guard.sh"), matcher="Bash")]}
    file = hook_file(hooks, dialect="claude-code")
    host = Host.real(str(tmp_path / "home"))
    request = fire_request(file, "/hooks/PreToolUse/0", project_dir=str(tmp_path / "shop"), host=host)
    fired = await fire_on_copy(request, file, host)
    assert (fired.outcome.folded.reason or "").endswith("no writing")
    assert fired.changes == ()
    assert (folder / "lib.sh").read_text() == _LIBRARY
