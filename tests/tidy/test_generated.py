"""What is generated and committed is what the code makes now."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.openrpc import openrpc_text

from hookwright.analysis.settings.schema import FILE, settings_schema_text
from hookwright.cli.output_schema import FILE as OUTPUT
from hookwright.cli.output_schema import output_schema_text
from hookwright.dialects import written
from hookwright.model.dialect import Dialect
from hookwright.schemas.json_schema import file_name, schema_text
from hookwright.testing.schema import FILE_NAME, hooktest_schema_text

SCHEMAS = Path(__file__).parents[2] / "schemas"
OPENRPC = "engine.openrpc.json"


def test_every_dialect_has_a_schema_and_every_schema_a_dialect() -> None:
    others = {FILE, FILE_NAME, OPENRPC, OUTPUT}
    assert {it.name for it in SCHEMAS.iterdir()} == {*others, *(file_name(it) for it in written())}


def test_the_schema_of_the_settings_is_current() -> None:
    assert (SCHEMAS / FILE).read_text(encoding="utf-8") == settings_schema_text(), "hookwright schema --out schemas"


def test_the_description_of_the_engine_is_current() -> None:
    assert (SCHEMAS / OPENRPC).read_text(encoding="utf-8") == openrpc_text(), "make generated"


def test_the_schema_of_what_commands_print_is_current() -> None:
    assert (SCHEMAS / OUTPUT).read_text(encoding="utf-8") == output_schema_text(), "make generated"


def test_the_schema_of_hook_tests_is_current() -> None:
    text = (SCHEMAS / FILE_NAME).read_text(encoding="utf-8")
    assert text == hooktest_schema_text(), "hookwright schema --out schemas"


@pytest.mark.parametrize("dialect", [pytest.param(it, id=it.id) for it in written()])
def test_schemas_are_current(dialect: Dialect) -> None:
    text = (SCHEMAS / file_name(dialect)).read_text(encoding="utf-8")
    assert text == schema_text(dialect), "hookwright schema --out schemas"
