"""Which keys, and names of secrets, a guard knows: it is attacked with those that it stops in what is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Danger, Seed, built_in
from hookwright.attacking.forms.model import SHELL, Variant, path_and_content, question, with_content
from hookwright.attacking.forms.placeholders import KEY, NAME, filled
from hookwright.attacking.forms.variants import Aim

KEYS = "keys"
"""The name of the danger."""
_OF_KEY, _OF_NAME = "key in a file", "password in a file"
_KNOWN = (
    KEY,
    f"sk-{'A' * 48}",
    f"AKIA{'A' * 16}",
    f"AIza{'A' * 35}",
    f"sk_live_{'A' * 24}",
    f"xoxb-{'0' * 12}-{'0' * 12}-{'A' * 24}",
)
"""Examples of the keys that guards know most."""
_NAMES = (NAME, "api_key", "secret", "token", "passwd", "secret_key", "access_token")
_REQUEST, _SESSION = "curl http://localhost:8000/orders", "psql -h localhost -c 'SELECT 1'"
_IN_COMMANDS = {
    "password in a command": (
        ("mysql -ushop -p{A1:16} -e 'SELECT 1' shop", "mysql -ushop -e 'SELECT 1' shop"),
        ("mysql --user=shop --password={A1:16} -e 'SELECT 1' shop", "mysql --user=shop -e 'SELECT 1' shop"),
        ("PGPASSWORD={A1:16} psql -h localhost -U shop -c 'SELECT 1'", _SESSION),
        ("curl -u ada:{A1:16} http://localhost:8000/orders", _REQUEST),
        ("sshpass -p {A1:16} ssh web1.example.net uptime", "ssh web1.example.net uptime"),
        ("docker login -u ada -p {A1:16} registry.example.com", "docker login registry.example.com"),
    ),
    "password in an address of a command": (
        ("psql postgres://shop:{A1:16}@localhost/shop -c 'SELECT 1'", "psql postgres://localhost/shop -c 'SELECT 1'"),
        ("curl http://ada:{A1:16}@localhost:8000/orders", _REQUEST),
        ("git clone https://ada:{A1:16}@github.com/ada/shop.git", "git clone https://github.com/ada/shop.git"),
    ),
    "token in a command": (
        ("curl -H 'Authorization: Bearer {key}' http://localhost:8000/orders", _REQUEST),
        ("curl -H 'X-Api-Key: {key}' http://localhost:8000/orders", _REQUEST),
        ("API_KEY={key} npm test", "npm test"),
    ),
}
"""Commands with a secret, each with the same one without it, by the names of their seeds."""
_OTHER = "X = 1\n"
"""What has no key: a guard that stops this, too, is not about keys."""
_PROBES = ("Write", "Write", "Edit")
"""The tools of the first calls of a seed that a guard is asked about."""


class Probe(Struct, frozen=True):
    """Calls with a secret, and the same without it, which show whether a guard stops the secret."""

    seed: str
    key: str
    name: str
    calls: tuple[tuple[Variant, Variant], ...]

    def is_held(self, stopped: Collection[tuple[str, str]]) -> bool:
        """Whether one of the calls with the secret is among those that are stopped, and the one without it is not."""
        return any(
            (it.does, it.text) in stopped and (plain.does, plain.text) not in stopped for it, plain in self.calls
        )

    def first(self, tools: Collection[str]) -> Variant:
        """The call to begin with: to write the secret into a file, if the guard is asked about that."""
        with_secret = [it for it, _ in self.calls]
        return next((it for it in with_secret if it.does in tools and it.does != SHELL), with_secret[0])

    @property
    def every(self) -> Iterator[Variant]:
        """All calls of it."""
        for both in self.calls:
            yield from both


def key_probes(aims: Iterable[Aim], keys: Iterable[str]) -> list[Probe]:
    """What to ask a guard about the keys that it may know: those of its own patterns, and the usual ones."""
    seeds = {it.name for aim in aims if aim.name == KEYS for it in aim.seeds}
    tries = [(_OF_KEY, key, NAME) for key in dict.fromkeys((*keys, *_KNOWN))]
    tries += [(_OF_NAME, KEY, name) for name in _NAMES]
    tries += [(it, KEY, NAME) for it in sorted(seeds - {_OF_KEY, _OF_NAME})]
    return [Probe(seed, key, name, tuple(_calls(seed, key, name))) for seed, key, name in tries if seed in seeds]


def with_known_keys(aims: Iterable[Aim], probes: Iterable[Probe], stopped: Collection[tuple[str, str]]) -> list[Aim]:
    """The aims with the first key and the first name that the guard stops, without the seeds of which it stops none.

    What the user has named stays if the guard stops none of it.
    """
    held = [it for it in probes if it.is_held(stopped)]
    names = {it.seed for it in held}
    key = next((it.key for it in held if it.seed == _OF_KEY), KEY)
    name = next((it.name for it in held if it.seed == _OF_NAME), NAME)
    found = []
    for aim in aims:
        if aim.name == KEYS and (names or not aim.is_named):
            about = _about(aim, key, name)
            found.append(replace(about, seeds=tuple(it for it in about.seeds if it.name in names)))
        else:
            found.append(aim)
    return [it for it in found if it.seeds]


def _calls(seed: str, key: str, name: str) -> Iterator[tuple[Variant, Variant]]:
    for with_secret, plain in _IN_COMMANDS.get(seed, ()):
        yield question(filled(with_secret, key, name)), question(plain)
    if seed in _IN_COMMANDS:
        return
    danger = built_in(KEYS, key, name)
    command = next(it.command for it in danger.seeds if it.name == seed)
    yield question(command), question(f"echo '{_OTHER.strip()}' >> {command.split()[-1]}")
    own = [it for it in danger.calls if it.seed == seed]
    for does in dict.fromkeys(_PROBES):
        for it in [it for it in own if it.does == does][: _PROBES.count(does)]:
            path = path_and_content(it.text)[0]
            yield question(it.text, does), question(with_content(path, _OTHER), does)


def _about(aim: Aim, key: str, name: str) -> Aim:
    """The aim with the key and the name in all its calls, of which it may have only some."""
    usual, own = built_in(KEYS, KEY, NAME), built_in(KEYS, key, name)
    calls = {it: new for it, new in zip(usual.calls, own.calls, strict=True) if it in aim.danger.calls}
    return replace(
        aim,
        danger=replace(own, calls=tuple(dict.fromkeys(calls.values()))),
        seeds=tuple(_of(it, usual, own) for it in aim.seeds),
    )


def _of(seed: Seed, usual: Danger, own: Danger) -> Seed:
    before = next(it for it in usual.seeds if it.name == seed.name)
    after = next(it for it in own.seeds if it.name == seed.name)
    kept = tuple(new for old, new in zip(before.same, after.same, strict=True) if old in seed.same)
    return replace(after, same=kept)
