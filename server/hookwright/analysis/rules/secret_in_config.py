r"""The file has a secret in plain text.

## What it does

Reports secrets anywhere in the file: tokens and keys of published forms (GitHub, AWS, Slack, OpenAI, Vault, Shopify and
a hundred more), private keys, and credentials in URLs and `Authorization` headers. Also reports values that look random
with a name such as `API_TOKEN=…`. It applies to every agent.
Does not report references such as `$GITHUB_TOKEN`, placeholders for a secret (`xxxx`, `your-token`), and passwords in
URLs of services on the same machine.

## Why

People commit, share and copy hook files. Everyone who reads the file has the secret.

## Example

In `.claude/settings.json`, on `Notification` of Claude Code:

```json
{"hooks": {"Notification": [{"hooks": [{
  "type": "command",
  "command": "curl -H \"X-Token: $API_TOKEN\" https://example.com/notify; API_TOKEN=4f9d0c7be12a865d make notify"
}]}]}}
```

Take the secret from the environment:

```json
{
  "hooks": {
    "Notification": [
      {
        "hooks": [
          {"type": "command", "command": "curl -H \"X-Token: $API_TOKEN\" https://example.com/notify; make notify"}
        ]
      }
    ]
  }
}
```

## Fix

None: take the secret from the environment, or from a file that is not committed. Revoke it if others may have seen it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hookwright.analysis.rule import Finding, Place, Rule, Subject
from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.policies.secret_names import is_filler, is_secret_value, is_telling_name
from hookwright.policies.secrets import Secret, secrets_in
from hookwright.syntax.tree import Kind, Node
from hookwright.text import Key, Route

# While a long text is typed, each keystroke makes another.
_LONG = 1000

# What follows the password of a service that only this machine can reach, such as a database for tests.
_ON_THIS_MACHINE = late_pattern(r"@(?:localhost|127\.0\.0\.1|\[::1\]|host\.docker\.internal)(?![\w.-])")


def _check(subject: Subject) -> Iterator[Finding]:
    root = subject.file.tree.root
    todo: list[tuple[Route, Node]] = [((), root)] if root else []
    if root is not None and root.kind is Kind.STRING:
        for it in _found("", str(root.value)):
            yield Finding(Place((), piece=(it.start, it.end)), _message(it))
    for route, node in todo:
        entries: Iterable[tuple[Key, Node]] = [(it.name, it.value) for it in node.members] or enumerate(node.items)
        for key, value in entries:
            kind = value.kind
            if kind is Kind.STRING:
                text = str(value.value)
                found = _remembered if len(text) <= _LONG else _found
                for it in found(key if isinstance(key, str) else "", text):
                    yield Finding(Place((*route, key), piece=(it.start, it.end)), _message(it))
            elif kind is Kind.OBJECT or kind is Kind.ARRAY:
                todo.append(((*route, key), value))


def _found(name: str, text: str) -> tuple[Secret, ...]:
    """The secrets in the text under a key, without what only stands where one would."""
    found = secrets_in(text)
    if not found and name and is_telling_name(name) and is_secret_value(name, text):
        found = (Secret(0, len(text), f"value of `{name}`"),)
    kept = (it for it in found if not is_filler(text[it.start : it.end]))
    return tuple(it for it in kept if not _ON_THIS_MACHINE.match(text, it.end))


_remembered = lru_cache(maxsize=4096)(_found)


def _message(secret: Secret) -> str:
    article = "the" if secret.what.startswith("value ") else "this"
    return f"{article} {secret.what} is a secret in plain text; read it from the environment"


RULE = Rule("HW603", "secret-in-config", Severity.ERROR, __doc__, _check)
