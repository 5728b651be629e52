"""The one format of a scripted session with an agent: what the model says, how the agent is started, what is seen.

A turn of the model is `{"text": …}` and/or `{"tools": [{"name": …, "input": {…}}]}`; `{"status": 529}` is an error.  A
request that offers tools takes the next turn.  One without (for titles, summaries, prompt hooks) gets `side`.  A rule,
`{"contains": …, "times": …, "turn": …}`, goes before both.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

Json = dict[str, Any]
Block = tuple[str, str, str]
"""What a request tells the model in one piece: who says it, of which kind it is, and the text."""

URL = "@URL@"
"""Stands in every text of a job for the address of the model and of the services."""


class Session(Struct, frozen=True, kw_only=True):
    """A session as it is written down: the model's script, and what is special about how the agent is started.

    `http` has web services for hooks by their path.  `args` come behind the agent's own arguments, `env` beside its own
    variables; `permissions` is `bypass`, or `default` where the agent asks before it uses a tool.  `after` is the
    command of a hook of ours that the user's own file gets, for every call that was made.  `limit` and `linger` are in
    seconds: how long the agent may take, and how long what it left behind is waited for.
    """

    turns: list[Json] = field(default_factory=list)
    side: str = "ok"
    rules: list[Json] = field(default_factory=list)
    http: dict[str, Json] = field(default_factory=dict)
    prompt: str = "Please do the task."
    permissions: str = "bypass"
    model: str = ""
    format: str = ""
    trust: bool = True
    config_toml: str = ""
    args: list[str] = field(default_factory=list)
    env: dict[str, str] = field(default_factory=dict)
    stdin: str = ""
    after: str = ""
    limit: float = 60.0
    linger: float = 0.0


class Limits(Struct, frozen=True, kw_only=True):
    """What a run may use: seconds, bytes of memory, bytes written to `folder`, bytes printed, and processes.

    All processes of the run count together.
    """

    seconds: float = 60.0
    memory: int = 4 << 30
    written: int = 1 << 30
    folder: str = ""
    printed: int = 64 << 20
    processes: int = 400


class Job(Struct, frozen=True, kw_only=True):
    """One run of an agent, ready to be started.

    `files` and `programs` are written first, by path, and `reads` are read at its end, each by its name.
    In all texts but those of programs `@URL@` is the model's address.
    """

    session: Session
    argv: list[str]
    environment: dict[str, str]
    cwd: str
    files: dict[str, str] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)
    reads: dict[str, str] = field(default_factory=dict)
    limits: Limits = Limits()


class Played(Struct, frozen=True, kw_only=True):
    """What was seen of a run.

    `requests` has what each request told the model that the one before had not; `turns_left` how much of the script was
    not asked for.  `ended` says why the run was ended before its time, empty if the agent ended by itself.  What is
    in `stdout`, `stderr` and `reads` has a limit of its own.
    """

    requests: list[list[Block]]
    stdout: str
    stderr: str
    exit_code: int | None
    seconds: float
    turns_left: int
    ended: str = ""
    reads: dict[str, str] = field(default_factory=dict)


def filled(value: Any, names: dict[str, str]) -> Any:  # noqa: ANN401  any JSON value
    """The value with each of the names replaced in its texts and keys."""
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace(name, text)
        return value
    if isinstance(value, dict):
        return {filled(key, names): filled(it, names) for key, it in value.items()}
    return [filled(it, names) for it in value] if isinstance(value, list) else value
