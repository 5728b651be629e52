"""The question hides nothing: every script is listed, what differs first, and no name looks like another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.consent.asked import Asked

from hookwright.consent.question import question

_COUNT = 60


@pytest.fixture
def place(tmp_path: Path) -> Asked:
    return Asked(tmp_path)


def scripts(place: Asked) -> str:
    names = [f"s{number:02}.sh" for number in range(_COUNT)]
    for it in names:
        place.write(it, "true\n")
    return "; ".join(f"sh {it}" for it in names)


def test_no_script_is_left_out_of_the_list(place: Asked) -> None:
    text = place.asked(scripts(place))

    assert f"{_COUNT} scripts:\n" in text
    _, _, listed = text.partition(f"    {place.project}:\n")
    assert re.findall(r"\bs\d\d\.sh\b", listed) == [f"s{number:02}.sh" for number in range(_COUNT)]


def test_a_few_scripts_have_a_line_each_and_many_a_list_for_each_folder(place: Asked) -> None:
    for name in ("a.sh", "lib/b.sh", "lib/c d.sh"):
        place.write(name, "true\n")
    few = place.asked("sh a.sh; sh lib/b.sh")
    assert f"2 scripts:\n    {place.project}/a.sh\n    {place.project}/lib/b.sh\n" in few
    many = place.asked(f"sh a.sh; sh lib/b.sh; sh 'lib/c d.sh'; {scripts(place)}")
    assert (
        f"{_COUNT + 3} scripts:\n    {place.project}/lib/c d.sh\n    {place.project}:\n        a.sh, s00.sh, " in many
    )
    assert f"\n    {place.project}/lib:\n        b.sh\n" in many


def test_scripts_that_differ_come_first_and_are_marked(place: Asked) -> None:
    command = scripts(place)
    place.asked(command)
    place.write("s57.sh", "touch stolen\n")

    text = place.asked(command)

    assert f"{_COUNT} scripts:\n    {place.project}/s57.sh  <- it has changed since you agreed\n" in text
    assert text.count("since you agreed") == 1
    assert place.asked(command) == ""


def test_hundreds_of_scripts_can_be_asked_about(place: Asked) -> None:
    for number in range(300):
        place.write(f"lib/{number:03}-{'x' * 80}.py", "1\n")
    place.write("all.py", "\n".join(f"run('lib/{number:03}-{'x' * 80}.py')" for number in range(300)))

    text = place.asked("python3 all.py")

    assert text.count(f"{'x' * 80}.py") == 300


def test_only_variables_that_the_command_names_or_somebody_else_sets_are_shown(place: Asked) -> None:
    place.write("guard.sh", "true\n")

    assert "CLAUDE_" not in place.asked("sh guard.sh")
    assert "no variables" not in place.asked("sh ./guard.sh")
    assert f"\nwith CLAUDE_PROJECT_DIR={place.project}\n" in place.asked('sh "$CLAUDE_PROJECT_DIR"/guard.sh')
    assert "\nthe test sets MODE=strict\n" in question([place.request("sh guard.sh", {"MODE": "strict"})])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("gu\u0430rd.sh", "gu⟨U+0430⟩rd.sh"),
        ("\u0441\u043e\u0440\u0443.sh", "⟨U+0441⟩⟨U+043E⟩⟨U+0440⟩⟨U+0443⟩.sh"),
        ("\u03bfk.sh", "⟨U+03BF⟩k.sh"),
        ("cafe\u0301.sh", "cafe⟨U+0301⟩.sh"),
        ("\uff53\uff48.sh", "⟨U+FF53⟩⟨U+FF48⟩.sh"),
        ("a\u2215b.sh", "a⟨U+2215⟩b.sh"),
        ("x\u2010y.sh", "x⟨U+2010⟩y.sh"),
        ("\u05d0\u05d1; \u05d2.sh", "⟨U+05D0⟩⟨U+05D1⟩; ⟨U+05D2⟩.sh"),
        ("\u0131.sh", "⟨U+0131⟩.sh"),
        ("приве\u0065т.sh", "⟨U+043F⟩⟨U+0440⟩⟨U+0438⟩⟨U+0432⟩⟨U+0435⟩e⟨U+0442⟩.sh"),
        ("привет-größe-日本語-é.sh", "привет-größe-日本語-é.sh"),
    ],
)
def test_names_that_look_like_others_are_marked(place: Asked, name: str, shown: str) -> None:
    place.write(name, "true\n")

    text = place.asked(f"sh './{name}'")

    assert f"script: {place.project}/{shown}\n" in text
    assert text.startswith(f"sh './{shown}'\n")
