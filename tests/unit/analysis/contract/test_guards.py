"""What rules say of guards that let everything through, and of scripts that miss what they need."""

from __future__ import annotations

from tests.unit.analysis.contract.trees import (
    CLAUDE,
    SPOT,
    answers,
    at,
    ends,
    fixed,
    found,
    messages,
    says,
    subject,
    uses,
)

from hookwright.model.reaction import Severity
from hookwright.scripts.effects import (
    Block,
    Bounds,
    Branch,
    Failure,
    Handler,
    Language,
    Print,
    ReadArgument,
    ReadInput,
    Risk,
    Run,
    Scope,
    Stream,
    Try,
)
from hookwright.scripts.values import UNKNOWN, Literal, Payload, Spot, Text

_READS = ReadInput(SPOT)
_JQ = Risk(Failure.PROGRAM, SPOT, program="jq", goes_on=True)
_REFUSES = (says("Blocked: rm"), ends(2))
_COMMAND = (Payload(("tool_input", "command")),)
_DECIDES = Branch(_COMMAND, _REFUSES, (), SPOT)


def _tried(body: Block, handler: Block, *, catches: frozenset[Failure] | None = None, exits: bool = False) -> Try:
    return Try(body, (Handler(catches, handler, SPOT, exits=exits),), (), SPOT)


def test_a_helper_that_may_be_missing_lets_everything_through() -> None:
    [finding] = found("HW522", subject(_READS, _JQ, _DECIDES))

    assert finding.message.startswith("without `jq`, the guard fails open: on `PreToolUse`, the agent goes on")


def test_a_helper_is_right_where_the_script_looks_for_it_or_refuses_without_it_or_is_no_guard() -> None:
    asks = Run("jq", (), SPOT, asks=True)
    empty = Branch(_COMMAND, _REFUSES, (), SPOT, empty="then")

    assert not messages("HW522", subject(asks, _JQ, _DECIDES))
    assert not messages("HW522", subject(_JQ, empty, _DECIDES))
    assert not messages("HW522", subject(_JQ, _DECIDES, *_REFUSES))
    assert not messages("HW522", subject(_JQ, says("Blocked"), ends(0)))
    assert not messages("HW522", subject(_JQ, _DECIDES, on=uses(CLAUDE, ["Stop"])))
    assert not messages("HW522", subject(_JQ, _DECIDES, on=uses(CLAUDE, ["PreToolUse"], passes_code=False)))
    assert not messages("HW522", subject(Risk(Failure.PROGRAM, SPOT, program="grep", goes_on=True), _DECIDES))


def test_a_condition_that_may_deny_is_not_taken_for_granted() -> None:
    text = '[ "$x" != safe ]'
    denies = Branch(_COMMAND, _REFUSES, (), at(text, text))

    assert not messages("HW522", subject(_JQ, denies, text=text))
    assert not messages("HW522", subject(_JQ, Branch((UNKNOWN,), _REFUSES, (), SPOT)))


def test_a_helper_whose_failure_ends_the_script_lets_everything_through_too() -> None:
    assert messages("HW522", subject(Risk(Failure.PROGRAM, SPOT, program="jq"), _DECIDES))


def test_a_handler_around_the_decision_lets_everything_through() -> None:
    text = "except Exception:\n    sys.exit(0)"
    handler = Handler(None, (ends(0, at(text, "sys.exit(0)")),), at(text, "except Exception:"))
    script = subject(Try((_READS, _DECIDES), (handler,), (), SPOT), text=text, language=Language.PYTHON)

    [finding] = found("HW522", script)

    assert finding.severity is Severity.WARNING
    assert fixed(script, finding) == "except Exception:\n    sys.exit(2)"
    assert messages("HW522", subject(_tried((_READS, _DECIDES), ())))


def test_a_handler_that_refuses_or_is_around_nothing_that_decides_is_right() -> None:
    assert not messages("HW522", subject(_tried((_READS, _DECIDES), _REFUSES)))
    assert not messages("HW522", subject(_tried((Run("git", (), SPOT),), ()), _DECIDES))
    assert not messages("HW522", subject(_tried((_READS, _DECIDES), (), catches=frozenset()), *_REFUSES))


def test_what_only_catches_a_payload_that_cannot_be_read_is_a_hint() -> None:
    unread = Risk(Failure.INPUT, SPOT)

    [caught] = found(
        "HW522", subject(_tried((_READS, unread), (ends(0),), catches=frozenset({Failure.INPUT})), _DECIDES)
    )
    [uncaught] = found("HW522", subject(_READS, unread, _DECIDES))

    assert caught.severity is uncaught.severity is Severity.HINT
    assert "if the payload cannot be read" in caught.message
    assert "if the payload cannot be read, the script exits with 1" in uncaught.message


