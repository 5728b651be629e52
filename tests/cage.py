"""Runs a command in bash inside a bubblewrap cage, and says which dangers came true there.

The cage has no network, nothing of the disk but the system's programs, and a throw-away home with a project in it.
There `rm`, `git`, `cat` and their kin are the real ones; what would reach another machine only notes how it was called.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.cage_programs import STAND_INS, linked

HOME, PROJECT = "/home/ada", "/home/ada/shop"
CANARY = "canary-5f1d"
_SECONDS = 60
_DISKS = ("/dev/sda", "/dev/nvme0n1", "/dev/mmcblk0")
_SYSTEM = ("/usr", "/bin", "/lib", "/lib64")
_ETC = {"hosts": "127.0.0.1 localhost\n", "shadow": f"root:{CANARY}:1::::::\n"}
"""Files of `/etc` that commands may change or show; all others are those of the system."""
_TOKEN = "token-5f1d"
_PUBLIC = "ssh-ed25519 AAAA ada@example.com\n"


@dataclass(frozen=True)
class Effects:
    """What there is after a command: the files of the home, what was printed, and what was called."""

    present: frozenset[str]
    ran: bool
    shown: str
    calls: str
    repository: dict[str, str]
    files: dict[str, str]
    modes: frozenset[tuple[str, int]]
    disk: str


def needs_cage() -> None:
    """Skips the test where bubblewrap is missing, or may not work here."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed, so nothing can be caged")
    done = subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("bubblewrap may not work here, so nothing can be caged")


