"""What is agreed to is what is seen, and what runs: whatever a command or a script does to be taken for another."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, PATIENCE, Workspace
from tests.torture.conftest import Place

from hookwright.config.read import read_hook_file
from hookwright.consent.asking import confirm, contents_of, not_agreed, requests_of, require_copied
from hookwright.consent.question import question
from hookwright.consent.request import ConsentRequest, PlannedRun
from hookwright.dialects import by_id
from hookwright.engine.consents import Consents
from hookwright.errors import NotAgreed
from hookwright.firing.fire import fire_request
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.testing.read import read_file
from hookwright.testing.run import PreparedCase, ready_case
from hookwright.visible import spelled_out

AT = {"pointer": "/hooks/PreToolUse/0/hooks/0"}


class User:
    """Somebody who is asked, and agrees."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.consents = Consents(Host({"HOOKWRIGHT_STATE_DIR": str(place.home / "state")}, str(place.home)))

    def asked(self, wanted: PlannedRun) -> tuple[ConsentRequest, ...]:
        """What they are asked about before that runs; they agree to it."""
        found = not_agreed(requests_of([wanted]), self.consents)
        assert confirm(requests_of([wanted]), found, self.consents) is None
        return found

    def asked_about(self, command: str, **keys: Any) -> tuple[ConsentRequest, ...]:
        return self.asked(planned(self.place, command, **keys))


def planned(place: Place, command: str, **keys: Any) -> PlannedRun:
    """The run of one command, from a hook file of the project."""
    path = place.hooks(command, **keys)
    file = read_hook_file(str(path), path.read_text(), by_id("claude-code"), Scope.PROJECT)
    host = Host({"PATH": os.environ["PATH"]}, str(place.home))
    request = fire_request(file, "/hooks/PreToolUse", project_dir=str(place.project), host=host)
    return PlannedRun(request.plan, file, host)


@pytest.fixture
def user(place: Place) -> User:
    return User(place)


_NAMED = [
    (". ./guard.sh", "guard.sh"),
    (". lib/env.sh && true", "lib/env.sh"),
    ("source ./guard.sh", "guard.sh"),
    ("sh < guard.sh", "guard.sh"),
    ("bash -s -- x < guard.sh", "guard.sh"),
    ("{ sh; } < guard.sh", "guard.sh"),
    ("cat guard.sh | sh", "guard.sh"),
    ("sh <<< './guard.sh'", "guard.sh"),
    ("sh <<EOF\n./guard.sh\nEOF", "guard.sh"),
    ("echo $(./guard.sh)", "guard.sh"),
    ("echo `./guard.sh`", "guard.sh"),
    ('X="$(sh guard.sh)" true', "guard.sh"),
    ("echo ${X:-$(./guard.sh)}", "guard.sh"),
    ("cat <(./guard.sh)", "guard.sh"),
    ("bash -c ./guard.sh", "guard.sh"),
    ("bash -lc 'cd lib && sh env.sh'", "lib/env.sh"),
    ("bash -euo pipefail guard.sh", "guard.sh"),
    ("eval './guard.sh'", "guard.sh"),
    ("trap ./guard.sh EXIT", "guard.sh"),
    ("f() { ./guard.sh; }; f", "guard.sh"),
    ("cd lib && python3 -m guard", "lib/guard.py"),
    ("(cd lib; python3 guard.py)", "lib/guard.py"),
    ("python3 lib/guard.py", "lib/helper.py"),
    ("python3 -c 'import helper'", "helper.py"),
    ("python3 lib/guard.py", "lib/json.py"),
    ("node lib/guard.js", "lib/other.js"),
    ("$(pwd)/guard.sh", "guard.sh"),
    ('"$PWD/guard.sh"', "guard.sh"),
    ('"$CLAUDE_PROJECT_DIR"/guard.sh', "guard.sh"),
    ("timeout 5 nice -n 3 ./guard.sh", "guard.sh"),
    ("env A=1 ./guard.sh", "guard.sh"),
    ("find . -name x -exec ./guard.sh {} +", "guard.sh"),
    ("xargs -n 1 ./guard.sh", "guard.sh"),
    ("awk -f guard.sh", "guard.sh"),
    ("strange-program --config=guard.sh", "guard.sh"),
    ("./guard.sh", "lib/env.sh"),
    ("./no-suffix", "no-suffix"),
    ("sh no-suffix ./guard.sh", "guard.sh"),
    ("./no-suffix ./guard.sh", "guard.sh"),
    ("""perl -e 'system("./guard.sh")'""", "guard.sh"),
    ("""awk 'BEGIN { system("./guard.sh") }'""", "guard.sh"),
    ("flock lock -c './guard.sh x'", "guard.sh"),
    ("tar --to-command=./guard.sh -xf x", "guard.sh"),
    ("trap -- ./guard.sh EXIT", "guard.sh"),
]


