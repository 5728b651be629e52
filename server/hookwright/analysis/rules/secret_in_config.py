"""The file has a secret in plain text.

## What it does

Reports tokens and keys of known forms (GitHub, AWS, Slack, OpenAI, Anthropic, Google, Stripe and others), private
keys, credentials in URLs and `Authorization` headers, and values that look random beside a telling name, such as
`API_TOKEN=…`, anywhere in the file.
References such as `$GITHUB_TOKEN` are fine, and so are placeholders for a secret (`xxxx`, `your-token`).

## Why

Hook files are committed, shared and copied; everyone who reads the file has the secret.

## Example

```json
{"type": "command", "command": "API_TOKEN=4f9d0c7be12a865d ./notify.sh"}
```

## Fix

None: take the secret from the environment or from a file that is not committed, and revoke it if others saw it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.analysis.rule import Finding, Place, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.policies.secret_names import is_filler, is_secret_value, is_telling_name
from hookwright.policies.secrets import Secret, secrets_in
from hookwright.syntax.tree import Kind, Node
from hookwright.text import Route


def _check(subject: Subject) -> Iterator[Finding]:
    for route, text in _texts(subject.file.tree.root):
        for secret in _secrets(route, text):
            if not is_filler(text[secret.start : secret.end]):
                yield Finding(Place(route, piece=(secret.start, secret.end)), _message(secret))


def _texts(root: Node | None) -> Iterator[tuple[Route, str]]:
    """Every text of the file, in its order, with where it stands."""
    todo: list[tuple[Route, Node]] = [((), root)] if root else []
    while todo:
        route, node = todo.pop()
        if node.kind is Kind.STRING:
            yield route, str(node.value)
        inner = [((*route, it.name), it.value) for it in node.members]
        inner += [((*route, index), it) for index, it in enumerate(node.items)]
        todo += reversed(inner)


def _secrets(route: Route, text: str) -> tuple[Secret, ...]:
    name = route[-1] if route else None
    found = secrets_in(text)
    if not found and isinstance(name, str) and is_telling_name(name) and is_secret_value(name, text):
        return (Secret(0, len(text), f"value of `{name}`"),)
    return found


def _message(secret: Secret) -> str:
    article = "the" if secret.what.startswith("value ") else "this"
    return f"{article} {secret.what} is a secret in plain text; read it from the environment"


RULE = Rule("HW603", "secret-in-config", Severity.ERROR, __doc__, _check)
