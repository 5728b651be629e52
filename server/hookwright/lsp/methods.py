"""The params of the requests that only editors send; those that agents send are in `workflows.embedding.params`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hookwright.embedding.params import Params
from hookwright.model.location import Format


@dataclass(frozen=True)
class PositionParams(Params):
    """A place in a document: zero-based line, zero-based UTF-16 unit."""

    line: int
    character: int = 0


@dataclass(frozen=True)
class FireParams(Params):
    """`hookwright/fire`: a hook, group or event by `pointer` (RFC 6901) or `position`; the first sample by default.

    `dispatch_id`, of 32 hexadecimal digits, is the number that the dispatch gets: its client knows it beforehand.
    `script` is the URI of the script that the hook is fired for, which has to be saved.
    """

    uri: str
    pointer: str | None = None
    position: PositionParams | None = None
    payload: dict[str, Any] | None = None
    sample: str | None = None
    scratch: bool = False
    dispatch_id: str | None = None
    script: str | None = None


@dataclass(frozen=True)
class ProveParams(Params):
    """`hookwright/prove`: the same of a saved hook file.

    `agent_command` starts the agent; by default it is the one on the PATH.
    """

    uri: str
    pointer: str | None = None
    position: PositionParams | None = None
    payload: dict[str, Any] | None = None
    sample: str | None = None
    agent_command: str | None = None


@dataclass(frozen=True)
class AttackedParams(Params):
    """`hookwright/dangers`: hooks of a hook file, or the hook test at a position of a file of hook tests.

    By default, these are the hooks of the first event that announces calls.
    """

    uri: str
    pointer: str | None = None
    position: PositionParams | None = None


@dataclass(frozen=True)
class AttackParams(AttackedParams):
    """`hookwright/attack`: the same, and the dangers that the hooks are meant to stop.

    By default, their tests or texts say the dangers.  Progress is told with the `work_done_token`, if there is one.
    """

    dangers: list[str] | None = None
    count: int | None = None
    seed: int = 0
    write_tests: bool = False
    work_done_token: str | None = None


@dataclass(frozen=True)
class ScriptParams(Params):
    """A script, open or not."""

    uri: str


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
class CreateAttackTestParams(Params):
    """`hookwright/createAttackTest`: a hole or a false alarm of an attack of this session, by its number."""

    attack_id: str
    number: int


@dataclass(frozen=True)
class AddGuardsParams(Params):
    """`hookwright/addGuards`: a project, the agent's dialect, and names of guards; by default those of a first hook."""

    project_dir: str
    dialect: str
    names: list[str] | None = None


class RecordAction(StrEnum):
    """What `hookwright/record` does; `clear` deletes every recorded payload, of all projects."""

    STATUS = "status"
    ON = "on"
    OFF = "off"
    CLEAR = "clear"


@dataclass(frozen=True)
class RecordParams(Params):
    """`hookwright/record`: by default of the first workspace folder.

    `on` is for the agent of the `dialect`, or of the one whose files the project has, and for these `events`, or all;
    `off` for every agent unless one is named.  `scope` is `local` or `user`.
    """

    action: RecordAction = RecordAction.STATUS
    project_dir: str | None = None
    dialect: str | None = None
    scope: str | None = None
    events: list[str] | None = None


@dataclass(frozen=True)
class ConvertParams(Params):
    """`hookwright/convert`: a document, the dialect that its hooks are to be in, and how the new file is written."""

    uri: str
    dialect: str
    format: Format = Format.JSON


@dataclass(frozen=True)
class HooksParams(Params):
    """`hookwright/hooks`: every workspace folder by default."""

    project_dir: str | None = None


@dataclass(frozen=True)
class SeenParams(Params):
    """`hookwright/seen`: a project, by default the first workspace folder; `agent` is the id of a dialect.

    `since` is a time in ISO 8601, or how long ago, such as `7d`.
    """

    project_dir: str | None = None
    agent: str | None = None
    since: str | None = None


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