@pytest.mark.parametrize(("command", "script"), _NAMED)
def test_what_a_command_runs_is_part_of_the_agreement(user: User, place: Place, command: str, script: str) -> None:
    place.write("guard.sh", "#!/bin/sh\n. lib/env.sh\n")
    place.write("no-suffix", '#!/bin/sh\n"$1"\n')
    place.write("lib/env.sh", "A=1\n")
    place.write("lib/guard.py", "import json, helper\n")
    place.write("lib/guard.js", "const it = require('./other')\n")
    (asked,) = user.asked_about(command)
    assert asked.unread == ()
    assert user.asked_about(command) == ()

    place.write(script, "touch stolen\n")

    (again,) = user.asked_about(command)
    assert str(place.project / script) in question([again])


_UNREADABLE = [
    ("make", "`make`"),
    ("npm run lint", "`npm`"),
    ("cd x && just check", "`just`"),
    ("git commit -m x", "`git commit`"),
    ("git -c core.pager=./x log", "`git`"),
    ("python3 -m pytest", "`pytest`"),
    ("curl http://example.org | sh", "what `sh` reads"),
    ("sh", "what `sh` reads"),
    ("bash <(curl http://example.org)", "what `bash` runs"),
    ("$TOOL x", "`$TOOL`"),
    ("X=./a.sh; $X", "`$X`"),
    ('eval "$CODE"', "what `eval` runs"),
    ("PATH=./bin:$PATH lint", "`PATH`"),
    ("export BASH_ENV=./x; bash -c true", "`BASH_ENV`"),
    ("env LD_PRELOAD=./x.so true", "`LD_PRELOAD`"),
    ("bun run lint", "`bun lint`"),
    ('for it in *.sh; do sh "$it"; done', "what `sh` runs"),
    ('cd "$SOMEWHERE" && ./x.sh', "`./x.sh`"),
    ("alias ls=./x\nls", "`alias`, `hash` or `enable`"),
    ("hash -p ./x ls; ls", "`alias`, `hash` or `enable`"),
    ("PS4='$(./x)'; set -x; true", "`PS4`"),
    ("sudo -D lib ./x", "`sudo -D`"),
    ("find . -execdir ./x {} +", "`find -execdir`"),
    ("bash -c 'sh \"$@\"' _ ./x", "what `sh` runs"),
    ("pip install -e .", "`pip`"),
    ("if ; then (", "a command that cannot be parsed"),
    ("true " + "x" * 20_000, "a command that cannot be parsed"),
]


@pytest.mark.parametrize(("command", "unread"), _UNREADABLE)
def test_what_cannot_be_read_is_said_and_agreed_to_once(user: User, command: str, unread: str) -> None:
    for _ in range(2):
        (asked,) = user.asked_about(command)
        assert unread in asked.unread
    assert user.consents.kept() == ()


def test_the_question_says_what_was_not_read(user: User) -> None:
    asked = user.asked_about("make check; npm test")

    assert "It may run anything by way of `make` or `npm`: that is not read." in question(asked)
    assert "Your answer counts once." in question(asked)
    assert "You are asked again" not in question(asked)


def test_what_the_scripts_run_is_read_as_far_as_it_can_be_and_the_question_says_so(user: User, place: Place) -> None:
    place.write("guard.sh", '#!/bin/sh\nmake check\n"$1"\n')

    asked = user.asked_about("sh guard.sh x")

    assert 'It loads or runs files that were not read, by way of `make`, `"$1"`.' in question(asked)
    assert user.asked_about("sh guard.sh x") == ()


