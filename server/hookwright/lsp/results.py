"""The results of hookwright's own methods that only editors get; the others are where they are made."""

from __future__ import annotations

from typing import Literal, TypedDict

from hookwright.text import RangeJson


class LocationJson(TypedDict):
    """A range in a document."""

    uri: str
    range: RangeJson


class FileUriJson(TypedDict):
    """The file that was written."""

    uri: str


class LastReportJson(TypedDict):
    """The result of `hookwright.lastReport`: the dispatch that it is about."""

    dispatchId: str


class HookPlacesJson(TypedDict):
    """The result of `hookwright.goToHooks`: where the hooks are that run a script, each at the name of the script."""

    places: list[LocationJson]


class LaunchedProgramJson(TypedDict):
    """A script that a debugger can start: absolute paths of what runs it and of itself, and its arguments."""

    runtime: Literal["python", "node"]
    interpreter: str | None
    script: str
    arguments: list[str]


class HookLaunchJson(TypedDict):
    """The result of `hookwright/launch`; `program` is None if the command is more than one such script."""

    argv: list[str]
    cwd: str
    variables: dict[str, str]
    stdin: str
    program: LaunchedProgramJson | None


class ModuleTypesJson(TypedDict):
    """The result of `hookwright/moduleTypes`: the folder that `hookwright.modules` is imported from."""

    path: str


class ConversionLossJson(TypedDict):
    """What the other dialect cannot say, with its place (RFC 6901; empty: the whole file).

    `error`: a hook that refused no longer does, or the new file has an error that the old one has not.
    """

    pointer: str
    message: str
    error: bool


class ConvertedHooksJson(TypedDict):
    """The result of `hookwright/convert`: where the new file goes in the project, its text, and what it loses."""

    path: str
    text: str
    losses: list[ConversionLossJson]


class CreatedTestJson(TypedDict):
    """The result of `hookwright/createTest`: where the test is, its line from 0."""

    uri: str
    line: int


class DisabledHookJson(TypedDict):
    """The result of `hookwright.disableHook`: `parked` is what `hookwright.enableHook` takes, `keptIn` a file."""

    uri: str
    parked: str
    keptIn: str
