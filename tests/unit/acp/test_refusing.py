"""What hooks cannot judge is not passed on: its sender is told why, and nobody waits for ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.acp.ends import Raw, raw_talk

from hookwright.acp.ambiguity import ambiguity
from hookwright.acp.wire import _read

DENY = {"PreToolUse": "echo no >&2; exit 2"}
DEEP = '{"a":' * 3000 + "1" + "}" * 3000
WRITE = '{"jsonrpc":"2.0","id":5,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/x","content":"",%s}}'
ASK = (
    '{"jsonrpc":"2.0","id":5,"method":"session/request_permission","params":{"sessionId":"s1",'
    '"toolCall":{"toolCallId":"t","kind":"execute","rawInput":{"command":"rm","x":%s}},"options":[]}}'
)
AFTER = b'{"method":"_after"}\n'

UNJUDGED: dict[str, tuple[bytes, int]] = {
    "deep": ((WRITE % f'"x":{DEEP}').encode(), -32016),
    "a permission, deep": ((ASK % DEEP).encode(), -32016),
    "a permission, many digits": ((ASK % ("1" * 5000)).encode(), -32016),
    "too large for a double": ((ASK % "1e999").encode(), -32016),
    "NaN": ((ASK % "NaN").encode(), -32700),
    "a key twice": ((WRITE % '"path":"/etc/passwd"').encode(), -32700),
    "a method twice": (b'{"method":"_x","id":5,"method":"fs/write_text_file","params":{}}', -32700),
    "the same key, escaped": ((WRITE % r'"\u0070ath":"/etc/passwd"').encode(), -32700),
    "two keys that a half makes one": ((ASK % r'{"\ud800":1,"\ud801":2}').encode(), -32700),
    "bytes that are not UTF-8": ((ASK % '"?"').encode().replace(b'"?"', b'"\xed\xa0\xbd"'), -32700),
    "a CR between tokens": ((WRITE % '"x":\r{"id":6,"method":"terminal/create"}\r,"y":1').encode(), -32700),
    "a mark before it": (b"\xef\xbb\xbf" + (ASK % "1").encode(), -32700),
    "a control character": ((ASK % '"\x01"').encode(), -32700),
    "cut off": ((ASK % "1").encode()[:-3], -32700),
    "a method in another case": (b'{"Method":"fs/write_text_file","id":5}', -32600),
    "a method in capital letters": (b'{"method":"FS/Write_text_file","id":5}', -32600),
    "a method with a space": (b'{"method":"terminal/create ","id":5}', -32600),
    "a request without an id": ((WRITE % '"x":1').replace('"id":5,', "").encode(), -32600),
    "a method with a NUL": (rb'{"method":"fs/write_text_file\u0000","id":5}', -32600),
    "a method that is no text": (b'{"method":["fs/write_text_file"],"id":5}', -32600),
    "a request and an answer": (b'{"method":"_x","id":5,"result":{}}', -32600),
    "a path in another case": ((WRITE % '"Path":"/etc/passwd"').encode(), -32600),
    "a path with a NUL": ((WRITE % '"x":1').replace('"/x"', r'"/etc/passwd\u0000.txt"').encode(), -32600),
    "a path behind a NUL": ((WRITE % r'"path\u0000":"/etc/passwd"').encode(), -32600),
    "an argument with a NUL": (
        rb'{"id":5,"method":"terminal/create","params":{"sessionId":"s1","command":"rm","args":["/x\u0000y"]}}',
        -32600,
    ),
    "an id that is true": (b'{"method":"_x","id":true}', -32600),
    "an id with a fraction": (b'{"method":"fs/write_text_file","id":5.0}', -32600),
    "a method in capitals": (b'{"method":"FS/write_text_file","id":5}', -32600),
    "a method with a blank": (b'{"method":"fs/write_text_file ","id":5}', -32600),
    "a method in wide letters": ('{"method":"fs／ｗrite_text_file","id":5}'.encode(), -32600),
    "a method in another style": (b'{"method":"terminalCreate","id":5}', -32600),
    "an environment in another case": (b'{"method":"terminal/create","id":5,"params":{"Env":[]}}', -32600),
    "a text": (b'"text"', -32600),
    "no message": (b'{"id":5}', -32600),
}


@pytest.mark.parametrize("name", UNJUDGED)
async def test_what_cannot_be_judged_does_not_pass(tmp_path: Path, name: str) -> None:
    line, code = UNJUDGED[name]
    async with raw_talk(tmp_path, DENY) as (client, agent):
        await _open(client, agent)
        for source, target in ((agent, client), (client, agent)):
            source.write(line + b"\n")
            source.write(AFTER)
            # Only what comes behind it passes.
            assert await target.read() == AFTER
            answer = json.loads(await source.read())
            assert answer["error"]["code"] == code
            assert answer["id"] == _id_of(line)


@pytest.mark.parametrize("method", ["fs/write_text_file", "terminal/create", "session/request_permission"])
async def test_what_has_an_effect_needs_an_id(tmp_path: Path, method: str) -> None:
    async with raw_talk(tmp_path) as (client, agent):
        await _open(client, agent)
        params = {"sessionId": "s1", "path": "/x", "content": "", "command": "ls", "toolCall": {}, "options": []}
        agent.send({"jsonrpc": "2.0", "method": method, "params": params})
        agent.write(AFTER)

        assert await client.read() == AFTER
        answer = json.loads(await agent.read())
    assert (answer["id"], answer["error"]["message"]) == (
        None,
        f"The message is not passed on: `{method}` is a request, so it needs an `id`",
    )


BAD_PARAMS: dict[str, tuple[str, dict[str, object], str]] = {
    "no path": ("fs/write_text_file", {"content": ""}, "`path`"),
    "a content that is a list": ("fs/write_text_file", {"path": "/x", "content": ["a"]}, "`content`"),
    "a path that is a list": ("fs/read_text_file", {"path": ["/x"]}, "`path`"),
    "no command": ("terminal/create", {"command": " "}, "`command`"),
    "a number among words": ("terminal/create", {"command": "kill", "args": [-1]}, "`args`"),
    "words in one text": ("terminal/create", {"command": "kill", "args": "-1"}, "`args`"),
    "a folder that is a list": ("terminal/create", {"command": "ls", "cwd": ["/"]}, "`cwd`"),
    "variables in an object": ("terminal/create", {"command": "ls", "env": {"LD_PRELOAD": "/x"}}, "`env`"),
    "a variable without a value": ("terminal/create", {"command": "ls", "env": [{"name": "A"}]}, "`env`"),
    "a variable with two names": (
        "terminal/create",
        {"command": "ls", "env": [{"name": "A", "value": "1", "Name": "LD_PRELOAD"}]},
        "`env`",
    ),
    "a variable twice": (
        "terminal/create",
        {"command": "ls", "env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]},
        "`env`",
    ),
    "a name with a sign": ("terminal/create", {"command": "ls", "env": [{"name": "A=1", "value": "2"}]}, "`env`"),
    "a value with a NUL": ("terminal/create", {"command": "ls", "env": [{"name": "A", "value": "\0"}]}, "`env`"),
}


@pytest.mark.parametrize("name", BAD_PARAMS)
async def test_what_clients_read_in_several_ways_does_not_pass(tmp_path: Path, name: str) -> None:
    method, params, what = BAD_PARAMS[name]
    async with raw_talk(tmp_path) as (client, agent):
        await _open(client, agent)
        agent.send({"jsonrpc": "2.0", "id": 5, "method": method, "params": {"sessionId": "s1", **params}})
        agent.write(AFTER)

        assert await client.read() == AFTER
        answer = json.loads(await agent.read())
    assert (answer["id"], answer["error"]["code"]) == (5, -32602)
    assert what in answer["error"]["message"]


async def test_an_extension_is_no_other_spelling(tmp_path: Path) -> None:
    async with raw_talk(tmp_path) as (client, agent):
        agent.write(b'{"method":"_session/update"}\n')

        assert await client.read() == b'{"method":"_session/update"}\n'


def _id_of(line: bytes) -> int | None:
    """The id that the error has."""
    return 5 if b'"id":5,' in line or b'"id":5}' in line else None


async def test_a_batch_is_not_a_way_around_hooks(tmp_path: Path) -> None:
    async with raw_talk(tmp_path, DENY) as (client, agent):
        await _open(client, agent)
        asked = [json.loads(ASK % "1"), {"id": "b", "method": "terminal/create", "params": {"sessionId": "s1"}}]
        agent.write(json.dumps([*asked, 3]).encode() + b"\n[]\n")
        agent.write(AFTER)

        assert await client.read() == AFTER
        answers = [json.loads(await agent.read()) for _ in range(3)]

    assert [(it["id"], it["error"]["code"]) for it in answers] == [(5, -32600), ("b", -32600), (None, -32600)]


@pytest.mark.parametrize("broken", ['"result":' + DEEP, '"result":{"outcome":NaN}', '"result":'])
async def test_an_answer_that_is_not_passed_on_is_an_error_for_who_waits(tmp_path: Path, broken: str) -> None:
    """The agent has asked for permission, and the client's answer cannot be read."""
    async with raw_talk(tmp_path) as (client, agent):
        await _open(client, agent)
        agent.write((ASK % "1").encode() + b"\n")
        assert json.loads(await client.read())["id"] == 5
        client.write(b'{"jsonrpc":"2.0","id":5,' + broken.encode() + (b"" if broken[-1] == ":" else b"}") + b"\n")

        answer, told = json.loads(await agent.read()), json.loads(await client.read())

    assert answer["id"] == 5
    assert "hookwright cannot pass on the answer of the client" in answer["error"]["message"]
    assert (told["id"], told["error"]["code"]) == (None, answer["error"]["code"])