def test_what_a_hook_sends_away_and_the_server_it_starts_are_agreed_to(user: User, place: Place) -> None:
    path = place.project / ".claude" / "settings.json"

    def asked(**hook: Any) -> tuple[ConsentRequest, ...]:
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))
        file = read_hook_file(str(path), path.read_text(), by_id("claude-code"), Scope.PROJECT)
        host = Host({"PATH": os.environ["PATH"]}, str(place.home))
        request = fire_request(file, "/hooks/PreToolUse", project_dir=str(place.project), host=host)
        return user.asked(PlannedRun(request.plan, file, host))

    service: dict[str, Any] = {"type": "http", "url": "https://example.com/a", "headers": {"X-Key": "$KEY"}}
    text = question(asked(**service))
    assert "POST https://example.com/a\n" in text
    assert "sends the event, and the headers X-Key" in text
    assert not asked(**service)
    assert asked(**{**service, "url": "https://example.com/b"})
    assert asked(**service, allowedEnvVars=["KEY"])

    tool = {"type": "mcp_tool", "server": "mini", "tool": "judge"}
    assert not asked(**tool)
    server: dict[str, Any] = {"command": "sh", "args": ["run.sh"], "env": {"PATH": "./evil"}}
    for it in (server, {**server, "args": ["other.sh"]}, {"url": "https://example.com/mcp"}):
        (place.project / ".mcp.json").write_text(json.dumps({"mcpServers": {"mini": it}}))
        (found,) = asked(**tool)
        assert not asked(**tool)
        assert bool(found.sends) is ("url" in it)
    (place.project / ".mcp.json").write_text(json.dumps({"mcpServers": {"mini": server}}))
    (place.project / "run.sh").write_text("true")
    (found,) = asked(**tool)
    assert found.command == 'PATH="./evil" sh "run.sh", and of it the tool judge'
    assert found.scripts == (str(place.project / "run.sh"),)


def test_a_condition_cannot_be_taken_for_a_command(user: User) -> None:
    text = question(user.asked_about("true\nif this succeeds: false"))

    assert text.startswith("true⏎\n    if this succeeds: false\nin ")


def test_another_program_of_that_name_is_another_command(user: User, place: Place) -> None:
    wanted = planned(place, "lint x")
    here = Host({**wanted.host.environ, "PATH": f"{place.project}/bin:/usr/bin:/bin"}, wanted.host.home)
    wanted = PlannedRun(wanted.plan, wanted.file, here)
    assert len(user.asked(wanted)) == 1
    assert user.asked(wanted) == ()

    place.write("bin/lint", "#!/bin/sh\n").chmod(0o755)
    assert len(user.asked(wanted)) == 1
    place.write("bin/lint", "#!/bin/sh\ntouch stolen\n")
    assert len(user.asked(wanted)) == 1


def test_another_folder_is_another_run(user: User, place: Place) -> None:
    wanted = planned(place, "rm -r build")
    user.asked(wanted)
    elsewhere = fire_request(
        wanted.file,
        "/hooks/PreToolUse",
        project_dir=str(place.project),
        payload={"tool_name": "Bash", "cwd": "/"},
        host=Host({}, str(place.home)),
    )

    assert len(user.asked(PlannedRun(elsewhere.plan, wanted.file, wanted.host))) == 1


_ODD = {"fifo": os.mkfifo, "folder": os.mkdir, "zero": partial(os.symlink, "/dev/zero")}


@pytest.mark.parametrize("make", _ODD.values(), ids=_ODD)
def test_odd_files_hang_nothing(user: User, place: Place, make: Callable[[Path], object]) -> None:
    make(place.project / "guard.sh")

    assert len(user.asked_about("sh guard.sh")) == 1
    assert user.asked_about("sh guard.sh") == ()