def test_what_a_comment_says_is_meant_is_a_hint() -> None:
    text = "# fail open: never break a session\nexcept Exception:\n    sys.exit(0)"
    handler = Handler(None, (ends(0),), at(text, "except Exception:"))

    [finding] = found("HW522", subject(Try((_READS, _DECIDES), (handler,), (), SPOT), text=text))

    assert finding.severity is Severity.HINT


def test_a_handler_that_catches_the_exit_itself_is_an_error() -> None:
    text = "except:\n    pass"
    handler = Handler(None, (), at(text, "except:"), exits=True)
    script = subject(Try((_READS, _DECIDES), (handler,), (), SPOT), text=text)

    [finding] = found("HW523", script)

    assert fixed(script, finding) == "except Exception:\n    pass"
    assert not messages("HW523", subject(_tried((_READS, _DECIDES), (), exits=False)))
    assert not messages("HW523", subject(_tried((_READS, _DECIDES), (ends(2),), exits=True)))
    assert not messages("HW523", subject(_tried((_READS,), (), exits=True), _DECIDES))


def test_arguments_that_no_hook_passes_are_found() -> None:
    read = ReadArgument(1, Spot(9, 11))
    text = 'command="$1"'

    assert messages("HW520", subject(read, text=text))
    assert messages("HW520", subject(read, _DECIDES, text='something"$1"'))
    assert not messages("HW520", subject(read, _READS, text=text))
    assert not messages("HW520", subject(ReadArgument(0, Spot(9, 11)), text=text))
    assert not messages("HW520", subject(read, text=text, whole=False))
    assert not messages("HW520", subject(read, text=f"{text}\n# usage: guard.sh COMMAND"))
    assert not messages("HW520", subject(read, _DECIDES, text='if     [ "$1" = "--all" ]; then'))


def test_a_second_read_of_stdin_is_found() -> None:
    again = ReadInput(Spot(5, 6))

    assert messages("HW521", subject(_READS, again))
    assert messages("HW521", subject(Scope((_READS,), Bounds.FUNCTION), Branch(_COMMAND, (again,), (), SPOT)))
    assert not messages("HW521", subject(_READS, Branch((), (again,), (), SPOT)))
    assert not messages("HW521", subject(Branch((), (_READS,), (again,), SPOT)))
    assert not messages("HW521", subject(Branch((), (_READS,), (), SPOT), again))
    assert not messages("HW521", subject(ReadInput(SPOT, one_line=True), again))


def test_text_on_an_event_that_reads_none_is_found_with_the_key_for_it() -> None:
    after = uses(CLAUDE, ["PostToolUse"])

    [finding] = found("HW423", subject(says("Remember to run the tests", Stream.STDOUT), on=after))
    [hint] = found("HW423", subject(says("formatted 3 files", Stream.STDOUT), on=after))

    assert finding.severity is Severity.WARNING
    assert "`hookSpecificOutput.additionalContext`" in finding.message
    assert hint.severity is Severity.HINT


def test_words_for_a_reader_on_stderr_are_found_where_the_hook_ends_with_0() -> None:
    [hint] = found("HW423", subject(says("Remember to run the tests"), on=uses(CLAUDE, ["PostToolUse"])))

    assert hint.severity is Severity.HINT
    assert "stderr" in hint.message


def test_text_is_right_where_it_is_read_or_is_no_text_of_the_agents() -> None:
    told = says("Remember to run the tests", Stream.STDOUT)
    after = uses(CLAUDE, ["PostToolUse"])

    assert not messages("HW423", subject(told, on=uses(CLAUDE, ["SessionStart"])))
    assert not messages("HW423", subject(says("WARNING: formatted 3 files"), on=after))
    assert not messages("HW423", subject(says("Remember to run the tests"), ends(1), on=after))
    assert not messages("HW423", subject(Print(Stream.STDOUT, UNKNOWN, SPOT), on=after))
    assert not messages("HW423", subject(told, answers({"systemMessage": "x"}), on=after))
    assert not messages("HW423", subject(told, on=uses(CLAUDE, ["PostToolUse"], keys={"async": True})))


def test_a_script_that_makes_a_folder_has_to_print_its_path() -> None:
    makes = uses(CLAUDE, ["WorktreeCreate"])
    path = Print(Stream.STDOUT, Text((Literal("/tmp/"), UNKNOWN)), SPOT)

    assert messages("HW424", subject(Run("mkdir", (), SPOT), ends(0), on=makes))
    assert messages("HW424", subject(says("Created the worktree", Stream.STDOUT), ends(0), on=makes))
    assert not messages("HW424", subject(path, ends(0), on=makes))
    assert not messages("HW424", subject(Run("make-tree", (), SPOT), ends(0), on=makes))
    assert not messages("HW424", subject(ends(0)))
