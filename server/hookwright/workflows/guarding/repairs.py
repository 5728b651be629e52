"""The command that installs a program or a package on this machine."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from glob import escape as glob_escape
from glob import glob
from types import MappingProxyType

from hookwright.host import Host
from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.environments import environment_of, has_pip

_MANAGERS: Mapping[str, str] = {
    "brew": "brew install",
    "apt-get": "apt-get install -y",
    "dnf": "dnf install -y",
    "apk": "apk add",
    "pacman": "pacman -S --noconfirm",
    "zypper": "zypper install -y",
}
_AS_USER = frozenset({"brew"})
_SAME = word_set("jq bash git curl zsh perl ruby shellcheck make python3 tmux gawk sqlite3 gh ksh fish")
# What a package is called that is not called as its program is; empty if the manager has none.
_PACKAGES: Mapping[str, Mapping[str, str]] = {
    "node": {"": "nodejs", "brew": "node"},
    "npm": {"": "npm", "brew": "node"},
    "npx": {"": "npm", "brew": "node"},
    "python3": {"apk": "python3", "pacman": "python", "brew": "python"},
    "python": {"apt-get": "python-is-python3", "dnf": "python-unversioned-command", "pacman": "python"},
    "pip": {"": "python3-pip", "apk": "py3-pip", "pacman": "python-pip", "brew": "python"},
    "pip3": {"": "python3-pip", "apk": "py3-pip", "pacman": "python-pip", "brew": "python"},
    "rg": {"": "ripgrep"},
    "sqlite3": {"pacman": "sqlite", "dnf": "sqlite", "apk": "sqlite", "brew": "sqlite"},
    "shellcheck": {"dnf": "ShellCheck", "zypper": "ShellCheck"},
    "php": {"": "php-cli", "brew": "php", "pacman": "php"},
    "go": {"apt-get": "golang-go", "dnf": "golang", "brew": "go", "apk": "go", "pacman": "go"},
    "cargo": {"": "cargo", "brew": "rust", "pacman": "rust"},
    "gh": {"apk": "github-cli", "pacman": "github-cli"},
    "notify-send": {"apt-get": "libnotify-bin", "": "libnotify"},
}
_OF_NPM = {"bun": "bun", "bunx": "bun", "deno": "deno", "pnpm": "pnpm", "pnpx": "pnpm", "yarn": "yarn"}
_OF_NPM |= {"tsx": "tsx", "ts-node": "ts-node typescript", "prettier": "prettier", "eslint": "eslint"}
_OF_PYTHON = {"uv": "uv", "uvx": "uv", "ruff": "ruff", "black": "black", "mypy": "mypy", "poetry": "poetry"}
_BREWED = word_set(
    "uv bun deno ruff black gitleaks trufflehog prettier yq fd pnpm yarn terraform swiftlint swiftformat"
)
_PYTHON_PACKAGES = {
    "yaml": "PyYAML",
    "dotenv": "python-dotenv",
    "bs4": "beautifulsoup4",
    "PIL": "Pillow",
    "cv2": "opencv-python",
    "git": "GitPython",
    "jwt": "PyJWT",
    "dateutil": "python-dateutil",
    "sklearn": "scikit-learn",
    "attr": "attrs",
    "google": "google-api-python-client",
}
# If there is none, as in most images of containers, no package is found.
_LISTS_OF_APT = "/var/lib/apt/lists/*Packages*"
# Where this is, pip installs nothing beside the packages of the system unless it is told to.
_MARK_OF_SYSTEM = "python3*/EXTERNALLY-MANAGED"
# Programs are often here while the agent's PATH lacks the folder.
_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin", "/snap/bin")
_PROFILES = {"zsh": "~/.zshrc", "bash": "~/.bash_profile" if sys.platform == "darwin" else "~/.bashrc"}
_OWN_FOLDERS = (".local/bin", ".bun/bin", ".cargo/bin", ".deno/bin", ".volta/bin", "go/bin")


def is_known(name: str) -> bool:
    """Whether something is known to be a program, and how to get it."""
    return any(name in it for it in (_SAME, _PACKAGES, _OF_NPM, _OF_PYTHON, _BREWED))


def install_program(name: str, host: Host, settings: Mapping[str, str] = MappingProxyType({})) -> str:
    """How to get a program onto the PATH: a command, or words if no command is known to work.

    `settings` are the variables that the agent's settings set.
    """
    found = elsewhere(name, host)
    if found is not None:
        return _with_folder(os.path.dirname(found), host, settings)
    return _by_tool(name, host) or _by_manager(name, host) or f"install `{name}`, or name it by its path"


def _with_folder(folder: str, host: Host, settings: Mapping[str, str]) -> str:
    """How an agent comes to look for programs in a folder: what a shell is told holds for what it starts itself."""
    if "PATH" in settings:
        return f"add `{folder}` to the `PATH` that the agent's settings set"
    shell = os.path.basename(host.environ.get("SHELL", ""))
    if shell == "fish":
        return f"run `fish_add_path {shlex.quote(folder)}`, and start the agent from a new shell"
    profile = f"`{_PROFILES[shell]}`" if shell in _PROFILES else "the profile of your shell"
    return f'add `export PATH="$PATH:{folder}"` to {profile}, and start the agent from a new shell'


def elsewhere(name: str, host: Host) -> str | None:
    """The path of a program in one of the usual folders; None if it is in none of them."""
    own = (os.path.join(host.home, it) for it in _OWN_FOLDERS) if host.home else ()
    paths = (os.path.join(it, name) for it in (*_FOLDERS, *own))
    return next((it for it in paths if os.path.isfile(it) and os.access(it, os.X_OK)), None)


def install_modules(python: str, modules: tuple[str, ...], *, managed: bool) -> str:
    """How to install what Python modules are in, for the interpreter at a path; `managed`: by the system's packages."""
    packages = " ".join(_PYTHON_PACKAGES.get(it, it) for it in modules)
    environment, quoted = environment_of(python), shlex.quote(python)
    if environment is not None and not has_pip(environment):
        return f"uv pip install --python {quoted} {packages}"
    return f"{quoted} -m pip install {'--user --break-system-packages ' * managed}{packages}"


