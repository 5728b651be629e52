"""Which files and variables a command shows, by what is known of the programs that show some."""

from __future__ import annotations

import itertools
import os
from fnmatch import fnmatchcase

from shell_reader import Command
from shell_reader.late import late_pattern

from .places import Places, is_below

READERS = frozenset(
    (
        "cat tac nl less more head tail bat batcat od xxd hexdump strings base64 base32 grep egrep fgrep rg ag ack sed"
        " awk gawk cut sort uniq paste tr diff cmp comm jq yq xargs view vi vim nano emacs code column fold rev cp scp"
        " rsync tar zip gzip dd install ln mail curl wget http nc socat pbcopy xclip gpg type Get-Content gc tee"
        " pr expand unexpand fmt ncat iconv recode split csplit shuf tsort look gzip gunzip zcat bzip2 bzcat xz xzcat"
        " zstd zstdcat lz4 basenc uuencode hd hexyl pygmentize glow rclone sftp lpr mutt mailx sdiff vimdiff openssl"
    ).split()
)
"""What shows, copies or sends the files that it is given."""

# These show a text that they are given too, such as `cat <<< "$TOKEN"`.
_SHOW_TEXTS = frozenset(
    "cat tac nl less more head tail bat batcat od xxd hexdump strings base64 base32 rev fold column tee".split()
)
_SEARCHES = frozenset("grep egrep fgrep rg ag ack".split())
# The first word of these is not a file.
_PATTERN_FIRST = _SEARCHES.union(("sed", "awk", "gawk", "jq", "yq"))
# Options of a program that have a value behind them, which is not a file that it shows.
_VALUED = {
    "curl": ("-o", "--output"),
    "wget": ("-O", "-o"),
    "sort": ("-o", "--output"),
    "gpg": ("-o", "--output"),
    "scp": ("-i", "-o"),
    "rsync": ("-e", "--rsh", "--exclude"),
    "tar": ("--exclude", "-X"),
    "diff": ("-x", "--exclude"),
    "grep": ("--exclude", "--exclude-dir"),
    "rg": ("-g", "--glob"),
    "ag": ("--ignore",),
}
_USES_OF_OPENSSL = frozenset("dgst md5 sha1 sha256 sha384 sha512 req x509 verify s_client s_server ca crl ocsp".split())
_ECHOES = frozenset("echo printf printenv print tee".split())
# What takes a secret and shows none, as in `echo "$TOKEN" | docker login --password-stdin`.
_TAKES_SECRETS = late_pattern(
    r"--?[\w-]*stdin\Z|--with-token\Z|login\Z|secrets?\Z|ssh-add\Z|--import\Z|--passphrase-fd\b"
)
_SENDS = frozenset("ssh nc ncat netcat socat curl http".split())
# `rg` and others leave out what git ignores, and hidden files.
_LOOKS_EVERYWHERE = frozenset("grep egrep fgrep".split())
_ASKS_FOR_SECRETS = late_pattern(r"\W*(?:[A-Z0-9]+_)*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|KEY|CREDENTIAL)S?\W*\Z")
# Patterns that are in every line, and the options with which a search shows no lines, or those of some files.
_EVERY_LINE = frozenset(("", ".", ".*", "^", "$"))
_SHOWS_FEW = (
    *("-l", "-L", "-c", "-q", "-g", "-t", "--files-with-matches", "--files-without-match", "--count", "--quiet"),
    *("--include", "--exclude", "--glob", "--type"),
)
# More names of a folder are not looked at.
_MOST_NAMES = 2_000


def read_words(command: Command) -> list[str]:
    """The words of a command that name what it reads or copies."""
    found = [command.reads] if command.reads is not None else []
    if command.name not in READERS:
        return found
    if command.name in ("sed", "yq") and command.has("-i", "--in-place", "--inplace"):
        return found
    if command.name == "openssl":
        return [*found, *_decoded_by_openssl(command.arguments)]
    words = without_options(command.arguments, *_VALUED.get(command.name, ()))
    if command.name in ("cp", "install", "ln", "tee"):
        words = words[:-1] if command.name != "tee" else []
    elif command.name in _PATTERN_FIRST and not command.has("-e", "-f", "--regexp"):
        words = words[1:]
    elif command.name == "zip" and "-x" in command.arguments:
        # What is left out stands behind it.
        words = without_options(command.arguments[: command.arguments.index("-x")])
    if command.name in _SEARCHES:
        # The files that a search is for.
        pairs = zip(command.arguments, command.arguments[1:])
        words += [it.partition("=")[2] for it in command.arguments if it.startswith(("--include=", "--glob="))]
        words += [it for option, it in pairs if option in ("--include", "--glob", "-g") and it[:1] != "!"]
    # What is uploaded, as in `curl -d @.env`, stands behind a sign.
    uploaded = [it.partition("@")[2] for it in command.arguments if "@" in it]
    uploaded += [it.partition("=")[2] for it in command.arguments if it.startswith(("--post-file=", "--body-file="))]
    return [*found, *words, *uploaded]


