"""Settings as a client sends them, in `initializationOptions` and later; a wrong value is left out, with a warning."""

from __future__ import annotations

import logging
from collections.abc import Callable
from copy import deepcopy
from math import isfinite
from typing import Annotated, Any, Literal

from msgspec import NODEFAULT, Meta, Struct, ValidationError, convert
from msgspec.structs import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pydantic import BaseModel

logger = logging.getLogger(__name__)


class _Positive:
    """What pydantic knows of a positive number."""

    @staticmethod
    def __get_pydantic_core_schema__(source: object, handler: Callable[[object], dict[str, Any]]) -> dict[str, Any]:
        return {**handler(source), "gt": 0, "allow_inf_nan": False}


class ClientSettings(Struct, frozen=True, rename="camel"):
    """What a client says of itself in `initializationOptions`."""

    model: bool = False
    ui: bool = False
    questions: bool = True
    suggests: bool = False
    checks_json: bool = False
    runs: bool = False


class EditorSettings(Struct, frozen=True, rename="camel"):
    """What `initializationOptions`, and later the settings of the client, say."""

    trusted: bool = False
    trusted_folders: list[str] = []
    user_home: str = ""
    on_guard_lost: Literal["deny", "ask", "ignore"] = "deny"
    dialects: dict[str, str] = {}
    rules: dict[str, str] = {}
    agent_versions: dict[str, str] = {}
    client: ClientSettings = ClientSettings()
    consent_timeout_seconds: Annotated[float, Meta(gt=0), _Positive] | None = None
    code_lens: dict[str, bool] = {}
    inlay_hints: dict[str, bool] = {}
    # Whoever sets these wrong is told with the first request: without them, a guard could let something pass.
    tools: Any = None
    failure_policy: Any = None


def read_settings(given: object) -> EditorSettings:
    """The settings; each wrong value alone is left out, with a warning in the log, and null is as good as nothing."""
    kept = {name: it for name, it in given.items() if it is not None} if isinstance(given, dict) else {}
    return convert(kept if _fit(kept) else _without_wrong(kept), EditorSettings)


def _fit(settings: dict[str, Any]) -> bool:
    """Whether every value is of the right kind."""
    try:
        seconds = convert(settings, EditorSettings).consent_timeout_seconds
    except ValidationError:
        return False
    return seconds is None or isfinite(seconds)


def _without_wrong(settings: dict[str, Any]) -> dict[str, Any]:
    """The values that are right; the log says what is wrong with the others."""
    # It names every value at once, and takes a fifth as long to import as a server to start.
    from pydantic import ValidationError

    kept = {name: deepcopy(it) for name, it in settings.items()}
    try:
        _explaining(EditorSettings).model_validate(kept)
    except ValidationError as error:
        # From behind, as what is left out of a list moves what follows.
        for it in reversed(error.errors()):
            logger.warning("The setting `%s` is ignored: %s", ".".join(map(str, it["loc"])), it["msg"])
            _leave_out(kept, it["loc"])
    return kept


def _explaining(settings: type[Struct]) -> type[BaseModel]:
    """The same as a model that says what is wrong with each value."""
    from pydantic import ConfigDict, create_model
    from pydantic.alias_generators import to_camel

    known: dict[str, Any] = {}
    for it in fields(settings):
        kind = _explaining(it.type) if isinstance(it.type, type) and issubclass(it.type, Struct) else it.type
        known[it.name] = (kind, it.default if it.default is not NODEFAULT else it.default_factory())
    return create_model(
        settings.__name__, __config__=ConfigDict(alias_generator=to_camel, extra="ignore", strict=True), **known
    )


def _leave_out(settings: Any, route: tuple[int | str, ...]) -> None:  # noqa: ANN401  JSON
    *parents, name = route
    for key in parents:
        settings = settings[key]
    del settings[name]
