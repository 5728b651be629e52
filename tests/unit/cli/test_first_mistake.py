"""The first mistake that somebody is likely to make fails the check, whichever agent it is made for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookwright.cli.check import command as check
from hookwright.cli.init import command as init
from hookwright.dialects import written

# Some agents have no matchers, or take their hooks for every tool.
_MATCHER = re.compile(r'"(?:matcher|tools)": "(?P<name>[\w-]+)(?:\|[\w-]+)*"')


@pytest.mark.parametrize("dialect", [it.id for it in written()])
def test_a_letter_that_was_changed_in_the_first_matcher_fails(
    dialect: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = CliRunner().invoke(init, ["--dialect", dialect]).output.splitlines()
    first = tmp_path / lines[0].removeprefix("wrote ")
    assert CliRunner().invoke(check, []).exit_code == 0
    text = first.read_text()
    found = _MATCHER.search(text)
    assert found is not None or '"matcher"' not in text
    if found is None:
        return

    name = found["name"]
    wrong = f"{name[:-1]}{'x' if name[-1] != 'x' else 'y'}"
    first.write_text(text[: found.start("name")] + wrong + text[found.end("name") :])

    done = CliRunner().invoke(check, ["--format", "json"])
    assert done.exit_code == 1, done.output
    checked = next(it for it in json.loads(done.output)["files"] if (tmp_path / it["path"]).samefile(first))
    assert checked["dialect"] == dialect
    assert [it["code"] for it in checked["diagnostics"]] == ["HW303"]


def test_most_agents_have_a_matcher_in_which_to_make_it(tmp_path: Path) -> None:
    with_one = 0
    for it in written():
        folder = tmp_path / it.id
        CliRunner().invoke(init, ["--dialect", it.id, str(folder)])
        with_one += any(_MATCHER.search(path.read_text()) for path in folder.rglob("*.json"))
    assert with_one > len(written()) / 2
