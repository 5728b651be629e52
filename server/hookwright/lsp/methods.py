"""The params of hookwright's own requests (contract §3): what a client may send, validated before anything happens."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel
from pygls.exceptions import JsonRpcInvalidParams


class _Params(BaseModel):
    # A newer client may send more than this server knows.
    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", frozen=True, strict=True)


class DispatchParams(_Params):
    """`hookwright/dispatch` and `hookwright/explain`; paths are file paths, `config_files` replaces discovery."""

    event: str
    payload: dict[str, Any] = {}
    dialect: str | None = None
    project_dir: str | None = None
    session_id: str | None = None
    config_files: list[str] | None = None


class Position(_Params):
    """A place in a document: zero-based line, zero-based UTF-16 unit."""

    line: int
    character: int = 0


class FireParams(_Params):
    """`hookwright/fire`: a hook, group or event by `pointer` (RFC 6901) or `position`; the first sample by default."""

    uri: str
    pointer: str | None = None
    position: Position | None = None
    payload: dict[str, Any] | None = None
    sample: str | None = None
    scratch: bool = False


class SamplesParams(_Params):
    """`hookwright/samples`: of what stands at a place in a document, or of an event of a dialect."""

    uri: str | None = None
    pointer: str | None = None
    dialect: str | None = None
    event: str | None = None


AnyParams = TypeVar("AnyParams", bound=_Params)


def read_params(model: type[AnyParams], params: Any) -> AnyParams:  # noqa: ANN401  whatever a client sent
    """The params as their model; raises invalid params (-32602) that name every wrong member."""
    try:
        return model.model_validate(params)
    except ValidationError as error:
        faults = "; ".join(f"`{'.'.join(map(str, it['loc'])) or 'params'}`: {it['msg']}" for it in error.errors())
        raise JsonRpcInvalidParams(f"the params are not as expected ({faults})") from error
