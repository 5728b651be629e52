"""Errors carry what is the case, what to do, and the codes both doors answer with."""

from __future__ import annotations

import pytest

from hookwright import errors
from hookwright.errors import (
    BeyondLimits,
    EngineGone,
    EngineRefused,
    FiringUnsupported,
    HookwrightError,
    NotAgreed,
    UnknownDialect,
    UnknownEvent,
    UnreadableInput,
    UntrustedWorkspace,
    UsageError,
)

EVERY_ERROR = (
    UsageError("`--sarif` needs a file", "name one"),
    UnreadableInput("`hooks.json` does not exist", "check the path"),
    BeyondLimits("The payload is larger than 64 MiB", "send less"),
    UntrustedWorkspace(),
    NotAgreed(),
    FiringUnsupported(),
    UnknownDialect("windsurf", ["ai-agents", "claude-code"]),
    UnknownEvent("Stopp", "ai-agents", ["PreToolUse", "Stop"]),
    EngineGone(),
)
# Its words are the server's, and end with the code.
REFUSED = EngineRefused("`Stopp` is not an event: did you mean `Stop`?", -32602)


@pytest.mark.parametrize("error", EVERY_ERROR, ids=lambda error: type(error).__name__)
def test_says_what_is_and_then_what_to_do(error: HookwrightError) -> None:
    assert error.message
    assert error.remedy
    assert str(error) == f"{error.message}: {error.remedy}"


def test_every_subclass_is_drawn_and_tried() -> None:
    drawn = errors.__doc__ or ""
    own = [it for it in HookwrightError.__subclasses__() if it.__module__ == errors.__name__]
    assert own
    for subclass in own:
        assert subclass.__name__ in drawn
        assert any(type(error) is subclass for error in (*EVERY_ERROR, REFUSED))


def test_what_a_server_answers_is_passed_on_with_its_code() -> None:
    assert str(REFUSED) == "`Stopp` is not an event: did you mean `Stop`? (-32602)"


@pytest.mark.parametrize("error", EVERY_ERROR, ids=lambda error: type(error).__name__)
def test_the_command_line_was_used_wrongly_but_where_the_user_said_no(error: HookwrightError) -> None:
    assert error.exit_code == (1 if isinstance(error, NotAgreed) else 2)


def test_untrusted_has_its_own_code_and_says_how_to_trust() -> None:
    error = UntrustedWorkspace()
    assert error.lsp_code == -32010
    assert error.data == {"reason": "untrusted"}
    assert "`initializationOptions.trusted`" in str(error)
    assert "trust the folder in your editor" in str(error)


def test_refusals_to_run_carry_their_reasons() -> None:
    told = {type(error): error.data for error in EVERY_ERROR if error.data is not None}
    assert told == {
        BeyondLimits: {"reason": "limits"},
        UntrustedWorkspace: {"reason": "untrusted"},
        NotAgreed: {"reason": "not agreed"},
        FiringUnsupported: {"reason": "unsupported"},
    }


def test_a_near_miss_is_guessed_whatever_its_case() -> None:
    error = UnknownEvent("pretooluse", "AI agents", ["PostToolUse", "PreToolUse"])
    assert str(error) == "`pretooluse` is not an event of AI agents: did you mean `PreToolUse`?"


def test_without_a_near_name_all_are_listed_in_order() -> None:
    error = UnknownDialect("emacs", ["claude-code", "ai-agents"])
    assert str(error) == "`emacs` is not a dialect: use one of `claude-code`, `ai-agents`"


def test_a_system_without_processes_has_its_own_code_and_names_wsl() -> None:
    error = FiringUnsupported()
    assert (error.lsp_code, error.data) == (-32013, {"reason": "unsupported"})
    assert "WSL" in error.remedy
