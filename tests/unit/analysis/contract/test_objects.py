"""What rules say of the objects that a script prints."""

from __future__ import annotations

import json

from tests.unit.analysis.contract.trees import CLAUDE, CODEX, SPOT, answers, at, fixed, found, messages, subject, uses

from hookwright.model.reaction import Severity
from hookwright.scripts.effects import Branch, Language, Print, ReadKey, Stream
from hookwright.scripts.values import UNKNOWN, Literal, OneOf, Text


def test_a_key_at_the_wrong_level_is_found_where_it_is_written() -> None:
    text = 'print(json.dumps({"permissionDecision": "deny"}))'
    script = subject(answers({"permissionDecision": "deny"}, at(text, "permissionDecision")), text=text)

    [finding] = found("HW512", script)

    assert finding.severity is Severity.ERROR
    assert finding.message.endswith("it belongs inside `hookSpecificOutput`")
    assert finding.place.span is not None
    assert text[finding.place.span.start : finding.place.span.end] == "permissionDecision"


def test_a_word_that_is_not_accepted_is_changed() -> None:
    text = "process.stdout.write(JSON.stringify({ decision: 'blocked', reason }))"
    spot = at(text, "decision")
    script = subject(
        answers({"decision": "blocked", "reason": UNKNOWN}, spot),
        on=uses(CLAUDE, ["Stop"]),
        text=text,
        language=Language.JAVASCRIPT,
    )

    [finding] = found("HW512", script)

    assert fixed(script, finding) == text.replace("blocked", "block")


def test_another_events_name_is_found_unless_the_script_asks_which_event_it_is() -> None:
    printed = answers({"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "x"}})
    asks = Branch((), (printed,), (), SPOT)
    both = uses(CLAUDE, ["PreToolUse", "PostToolUse"])

    [message] = messages("HW512", subject(printed, on=both))
    assert message.startswith("for `PostToolUse`, ")
    assert not messages("HW512", subject(ReadKey(("hook_event_name",), SPOT), asks, on=both))
    assert not messages("HW512", subject(asks, on=both, whole=False))


def test_what_only_a_run_can_tell_is_not_judged() -> None:
    assert not messages("HW512", subject(answers({"decision": UNKNOWN}), on=uses(CLAUDE, ["Stop"])))
    assert not messages("HW512", subject(Print(Stream.STDOUT, UNKNOWN, SPOT)))
    one_of = OneOf((Literal("block"), Literal("stop")))
    [message] = messages("HW512", subject(answers({"decision": one_of}), on=uses(CLAUDE, ["Stop"])))
    assert message.startswith("`stop` is not a value of `decision`")


def test_an_object_that_is_written_as_a_text_is_judged() -> None:
    text = """echo '{"additionalContext": "x"}'"""
    script = subject(
        Print(Stream.STDOUT, Literal('{"additionalContext": "x"}'), at(text, text)),
        on=uses(CLAUDE, ["PostToolUse"]),
        text=text,
    )

    [finding] = found("HW512", script)

    assert finding.place.span is not None
    assert text[finding.place.span.start : finding.place.span.end] == "additionalContext"


def test_a_text_with_an_unknown_part_is_an_object_where_it_parses() -> None:
    value = Text((Literal('{"decision": "deny", "reason": "'), UNKNOWN, Literal('"}')))

    [message] = messages("HW512", subject(Print(Stream.STDOUT, value, SPOT), on=uses(CLAUDE, ["Stop"])))

    assert message.startswith("`deny` is not a value of `decision`")


def test_agents_are_named_where_they_differ() -> None:
    printed = answers({"suppressOriginalPrompt": True, "decision": json.loads('"block"')})
    both = (*uses(CLAUDE, ["UserPromptSubmit"]), *uses(CODEX, ["UserPromptSubmit"]))

    assert all("`UserPromptSubmit`" in it for it in messages("HW512", subject(printed, on=both)))


def test_a_hook_in_the_background_is_not_read() -> None:
    printed = answers({"permissionDecision": "deny"})

    assert messages("HW512", subject(printed, on=uses(CLAUDE, ["PreToolUse"])))
    assert not messages("HW512", subject(printed, on=uses(CLAUDE, ["PreToolUse"], keys={"async": True})))
