"""What went wrong that only the user can put right, and how to put it right.

    HookwrightError            what is the case, and a remedy
    ├── UsageError             arguments that make no sense together
    ├── UnreadableInput        a named file or standard input cannot be read
    ├── BeyondLimits           JSON that is nested too deep, or is too large
    ├── UntrustedWorkspace     something was to be executed in a folder that the client does not trust
    ├── NotAgreed              the user did not agree to what was to be executed
    ├── FiringUnsupported      hooks cannot be run on this system
    ├── UnknownDialect         no dialect of that name
    ├── UnknownEvent           the dialect has no event of that name
    ├── EngineGone             the server that runs hooks has ended, or cannot be reached
    └── EngineRefused          the server that runs hooks answered with an error

A mistake inside a hook file is never one of these: it is a problem value with a place in the file.
A fault of hookwright itself is never one either: it is logged with its traceback.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar


class HookwrightError(Exception):
    """Ends one request or one command line with a sentence for the user; `str()` gives message and remedy.

    `exit_code` is the command line's, `lsp_code` the JSON-RPC error's, `data` its data member (None: no data).
    """

    exit_code: ClassVar[int] = 2
    lsp_code: ClassVar[int] = -32602

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message, remedy)
        self.message = message
        self.remedy = remedy

    @property
    def data(self) -> dict[str, str] | None:
        return None

    def __str__(self) -> str:
        return f"{self.message}: {self.remedy}"


class UsageError(HookwrightError):
    """Arguments that make no sense, alone or together."""


class UnreadableInput(HookwrightError):
    """A file, folder or stream the user named cannot be read or is not what it has to be."""


class BeyondLimits(HookwrightError):
    """JSON that came from elsewhere is nested too deep, has a number of too many digits, or is too large.

    The limits are those of `hookwright.limits`, on every interface.
    """

    lsp_code: ClassVar[int] = -32016

    @property
    def data(self) -> dict[str, str] | None:
        return {"reason": "limits"}


class UntrustedWorkspace(HookwrightError):
    """Something was to be executed, and the client has not said that the workspace, or that project, is trusted."""

    lsp_code: ClassVar[int] = -32010

    def __init__(
        self,
        message: str = "This workspace is not trusted, so nothing was run",
        remedy: str = "trust the folder in your editor, or set `initializationOptions.trusted` to true",
    ) -> None:
        super().__init__(message, remedy)

    @property
    def data(self) -> dict[str, str] | None:
        return {"reason": "untrusted"}


class NotAgreed(HookwrightError):
    """A command was to be fired for the first time, and the user has not agreed to it."""

    exit_code: ClassVar[int] = 1
    lsp_code: ClassVar[int] = -32011

    def __init__(
        self,
        message: str = "Nothing was run, because you did not agree to it",
        remedy: str = "fire the hook again to be asked again",
        *,
        reason: str = "not agreed",
    ) -> None:
        super().__init__(message, remedy)
        self.reason = reason

    @property
    def data(self) -> dict[str, str] | None:
        return {"reason": self.reason}


class FiringUnsupported(HookwrightError):
    """A hook was to be run on a system without POSIX processes."""

    lsp_code: ClassVar[int] = -32013

    def __init__(
        self,
        message: str = "Running hooks needs a POSIX system, so nothing was run",
        remedy: str = "on Windows, run hookwright inside WSL; checking and editing work without it",
    ) -> None:
        super().__init__(message, remedy)

    @property
    def data(self) -> dict[str, str] | None:
        return {"reason": "unsupported"}


class UnknownDialect(HookwrightError):
    """No dialect is called `name`; `known` are the ids there are, in the order to show them."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"`{name}` is not a dialect", pick_one_of(name, known))


class UnknownEvent(HookwrightError):
    """The dialect has no event called `name`; `dialect` is its title, `known` its events in the order to show them."""

    def __init__(self, name: str, dialect: str, known: Iterable[str]) -> None:
        super().__init__(f"`{name}` is not an event of {dialect}", pick_one_of(name, known))


class EngineGone(HookwrightError):
    """A client of `hookwright serve` asked a server that has ended."""

    def __init__(
        self, message: str = "The hookwright server has ended", remedy: str = "its standard error says why"
    ) -> None:
        super().__init__(message, remedy)


class EngineRefused(HookwrightError):
    """The server answered a client with an error; `code` is that of JSON-RPC, `details` its data."""

    def __init__(self, message: str, code: int, details: object = None) -> None:
        super().__init__(message, "see the error's code")
        self.code = code
        self.details = details

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


def pick_one_of(name: str, known: Iterable[str]) -> str:
    """The remedy for a name that is not among those known: the nearest one, or all of them."""
    from difflib import get_close_matches

    names = list(known)
    # Of names that differ in case only, the first is offered: it is that of the more widespread agent.
    by_folded_name = {one.casefold(): one for one in reversed(names)}
    nearest = get_close_matches(name.casefold(), by_folded_name, n=1)
    if nearest:
        return f"did you mean `{by_folded_name[nearest[0]]}`?"
    return "use one of " + ", ".join(f"`{one}`" for one in names)