def test_a_file_too_large_to_read_is_agreed_to_once(user: User, place: Place) -> None:
    with (place.project / "guard.sh").open("wb") as file:
        file.truncate(1 << 30)

    assert str(place.project / "guard.sh") in user.asked_about("sh guard.sh")[0].unread[0]
    assert len(user.asked_about("sh guard.sh")) == 1


def test_many_large_files_are_not_all_read(user: User, place: Place) -> None:
    names = [f"large{number}.sh" for number in range(20)]
    for name in names:
        with (place.project / name).open("wb") as file:
            file.truncate(24 << 20)

    (asked,) = user.asked_about("; ".join(f"sh {name}" for name in names))

    assert len(asked.unread) == len(names) - 2


def case(place: Place, **environment: str) -> PlannedRun:
    """The run of a hook test that sets these variables."""
    place.hooks("bash -c true")
    test = {
        "event": "PreToolUse",
        "dialect": "claude-code",
        "hooks": [CLAUDE_CODE],
        "env": environment,
        "expect": {"fires": 1},
    }
    path = place.write("own.hooktest.yaml", json.dumps({"tests": [test]}))
    host = Host({"PATH": os.environ["PATH"]}, str(place.home))
    ready = ready_case(read_file(str(path)).cases[0], host)
    assert isinstance(ready, PreparedCase), ready
    return PlannedRun(ready.request.plan, ready.files[0], ready.host(host), added=tuple(environment.items()))


def test_what_a_hook_test_puts_into_the_environment_is_seen_and_counts(user: User, place: Place) -> None:
    place.write("startup", "A=1\n")
    startup = str(place.project / "startup")
    assert len(user.asked(case(place))) == 1
    (asked,) = user.asked(case(place, BASH_ENV=startup))
    assert f"the test sets BASH_ENV={startup}\n" in question([asked])
    assert user.asked(case(place, BASH_ENV=startup)) == ()

    place.write("startup", "touch stolen\n")
    assert len(user.asked(case(place, BASH_ENV=startup))) == 1

    path = f"{place.project}/bin:{os.environ['PATH']}"
    assert len(user.asked(case(place, PATH=path))) == 1
    place.write("bin/bash", "#!/bin/sh\n").chmod(0o755)
    assert len(user.asked(case(place, PATH=path))) == 1
    for name in ("LD_PRELOAD", "PYTHONPATH", "NODE_OPTIONS", "GIT_EXTERNAL_DIFF"):
        for _ in range(2):
            (asked,) = user.asked(case(place, **{name: "x"}))
            assert asked.unread == (f"`{name}`",)


_HIDING = {
    "a terminal sequence": ("./lint.sh #\x1b]\ntouch X", "./lint.sh #⟨U+001B⟩]⏎\n    touch X"),
    "a C1 control": ("echo \x9b2K\x9b1A; touch X", "echo ⟨U+009B⟩2K⟨U+009B⟩1A; touch X"),
    "an override": ("echo \u202e X hcuot ;#\u202c", "echo ⟨U+202E⟩ X hcuot ;#⟨U+202C⟩"),
    "line feeds": ("true" + "\n" * 300 + "touch X", "true⟨300 line feeds⟩\n    touch X"),
    "blanks": ("true" + " " * 5000 + "; touch X", "true⟨5000 blanks⟩; touch X"),
    "tabs": ("true" + "\t" * 500 + "; touch X", "true⟨500 tabs⟩; touch X"),
    "a carriage return": ("touch X #\recho safe", "touch X #⟨U+000D⟩echo safe"),
    "what has no width": ("to\u200buch\ufeff X\U000e0041", "to⟨U+200B⟩uch⟨U+FEFF⟩ X⟨U+E0041⟩"),
    "other blanks": ("a\u00a0b\u3000c\u2800d\u3164", "a⟨U+00A0⟩b⟨U+3000⟩c⟨U+2800⟩d⟨U+3164⟩"),
    "other line ends": ("a #\u2028touch X\u2029\x0b\x0c\x85", "a #⟨U+2028⟩touch X⟨U+2029⟩⟨U+000B⟩⟨U+000C⟩⟨U+0085⟩"),
    "marks on marks": ("x\u0301" + "\u0301" * 3, "x⟨U+0301⟩⟨U+0301⟩⟨U+0301⟩⟨U+0301⟩"),
    "half a pair": ("x\ud83d", "x⟨U+D83D⟩"),
    "our own signs": ("echo ⏎ ⟨300 line feeds⟩ ␛", "echo ⟨U+23CE⟩ ⟨U+27E8⟩300 line feeds⟨U+27E9⟩ ⟨U+241B⟩"),
    "our own lines": ("x\nin /safe\nwith no variables", "x⏎\n    in /safe⏎\n    with no variables"),
}


