"""The params of hookwright's own requests: what a client may send, validated before anything happens."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, TypeVar

from pygls.exceptions import JsonRpcInvalidParams

from hookwright.paths import can_be_path


def camel(name: str) -> str:
    """The name of a member as the protocol spells it."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


class Params:
    """The base of all."""

    # A newer client may send more than this server knows.
    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel, "extra": "ignore", "strict": True}


@dataclass(frozen=True)
class DispatchParams(Params):
    """`hookwright/dispatch` and `hookwright/explain`; paths are file paths, `config_files` replaces discovery."""

    event: str
    payload: dict[str, Any] = field(default_factory=dict)
    dialect: str | None = None
    project_dir: str | None = None
    session_id: str | None = None
    config_files: list[str] | None = None


@dataclass(frozen=True)
class PositionParams(Params):
    """A place in a document: zero-based line, zero-based UTF-16 unit."""

    line: int
    character: int = 0


@dataclass(frozen=True)
class FireParams(Params):
    """`hookwright/fire`: a hook, group or event by `pointer` (RFC 6901) or `position`; the first sample by default.

    `dispatch_id`, of 32 hexadecimal digits, is the number that the dispatch gets: its client knows it beforehand.
    """

    uri: str
    pointer: str | None = None
    position: PositionParams | None = None
    payload: dict[str, Any] | None = None
    sample: str | None = None
    scratch: bool = False
    dispatch_id: str | None = None


@dataclass(frozen=True)
class LastReportParams(Params):
    """What `hookwright.lastReport` is about; without `show`, it only says which dispatch that was."""

    uri: str
    pointer: str = ""
    show: bool = True


@dataclass(frozen=True)
class ChangeScriptParams(Params):
    """What `hookwright.changeScript` does to a script: the text of a new one, and what else is to be changed."""

    uri: str
    create: str = ""
    line_feeds: bool = False
    executable: bool = False


@dataclass(frozen=True)
class SamplesParams(Params):
    """`hookwright/samples`: of what stands at a place in a document, or of an event of a dialect."""

    uri: str | None = None
    pointer: str | None = None
    dialect: str | None = None
    event: str | None = None


@dataclass(frozen=True)
class SaveSampleParams(Params):
    """`hookwright/saveSample`: in the first workspace folder by default."""

    dialect: str
    event: str
    name: str
    payload: dict[str, Any]
    project_dir: str | None = None


@dataclass(frozen=True)
class KeepSampleParams(Params):
    """`hookwright/keepSample`: of a dispatch, or of the one that a run's number names."""

    dispatch_id: str
    name: str | None = None


@dataclass(frozen=True)
class ReplayParams(Params):
    """`hookwright/replay`: a recorded dispatch, by its id or how that begins, or by the number of one of its runs."""

    dispatch_id: str
    scratch: bool = False


@dataclass(frozen=True)
class CreateTestParams(Params):
    """`hookwright/createTest`: of a dispatch, as in `ReplayParams`; `scratch`: the test runs on a copy."""

    dispatch_id: str
    scratch: bool = False


@dataclass(frozen=True)
class ConvertParams(Params):
    """`hookwright/convert`: the hooks of a document, and the dialect that they are to be in."""

    uri: str
    dialect: str


@dataclass(frozen=True)
class ProjectParams(Params):
    """`hookwright/status` and `hookwright/list`: the first workspace folder by default."""

    project_dir: str | None = None


@dataclass(frozen=True)
class HooksParams(Params):
    """`hookwright/hooks`: every workspace folder by default."""

    project_dir: str | None = None


@dataclass(frozen=True)
class EnableHookParams(Params):
    """What `hookwright.enableHook` puts back into a document: a hook that is switched off, by its `parked`."""

    uri: str
    parked: str


@dataclass(frozen=True)
class HistoryParams(Params):
    """`hookwright/history`: the newest dispatches, only those that every member fits; `hook` is an id or a name.

    `decision` is one, or `none`; `since` a time in ISO 8601, or how long ago, such as `2h`; `dispatch_id` one dispatch.
    """

    limit: int = 50
    event: str | None = None
    hook: str | None = None
    project_dir: str | None = None
    decision: str | None = None
    since: str | None = None
    dispatch_id: str | None = None


@dataclass(frozen=True)
class TestsParams(Params):
    """`hookwright/tests`: below a folder, by default those of the workspace."""

    project_dir: str | None = None


@dataclass(frozen=True)
class RunTestsParams(Params):
    """`hookwright/runTests`: the tests of a file that begin on these zero-based `lines`, by default all.

    `dry`: nothing is run, and each test is answered as far as it can be known beforehand.
    """

    uri: str
    lines: list[int] | None = None
    dry: bool = False


AnyParams = TypeVar("AnyParams", bound=Params)


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
    files = given.get("configFiles")
    paths = [("projectDir", given.get("projectDir"))]
    paths += [("configFiles", it) for it in files] if isinstance(files, list) else []
    for member, path in paths:
        if isinstance(path, str) and not can_be_path(path):
            raise JsonRpcInvalidParams(f"`{member}` is not a path: it has a character that no path can have")
