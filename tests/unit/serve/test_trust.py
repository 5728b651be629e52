"""What a client of `hookwright serve` hears if it has trusted nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookwright.errors import UntrustedWorkspace
from hookwright.host import Host
from hookwright.serve.initialize import InitializeParams
from hookwright.serve.server import trust_of


@pytest.mark.parametrize(
    ("params", "remedy"),
    [
        (InitializeParams(trusted=True), "`trusted` is about `projectDir`, which is missing in `engine/initialize`"),
        (InitializeParams(project_dir="/p"), "say `trusted: true` of `projectDir`, or name `trustedFolders`"),
    ],
)
def test_the_remedy_names_what_is_missing(params: InitializeParams, remedy: str, tmp_path: Path) -> None:
    with pytest.raises(UntrustedWorkspace) as refused:
        trust_of(params, Host.real(str(tmp_path))).require("/p")

    assert refused.value.remedy.startswith(remedy)
    assert refused.value.remedy.endswith("; keys with other names are ignored")


def test_trust_in_a_project_covers_the_folders_below_it(tmp_path: Path) -> None:
    trust = trust_of(InitializeParams(project_dir=str(tmp_path), trusted=True), Host.real(str(tmp_path)))

    assert trust.covers(str(tmp_path / "below"))
    assert not trust.covers(str(tmp_path.parent))
