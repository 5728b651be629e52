"""The events of Claude Code around files, folders and worktrees, and around questions of MCP servers."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.claude_code import exits, outputs
from hookwright.dialects.claude_code.events_session import WITHOUT_MODEL
from hookwright.dialects.claude_code.payload import DOCUMENTED, PERMISSION_MODE, PROJECT
from hookwright.dialects.fields import sent, specific_path, value_of
from hookwright.dialects.reactions import denial, refusal
from hookwright.model.event import EventRow, MatchedOn, MatchSubject
from hookwright.model.reaction import Audience, Decision, Effect, OutputField, Reaction, Words

CWD_CHANGED = EventRow(
    name="CwdChanged",
    since="2.1.83",
    summary="when the session's current directory has changed",
    payload=(
        sent("old_cwd", "The directory before", PROJECT),
        sent("new_cwd", "The directory now", f"{PROJECT}/packages/api"),
    ),
    exits=exits.observing(),
    outputs=(*outputs.COMMON, *outputs.specific("CwdChanged", outputs.watched_paths())),
    types=WITHOUT_MODEL,
)

DIRECTORY_ADDED = EventRow(
    name="DirectoryAdded",
    since="2.1.219",
    evidence=DOCUMENTED,
    summary="when a directory has been added to the session",
    subject=value_of("source", "slash_command", "register_repo_root"),
    payload=(
        sent("directory", "The directory", "/home/sam/weather-docs"),
        sent("source", "How it was added", "slash_command", "slash_command", "register_repo_root"),
    ),
    exits=exits.observing(),
    outputs=outputs.COMMON,
    types=WITHOUT_MODEL,
)

FILE_CHANGED = EventRow(
    name="FileChanged",
    since="2.1.83",
    summary="when a watched file has changed on disk",
    subject=MatchedOn(MatchSubject.FILE_NAME, "file_path"),
    payload=(
        sent("file_path", "The file", f"{PROJECT}/.envrc"),
        sent("event", "What happened to it", "change", "change", "add", "unlink"),
    ),
    exits=exits.observing(),
    outputs=(*outputs.COMMON, *outputs.specific("FileChanged", outputs.watched_paths())),
    types=WITHOUT_MODEL,
    note="The matcher says which files are watched too: literal file names with `|` between them.",
)

_WORKTREE_REFUSED = refusal(Audience.USER, Words.STDERR_ALONE, blocks=True)

WORKTREE_CREATE = EventRow(
    name="WorktreeCreate",
    since="2.1.50",
    summary="when a worktree is needed; the hook creates it instead of git and prints its path",
    undecided="the agent uses the worktree whose path was printed",
    payload=(sent("name", "The name of the worktree", "cache-forecast"),),
    exits=exits.failing_closed(_WORKTREE_REFUSED),
    folder_in=specific_path("worktreePath"),
    outputs=(
        *outputs.COMMON,
        *outputs.specific("WorktreeCreate", outputs.note("worktreePath", "The path; commands print it as plain text")),
    ),
    types=WITHOUT_MODEL,
    note="Any exit code but 0 prevents the worktree from being created, unless another hook prints a path.  So does a "
    "path that is not the last line of stdout, or that leads to no folder.",
)

WORKTREE_REMOVE = EventRow(
    name="WorktreeRemove",
    since="2.1.50",
    evidence=DOCUMENTED,
    summary="when a worktree is being removed",
    undecided="the worktree is removed",
    payload=(sent("worktree_path", "The worktree", f"{PROJECT}/.claude/worktrees/cache-forecast"),),
    exits=exits.observing(),
    outputs=outputs.COMMON,
    types=WITHOUT_MODEL,
)

_SERVER = sent("mcp_server_name", "The MCP server that asks", "github")
_MODE = sent("mode", "A form, or a page to open", "form", "form", "url", optional=True)
_ID = sent("elicitation_id", "The question", "elicit-17", optional=True)
_MODE_OF_PERMISSION = replace(PERMISSION_MODE, required=False)
_DECLINED = denial(Words.STDERR_ALONE, Audience.USER)


def _answers(event: str, doc: str) -> tuple[OutputField, ...]:
    declined = replace(denial(Words.REASON, Audience.USER), says=None)
    action = OutputField(
        specific_path("action"),
        doc,
        Effect.DECIDES,
        words={"accept": Reaction(decision=Decision.ALLOW), "decline": declined, "cancel": declined},
    )
    content = outputs.note("content", "With `accept`: the answers, by the form's field names", "object")
    return (*outputs.COMMON, *outputs.specific(event, action, content))


ELICITATION = EventRow(
    name="Elicitation",
    since="2.1.76",
    evidence=DOCUMENTED,
    summary="when an MCP server asks the user something, before the user is asked",
    undecided="the user is asked",
    subject=value_of("mcp_server_name"),
    payload=(
        _SERVER,
        sent("message", "The question", "Which repository is this about?"),
        _MODE,
        sent("url", "The page to open", "https://github.com/login/device", optional=True),
        _ID,
        sent(
            "requested_schema",
            "The form, as a JSON Schema",
            {"type": "object", "properties": {"repository": {"type": "string"}}, "required": ["repository"]},
            optional=True,
        ),
        _MODE_OF_PERMISSION,
    ),
    exits=exits.guarded(_DECLINED),
    outputs=_answers("Elicitation", "Answers for the user"),
    types=WITHOUT_MODEL,
)

ELICITATION_RESULT = EventRow(
    name="ElicitationResult",
    since="2.1.76",
    evidence=DOCUMENTED,
    summary="when the user has answered an MCP server, before the server gets the answer",
    undecided="the answer goes to the server",
    subject=value_of("mcp_server_name"),
    payload=(
        _SERVER,
        _ID,
        _MODE,
        sent("action", "What the user did", "accept", "accept", "decline", "cancel"),
        sent("content", "The answers", {"repository": "sam/weather"}, optional=True),
        _MODE_OF_PERMISSION,
    ),
    exits=exits.guarded(_DECLINED),
    outputs=_answers("ElicitationResult", "Replaces what the user did"),
    types=WITHOUT_MODEL,
)
