"""What an attack says of a file that code may not delete is true: each form really runs, in a cage."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cage import Cage, needs_cage

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.own.aims import Stopped, with_own
from hookwright.attacking.texts.candidates import candidates

_PATH = "store/files/board.json"
_OF_CODE = ("python3 -c", "node -e", "cd store")


@pytest.mark.sweep
def test_each_form_of_code_loses_the_file(tmp_path: Path) -> None:
    needs_cage()
    (aim,) = with_own((), Stopped(lost=candidates([f"'os.remove.*{_PATH}'"], "/nowhere").in_code), dangers())
    forms = [it.command for it in aim.seeds[0].same if it.command.startswith(_OF_CODE)]
    assert len(forms) > 12
    kept = []
    cage = Cage(tmp_path / "cage", more=f"\nmkdir -p store/files && echo kept > {_PATH}\n")
    for it in forms:
        shown = cage.shows(f"({it}) >/tmp/out 2>&1; echo LEFT; cat ~/shop/{_PATH} 2>/dev/null; true")
        if "kept" in shown.partition("LEFT")[2]:
            kept.append(it)
    assert kept == []
