"""What `gh` asks of GitHub: the repository left out, and the method, the path and the fields of a request."""

from __future__ import annotations

_VALUED = frozenset(
    "-X --method -H --header -f --raw-field -F --field --input -q --jq -t --template -p --preview --cache".split()
)
_FIELDS = ("-f", "--raw-field", "-F", "--field")


def without_repository(words: list[str]) -> list[str]:
    """The words of `gh` without the option that names the repository."""
    for place, it in enumerate(words):
        if it in ("-R", "--repo"):
            return words[:place] + words[place + 2 :]
    return [it for it in words if not it.startswith("--repo=")]


def request_of(words: list[str]) -> tuple[str, str, list[str]]:
    """The method of a request by `gh api`, its path, and its fields such as `ref=main`; all empty of other commands.

    As `gh` does, it takes a request with fields for a `POST`, if no option names the method.
    """
    if words[:1] != ["api"]:
        return "", "", []
    method, path, at, sends = "", "", 1, False
    fields: list[str] = []
    while at < len(words):
        name, value, is_whole = _option(words[at])
        if not name:
            path = path or words[at]
        elif name in _VALUED:
            if not is_whole:
                at += 1
                value = words[at] if at < len(words) else ""
            method = value.upper() if name in ("-X", "--method") else method
            sends = sends or name in (*_FIELDS, "--input")
            if name in _FIELDS:
                fields.append(value)
        at += 1
    path = path.removeprefix("https://api.github.com")
    return method or ("POST" if sends else "GET"), path.strip("/"), fields


def _option(word: str) -> tuple[str, str, bool]:
    """The name of an option, its value, and whether that is in the same word; the name is empty of an operand."""
    if word.startswith("--"):
        name, sign, value = word.partition("=")
        return name, value, sign != ""
    if word.startswith("-") and len(word) > 1:
        return word[:2], word[2:].removeprefix("="), len(word) > 2
    return "", "", False
