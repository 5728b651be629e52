"""A command of a guard's own pattern that prints a file means the file, whatever prints it."""

from __future__ import annotations

from pathlib import Path

from tests.every import every

from hookwright.attacking.forms.dangers import dangers
from hookwright.attacking.own.aims import OWN_PATTERNS, Stopped, with_own
from hookwright.attacking.own.printed import printed_outside
from hookwright.attacking.texts.candidates import candidates
from hookwright.attacking.texts.read_files import at_its_place, file_read

_KNOWN = dangers()


@every(
    ("command", "placed"),
    [
        ("cat .ctx/*", "cat ~/.ctx/config.json"),
        ("cat ~/.ctx/", "cat ~/.ctx/config.json"),
        ("head credentials", "head ~/.aws/credentials"),
        ("less .ssh/id_", "less ~/.ssh/id_rsa"),
        ("head .aws/credentials", "head ~/.aws/credentials"),
        ("cat .netrc", "cat ~/.netrc"),
        ("cat .env.local", "cat .env.local"),
        ("cat .github/*", "cat .github/*"),
        ("cat src/*", "cat src/*"),
        ("cat .shop/*", "cat .shop/*"),
        ("rm .ctx/", "rm .ctx/"),
    ],
)
def test_a_hidden_file_that_the_project_has_not_is_one_of_the_home_folder(
    command: str, placed: str, tmp_path: Path
) -> None:
    (tmp_path / ".shop").mkdir(exist_ok=True)
    assert at_its_place(command, str(tmp_path)) == placed


def test_only_the_path_of_one_file_is_that_of_a_file_that_is_read() -> None:
    assert file_read("head -n 5 docs/notes.md") == "docs/notes.md"
    assert [file_read(it) for it in ("cat secrets", "cat a.md b.md", "rm a.md", "cat x/ | sh")] == [None] * 4


def test_a_file_of_the_home_folder_has_other_readers_and_other_paths(tmp_path: Path) -> None:
    (commands, *_) = candidates([r"'cat.*\.ctx/' 'head.*\.ctx/'"], str(tmp_path)).commands
    assert commands == ("cat ~/.ctx/config.json",)
    stopped = Stopped(commands=(commands, ("head ~/.ctx/config.json",)))
    (aim,) = with_own((), stopped, _KNOWN)
    (seed,) = aim.seeds
    assert (aim.name, seed.name, seed.command) == (OWN_PATTERNS, "read ~/.ctx/config.json", "cat ~/.ctx/config.json")
    forms = {it.command for it in seed.same}
    assert {"head -n 50 ~/.ctx/config.json", "cd ~/.ctx && cat config.json", "jq . ~/.ctx/config.json"} <= forms
    assert "cat ~/.ctx/config.json" not in forms
    assert {it.does for it in aim.danger.calls} >= {"Read", "Grep"}
    assert {it.command for it in aim.danger.harmless} >= {"ls -la ~/.ctx"}


def test_a_file_that_a_known_danger_names_has_the_forms_of_that() -> None:
    made = printed_outside("~/.aws/credentials", "cat ~/.aws/credentials", _KNOWN)
    assert made is not None
    seed, calls, _ = made
    assert seed.name == "read ~/.aws/credentials"
    assert {it.seed for it in calls} == {seed.name}
    known = next(it for it in _KNOWN["secrets"].seeds if it.name == "credentials")
    assert {it.command for it in seed.same} <= {it.command for it in known.same}


def test_a_file_at_the_top_of_the_home_folder_has_no_folder() -> None:
    made = printed_outside("~/.netrc", "cat ~/.netrc", _KNOWN)
    assert made is not None
    assert not any("cd ~" in it.command or "~/*" in it.command for it in made[0].same)


def test_a_file_of_the_project_has_the_forms_of_files_that_may_not_be_read() -> None:
    (aim,) = with_own((), Stopped(commands=(("cat config/prod.yml", "less config/prod.yml"),)), _KNOWN)
    (seed,) = aim.seeds
    assert (seed.name, seed.command) == ("read config/prod.yml", "cat config/prod.yml")
    assert {"grep '' config/prod.yml", "base64 config/prod.yml"} <= {it.command for it in seed.same}


@every(
    ("text", "commands"),
    [
        (r"'proc/self/environ'", (("cat /proc/self/environ",),)),
        (r"'/etc/shop\.conf'", (("cat /etc/shop.conf",),)),
        (r"'cat.*etc/shop\.conf'", (("cat /etc/shop.conf",),)),
        (r"'/dev/sda'", ()),
    ],
)
def test_a_path_of_the_machine_is_none_of_the_project(
    text: str, commands: tuple[tuple[str, ...], ...], tmp_path: Path
) -> None:
    found = candidates([text], str(tmp_path))
    assert {it for of_one in commands for it in of_one} <= {it for of_one in found.commands for it in of_one}
    assert found.paths == ()
    assert not any(" etc/" in it or " proc/" in it for every in found.commands for it in every)


def test_a_path_of_a_folder_that_the_project_has_is_one_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "shop.conf").write_text("")
    found = candidates([r"'/etc/shop\.conf'"], str(tmp_path))
    assert (found.paths, found.commands) == (("etc/shop.conf",), ())


def test_a_file_of_the_machine_has_forms_by_its_whole_path() -> None:
    made = printed_outside("/etc/shop.conf", "cat /etc/shop.conf", _KNOWN)
    assert made is not None
    seed, calls, _ = made
    texts = {it.command for it in seed.same}
    assert {"cd /etc && cat shop.conf", "cd / && cat etc/shop.conf"} <= texts
    assert not any("HOME" in it or "~" in it for it in texts)
    assert {it.path for it in calls} == {"/etc/shop.conf"}
