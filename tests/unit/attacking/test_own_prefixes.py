"""Folders outside of the project that a guard names: which ones these are, and other paths to what is in them."""

from __future__ import annotations

import pytest

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.own.aims import OWN_PATTERNS, Stopped, with_more, with_own
from hookwright.attacking.own.prefixes import files_of, folders, seeds


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('case "$F" in /opt/a/*|/mnt/b/c/*) exit 2 ;; esac', ("/opt/a", "/mnt/b/c")),
        ('case "$F" in "$HOME"/.config/shop/*|~/notes/*) exit 2 ;; esac', ("{home}/.config/shop", "{home}/notes")),
        ('if path.startswith("/srv/data/"):', ("/srv/data",)),
        (r"/^\/srv\/data\//.test(path)", ("/srv/data",)),
        ('os.path.expanduser("~/.config/x")', ("{home}/.config/x",)),
        ("# /opt/a/* is an example", ()),
        ('case "$F" in */.git/*|.git/*) exit 2 ;; esac', ()),
        ('case "$F" in "$HOME"/.ssh/*|/etc/*|/tmp/x/*) exit 2 ;; esac', ()),
        ('case "$F" in "$DIR"/opt/a/*) exit 2 ;; esac', ("/opt/a",)),
        ('if path.startswith("/work/"):', ()),
        ('DIRS = ["/tmp", "/var/tmp"]', ("/tmp", "/var/tmp")),
    ],
)
def test_folders_are_found_where_code_compares_with_them(text: str, found: tuple[str, ...]) -> None:
    assert folders([text], "/work/shop") == found


def test_a_folder_is_attacked_by_other_paths_and_tools() -> None:
    ((seed, calls, harmless),) = seeds([("/opt/a", ["Write", "Edit"])])
    assert (seed.name, seed.command) == ("/opt/a/", "echo x > /opt/a/README.md")
    paths = {it.path for it in calls if it.does == "Write"}
    assert {"/tmp/../opt/a/README.md", "/opt//a/README.md", "/opt/./a/README.md"} <= paths
    assert [it for it in paths if it.startswith("../") and it.endswith("../opt/a/README.md")]
    assert ("NotebookEdit", "/opt/a/analysis.ipynb") in {(it.does, it.path) for it in calls}
    by_tool = [it for it in harmless if it.path]
    assert {it.path for it in by_tool} == {"/opt/a-notes/README.md", "{project}/opt/a/README.md"}
    assert {it.unless for it in by_tool} == {"/opt/hookwright-notes.md", "{project}/opt/hookwright-notes.md"}
    assert ("cp /opt/a/README.md docs/copy.txt", "cp /opt/hookwright-notes.md docs/copy.txt") in {
        (it.command, it.unless) for it in harmless
    }


def test_a_folder_is_written_to_by_other_commands() -> None:
    ((seed, _, _),) = seeds([("/opt/a", ["Write"])])
    forms = {it.command for it in seed.same}
    assert {"echo x >/opt/a/README.md", "cp README.md /opt/a/", "cd /opt/a && echo x > README.md"} <= forms
    assert {"touch docs/notes.md /opt/a/README.md", "git clone -q . /opt/a/copy"} <= forms
    ((at_home, _, _),) = seeds([("{home}/.config/shop", ["Write"])])
    # Python and quotes leave the tilde as it is.
    assert not [it.command for it in at_home.same if it.command.startswith(("python3", 'echo x > "'))]
    assert "cp README.md ~/.config/shop/" in {it.command for it in at_home.same}


def test_a_folder_that_the_project_may_have_is_asked_about_there() -> None:
    assert files_of("/dist") == ("/dist/README.md", "/hookwright-notes.md", "{project}/hookwright/dist/README.md")
    assert files_of("/opt/a") == ("/opt/a/README.md", "/opt/hookwright-notes.md")


def test_a_folder_that_nobody_may_read_is_read() -> None:
    ((seed, calls, _),) = seeds([("{home}/.config/shop", ["Read"])])
    assert seed.command == "cat ~/.config/shop/README.md"
    assert {it.does for it in calls} == {"Read", "read_text_file of an MCP server"}
    assert not [it for it in calls if it.path.startswith("../")]


def test_more_seeds_go_to_the_other_own_patterns() -> None:
    aims = with_own((), Stopped(written=("db/schema.rb",)), dangers())
    (aim,) = with_more(aims, seeds([("/opt/a", ["Write"])]))
    assert (aim.name, [it.name for it in aim.seeds]) == (OWN_PATTERNS, ["db/schema.rb", "/opt/a/"])
    assert aim.danger.seeds == aim.seeds
    assert with_more(aims, []) == aims


def test_the_inside_of_another_repository_is_no_other_place_of_a_file_of_git() -> None:
    own = with_own((), Stopped(written=(".git/config",)), dangers())[0].danger
    paths = [it.path for it in (*own.calls, *own.harmless)]
    assert not [it for it in paths if "worktrees" in it or it.startswith("/tmp/")]
    assert "{project}/.git/config" in paths
