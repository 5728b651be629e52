"""SARIF and GitHub annotations: their form, their places and their escaping.

The schema of SARIF is not shipped with the tests; what is written is held against the part of it that is used.
"""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest
from msgspec.structs import replace
from tests.unit.analysis.conftest import Check

from hookwright.analysis.reports.checked import Checked, relative
from hookwright.analysis.reports.github import annotation_lines
from hookwright.analysis.reports.sarif import log
from hookwright.syntax.parser import parse

TEXT = '{"hooks": {\r\n "😀": "x", "PreTolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}'


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_TEXT = {"type": "string", "minLength": 1}
_MESSAGE = _object({"text": _TEXT})
_ONE_ON = {"type": "integer", "minimum": 1}
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_REGION = _object(dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), _ONE_ON))
_ARTIFACT = _object({"uri": {"type": "string", "format": "uri-reference"}}, {"uriBaseId": {"type": "string"}})
_PHYSICAL = _object({"artifactLocation": _ARTIFACT, "region": _REGION})
_RELATED = _object({"physicalLocation": _PHYSICAL}, {"id": {"type": "integer", "minimum": -1}, "message": _MESSAGE})
_LOCATION = _object(
    {"physicalLocation": _PHYSICAL},
    {"logicalLocations": _list(_object({"fullyQualifiedName": {"type": "string"}}))},
)
_REPLACEMENT = _object({"deletedRegion": _REGION}, {"insertedContent": _object({"text": {"type": "string"}})})
_CHANGE = _object({"artifactLocation": _ARTIFACT, "replacements": {**_list(_REPLACEMENT), "minItems": 1}})
_FIX = _object({"artifactChanges": {**_list(_CHANGE), "minItems": 1, "uniqueItems": True}}, {"description": _MESSAGE})
_RESULT = _object(
    {"message": _MESSAGE},
    {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": -1},
        "level": _LEVEL,
        "locations": _list(_LOCATION),
        "relatedLocations": {**_list(_RELATED), "uniqueItems": True},
        "fixes": {**_list(_FIX), "uniqueItems": True},
    },
)
_RULE = _object(
    {"id": {"type": "string"}},
    {
        "name": {"type": "string"},
        "shortDescription": _MESSAGE,
        "help": _object({"text": _TEXT}, {"markdown": _TEXT}),
        "defaultConfiguration": _object({}, {"level": _LEVEL}),
    },
)
_DRIVER = _object({"name": {"type": "string"}}, {"version": {"type": "string"}, "rules": _list(_RULE)})
_RUN = _object(
    {"tool": _object({"driver": _DRIVER})},
    {"columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]}, "results": _list(_RESULT)},
)
_SARIF = _object({"version": {"enum": ["2.1.0"]}, "runs": _list(_RUN)}, {"$schema": {"type": "string"}})


@pytest.fixture
def checked(check: Check) -> Checked:
    found = tuple(it for it in check(TEXT) if it.rule.code == "HW201" and it.finding.fixes)
    return Checked(".ai agents/settings.json", parse(TEXT), "ai-agents", found)


def test_a_log_has_the_form_of_its_standard(checked: Checked, check: Check) -> None:
    hook = '{"hooks": [{"type": "command", "command": "make"}]}'
    repeated = f'{{"hooks": {{"PreToolUse": [\n{hook},\n{hook}], "Stop": }}}}'
    other = Checked("/elsewhere/b.json", parse(repeated), "ai-agents", check(repeated))
    written = log([checked, other], "/work", "1.2.3")

    jsonschema_rs.validator_for(_SARIF, validate_formats=True).validate(written)
    (run,) = written["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[it["ruleIndex"]]["id"] for it in run["results"]] == [it["ruleId"] for it in run["results"]]
    assert any("relatedLocations" in it for it in run["results"])
    assert {"uri": "file:///elsewhere/b.json"} in _artifacts(run)


def test_a_log_without_findings_has_the_form_of_its_standard() -> None:
    jsonschema_rs.validator_for(_SARIF).validate(log([], "/work", "1"))


def test_a_result_is_at_its_place_with_its_fix(checked: Checked) -> None:
    ((result,),) = (run["results"] for run in log([checked], "/work", "1")["runs"])
    region = {"startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 24}

    assert result["level"] == "error"
    (location,) = result["locations"]
    assert location["physicalLocation"]["artifactLocation"] == {
        "uri": ".ai%20agents/settings.json",
        "uriBaseId": "%SRCROOT%",
    }
    assert location["physicalLocation"]["region"] == region
    assert location["logicalLocations"] == [{"fullyQualifiedName": "/hooks/PreTolUse"}]
    ((change,),) = (fix["artifactChanges"] for fix in result["fixes"])
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": '"PreToolUse"'}}]


def test_an_annotation_has_its_place_in_utf16_from_one(checked: Checked) -> None:
    (line,) = annotation_lines([checked], "/work")
    assert line == (
        "::error file=.ai agents/settings.json,line=2,col=13,endLine=2,endColumn=24,title=HW201 unknown-event::"
        "`PreTolUse` is not an event of AI agents, so its hooks never run; did you mean `PreToolUse`?"
    )


def test_what_would_end_an_annotation_or_a_property_is_escaped(checked: Checked) -> None:
    (it,) = checked.diagnostics
    odd = replace(it, finding=replace(it.finding, message="50%: a,b\r\n::c"))
    (line,) = annotation_lines([replace(checked, path="a,b:100%.json", diagnostics=(odd,))], "/work")

    assert line.startswith("::error file=a%2Cb%3A100%25.json,line=2,")
    assert line.endswith("::50%25: a,b%0D%0A::c")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b.json", "a/b.json"),
        ("./a/../b.json", "b.json"),
        ("/work/a.json", "a.json"),
        ("../x.json", "/x.json"),
        ("/workshop/a.json", "/workshop/a.json"),
        ("..a/b.json", "..a/b.json"),
    ],
)
def test_paths_are_relative_where_they_can_be(path: str, expected: str) -> None:
    assert relative(path, "/work") == expected


def _artifacts(run: dict[str, Any]) -> list[dict[str, str]]:
    places = [location for it in run["results"] for location in it["locations"]]
    return [it["physicalLocation"]["artifactLocation"] for it in places]
