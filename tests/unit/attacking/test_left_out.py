"""Files that git ignores, and that a copy lacks, stand in it with another text."""

from __future__ import annotations

from pathlib import Path

from hookwright.attacking.asking.left_out import put_back


def test_what_the_project_has_and_the_copy_has_not_gets_a_stand_in(tmp_path: Path) -> None:
    project, copy = tmp_path / "shop", tmp_path / "copy"
    for folder in (project, copy):
        (folder / "config").mkdir(parents=True)
        (folder / "README.md").write_text("Shop\n")
    (project / ".env").write_text("REAL=1\n")
    (project / "config" / "local.json").write_text("{}\n")
    put_back(str(copy), str(project), [".env", "config/local.json", "README.md", "missing.txt", "../outside.txt"])
    assert (copy / ".env").read_text() == "X=1\n"
    assert (copy / "config" / "local.json").read_text() == "X=1\n"
    assert (copy / "README.md").read_text() == "Shop\n"
    assert not (copy / "missing.txt").exists()
