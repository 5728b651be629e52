"""What a command has printed as JSON, held against the schema of its output."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import jsonschema_rs

from hookwright.cli.output_schema import output_schema
from hookwright.cli.output_types import OUTPUTS
from hookwright.cli.wire_types import members


def errors_of(found: dict[str, Any]) -> list[str]:
    """What is missing, wrong, or there without a description."""
    kinds = [it for it in OUTPUTS if get_args(get_type_hints(it)["command"]) == (found["command"],)]
    fitting = [it for it in kinds if {one.name for one in members(it) if one.required} <= found.keys()]
    if not fitting:
        return [f"no output of `{found['command']}` has these members: {', '.join(found)}"]
    schema = {**output_schema(is_open=False), "anyOf": [{"$ref": f"#/$defs/{fitting[0].__name__}"}]}
    return [f"{it.instance_path}: {it.message}" for it in jsonschema_rs.validator_for(schema).iter_errors(found)]
