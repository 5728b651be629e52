"""What the server asks of its client, each only if the client has said that it can: `ui`, `model` and `handlers`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from msgspec import Struct

from hookwright.model.outcome_json import HookJson


class SelectJson(TypedDict):
    """The params of `ui/select`."""

    title: str
    options: list[str]


class ConfirmJson(TypedDict):
    """The params of `ui/confirm`."""

    title: str
    message: str


class InputJson(TypedDict):
    """The params of `ui/input`."""

    title: str
    placeholder: NotRequired[str]


class NotifyJson(TypedDict):
    """The params of `ui/notify`."""

    message: str
    level: Literal["info", "warning", "error"]


class CompleteJson(TypedDict):
    """The params of `model/complete`: a prompt for a model, which may use the agent's `tools` if it is true."""

    prompt: str
    model: NotRequired[str]
    tools: bool
    sessionId: NotRequired[str]


class CompletedJson(TypedDict):
    """The result of `model/complete`."""

    text: str


class ListModelsJson(TypedDict):
    """The params of `model/list`."""


class ModelJson(TypedDict):
    """A model that the client offers."""

    provider: str
    id: str
    name: str


class ApiKeyJson(TypedDict):
    """The params of `model/apiKey`; `module` is the path of the hook module that asks."""

    provider: str
    id: str
    module: str


class RunHandlerJson(TypedDict):
    """The params of `handler/run`: a hook as its file has it, and as `input` what a command hook would read.

    `prompt` is that of a prompt or agent hook, with the event in the place of `$ARGUMENTS`.
    """

    hook: HookJson
    config: Mapping[str, Any]
    input: Mapping[str, Any]
    sessionId: str
    timeoutMs: int
    prompt: NotRequired[str]


class HandlerOutputJson(TypedDict):
    """The result of `handler/run`: what a command hook would have printed, a text or the JSON itself."""

    output: Any


class ClientMethod(Struct, frozen=True):
    """A request to the client, or a notification if there is no `result`; `capability` is what it has to have said."""

    name: str
    capability: str
    params: Any
    result: Any
    summary: str
    is_notification: bool = False


CLIENT_METHODS = (
    ClientMethod("ui/select", "ui", SelectJson, str | None, "Has the user choose one of the options; null for none."),
    ClientMethod("ui/confirm", "ui", ConfirmJson, bool, "Asks the user whether to go on."),
    ClientMethod("ui/input", "ui", InputJson, str | None, "Has the user type a line; null if it is dismissed."),
    ClientMethod("ui/notify", "ui", NotifyJson, None, "Shows the user a message.", is_notification=True),
    ClientMethod("model/complete", "model", CompleteJson, CompletedJson, "Answers a prompt or an agent hook."),
    ClientMethod("model/list", "model", ListModelsJson, list[ModelJson], "Lists the models that there are."),
    ClientMethod("model/apiKey", "model", ApiKeyJson, str | None, "Gives a module the key of a model, or null."),
    ClientMethod("handler/run", "handlers", RunHandlerJson, HandlerOutputJson, "Runs a hook in place of the engine."),
)
