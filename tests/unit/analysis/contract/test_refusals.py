"""What rules say of the ways in which a script refuses."""

from __future__ import annotations

from tests.unit.analysis.contract.trees import (
    CLAUDE,
    CODEX,
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
    Branch,
    Cause,
    Evaluate,
    Exit,
    Failure,
    Language,
    ReadKey,
    Risk,
    Stream,
)
from hookwright.scripts.values import UNKNOWN, Literal, Payload, Text, Unknown, Variable

_GUARDS = uses(CLAUDE, ["PreToolUse"])
_STOPS = uses(CLAUDE, ["Stop"])
_OUT = Stream.STDOUT


def test_an_exit_with_1_behind_a_refusal_is_changed_to_2() -> None:
    text = "echo 'Blocked' >&2\nexit 1\n"
    refused = Branch((), (says("Blocked"), ends(1, at(text, "exit 1"))), (), SPOT)
    script = subject(refused, text=text)

    [finding] = found("HW511", script)

    assert finding.message == "`exit 1` does not block `PreToolUse`: the agent goes on; use `exit 2`"
    assert fixed(script, finding) == "echo 'Blocked' >&2\nexit 2\n"


def test_an_exit_with_1_is_right_without_a_refusal_or_behind_an_object_that_refuses() -> None:
    denies = answers({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}})

    assert not messages("HW511", subject(says("jq is missing"), ends(1)))
    assert not messages("HW511", subject(says("Blocked"), Branch((), (), (), SPOT), ends(1)))
    assert not messages("HW511", subject(says("Blocked"), denies, ends(1)))
    assert not messages("HW511", subject(says("Blocked"), ends(None)))
    assert not messages("HW511", subject(says("Blocked"), ends(2)))


def test_a_failure_that_nothing_catches_ends_with_1_too() -> None:
    raised = Exit(1, SPOT, Cause.UNCAUGHT)

    [message] = messages("HW511", subject(says("Not allowed: rm"), raised))

    assert message.startswith("a failure exits with 1, which does not block `PreToolUse`")


def test_a_refusal_that_ends_with_0_is_wrong_where_the_script_never_blocks() -> None:
    refused = Branch((), (says("Blocked: rm"), ends(0)), (), SPOT)
    blocks = Branch((), (says("Blocked: rm"), ends(2)), (), SPOT)

    assert messages("HW511", subject(refused))
    assert not messages("HW511", subject(refused, blocks))
    assert not messages("HW511", subject(refused, whole=False))
    assert not messages("HW511", subject(Branch((), (says("Nothing is blocked"), ends(0)), (), SPOT)))


def test_agents_are_named_where_only_one_lets_the_code_pass() -> None:
    refused = Branch((), (says("Blocked"), ends(1)), (), SPOT)
    both = (*_GUARDS, *uses(CODEX, ["PreToolUse"]))

    [message] = messages("HW511", subject(refused, on=both))

    assert "`PreToolUse` of Claude Code and `PreToolUse` of Codex" in message
    assert not messages("HW511", subject(refused, on=uses(CLAUDE, ["PreToolUse"], keys={"onFailure": "block"})))


def test_a_reason_on_stdout_is_sent_to_stderr() -> None:
    text = 'echo "Use pnpm"\nexit 2\n'
    script = subject(says("Use pnpm", _OUT, at(text, 'echo "Use pnpm"')), ends(2), text=text)

    [finding] = found("HW418", script)

    assert fixed(script, finding) == 'echo "Use pnpm" >&2\nexit 2\n'
    assert not messages("HW418", subject(says("on stderr"), says("Use pnpm", _OUT), ends(2)))
    assert not messages("HW418", subject(says("Use pnpm", _OUT), Branch((), (), (), SPOT), ends(2)))


def test_the_stream_is_changed_as_the_language_has_it() -> None:
    python = "import sys\nprint('no')\nsys.exit(2)\n"
    node = "console.log('no');\nprocess.exit(2);\n"
    in_python = subject(says("no", _OUT, at(python, "print('no')")), ends(2), text=python, language=Language.PYTHON)
    in_node = subject(says("no", _OUT, at(node, "console.log('no')")), ends(2), text=node, language=Language.JAVASCRIPT)

    assert "print('no', file=sys.stderr)" in fixed(in_python, found("HW418", in_python)[0])
    assert "console.error('no')" in fixed(in_node, found("HW418", in_node)[0])


