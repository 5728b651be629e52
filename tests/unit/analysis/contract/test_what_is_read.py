"""What rules say of the variables and the payload's keys that a script reads."""

from __future__ import annotations

from tests.unit.analysis.contract.trees import CLAUDE, CODEX, at, fixed, found, messages, subject, uses

from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Language, ReadInput, ReadKey, ReadVariable
from hookwright.scripts.values import Spot

_SPOT = Spot(0, 1)


def test_a_variable_that_no_hook_gets_is_found_and_where_to_read_it_is_said() -> None:
    text = 'NAME="$CLAUDE_TOOL_NAME"'
    script = subject(ReadVariable("CLAUDE_TOOL_NAME", at(text, "$CLAUDE_TOOL_NAME"), tolerant=False), text=text)

    [finding] = found("HW506", script)

    assert finding.message.startswith("no hook gets `$CLAUDE_TOOL_NAME`; the payload is on stdin")
    assert text[finding.place.span.start : finding.place.span.end] == "$CLAUDE_TOOL_NAME"  # type: ignore[union-attr]


def test_a_default_excuses_an_expected_variable_only_where_the_script_reads_stdin() -> None:
    text = 'INPUT="${CLAUDE_TOOL_INPUT:-}"'
    read = ReadVariable("CLAUDE_TOOL_INPUT", at(text, "${CLAUDE_TOOL_INPUT:-}"), tolerant=True)
    filled = text.replace(":-", ":-{x}")

    assert messages("HW506", subject(read, text=text))
    assert not messages("HW506", subject(read, ReadInput(_SPOT), text=text))
    assert not messages("HW506", subject(read, text=f"{text}\nINPUT=$(cat)", whole=False))
    assert not messages("HW506", subject(ReadVariable("CLAUDE_TOOL_INPUT", at(filled, filled[7:-1])), text=filled))


def test_a_variable_with_another_name_is_changed_everywhere() -> None:
    text = "cd $CLAUDE_PROJECT_DIRS; ls $CLAUDE_PROJECT_DIRS"
    places = [Spot(3, 23), Spot(28, 48)]
    script = subject(*(ReadVariable("CLAUDE_PROJECT_DIRS", it, tolerant=False) for it in places), text=text)

    [finding] = found("HW506", script)

    assert fixed(script, finding) == "cd $CLAUDE_PROJECT_DIR; ls $CLAUDE_PROJECT_DIR"


def test_a_variable_that_the_command_sets_or_that_one_of_several_agents_sets_is_right() -> None:
    read = ReadVariable("CLAUDE_TOOL_NAME", _SPOT, tolerant=False)
    known = ReadVariable("CLAUDE_PROJECT_DIR", _SPOT, tolerant=False)
    both = (*uses(CLAUDE, ["PreToolUse"]), *uses(CODEX, ["PreToolUse"]))

    assert not messages("HW506", subject(read, on=uses(CLAUDE, ["PreToolUse"], command="CLAUDE_TOOL_NAME=x guard.sh")))
    assert messages("HW506", subject(known, on=uses(CODEX, ["PreToolUse"])))
    assert not messages("HW506", subject(known, on=both))


def test_a_key_that_the_payload_lacks_is_found_with_the_right_one() -> None:
    text = 'data.get("tool_result")'
    script = subject(
        ReadKey(("tool_result",), at(text, '"tool_result"')),
        on=uses(CLAUDE, ["PostToolUse"]),
        text=text,
        language=Language.PYTHON,
    )

    [finding] = found("HW517", script)

    assert finding.message.endswith("use `tool_response`")
    assert fixed(script, finding) == 'data.get("tool_response")'


def test_a_key_is_right_where_another_is_read_instead_or_as_well_or_another_hook_has_it() -> None:
    wrong, right = ("tool_result",), ("tool_response",)
    after = uses(CLAUDE, ["PostToolUse"])

    assert not messages("HW517", subject(ReadKey(wrong, _SPOT, instead=(right,)), on=after))
    assert not messages("HW517", subject(ReadKey(wrong, _SPOT), ReadKey(right, _SPOT), on=after))
    assert messages("HW517", subject(ReadKey(("prompt",), _SPOT), on=after))
    assert not messages("HW517", subject(ReadKey(("prompt",), _SPOT), on=uses(CLAUDE, ["Stop", "UserPromptSubmit"])))


def test_a_key_of_the_input_that_no_tool_of_the_matcher_has_is_found() -> None:
    read = ReadKey(("tool_input", "filePath"), _SPOT)

    [message] = messages("HW517", subject(read, on=uses(CLAUDE, ["PreToolUse"], matcher="Write")))

    assert message.endswith("use `file_path`")
    assert not messages("HW517", subject(read, on=uses(CLAUDE, ["PreToolUse"], matcher=".*")))


def test_what_an_event_has_is_said_where_it_has_no_such_object_and_no_result() -> None:
    task = (ReadKey(("task",), _SPOT), ReadKey(("task", "title"), _SPOT))

    [of_task] = messages("HW517", subject(*task, on=uses(CLAUDE, ["TaskCreated"])))
    [of_result] = messages("HW517", subject(ReadKey(("output",), _SPOT), on=uses(CLAUDE, ["Stop"])))

    assert "it has `task_id`, `task_subject`" in of_task
    assert "`last_assistant_message`" in of_result


def test_a_field_that_no_agent_has_matters_little() -> None:
    unheard, told = ReadKey(("something",), _SPOT), ReadKey(("something",), _SPOT, instead=(("cwd",),))

    [finding] = found("HW517", subject(unheard, on=uses(CLAUDE, ["Stop"])))

    assert finding.severity is Severity.INFORMATION
    assert finding.message.startswith("no event of Claude Code is known to have `something`")
    assert not messages("HW517", subject(told, on=uses(CLAUDE, ["Stop"])))
    assert not messages("HW517", subject(ReadKey(("llm_request",), _SPOT), on=uses(CLAUDE, ["Stop"])))


def test_the_whole_payload_is_in_no_variable() -> None:
    read = ReadVariable("CLAUDE_HOOK_INPUT", _SPOT, tolerant=False)

    assert messages("HW506", subject(read)) == [
        "no hook gets `$CLAUDE_HOOK_INPUT`; the payload is on stdin: read it there, for example with `cat`"
    ]
    [in_python] = messages("HW506", subject(read, language=Language.PYTHON))
    assert in_python.endswith("with `json.load(sys.stdin)`")