@pytest.mark.parametrize("trick", _HIDING)
def test_every_character_of_a_command_is_seen(user: User, trick: str) -> None:
    command, shown = _HIDING[trick]

    assert question(user.asked_about(command)).startswith(f"{shown}\nin {user.place.project}\n")


def test_names_hide_nothing_either(user: User, place: Place) -> None:
    place.write("a\nb\x1b[2J\u202e.sh", "true\n")

    text = question(user.asked_about("sh './a\nb\x1b[2J\u202e.sh'"))

    assert f"script: {place.project}/a⏎\n    b⟨U+001B⟩[2J⟨U+202E⟩.sh\n" in text
    assert "\x1b" not in text


_SIGN = re.compile(r"⟨U\+([0-9A-F]{4,6})⟩|⟨(\d+) (line feeds|tabs|blanks)⟩(?:\n {4})?|⏎\n {4}|⇥", re.DOTALL)


def _read_back(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    if found[2]:
        return {"line feeds": "\n", "tabs": "\t", "blanks": " "}[found[3]] * int(found[2])
    return "\n" if found[0].startswith("⏎") else "\t"


@given(st.text(st.one_of(st.characters(), st.sampled_from("\n\t ⟨⟩⏎⇥\x1b\u202e")), max_size=80))
def test_what_is_shown_tells_every_text_apart(text: str) -> None:
    shown = spelled_out(text)

    assert _SIGN.sub(_read_back, shown) == text
    assert all(it == "\n" or it.isprintable() for it in shown)


@pytest.mark.parametrize("command", ["true; " + "x;" * 6000, ": ;\n" * 250 + "touch X", "\x1b" * 2000])
def test_nobody_is_asked_what_nobody_can_read(place: Place, command: str) -> None:
    (asked,) = requests_of([planned(place, command)])

    with pytest.raises(NotAgreed, match=r"too long to read: [\d,]+ characters on \d+ lines") as refused:
        question([asked])
    assert refused.value.data == {"reason": "too long"}


def test_long_values_are_cut_with_a_mark_and_a_number(user: User) -> None:
    wanted = planned(user.place, 'echo "$CLAUDE_PROJECT_DIR"')
    payload = {"tool_name": "Bash", "session_id": "x" * 1000}
    long = fire_request(wanted.file, "/hooks", project_dir=str(user.place.project) + "/" + "y" * 200, payload=payload)

    text = question(requests_of([PlannedRun(long.plan, wanted.file, wanted.host)]))

    assert re.search(r"CLAUDE_PROJECT_DIR=\S{60}… \(\d+ more characters\)", text)


def test_a_copy_of_something_else_is_refused(user: User, place: Place, tmp_path: Path) -> None:
    place.write("guard.sh", "true\n")
    (asked,) = user.asked_about("sh guard.sh")
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "guard.sh").write_text("true\n")
    require_copied(contents_of([asked]), str(place.project), str(copy))

    (copy / "guard.sh").write_text("touch stolen\n")

    with pytest.raises(NotAgreed, match="a script changed"):
        require_copied(contents_of([asked]), str(place.project), str(copy))


def test_at_a_terminal_what_is_put_there_meanwhile_does_not_run(place: Place) -> None:
    script, ran = place.write("guard.sh", "true\n"), place.project / "ran"
    file = place.hooks("sh guard.sh")

    def swap() -> None:
        script.write_text(f"touch '{ran}'\n")

    code, shown = answered(place, ["fire", str(file), "--at", AT["pointer"]], swap)

    assert code == 1
    assert "a script changed while you were asked" in shown
    assert not ran.exists()


