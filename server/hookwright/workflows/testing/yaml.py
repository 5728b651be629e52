"""Reads the YAML of hook tests, with the places of its parts."""

from __future__ import annotations

from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from hookwright.syntax.yaml import InvalidYaml, moderate, parser

MOST_BYTES = 1 << 20


def load_yaml(text: str) -> Any:  # noqa: ANN401  whatever YAML says
    """What the text says, with the places of its parts; raises InvalidYaml."""
    if len(text) > MOST_BYTES:
        raise InvalidYaml(f"This is more than {MOST_BYTES >> 20} MB of YAML, which is not read")
    try:
        for _ in moderate(parser().parse(text)):
            pass
        return YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise InvalidYaml(f"This is not YAML: {error.problem or error.context}", mark.line if mark else 0) from error
    except (YAMLError, ValueError, RecursionError) as error:
        raise InvalidYaml(f"This is not YAML: {str(error).splitlines()[0]}") from error
