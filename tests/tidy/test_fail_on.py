"""What fails a check by default is said in many places, and is the same in all of them."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML
from tests.pages import ROOT

from hookwright.analysis.settings.schema import FILE, KEY_DOCS
from hookwright.cli.check import command
from hookwright.ide.settings_documents import complete_settings
from hookwright.model.failing import FAIL_ON
from hookwright.syntax.parser import parse

_WITH_COMMAS = ",".join(FAIL_ON)
_CODES = [it for it in FAIL_ON if it.startswith("HW")]


def test_the_settings_the_schema_and_the_editor_agree() -> None:
    schema = json.loads((ROOT / "schemas" / FILE).read_text())
    assert schema["properties"]["failOn"]["default"] == [*FAIL_ON]
    assert schema["properties"]["failOn"]["description"] == KEY_DOCS["failOn"]
    assert re.findall(r"`(error|HW\d{3})`", KEY_DOCS["failOn"]) == [*FAIL_ON]
    offered = next(it for it in complete_settings(parse("{}"), 1) if it.label == "failOn")
    assert offered.text == f'"failOn": {json.dumps(FAIL_ON)[:-1]}$1]'


def test_the_help_says_it() -> None:
    said = CliRunner().invoke(command, ["--help"], terminal_width=400).output
    option = next(it for it in said.splitlines() if it.startswith("  --fail-on"))
    assert option.endswith(f"else {_WITH_COMMAS}.")


def test_the_action_says_it_and_does_not_overrule_the_settings() -> None:
    given = YAML(typ="safe").load(ROOT / "action.yml")["inputs"]["fail-on"]
    assert given["default"] == ""
    assert given["description"].endswith(f"else {_WITH_COMMAS}")


@pytest.mark.parametrize("name", ["README.md", "docs/checking.md"])
def test_the_documentation_says_it(name: str) -> None:
    text = (ROOT / name).read_text()
    said = [it for it in text.splitlines() if ("exit code" in it or "By default" in it) and _CODES[0] in it]
    assert said
    for line in said:
        assert list(dict.fromkeys(re.findall(r"HW\d{3}", line))) == _CODES


def test_the_documentation_has_it_as_an_option_and_as_a_setting() -> None:
    text = (ROOT / "docs" / "checking.md").read_text()
    assert f"`--fail-on {_WITH_COMMAS}`" in text
    assert f"`{json.dumps(FAIL_ON)}`" in text
    assert f"else `{_WITH_COMMAS}` |" in (ROOT / "docs" / "how-to" / "ci.md").read_text()
