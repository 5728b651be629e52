"""Which files hold secrets, by their names and folders, also where the name is that of a copy."""

from __future__ import annotations

from fnmatch import fnmatchcase

from shell_reader.late import late_pattern

# Secret files, by their last names; `EXAMPLES` are none.
FILES = (
    ".env",
    ".env.*",
    ".env_*",
    ".env-*",
    "*.env",
    ".envrc",
    ".dev.vars",
    ".dev.vars.*",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".pypirc",
    ".npmrc",
    ".git-credentials",
    ".vault-token",
    ".htpasswd",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*private*.pem",
    "*key*.pem",
    "credentials",
    "credentials.json",
    "service-account*.json",
    "service_account*.json",
    "serviceAccount*.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.json",
    "secrets.toml",
    "master.key",
    "terraform.tfvars",
    "*.tfstate",
)
# Examples, pages and declarations of types by their names, but for those that end in `.local`, which has real secrets.
EXAMPLES = (
    "*.example",
    "*.sample",
    "*.template",
    "*.dist",
    "*.tpl",
    "*.pub",
    "*.md",
    "*.d.ts",
    "*example*",
    "*sample*",
)
# Secret files that only their folders tell from others.
PLACES = (
    ".ssh/*",
    ".aws/*",
    ".kube/config",
    ".docker/config.json",
    ".config/gh/hosts.yml",
    ".config/gcloud/*",
    ".gnupg/*",
    "proc/*/environ",
    "etc/shadow",
    "etc/gshadow",
)
NOT_SECRET = (".ssh/config", ".ssh/known_hosts", ".ssh/authorized_keys", ".aws/config")

_AT_END = r"[._-](?:bak|backup|old|orig|save|copy|prev|swp|[0-9]+)~?"
_COPY = late_pattern(rf"(?i)(.*/|)(?:#([^/]+)#|\.(\.?[^/]+)\.sw[a-p]|([^/]+?)(?:~|{_AT_END}))\Z")


def is_secret(path: str) -> bool:
    """Whether a path, which may be a pattern, is that of a secret file, or of a copy of one."""
    path = path.replace("\\", "/")
    copied = _original(path)
    if copied is not None and is_secret(copied):
        return True
    name = path.rpartition("/")[2]
    is_example = any(fnmatchcase(name.lower(), it) for it in EXAMPLES) and not name.endswith(".local")
    if is_example or any(_ends(path, it) for it in NOT_SECRET):
        return False
    return any(_alike(name, it) for it in FILES) or any(_is_place(path, it) for it in PLACES)


def _is_place(path: str, pattern: str) -> bool:
    """Whether a path is one of a folder's secret files, or a pattern that stands for one."""
    folder, _, name = path.rpartition("/")
    known, _, last = pattern.rpartition("/")
    return _ends(path, pattern) or (_ends(folder, known) and last != "*" and _alike(name, last))


def _alike(name: str, pattern: str) -> bool:
    """Whether a name is one of a pattern, or is a pattern itself that stands for a secret file, such as `.en*`."""
    if fnmatchcase(name, pattern):
        return True
    is_pattern = any(it in name for it in "*?[") and name.strip("*") != ""
    return is_pattern and (name[0] == pattern[0] or name[0] != "*") and fnmatchcase(pattern, name)


def holds_secrets(folder: str) -> bool:
    """Whether all that is in a folder is secret, such as `.ssh`."""
    return any(_ends(f"{folder.rstrip('/')}/x", it) for it in PLACES if it.endswith("/*"))


def _ends(path: str, pattern: str) -> bool:
    return fnmatchcase("/" + path.lstrip("/"), "*/" + pattern)


def _original(path: str) -> str | None:
    """The path of the file that a path is a copy of, as `.env~`, `#.env#` and `id_rsa.bak` are; None for others."""
    found = _COPY.match(path)
    return found[1] + (found[2] or found[3] or found[4]) if found else None