def test_a_text_before_or_behind_an_object_spoils_it() -> None:
    allowed = answers({"systemMessage": "Checked"})

    [before] = messages("HW419", subject(says("Checking", _OUT), Branch((), (allowed,), (), SPOT)))
    [behind] = messages("HW419", subject(allowed, says("Done", _OUT)))

    assert before.startswith("this is printed before the JSON object")
    assert behind.startswith("this is printed after the JSON object")


def test_a_text_in_another_branch_or_on_stderr_spoils_nothing() -> None:
    allowed = answers({"systemMessage": "Checked"})

    assert not messages("HW419", subject(Branch((), (says("Checking", _OUT),), (allowed,), SPOT)))
    assert not messages("HW419", subject(Branch((), (says("No", _OUT),), (), SPOT), Branch((), (allowed,), (), SPOT)))
    assert not messages("HW419", subject(says("Checking"), allowed))


def test_a_refusal_on_an_event_that_cannot_be_blocked_is_found() -> None:
    refused = Branch((), (says("Blocked"), ends(2)), (), SPOT)

    assert messages("HW513", subject(refused, on=uses(CLAUDE, ["SessionEnd"])))
    assert not messages("HW513", subject(refused))
    assert messages("HW513", subject(answers({"decision": "block"}), on=uses(CLAUDE, ["SessionEnd"])))


def test_a_stop_hook_that_always_blocks_is_told_from_one_that_does_so_again() -> None:
    blocks, sometimes = (says("Go on"), ends(2)), Branch((), (says("Go on"), ends(2)), (), SPOT)

    [always] = found("HW516", subject(*blocks, on=_STOPS))
    [again] = found("HW516", subject(sometimes, on=_STOPS))

    assert always.message.startswith("the script blocks every `Stop`")
    assert again.severity is Severity.INFORMATION
    assert messages("HW516", subject(answers({"decision": "block", "reason": "Go on"}), on=_STOPS))
    assert not messages("HW516", subject(*blocks, on=_STOPS, whole=False))
    assert not messages("HW516", subject(sometimes, on=_STOPS, text="stop_hook_active"))
    assert not messages("HW516", subject(ends(0), on=_STOPS))
    assert not messages("HW516", subject(Risk(Failure.OTHER, SPOT), *blocks))


def test_text_of_the_payload_that_is_run_is_found() -> None:
    command = Text((Literal("prettier "), Payload(("tool_input", "file_path"))))

    assert messages("HW606", subject(Evaluate(command, "os.system", SPOT)))
    assert messages("HW606", subject(Evaluate(Unknown((("tool_input",),)), "eval", SPOT)))
    assert not messages("HW606", subject(Evaluate(Payload(("session_id",)), "eval", SPOT)))
    assert not messages("HW606", subject(Evaluate(UNKNOWN, "eval", SPOT)))
    assert not messages("HW606", subject(Evaluate(Variable("EDITOR"), "eval", SPOT)))


def test_an_object_without_a_required_key_is_found() -> None:
    denies = answers({"hookSpecificOutput": {"permissionDecision": "deny"}})

    [finding] = found("HW417", subject(denies))

    assert finding.severity is Severity.ERROR
    assert finding.message.endswith('add `"hookEventName": "PreToolUse"`')
    assert not messages("HW417", subject(ReadKey(("tool_name",), SPOT), answers({"decision": "block"})))


def test_a_code_that_the_command_discards_does_not_block() -> None:
    refused = Branch((), (says("Blocked"), ends(2)), (), SPOT)
    discards = uses(CLAUDE, ["PreToolUse"], passes_code=False)

    [message] = messages("HW511", subject(refused, on=discards))

    assert message.startswith("the hook's command always exits with 0, so `exit 2` does not block")
    assert not messages("HW511", subject(says("Blocked"), Branch((), (), (), SPOT), ends(2), on=discards))
    assert not messages("HW511", subject(says("Blocked"), answers({"decision": "block"}), ends(2), on=discards))


def test_an_exit_with_1_after_another_text_is_an_information_where_it_depends_on_the_input() -> None:
    about = (Payload(("tool_input", "command")),)
    refused = Branch(about, (says("Use pnpm"), ends(1)), (), SPOT)

    [finding] = found("HW511", subject(refused))

    assert finding.severity is Severity.INFORMATION
    assert not messages("HW511", subject(Branch(about, (says("Warning: npm"), ends(1)), (), SPOT)))
    assert not messages("HW511", subject(Branch((), (says("Use pnpm"), ends(1)), (), SPOT)))
    assert not messages("HW511", subject(refused, Branch(about, (ends(2),), (), SPOT)))