def answered(place: Place, arguments: list[str], before: Callable[[], None]) -> tuple[int, str]:
    """What comes of a command at a terminal when its question is answered with yes, and something happens before."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "HOME": str(place.home)}
    command = [sys.executable, "-m", "hookwright", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = _until(ours, "[y/N]")
        before()
        os.write(ours, b"y\n")
        shown += _until(ours, None)
        code = process.wait(PATIENCE)
    os.close(ours)
    return code, shown


def _until(terminal: int, wanted: str | None) -> str:
    shown, deadline = "", time.monotonic() + PATIENCE
    while wanted is None or wanted not in shown:
        assert select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0], shown
        try:
            shown += os.read(terminal, 65536).decode()
        except OSError:
            break
    return shown


async def test_in_an_editor_what_is_put_there_meanwhile_does_not_run(newcomer: Editor, workspace: Workspace) -> None:
    script = workspace.write("guard.sh", "true\n")
    uri = workspace.hooks(CLAUDE_CODE, "sh guard.sh").as_uri()
    answering(newcomer, lambda: script.write_text("touch ran\n"))
    await newcomer.begin(workspace, PROFILES[0])

    with pytest.raises(JsonRpcException, match="a script changed") as refused:
        await newcomer.ask("hookwright/fire", {"uri": uri, **AT})

    assert refused.value.data == {"reason": "script changed"}
    assert not (workspace.project / "ran").exists()


async def test_a_hook_test_runs_the_hooks_that_were_asked_about(newcomer: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "touch first")
    test = {"event": "PreToolUse", "dialect": "claude-code", "hooks": [CLAUDE_CODE], "expect": {"fires": 1}}
    broken = {**test, "hooks": ["later.json"]}
    tests = workspace.write("own.hooktest.yaml", json.dumps({"tests": [test, broken]}))

    def swap() -> None:
        file.write_text(file.read_text().replace("touch first", "touch stolen"))
        (workspace.project / "later.json").write_text(file.read_text())

    answering(newcomer, swap)
    await newcomer.begin(workspace, PROFILES[0])

    await newcomer.ask("hookwright/runTests", {"uri": tests.as_uri()})

    assert (workspace.project / "first").exists()
    assert not (workspace.project / "stolen").exists()


def answering(editor: Editor, before: Callable[[], object]) -> None:
    """Makes it an editor whose user says yes, after something has happened."""

    def answer(editor: Editor, params: types.ShowMessageRequestParams) -> types.MessageActionItem:
        before()
        assert params.actions
        return params.actions[0]

    editor.protocol.fm.features.pop(types.WINDOW_SHOW_MESSAGE_REQUEST)
    editor.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(answer)


async def test_consent_is_given_listed_and_taken_back_by_hand(newcomer: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "touch ran")
    await newcomer.begin(workspace, PROFILES[0], options={"client": {"questions": False}})
    shot = {"uri": file.as_uri(), **AT}

    with pytest.raises(JsonRpcException, match="`hookwright consent agree") as refused:
        await newcomer.ask("hookwright/fire", shot)
    assert refused.value.data == {"reason": "not asked"}
    assert newcomer.questions == []

    assert "nothing was run" in consent(workspace, "agree", str(file), "--at", AT["pointer"], "--yes")
    assert not (workspace.project / "ran").exists()
    await newcomer.ask("hookwright/fire", shot)
    assert (workspace.project / "ran").exists()

    (kept,) = json.loads(consent(workspace, "list", "--format", "json"))["consents"]
    assert (kept["project"], kept["command"]) == (str(workspace.project), "touch ran")
    assert kept["id"][:12] in consent(workspace, "list")
    assert consent(workspace, "revoke", kept["id"][:12]) == "Took back 1 consent.\n"
    assert json.loads(consent(workspace, "list", "--format", "json"))["consents"] == []
    with pytest.raises(JsonRpcException):
        await newcomer.ask("hookwright/fire", shot)


def consent(workspace: Workspace, *arguments: str) -> str:
    command = [sys.executable, "-m", "hookwright", "consent", *arguments]
    ended = subprocess.run(
        command, env={**os.environ, "HOME": str(workspace.home)}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
