"""Where the hosts are that the integrations are tried with, and how they get there: `python -m tests.hosts.install`.

They are big and change often, so they are installed beside the checkout, on demand, in the version that is locked.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent

# Where there is no network, that is soon known.
_RETRIES = "2"
_PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-warn-conflicts"]
_NPM = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"]


@dataclass(frozen=True)
class Host:
    """An agent of somebody else's; `lock` says which files it consists of, and `fetch` installs these into a folder."""

    title: str
    lock: Path
    fetch: Callable[[Path, Path], None]
    needs: str | None = None

    @property
    def folder(self) -> Path:
        """Where it is or will be; another lock file is another folder."""
        cache = Path(os.environ.get("E2E_CACHE") or Path.home() / ".cache" / "hookwright-e2e")
        # What is compiled is for one version of Python.
        version = ".".join(map(str, sys.version_info[:2]))
        name = self.lock.parent.name if self.lock.name == "package-lock.json" else f"{self.lock.stem}-{version}"
        return cache / "hosts" / f"{name}-{sha256(self.lock.read_bytes()).hexdigest()[:12]}"

    @property
    def is_there(self) -> bool:
        """Whether it is installed, as a whole."""
        return (self.folder / ".installed").exists()

    def install(self) -> str | None:
        """Installs it where it is not there yet; why it cannot be had, None where it is there."""
        if self.is_there:
            return None
        if sys.platform != "linux" or platform.machine() != "x86_64":
            return "it is installed on Linux x64 only"
        if self.needs is not None and shutil.which(self.needs) is None:
            return f"there is no `{self.needs}`"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        try:
            self.fetch(self.folder, self.lock)
        except subprocess.CalledProcessError as error:
            return f"it could not be installed: `{self.needs or 'pip'}` ended with {error.returncode}"
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"it could not be installed: {error}"
        (self.folder / ".installed").touch()
        return None


def _with_pip(folder: Path, lock: Path) -> None:
    # Wheels only: nothing of a package's own runs while it is installed.
    wheels = ["--only-binary", ":all:", "--target", str(folder), "--require-hashes", "--requirement", str(lock)]
    subprocess.run([sys.executable, *_PIP, "--retries", _RETRIES, *wheels], check=True, timeout=600)


def _with_npm(folder: Path, lock: Path) -> None:
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(lock.with_name(name), folder / name)
    offline = [
        "--prefer-offline",
        f"--fetch-retries={_RETRIES}",
        "--fetch-retry-mintimeout=1000",
        "--fetch-retry-maxtimeout=5000",
    ]
    subprocess.run([*_NPM, *offline], cwd=folder, check=True, timeout=600)


CLAUDE_AGENT_SDK = Host("The Claude Agent SDK", HERE / "claude-agent-sdk.txt", _with_pip)
OPENCODE = Host("OpenCode", HERE / "opencode" / "package-lock.json", _with_npm, needs="npm")
AIDER = Host("Aider", HERE / "aider.txt", _with_pip)
ROTEL = Host("The collector Rotel", HERE / "rotel.txt", _with_pip)
CLAUDE_CODE = Host("Claude Code", HERE / "claude-code" / "package-lock.json", _with_npm, needs="npm")
CODEX = Host("Codex", HERE / "codex" / "package-lock.json", _with_npm, needs="npm")
COPILOT_CLI = Host("Copilot CLI", HERE / "copilot-cli" / "package-lock.json", _with_npm, needs="npm")
HOSTS = (CLAUDE_AGENT_SDK, OPENCODE, AIDER, ROTEL, CLAUDE_CODE, CODEX, COPILOT_CLI)


def main() -> int:
    """Installs all of them; 1 where one cannot be had, which standard error names."""
    missing = 0
    for host in HOSTS:
        if (why := host.install()) is not None:
            sys.stderr.write(f"*** {host.title} is NOT TESTED here: {why}\n")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