def _decoded_by_openssl(words: list[str]) -> list[str]:
    """The files that `openssl` shows or copies, and does not only use, sign or check."""
    if words[:1] == [] or words[0] in _USES_OF_OPENSSL or any(it in words for it in ("-pubout", "-noout")):
        return []
    return [it for before, it in zip(words, words[1:]) if before == "-in"]


def without_options(words: list[str], *valued: str) -> list[str]:
    """The words that are neither options nor the values of some."""
    behind = ["", *words]
    return [it for before, it in zip(behind, words) if not it.startswith("-") and before not in valued]


def shown_variables(command: Command) -> list[str]:
    """The names of the variables that a command prints, unless a program gets them that counts, or takes secrets."""
    shown = [*command.variables, *command.operands[: command.name == "printenv"]] if command.name in _ECHOES else []
    if command.name in _SHOW_TEXTS and (command.name == "tee" or not (command.writes or command.appends)):
        shown += command.given
    to = command.feeds if command.name != "tee" else None
    # `wc` prints numbers, but the names of files that it does not find as well.
    counts = to is not None and to.name == "wc" and not any(it.startswith("--f") for it in to.words)
    return [] if to is not None and (counts or any(map(_TAKES_SECRETS.match, to.words))) else shown


def prints_archive(command: Command, places: Places) -> bool:
    """Whether `tar` prints an archive of the whole project, or gives it to what sends it away."""
    words = command.arguments
    creates = command.has("-c", "--create") or "c" in "".join(words[:1]).lstrip("-").partition("=")[0]
    if command.name not in ("tar", "bsdtar") or not creates or command.elsewhere or command.has("--exclude"):
        return False
    is_printed = "-" in words or command.has("-O") or "f" not in "".join(it for it in words if "/" not in it)
    to = command.feeds
    if not is_printed or command.writes or (to is not None and to.name not in _SENDS):
        return False
    paths = map(command.path, (it for it in command.operands if it != "-"))
    return any(it is not None and is_below(places.project, it, itself=True) for it in paths)


def searched_everywhere(command: Command, places: Places) -> str | None:
    """The pattern of a search that shows the lines of all files of the project, `.env` as well; None for others."""
    if command.name not in _SEARCHES or command.elsewhere or command.has(*_SHOWS_FEW):
        return None
    recursive = command.name not in ("grep", "egrep", "fgrep") or command.has("-r", "-R", "--recursive")
    pattern, *folders = without_options(command.arguments) or ["x"]
    paths = map(command.path, folders or ["."]) if recursive else ()
    return pattern if any(it is not None and is_below(places.project, it, itself=True) for it in paths) else None


def asks_for_secrets(command: Command, pattern: str) -> bool:
    """Whether a search in hidden files, too, is for lines that set secrets, such as `API_KEY`."""
    asked = pattern.upper() if command.has("-i", "--ignore-case") else pattern
    return command.name in _LOOKS_EVERYWHERE and _ASKS_FOR_SECRETS.match(asked) is not None


def is_every_line(pattern: str) -> bool:
    """Whether a pattern is in every line."""
    return pattern in _EVERY_LINE


def matched_files(command: Command) -> list[str]:
    """The files for which the patterns stand, such as `*`, that a command shows from beginning to end."""
    shows = command.name in _SHOW_TEXTS and not command.elsewhere
    return [it for word in (read_words(command) if shows else ()) if "*" in word for it in _matched(command, word)]


def _matched(command: Command, word: str) -> list[str]:
    folder, pattern = os.path.split(command.path(word) or "")
    if not os.path.isdir(folder):
        return []
    with os.scandir(folder) as entries:
        names = [it.name for it in itertools.islice(entries, _MOST_NAMES)]
    return [it for it in names if fnmatchcase(it, pattern) and (it[:1] != "." or pattern[:1] == ".")]