def with_line_feeds(path: str) -> str:
    """The command that takes the CR from the lines of a file."""
    inplace = "-i ''" if sys.platform == "darwin" else "-i"
    return f"sed {inplace} 's/\\r$//' {shlex.quote(path)}"


def _by_tool(name: str, host: Host) -> str:
    """With the package manager of a language."""
    if name in _BREWED and _has("brew", host):
        return f"brew install {name}"
    if name in _OF_NPM and _has("npm", host):
        return f"npm install --global {_OF_NPM[name]}"
    if name in _OF_NPM:
        return f"{before} && npm install --global {_OF_NPM[name]}" if (before := _by_manager("npm", host)) else ""
    if name in _OF_PYTHON:
        return next((f"{how} {_OF_PYTHON[name]}" for how in _python_tools(name, host)), "")
    return ""


def _python_tools(name: str, host: Host) -> Iterator[str]:
    """The commands that install a program of Python's, the best first."""
    if name not in ("uv", "uvx") and _has("uv", host):
        yield "uv tool install"
    if _has("pipx", host):
        yield "pipx install"
    for pip in ("pip", "pip3"):
        found = host.program(pip) or elsewhere(pip, host)
        if found is not None:
            above = os.path.dirname(os.path.dirname(os.path.realpath(found)))
            managed = glob(os.path.join(glob_escape(above), "lib", _MARK_OF_SYSTEM))
            own = "" if _is_root() else "--user "
            yield f"{pip} install {own}--break-system-packages" if managed else f"{pip} install"


def _by_manager(name: str, host: Host) -> str:
    """With the package manager of the system; empty if the package is not known."""
    manager = next((it for it in _MANAGERS if _has(it, host)), None)
    if manager is None:
        return ""
    named = _PACKAGES.get(name, {})
    package = named.get(manager, named.get("", name if name in _SAME else ""))
    if not package:
        return ""
    prefix = "" if manager in _AS_USER or _is_root() else "sudo "
    first = f"{prefix}apt-get update && " if manager == "apt-get" and not glob(_LISTS_OF_APT) else ""
    return f"{first}{prefix}{_MANAGERS[manager]} {package}"


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def _has(name: str, host: Host) -> bool:
    return host.program(name) is not None or elsewhere(name, host) is not None
