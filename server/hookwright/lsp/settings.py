"""Settings as a client sends them, in `initializationOptions` and later; a wrong value is left out, with a warning."""

from __future__ import annotations

import logging
from copy import deepcopy
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

logger = logging.getLogger(__name__)


class _Model(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", frozen=True, strict=True)


class ClientSettings(_Model):
    """What a client says of itself in `initializationOptions`."""

    model: bool = False
    ui: bool = False
    questions: bool = True
    suggests: bool = False
    runs: bool = False


class EditorSettings(_Model):
    """What `initializationOptions`, and later the settings of the client, say."""

    trusted: bool = False
    trusted_folders: list[str] = []
    user_home: str = ""
    on_guard_lost: Literal["deny", "ask", "ignore"] = "deny"
    dialects: dict[str, str] = {}
    rules: dict[str, str] = {}
    agent_versions: dict[str, str] = {}
    client: ClientSettings = ClientSettings()
    consent_timeout_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    code_lens: dict[str, bool] = {}
    inlay_hints: dict[str, bool] = {}
    # Whoever sets these wrong is told with the first request: without them, a guard could let something pass.
    tools: Any = None
    failure_policy: Any = None


def read_settings(given: object) -> EditorSettings:
    """The settings; each wrong value alone is left out, with a warning in the log, and null is as good as nothing."""
    kept = {name: deepcopy(it) for name, it in given.items() if it is not None} if isinstance(given, dict) else {}
    try:
        return EditorSettings.model_validate(kept)
    except ValidationError as error:
        # From behind, as what is left out of a list moves what follows.
        for it in reversed(error.errors()):
            logger.warning("The setting `%s` is ignored: %s", ".".join(map(str, it["loc"])), it["msg"])
            _leave_out(kept, it["loc"])
    return EditorSettings.model_validate(kept)


def _leave_out(settings: Any, route: tuple[int | str, ...]) -> None:  # noqa: ANN401  JSON
    *parents, name = route
    for key in parents:
        settings = settings[key]
    del settings[name]
