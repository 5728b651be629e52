"""A hook in an agent that proves it: what it finds of the user, what it reaches, and what it leaves behind."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from pathlib import Path

import pytest
from tests.cage import needs_cage
from tests.unit.proving.proofs import project_with, proved, proving

from hookwright.engine.process.descendants import look
from hookwright.host import Host
from hookwright.proving.prove import Proof
from hookwright.proving.report import proof_report
from hookwright.proving.script import Limits

_SECRET = "sk-live-5f1d5f1d5f1d5f1d"
_SMALL = Limits(seconds=20, memory=300 << 20, written=48 << 20, printed=8 << 20, processes=60)
_UNIQUE = "31536.27"


@pytest.fixture
def user(tmp_path: Path) -> Host:
    """A user whose home holds the project and a key, and whose environment holds a token."""
    needs_cage()
    home = tmp_path / "ada"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh" / "id_ed25519").write_text(_SECRET)
    (home / ".claude").mkdir()
    (home / ".claude" / ".credentials.json").write_text(_SECRET)
    (home / ".gitconfig").write_text(f"[url '{_SECRET}']\n")
    told = {"HOME": str(home), "ANTHROPIC_AUTH_TOKEN": _SECRET, "SSH_AUTH_SOCK": "/run/user/agent"}
    return Host({**os.environ, **told}, str(home))


def _of(user: Host, command: str, limits: Limits = _SMALL) -> Proof:
    project = Path(user.home) / "shop"
    project.mkdir()
    return proved(project_with(project, PreToolUse=f"{{ {command}; }} >&2; exit 2"), host=user, limits=limits)


def _said(proof: Proof) -> str:
    """All that was printed and told, without the command itself, which the agent repeats."""
    text = "\n".join((*proof.agent.told, proof.played.stdout, proof.played.stderr))
    return text.replace(proof.wanted.plan.steps[0].hook.body, "")


def test_neither_the_environment_nor_the_home_of_the_user_is_there(user: Host) -> None:
    home = user.home
    files = f'{home}/.ssh/id_ed25519 {home}/.claude/.credentials.json {home}/.gitconfig "$HOME"/.gitconfig ~/.ssh/*'

    proof = _of(user, f"echo began; env; cat {files}; cat /proc/*/environ; ls -a {home} ~ /tmp /run; echo end")

    assert "began" in _said(proof), proof_report(proof)
    assert "end" in _said(proof)
    assert _SECRET not in _said(proof)
    assert "SSH_AUTH_SOCK" not in _said(proof)


def test_the_home_that_the_system_knows_is_not_there_either(user: Host) -> None:
    import pwd

    real = Path(pwd.getpwuid(os.getuid()).pw_dir)
    if not real.is_dir() or real == Path("/") or not any(real.iterdir()):
        pytest.skip("the user of this system has no home with anything in it")

    proof = _of(user, f"echo began; find {real} -maxdepth 1 -type f; echo end")

    assert "began\nend" in _said(proof), proof_report(proof)


def test_no_network_is_reached_but_the_loopback_of_the_cage(user: Host) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ask = f"timeout 2 bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}' && echo reached-loopback"
        away = "timeout 2 bash -c 'exec 3<>/dev/tcp/192.0.2.1/80' && echo reached-away"

        proof = _of(user, f"echo began; {ask}; {away}; cat /proc/net/dev; echo end")

    said = _said(proof)
    assert "began" in said, proof_report(proof)
    assert "reached-" not in said
    interfaces = [it.partition(":")[0].strip() for it in said.split("end")[0].splitlines() if ":" in it]
    assert "lo" in interfaces
    assert not [it for it in interfaces if it.startswith(("eth", "en", "wl"))]


def test_no_socket_of_the_user_is_there(user: Host, tmp_path: Path) -> None:
    path = tmp_path / "agent.sock"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()

        proof = _of(user, f"echo began; test -e {path} && echo seen; ls -A /run; echo end")

    assert "began\nend" in _said(proof), proof_report(proof)


def test_nothing_outside_of_the_copy_is_written(user: Host, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    home = Path(user.home)

    proof = _of(
        user, f"echo x >{outside}/a; echo x >{home}/b; echo x >{home}/shop/c; echo x >/tmp/d-{_UNIQUE}; echo end"
    )

    assert "end" in _said(proof), proof_report(proof)
    assert list(outside.iterdir()) == []
    assert not (home / "b").exists()
    assert [it.name for it in (home / "shop").iterdir()] == [".claude"]
    assert not Path(f"/tmp/d-{_UNIQUE}").exists()


def test_what_forks_away_is_gone_at_the_end(user: Host) -> None:
    proof = _of(user, f"setsid nohup env -i /bin/sleep {_UNIQUE} </dev/null >/dev/null 2>&1 & echo end")

    assert "end" in _said(proof), proof_report(proof)
    assert not _sleeping()


async def test_a_proof_that_is_cancelled_leaves_nothing(user: Host) -> None:
    project = Path(user.home) / "shop"
    project.mkdir()
    file = project_with(project, PreToolUse=f"sleep {_UNIQUE}")
    task = asyncio.ensure_future(proving(file, user))
    while not _sleeping_now():
        assert not task.done()
        await asyncio.sleep(0.05)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert not _sleeping()
    assert not list(Path(user.home).glob(".local/state/hookwright/scratch/*"))


def test_more_processes_than_allowed_end_the_run(user: Host) -> None:
    proof = _of(user, f"for i in $(seq 100); do sleep {_UNIQUE} & done; wait")

    assert proof.ended == "it started more than 60 processes"
    assert not _sleeping()


def test_a_hook_that_hangs_ends_the_run(user: Host) -> None:
    proof = _of(user, f"trap '' TERM; sleep {_UNIQUE}", Limits(seconds=1))

    assert proof.ended == "it took more than 1 s"
    assert not proof.agrees
    assert not _sleeping()


def test_a_hook_that_fills_the_disk_ends_the_run_and_its_files_go(user: Host) -> None:
    proof = _of(user, "while :; do head -c 8000000 /dev/zero >f$((i=i+1)) || sleep 1; done")

    assert "it wrote more than 48 MB" in proof.ended or "of the disk were used up" in proof.ended
    assert not list(Path(user.home).glob(".local/state/hookwright/scratch/*"))


def test_a_hook_that_takes_all_memory_ends_the_run(user: Host) -> None:
    proof = _of(user, "python3 -c 'x = bytearray(900 << 20); import time; time.sleep(60)'")

    assert proof.ended == "it took more than 300 MB of memory"


def test_an_agent_that_prints_without_end_ends_the_run(user: Host) -> None:
    project = Path(user.home) / "shop"
    project.mkdir()
    file = project_with(project, PreToolUse="true")

    proof = proved(file, agent="sh -c 'yes' sh", host=user, limits=_SMALL)

    assert proof.ended == "it printed more than 8 MB"
    assert len(proof.played.stdout) <= 4 << 20


def test_what_is_left_of_a_run_is_nothing(user: Host) -> None:
    proof = _of(user, "mkdir -p deep/er; chmod 0 deep; echo end")

    assert "end" in _said(proof), proof_report(proof)
    assert not list(Path(user.home).glob(".local/state/hookwright/scratch/*"))


def _sleeping() -> list[int]:
    """The processes of a test that still run; those that were killed may take a moment to go."""
    for _ in range(50):
        if not (found := _sleeping_now()):
            return []
        time.sleep(0.05)
    return found


def _sleeping_now() -> list[int]:
    return [it for it in look() if "sleep" in _command(it)[:12] and _UNIQUE in _command(it)]


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace")
    except OSError:
        return ""
