"""A model behind a command: the prompt goes to its stdin, its stdout is the answer (D5)."""

from __future__ import annotations

from dataclasses import dataclass

from hookwright.engine.host import Host
from hookwright.engine.model import ModelFailed
from hookwright.engine.process import Command, run

_LONGEST = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class CommandModel:
    """Asks a shell command of the user's, which is run in `cwd`.

    `HOOKWRIGHT_MODEL` in its environment is the model that the hook names, empty for any, and `HOOKWRIGHT_MODEL_TOOLS`
    is `1` where the model may use tools, else `0`.
    """

    text: str
    host: Host
    cwd: str

    async def complete(self, prompt: str, *, model: str | None, tools: bool, session_id: str | None) -> str:
        """What the command prints; raises ModelFailed where it fails.  Being cancelled ends it with all it started."""
        told = {
            "HOOKWRIGHT_MODEL": model or "",
            "HOOKWRIGHT_MODEL_TOOLS": str(int(tools)),
            "HOOKWRIGHT_SESSION_ID": session_id or "",
        }
        command = Command(
            ("/bin/sh", "-c", self.text),
            self.cwd,
            {**self.host.environ, **told},
            prompt.encode("utf-8", "replace"),
            # Whoever asks sets the time limit and cancels.
            _LONGEST,
        )
        ended = await run(command)
        if ended.exit_code == 0:
            return ended.stdout.decode("utf-8", "replace")
        raise ModelFailed(f"the model's command {_how(ended.start_error, ended.exit_code, ended.signal, ended.stderr)}")


def _how(problem: str | None, code: int | None, signal: int | None, stderr: bytes) -> str:
    if problem is not None:
        return f"could not be run: {problem}"
    said = stderr.decode("utf-8", "replace").strip()
    how = f"was killed by signal {signal}" if signal is not None else f"exited {code}"
    return f"{how}: {said}" if said else f"{how} and wrote nothing to stderr"
