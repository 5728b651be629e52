"""Reads the params of a request as their model, before anything happens."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from pygls.exceptions import JsonRpcInvalidParams

from hookwright.paths import can_be_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.embedding.params import Params

AnyParams = TypeVar("AnyParams", bound="Params")


def read_params(model: type[AnyParams], params: object) -> AnyParams:
    """The params as their model; raises invalid params (-32602) that name every wrong member."""
    # It is slow to import, and an editor that only shows diagnostics sends none of these.
    from pydantic import ValidationError

    _require_paths(params)
    try:
        # Strict, and from JSON: the one way in which an object may become a dataclass and a text no number.
        found: AnyParams = _reader(model)(json.dumps(params))  # type: ignore[arg-type]
        return found
    except ValidationError as error:
        faults = "; ".join(f"`{'.'.join(map(str, it['loc'])) or 'params'}`: {it['msg']}" for it in error.errors())
        raise JsonRpcInvalidParams(f"the params are not as expected ({faults})") from error


@cache
def _reader(model: type[Params]) -> Callable[[str], Any]:
    """Reads JSON as that model; making it takes half as long as running a hook."""
    from pydantic import TypeAdapter

    return TypeAdapter(model).validate_json


def _require_paths(params: object) -> None:
    """Raises invalid params for a folder or a file that no path can name."""
    given = params if isinstance(params, dict) else {}
    paths = [("projectDir", given.get("projectDir"))]
    for member in ("configFiles", "pluginDirs", "settings"):
        files = given.get(member)
        paths += [(member, it) for it in files] if isinstance(files, list) else []
    for member, path in paths:
        if isinstance(path, str) and not can_be_path(path):
            raise JsonRpcInvalidParams(f"`{member}` is not a path: it has a character that no path can have")
