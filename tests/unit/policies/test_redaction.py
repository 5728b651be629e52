"""What is left of texts and JSON values once their secrets are out."""

from __future__ import annotations

from hookwright.policies.redaction import redact, redact_json


def test_a_text_keeps_all_but_its_secrets() -> None:
    text = "curl https://u:pw1@h -H 'Authorization: Bearer abc123def456' && echo ok"
    assert redact(text) == (
        "curl https://u:[redacted: password in a URL]@h"
        " -H 'Authorization: Bearer [redacted: authorization header]' && echo ok"
    )
    assert redact(redact(text)) == redact(text)


def test_a_text_without_secrets_is_the_same_text() -> None:
    text = "echo $TOKEN"
    assert redact(text) is text


def test_values_are_judged_by_their_keys() -> None:
    value = {
        "tool_input": {"env": [{"DB_PASSWORD": "let me in"}], "apiKey": "x9Kq2LmZp0"},
        "password": "$FROM_ELSEWHERE",
        "maxTokens": 12345678,
        "token": "main",
    }
    assert redact_json(value) == {
        "tool_input": {
            "env": [{"DB_PASSWORD": "[redacted: value of `DB_PASSWORD`]"}],
            "apiKey": "[redacted: value of `apiKey`]",
        },
        "password": "$FROM_ELSEWHERE",
        "maxTokens": 12345678,
        "token": "main",
    }


def test_keys_and_texts_inside_are_redacted_too() -> None:
    token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
    assert redact_json([{token: {"text": f"a {token} b"}}, None, True, 1.5]) == [
        {"[redacted: GitHub token]": {"text": "a [redacted: GitHub token] b"}},
        None,
        True,
        1.5,
    ]


def test_the_argument_of_an_option_in_a_list_is_judged_by_it() -> None:
    assert redact_json(["tool", "--password", "letmein", "--name", "letmein"]) == [
        "tool",
        "--password",
        "[redacted: value of `--password`]",
        "--name",
        "letmein",
    ]


def test_an_option_that_has_its_value_takes_no_other() -> None:
    assert redact_json(["tool", "--password=letmein", "main.py", "--token=", "main.py"]) == [
        "tool",
        "--password=[redacted: value of `password`]",
        "main.py",
        "--token=",
        "main.py",
    ]


def test_an_entry_of_a_list_of_variables_is_judged_by_its_name() -> None:
    assert redact_json([{"name": "DB_PASSWORD", "value": "letmein"}, {"key": "MODE", "value": "letmein"}]) == [
        {"name": "DB_PASSWORD", "value": "[redacted: value of `DB_PASSWORD`]"},
        {"key": "MODE", "value": "letmein"},
    ]


def test_every_value_of_a_kubernetes_secret_is_one() -> None:
    kept = "[redacted: value of a Kubernetes secret]"
    secret = {"kind": "Secret", "metadata": {"name": "a"}, "data": {"b": "c"}, "stringData": {"d": "e f", "g": ""}}
    assert redact_json({"items": [secret, {"kind": "ConfigMap", "data": {"b": "c"}}]}) == {
        "items": [
            {"kind": "Secret", "metadata": {"name": "a"}, "data": {"b": kept}, "stringData": {"d": kept, "g": ""}},
            {"kind": "ConfigMap", "data": {"b": "c"}},
        ]
    }


def test_each_of_several_passwords_is_one() -> None:
    assert redact_json({"passwords": ["letmein", 5], "password": ["letmein"]}) == {
        "passwords": ["letmein", 5],
        "password": ["[redacted: value of `password`]"],
    }
