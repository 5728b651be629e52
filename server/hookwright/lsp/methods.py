"""The params of hookwright's own requests: what a client may send, validated before anything happens.

What fits is read without pydantic, whose import would take longer than the rest of a first dispatch; what does not is
pydantic's to judge and to name.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from pygls.exceptions import JsonRpcInvalidParams


def camel(name: str) -> str:
    """The name of a member as the protocol spells it."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


class _Params:
    # A newer client may send more than this server knows.
    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel, "extra": "ignore", "strict": True}


@dataclass(frozen=True)
class DispatchParams(_Params):
    """`hookwright/dispatch` and `hookwright/explain`; paths are file paths, `config_files` replaces discovery."""

    event: str
    payload: dict[str, Any] = field(default_factory=dict)
    dialect: str | None = None
    project_dir: str | None = None
    session_id: str | None = None
    config_files: list[str] | None = None


@dataclass(frozen=True)
class Position(_Params):
    """A place in a document: zero-based line, zero-based UTF-16 unit."""

    line: int
    character: int = 0


@dataclass(frozen=True)
class FireParams(_Params):
    """`hookwright/fire`: a hook, group or event by `pointer` (RFC 6901) or `position`; the first sample by default.

    `dispatch_id`, of 32 hexadecimal digits, is the number that the dispatch gets: its client knows it beforehand.
    """

    uri: str
    pointer: str | None = None
    position: Position | None = None
    payload: dict[str, Any] | None = None
    sample: str | None = None
    scratch: bool = False
    dispatch_id: str | None = None


@dataclass(frozen=True)
class LastReportParams(_Params):
    """What `hookwright.lastReport` is about; without `show`, it only says which dispatch that was."""

    uri: str
    pointer: str = ""
    show: bool = True


@dataclass(frozen=True)
class ChangeScriptParams(_Params):
    """What `hookwright.changeScript` does to a script: the text of a new one, and what else is to be changed."""

    uri: str
    create: str = ""
    line_feeds: bool = False
    executable: bool = False


@dataclass(frozen=True)
class SamplesParams(_Params):
    """`hookwright/samples`: of what stands at a place in a document, or of an event of a dialect."""

    uri: str | None = None
    pointer: str | None = None
    dialect: str | None = None
    event: str | None = None


@dataclass(frozen=True)
class SaveSampleParams(_Params):
    """`hookwright/saveSample`: in the first workspace folder by default."""

    dialect: str
    event: str
    name: str
    payload: dict[str, Any]
    project_dir: str | None = None


@dataclass(frozen=True)
class KeepSampleParams(_Params):
    """`hookwright/keepSample`: of a dispatch, or of the one that a run's number names."""

    dispatch_id: str
    name: str | None = None


@dataclass(frozen=True)
class ReplayParams(_Params):
    """`hookwright/replay`: a recorded dispatch, by its id or how that begins, or by the number of one of its runs."""

    dispatch_id: str
    scratch: bool = False


@dataclass(frozen=True)
class CreateTestParams(_Params):
    """`hookwright/createTest`: of a dispatch, as in `ReplayParams`; `scratch`: the test runs on a copy."""

    dispatch_id: str
    scratch: bool = False


@dataclass(frozen=True)
class ConvertParams(_Params):
    """`hookwright/convert`: the hooks of a document, and the dialect that they are to be in."""

    uri: str
    dialect: str


@dataclass(frozen=True)
class ProjectParams(_Params):
    """`hookwright/status` and `hookwright/list`: the first workspace folder by default."""

    project_dir: str | None = None


@dataclass(frozen=True)
class HooksParams(_Params):
    """`hookwright/hooks`: every workspace folder by default."""

    project_dir: str | None = None


@dataclass(frozen=True)
class EnableHookParams(_Params):
    """What `hookwright.enableHook` puts back into a document: a hook that is switched off, by its `parked`."""

    uri: str
    parked: str


@dataclass(frozen=True)
class HistoryParams(_Params):
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
class TestsParams(_Params):
    """`hookwright/tests`: below a folder, by default those of the workspace."""

    project_dir: str | None = None


@dataclass(frozen=True)
class RunTestsParams(_Params):
    """`hookwright/runTests`: the tests of a file that begin on these zero-based `lines`, by default all.

    `dry`: nothing is run, and each test is answered as far as it can be known beforehand.
    """

    uri: str
    lines: list[int] | None = None
    dry: bool = False


AnyParams = TypeVar("AnyParams", bound=_Params)
_MISFIT = object()


def read_params(model: type[AnyParams], params: Any) -> AnyParams:  # noqa: ANN401  whatever a client sent
    """The params as their model; raises invalid params (-32602) that name every wrong member."""
    read: Any = _read(model, params)
    return _judge(model, params) if read is _MISFIT else read


def _read(kind: Any, value: Any) -> Any:  # noqa: ANN401  a type, and a JSON value
    """The value as that type, `_MISFIT` where pydantic has to look at it."""
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        readings = (_read(one, value) for one in get_args(kind))
        return next((it for it in readings if it is not _MISFIT), _MISFIT)
    if origin is list:
        (item_kind,) = get_args(kind)
        fits = isinstance(value, list) and all(type(it) is item_kind for it in value)
    elif is_dataclass(kind):
        return _read_object(kind, value) if isinstance(value, dict) else _MISFIT
    else:
        fits = type(value) is (origin or kind)
    return value if fits else _MISFIT


def _read_object(model: Any, members: dict[str, Any]) -> Any:  # noqa: ANN401  a dataclass and one of it
    kinds = _kinds(model)
    given = {it.name: _read(kinds[it.name], members[key]) for it in fields(model) if (key := camel(it.name)) in members}
    required = {it.name for it in fields(model) if it.default is MISSING and it.default_factory is MISSING}
    return _MISFIT if required - given.keys() or _MISFIT in given.values() else model(**given)


@cache
def _kinds(model: Any) -> dict[str, Any]:  # noqa: ANN401  a dataclass
    return get_type_hints(model)


def _judge(model: type[AnyParams], params: Any) -> AnyParams:  # noqa: ANN401  whatever a client sent
    from pydantic import TypeAdapter, ValidationError

    try:
        # Strict, and from JSON: the one way in which an object may become a dataclass and a text no number.
        return TypeAdapter(model).validate_json(json.dumps(params))
    except ValidationError as error:
        faults = "; ".join(f"`{'.'.join(map(str, it['loc'])) or 'params'}`: {it['msg']}" for it in error.errors())
        raise JsonRpcInvalidParams(f"the params are not as expected ({faults})") from error