async def test_what_hooks_read_is_what_passes(tmp_path: Path) -> None:
    """Halves of surrogate pairs are replaced for both, and no line ends in the middle for anybody."""
    log = {"PreToolUse": 'cat >> "$CLAUDE_PROJECT_DIR/log"; echo >> "$CLAUDE_PROJECT_DIR/log"'}
    async with raw_talk(tmp_path, log) as (client, agent):
        await _open(client, agent)
        agent.write((WRITE % '"y":1').replace('"content":""', r'"content":"\ud83d|' + '\u2028"').encode() + b"\r\n")
        passed = await client.read()

    assert passed.decode().splitlines()[0] == passed.decode().removesuffix("\n")
    judged = json.loads((tmp_path / "log").read_text().split("\n")[0])
    assert judged["tool_input"]["content"] == json.loads(passed)["params"]["content"] == "\ufffd|\u2028"


async def test_an_error_that_is_null_is_none(tmp_path: Path) -> None:
    async with raw_talk(tmp_path, DENY) as (client, agent):
        client.send({"id": 1, "method": "session/new", "params": {"cwd": str(tmp_path)}})
        await agent.read()
        agent.send({"id": 1, "result": {"sessionId": "s1"}, "error": None})
        await client.read()
        agent.write((WRITE % '"y":1').encode() + b"\n")

        assert "Refused by a hook" in json.loads(await agent.read())["error"]["message"]


async def _open(client: Raw, agent: Raw) -> None:
    client.send({"id": 1, "method": "session/new", "params": {"cwd": str(client.project)}})
    await agent.read()
    agent.send({"id": 1, "result": {"sessionId": "s1"}})
    await client.read()


@pytest.mark.parametrize(("sent", "passed"), [(rb"\ud83d|", "\ufffd|".encode()), ("\u2028".encode(), rb"\u2028")])
def test_what_programs_read_in_several_ways_is_written_in_one(sent: bytes, passed: bytes) -> None:
    line = b'{"jsonrpc":"2.0","method":"_x","params":"%b"}'
    assert _read(line % sent) == (line % passed + b"\n", json.loads(line % passed))


def test_what_the_protocol_leaves_to_others_may_have_any_members() -> None:
    free = {"Path": "a", "COMMAND": {"Args": 1}}
    params = {"sessionId": "s", "toolCall": {"rawInput": free, "rawOutput": free, "_meta": free}}
    assert ambiguity({"id": 1, "method": "session/request_permission", "params": params}) is None
