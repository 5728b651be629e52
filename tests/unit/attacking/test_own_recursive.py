"""A guard that stops the deletion of a folder in some forms means all of them."""

from __future__ import annotations

import re

from tests.every import every

from hookwright.attacking.own.recursive import asked, of_every_folder, seed_of
from hookwright.attacking.own.rewritten import rewritten


def _stopped(pattern: str) -> set[str]:
    return {it for it in asked("src") if re.search(pattern, it)}


def test_what_a_guard_stops_behind_another_word_is_stopped_in_no_usual_form() -> None:
    seed = seed_of("src", _stopped(r"rm\s.*\s-rf\b"))
    assert seed is not None
    assert (seed.name, seed.command) == ("delete src", "rm src -rf")
    forms = [it.command for it in seed.same]
    assert forms[0] == "rm -rf src"
    assert {"rm -r -f src", "find src -delete"} <= {*forms}
    assert seed.command not in forms


@every("pattern", [r"rm\s+-rf\s+(/|~)", r"rm\s+-rf", r"rm\b", r"src", r"rm src|hookwright-notes"])
def test_a_guard_that_stops_no_form_or_every_folder_has_no_such_seed(pattern: str) -> None:
    assert seed_of("src", _stopped(pattern)) is None


def test_a_guard_that_stops_every_folder_is_asked_about_other_forms_for_one_of_the_project() -> None:
    forms = {it.command for it in of_every_folder("src", _stopped(r"rm\s+-rf"))}
    assert {"rm --recursive -f src", "npx rimraf src", "find src -delete", "rm -rv -f src", "rm -r -f src"} <= forms
    assert not any("-rf" in it for it in forms)


@every("pattern", [r"rm\s+-rf\s+(/|~)", r"rm -rf src", r"hookwright-notes"])
def test_a_guard_that_stops_one_folder_or_none_is_not_asked_about_such_forms(pattern: str) -> None:
    assert of_every_folder("src", _stopped(pattern)) == ()


def test_the_deletion_of_a_temporary_folder_is_only_compared_with_that_of_another_folder() -> None:
    controls = {it.text: it.control for it in rewritten("rm -rf /tmp/hookwright-notes")}
    assert controls["rm -rf /tmp/hookwright-notes || true"] == "rm -rf hookwright-notes || true"
    assert {it.control for it in rewritten("rm -f docs/a.md")} == {"rm -f docs/a.md"}
