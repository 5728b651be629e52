"""Reads the YAML of hook tests, with the places of its parts."""

from __future__ import annotations

from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import Event, NodeEvent

from hookwright.syntax.yaml import InvalidYaml, moderate, parser

MOST_BYTES = 1 << 20
_STANDARD = "tag:yaml.org,2002:"
_KNOWN_TAGS = frozenset({"!", *(_STANDARD + it for it in ("str", "int", "float", "bool", "null", "map", "seq"))})


def load_yaml(text: str) -> Any:  # noqa: ANN401  whatever YAML says
    """What the text says, with the places of its parts; raises InvalidYaml."""
    if len(text) > MOST_BYTES:
        raise InvalidYaml(f"This is more than {MOST_BYTES >> 20} MB of YAML, which is not read")
    try:
        for it in moderate(parser().parse(text)):
            _require_known_tag(it)
        return YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise InvalidYaml(f"This is not YAML: {error.problem or error.context}", mark.line if mark else 0) from error
    except (LookupError, AttributeError, TypeError) as error:
        # The library's own words for this are those of a crash.
        raise InvalidYaml("This is not YAML: the tag of a value does not fit it; leave the tag out") from error
    except (YAMLError, ValueError, RecursionError) as error:
        raise InvalidYaml(f"This is not YAML: {str(error).splitlines()[0]}") from error


def line_of(node: CommentedMap, name: object) -> int:
    """The line of a member, from 0; of one that `<<` brings along, that of the object."""
    place = (node.lc.data or {}).get(name)
    return int(place[0] if place else node.lc.line or 0)


def _require_known_tag(event: Event) -> None:
    # Of values with other tags, the library keeps no places.
    tag = str(event.tag or "!") if isinstance(event, NodeEvent) and hasattr(event, "tag") else "!"
    if tag not in _KNOWN_TAGS:
        line = event.start_mark.line if event.start_mark else 0
        raise InvalidYaml(
            f"The tag `{tag.replace(_STANDARD, '!!')}` is not one that hook tests know; leave it out", line
        )