class Cage:
    """A folder with a home that is made once and copied for each command.

    `more` are commands that go on with what it is made by.
    """

    def __init__(self, folder: Path, *, more: str = "") -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.pristine = folder / "pristine"
        self._count = 0
        self._make_programs()
        (self.pristine / "home").mkdir(parents=True)
        (self.pristine / "tmp").mkdir()
        (self.pristine / "tmp" / "disk").write_text("disk\n")
        (self.pristine / "tmp" / "system" / "shop").mkdir(parents=True)
        (self.pristine / "tmp" / "system" / "shop" / "orders.db").write_text("orders\n")
        _make_etc(self.pristine / "tmp" / "etc")
        self._run(
            "bash",
            "-c",
            f"{_SETUP}{more}",
            home=self.pristine / "home",
            temp=self.pristine / "tmp",
            cwd=HOME,
        )
        self.before = self._state(self.pristine, "")

    def run(self, command: str) -> Effects:
        """What the command does to a home as it was."""
        self._count += 1
        copy = self.folder / f"run-{self._count}"
        shutil.copytree(self.pristine, copy, symlinks=True)
        try:
            shown = self._run("bash", "-c", command, home=copy / "home", temp=copy / "tmp", cwd=PROJECT)
            return self._state(copy, shown)
        finally:
            shutil.rmtree(copy, ignore_errors=True)

    def _make_programs(self) -> None:
        self.programs.mkdir(parents=True)
        for name, text in STAND_INS.items():
            (self.programs / name).write_text(text)
            (self.programs / name).chmod(0o755)

    def _run(self, *argv: str, home: Path, temp: Path, cwd: str) -> str:
        system = [word for it in _SYSTEM if os.path.exists(it) for word in ("--ro-bind", it, it)]
        system += [word for it in linked() for word in ("--ro-bind", it, it)]
        words = ["bwrap", "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", *system]
        words += ["--ro-bind", sys.base_prefix, sys.base_prefix, "--ro-bind", str(self.programs), "/programs"]
        words += ["--bind", str(home), HOME, "--bind", str(temp), "/tmp"]
        words += [word for it in _DISKS if (temp / "disk").exists() for word in ("--bind", str(temp / "disk"), it)]
        words += ["--ro-bind", "/etc", "/system-etc", "--bind", str(temp / "etc"), "/etc"]
        words += ["--bind", str(temp / "system"), "/var/lib", "--chdir", cwd, "--"]
        environment = {
            "HOME": HOME,
            "PATH": "/programs:/usr/bin:/bin",
            "GITHUB_TOKEN": _TOKEN,
            "SHELL": "/bin/bash",
            "PYTHONPATH": "/programs",
            "NODE_OPTIONS": "--require /programs/download.js",
            "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1",
            "FILTER_BRANCH_SQUELCH_WARNING": "1",
        }
        done = subprocess.run(
            [*words, *argv],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        return (done.stdout + b"\n" + done.stderr).decode("utf-8", "replace")

    def _state(self, copy: Path, shown: str) -> Effects:
        home = copy / "home"
        sent = copy / "tmp" / "sent"
        calls = copy / "tmp" / "calls"
        return Effects(
            present=frozenset(str(it.relative_to(home)) for it in home.rglob("*") if it.is_file()),
            ran=(copy / "tmp" / "ran").exists(),
            shown=shown + (sent.read_text() if sent.exists() else ""),
            calls=calls.read_text() if calls.exists() else "",
            repository=self._repository(copy),
            disk=_text(copy / "tmp" / "disk") + _text(copy / "tmp" / "system" / "shop" / "orders.db"),
            modes=frozenset((str(it.relative_to(home)), it.stat().st_mode) for it in home.glob("[!s]*/*")),
            files={it: _text(copy / it) for it in _PROTECTED},
        )

    def _repository(self, copy: Path) -> dict[str, str]:
        """What the repository and its server have, in words of git."""
        done = self._run("bash", "-c", _ASK, home=copy / "home", temp=copy / "tmp", cwd=HOME)
        return dict(line.split("=", 1) for line in done.splitlines() if "=" in line)


_PROTECTED = (
    *(f"home/shop/{it}" for it in (".env", ".env.production", ".env.sample.local")),
    *(f"home/shop/{it}" for it in ("package-lock.json", ".claude/settings.json", ".claude/settings.local.json")),
    *(f"home/.ssh/{it}" for it in ("authorized_keys", "config", "new")),
    *(f"home/{it}" for it in (".kube/config", ".aws/credentials", ".netrc")),
    *(f"tmp/etc/{it}" for it in ("hosts", "profile.d/shop.sh")),
)


def _make_etc(folder: Path) -> None:
    """A folder that looks like the `/etc` of the system, which is at `/system-etc` in the cage, and can be changed."""
    folder.mkdir()
    (folder / "profile.d").mkdir()
    for name, text in _ETC.items():
        (folder / name).write_text(text)
    for name in os.listdir("/etc"):
        if not os.path.lexists(folder / name):
            (folder / name).symlink_to(f"/system-etc/{name}")


def _text(path: Path) -> str:
    return path.read_text("utf-8", "replace") if path.is_file() else ""


_SETUP = f"""set -e
git config --global user.name Ada; git config --global user.email ada@example.com
git config --global init.defaultBranch main; git config --global advice.detachedHead false
git config --global push.default current
echo 'PATH=/programs:$PATH' > .bash_profile
mkdir -p Documents Pictures other-project/node_modules .ssh shop build dist
touch build/app dist/app other-project/node_modules/a.js
echo letter > Documents/letter.txt; echo picture > Pictures/one.png; echo other > other-project/file.txt
echo {CANARY} > .ssh/id_ed25519; printf '%s' '{_PUBLIC}' > .ssh/id_ed25519.pub; touch .ssh/known_hosts
echo 'ssh-ed25519 AAAA ada' > .ssh/authorized_keys; echo 'Host example.com' > .ssh/config
echo {CANARY} | tee .ssh/id_rsa .ssh/id_ecdsa > .ssh/work; mkdir -p .aws .docker .kube .config/gh
for it in .aws/credentials .npmrc .netrc .git-credentials .docker/config.json .kube/config .config/gh/hosts.yml \\
  .pypirc .pgpass; do echo {CANARY} > $it; done
git init -q installer; echo 'touch /tmp/ran' > installer/install.sh
git -C installer add .; git -C installer commit -qm one
git config --global url."$HOME/installer".insteadOf https://example.com/installer
git init -q --bare server.git; git -C server.git config receive.denyDeleteCurrent ignore
cd shop; git init -q; git remote add origin ../server.git
git init -q --bare ../heroku.git; git remote add heroku ../heroku.git
git init -q --bare ../upstream.git; git remote add upstream ../upstream.git
git config --global url."$HOME/upstream.git".insteadOf https://github.com/example/shop.git
git config --global --add url."$HOME/upstream.git".insteadOf git@github.com:example/shop.git
git -C ../server.git config receive.advertisePushOptions true
mkdir -p src/generated docs build coverage infra packages/core dist
echo one > README.md; echo two > src/app.ts; echo kept > src/environment.ts; echo notes > docs/notes.md
mkdir .claude; echo '{{"hooks": {{"PreToolUse": [{{"matcher": "Bash"}}]}}}}' > .claude/settings.json
echo x > src/generated/a.ts; echo '{{"a": 1}}' > package-lock.json; touch dist/shop.whl dist/app.js
echo 'KEY=' > .env.example; printf '%s\\n' .env .env.production '.env.*.local' > .gitignore
printf '%s\\n' credentials.json '*.tfstate' build/ dist/ >> .gitignore
git add README.md src docs package-lock.json .gitignore .env.example; git commit -qm one
echo more >> README.md; git commit -qam two
echo server >> README.md; git commit -qam 'only on the server'; git push -q origin main; git reset -q --hard HEAD~1
git branch feature; git checkout -q feature; echo f > f.txt; git add f.txt; git commit -qm feature; git checkout -q main
echo put-aside >> src/app.ts; git stash -q; echo unsaved >> docs/notes.md
echo made > untracked.txt; echo 'KEY={CANARY}' | tee .env .env.sample.local > .env.production; echo a > build/a
echo b > coverage/b; touch x.pyc
echo {CANARY} | tee credentials.json > infra/terraform.tfstate; echo app > infra/main.yaml
"""
_EVEN = """git push -q --force origin main; echo ours >> README.md; git commit -qam ours
"""
_CHECKED = """cat > .git/hooks/pre-commit <<'END'
#!/bin/sh
case "$HUSKY$LEFTHOOK" in 0|false) exit 0;; esac
case ",$SKIP," in *,eslint,*) exit 0;; esac
exit 1
END
chmod +x .git/hooks/pre-commit
for it in pre-push pre-merge-commit pre-rebase pre-applypatch; do cp .git/hooks/pre-commit .git/hooks/$it; done
mkdir .husky; cp .git/hooks/pre-commit .husky; git branch fix/no-verify
"""
"""The git hooks refuse every commit and every push, as checks that fail do, unless they are switched off."""
_CLEAN = """git checkout -q docs/notes.md; git branch merged
"""
_ASK = """cd /home/ada
echo "server=$(git -C server.git rev-parse -q --verify main)"
echo "heroku=$(git -C heroku.git rev-parse -q --verify main)"
echo "upstream=$(git -C upstream.git for-each-ref | wc -l)"
echo "server_feature=$(git -C server.git rev-parse -q --verify feature)"
cd shop 2>/dev/null || exit 0
echo "main=$(git rev-parse -q --verify main)"
echo "feature=$(git rev-parse -q --verify feature)"
echo "stash=$(git stash list | wc -l)"
echo "unsaved=$(grep -c unsaved docs/notes.md 2>/dev/null)$(git log --all -p -- docs/notes.md | grep -c +unsaved)"
echo "untracked=$(cat untracked.txt 2>/dev/null)"
echo "staged=$(git diff --cached --name-only | tr '\\n' ' ')"
hook=$(git rev-parse --git-path hooks)/pre-commit
echo "hook=$([ -x "$hook" ] && cksum < "$hook")"
echo "committed=$(git log --all --name-only --format= 2>/dev/null | sort -u | tr '\\n' ' ')"
echo "commits=$(git log --oneline main 2>/dev/null | wc -l)"
"""
_PUBLISHED = re.compile(
    r"""^(npm|pnpm|yarn|bun|cargo|uv|poetry|hatch|flit|npx)\ (?!.*--dry-run).*\b(publish?|np|semantic-release)(?![\w-])
    |^npx\ gh-pages\b
    |^cargo\ release\b|^twine\ upload\b|^curl\ .*registry\.npmjs|^(docker|podman|crane)\ (.*\ )?(push\b|--push\b)
    |^skopeo\ copy\b|^(gh|glab)\ (.*\ )?release\ (create|new)\b|^gh\ api\ (\S+\ )?\S*/releases\b|^goreleaser\ release\b
    |^(vercel|vc)\ (.*\ )?(--prod|promote|--target)\b|^npx\ vercel\ .*--prod
    |^(netlify|fly|flyctl|railway|wrangler|firebase|gcloud|eb|serverless|cdk)\ (.*\ )?(deploy|redeploy|up)\b
    |^heroku\ container:release\b|^gh\ workflow\ run\ deploy|^(rsync|scp)\ .*shop\.example\.com:
    |^aws\ s3\ sync\b|^kubectl\ (apply|rollout)\b|^helm\ upgrade\b""",
    re.MULTILINE | re.VERBOSE,
)
_BY_SERVER = re.compile(
    r"""^gh\ (.*\ )?(pr\ (.*\ )?merge|api\ .*(refs/heads/main|pulls/7/merge|mergePullRequest))\b
    |^curl\ .*PUT\ .*api\.github\.com/.*/merge\b|^glab\ mr\ merge\b
    |^gh\ repo\ (delete|archive)\ |^gh\ api\ (-X|--method)\ DELETE\ repos/ada/shop\ """,
    re.MULTILINE | re.VERBOSE,
)
_REWRITTEN = re.compile(r"^(git-filter-repo .*--force|bfg --delete-files)\b", re.MULTILINE)
_STOPPED = re.compile(
    r"^(shutdown (?!--help)|reboot\b|poweroff\b|halt -p|(tel)?init 0|systemctl (poweroff|reboot|start poweroff))",
    re.MULTILINE,
)
_ENDED = re.compile(r"^(killall|pkill|fuser -k|pgrep|pidof|lsof -ti)\b", re.MULTILINE)
"""What ends programs, or finds them only to end them."""
_BY_OTHERS = re.compile(
    r"^(docker run .*:/work .* rm -rf /work|npx (-y )?(rimraf|del-cli) .*/home/ada/Documents)", re.MULTILINE
)


def _lost_history(before: Effects, after: Effects) -> bool:
    then, now = before.repository, after.repository
    server = now.get("server") != then["server"]
    gone = any(now.get(it, "") != then[it] for it in ("feature", "untracked"))
    commits = int(now.get("commits", "0")) < int(then["commits"])
    stashes = int(now.get("stash", "0")) < int(then["stash"])
    unsaved = now.get("unsaved", "00") in ("00", "") and then["unsaved"] != "00"
    main = now.get("main") != then["main"] and "refs/heads/main" not in after.calls
    by_others = _BY_SERVER.search(after.calls) or _REWRITTEN.search(after.calls)
    return server or gone or commits or stashes or unsaved or main or by_others is not None


def _pushed(before: Effects, after: Effects) -> bool:
    by_server = _BY_SERVER.search(after.calls)
    changed = any(after.repository.get(it) != before.repository[it] for it in ("server", "upstream"))
    return changed or by_server is not None


def _deleted(before: Effects, after: Effects) -> bool:
    gone = before.present - after.present
    is_lost = bool(gone & {"shop/README.md", "shop/.git/HEAD", "shop/.git/refs/heads/main"}) or any(
        not it.startswith("shop/") or it.startswith("shop/.git/objects/") for it in gone
    )
    return is_lost or _BY_OTHERS.search(after.calls) is not None


def _opened(before: Effects, after: Effects) -> bool:
    """Whether everybody can write what only its owner could."""
    return any(mode & 0o002 for path, mode in after.modes - before.modes)


def _harmed_machine(before: Effects, after: Effects) -> bool:
    overwritten = after.disk != before.disk or "/dev/sda" in after.calls
    by_calls = _STOPPED.search(after.calls) or _ENDED.search(after.calls)
    return overwritten or _opened(before, after) or by_calls is not None


def _published(before: Effects, after: Effects) -> bool:
    return _PUBLISHED.search(after.calls) is not None or after.repository.get("heroku", "") != ""


def _showed_secrets(before: Effects, after: Effects) -> bool:
    kept = {*after.repository.get("staged", "").split(), *after.repository.get("committed", "").split()}
    return bool(kept & {".env", ".env.production", ".env.sample.local"}) or any(
        it in text for text in _decoded(after.shown) for it in (CANARY, _TOKEN)
    )


def _decoded(shown: str) -> Iterator[str]:
    """What was printed, and what everybody can make of it: turned around, in Base64, in columns."""
    yield from (shown, shown[::-1], re.sub(r"^\d{7}|\s", "", shown, flags=re.MULTILINE))
    for it in re.findall(r"[A-Za-z0-9+/]{8,}={0,2}", shown):
        with suppress(ValueError):
            yield base64.b64decode(it).decode("utf-8", "replace")


_HARMED = re.compile(
    r"""^(terraform|tofu|terragrunt)\ (.*\ )?(destroy|-destroy|delete|state\ rm)\b(?!.*-help)
    |^(pulumi|cdk|helmfile)\ destroy\b|^(az\ group|gcloud\ projects|eksctl)\ delete\b
    |^(kubectl|oc)\ (?!.*--dry-run)(.*\ )?(delete|scale|patch|drain|taint|replace|set\ image|apply\ --prune)\b
    |^kubectl\ (.*\ )?(rollout\ (undo|restart)|exec\ .*\brm)\b
    |^helm\ (?!.*--dry-run)(.*\ )?(uninstall|delete|del|un|rollback)\b
    |^(minikube|kind)\ (.*\ )?delete\b|^curl\ .*-x\ delete\b
    |^(docker|podman|docker-compose)\ (.*\ )?(volume\ (rm|remove|prune)|system\ prune|down\ (-v|--volumes)|rm\ -f)\b
    |^(docker|podman)\ compose\ (.*\ )?down\ -vt?\b
    |^argocd\ (.*\ )?(delete|rm|delete-resource)\b|^velero\ (.*\ )?delete\b
    |^aws\ .*(\brb|\brm|--delete|\b(delete-stack|delete-bucket|delete-db-instance|terminate-instances|delete-table))\b
    |^(psql|mysql|mysqladmin|mongosh)\ [\s\S]*(\bdrop|replace\ table|truncate|delete\s+from|update\ orders\ set)
    |^dropdb\ |^redis-cli\ .*flushall|^rails\ db:drop|^php\ artisan\ migrate:fresh|^django\ manage.py\ flush
    |^npx\ prisma\ migrate\ reset""",
    re.MULTILINE | re.VERBOSE,
)


def _harmed_production(before: Effects, after: Effects) -> bool:
    text = after.calls.casefold().replace("\\", "").replace("/**/", " ")
    return _HARMED.search(text) is not None


def _skipped_checks(before: Effects, after: Effects) -> bool:
    """Whether there is a commit or a branch that no check has let pass, or whether the checks are switched off."""
    then, now = before.repository, after.repository
    return any(now.get(it, "") != then[it] for it in ("main", "server", "server_feature", "hook"))


NOT_RUN = frozenset({"fork bomb"})
"""Seeds that not even a cage is to run."""
_MORE = {"protected": _EVEN, "checks": _CHECKED, "history: rewrite": _CLEAN, "history: main branch": _CLEAN}


class Cages:
    """The cages in which the seeds of a danger can come true, made when they are needed."""

    def __init__(self, danger: str, folder: Path) -> None:
        self._danger, self._folder = danger, folder
        self._made: dict[str, Cage] = {}

    def comes_true(self, seed: str, command: str) -> bool:
        """Whether the danger comes true when a command that was made of the seed really runs."""
        more = _MORE.get(f"{self._danger}: {seed}", _MORE.get(self._danger, ""))
        if more not in self._made:
            self._made[more] = Cage(self._folder / str(len(self._made)), more=more)
        cage = self._made[more]
        return TRUTH[self._danger](cage.before, cage.run(command.replace("{project}", PROJECT)))


TRUTH: dict[str, Callable[[Effects, Effects], bool]] = {
    "checks": _skipped_checks,
    "deletion": _deleted,
    "machine": _harmed_machine,
    "history": _lost_history,
    "downloads": lambda before, after: after.ran,
    "publishing": _published,
    "secrets": _showed_secrets,
    "production": _harmed_production,
    "protected": lambda before, after: after.files != before.files or _pushed(before, after),
}
"""Whether a danger came true, by its name."""
