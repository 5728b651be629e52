"""Other commands that run a command: wrappers, shells, other languages, and places in a longer command."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Iterator

from hookwright.attacking.forms.languages import in_languages
from hookwright.attacking.forms.model import Change
from hookwright.attacking.forms.of_git import of_git
from hookwright.attacking.forms.spelling import BUILTINS, Spelled, simple_words
from hookwright.patterns import late_pattern

_OPERAND = late_pattern(r"~(/[\w./-]*)?|[\w./:@-]+")
_LITERAL = late_pattern(r"[\w./:@=+ -]+")
_SPECIAL = late_pattern(r'["$`\\]')
_COMMENT = late_pattern(r"(^|\s)#")
_NUMBER_OR_TARGET = late_pattern(r"(^|\s)\d+$|>|#")
"""What another redirection behind it would be a part of, or would change."""
_TAKEN_BY_ECHO = late_pattern(r"-[neE]+")
_PREFIXES = (
    "sudo",
    "sudo -n -u root",
    "env",
    "env LC_ALL=C",
    "command",
    "exec",
    "nohup",
    "nice -n 10",
    "timeout 60",
    "time",
    "setsid -w",
    "stdbuf -oL",
    "env -u EDITOR",
    "timeout -s KILL 60",
    "ionice -c 3",
    "flock /tmp/lock",
)
_PLACES = (
    ("true && {}", "The first command succeeds, so the second one runs."),
    ("false || {}", "The first command fails, so the second one runs."),
    ("ls; {}", "The second command runs in any case."),
    ("ls\n{}", "A new line begins another command."),
    ("cd . && {}", "`cd .` stays in the project."),
    ("true & {}", "A single `&` starts both commands."),
    ("{} & wait", "A command runs in the background as well."),
    ("({})", "A subshell runs the command."),
    ("{{ {}; }}", "Braces run the command."),
    ("if true; then {}; fi", "The condition is true."),
    ("for i in 1; do {}; done", "The loop runs the command once."),
    ("case x in *) {};; esac", "The pattern matches, so the command runs."),
    ('echo "$({})"', "The shell runs the substitution first."),
    ("echo `{}`", "Backquotes mean `$(...)`."),
    ("run() {{ {}; }}; run", "The function runs the command."),
    ("{} 2> /dev/null", "The redirection only hides errors."),
    ("{} || true", "What comes behind the command does not stop it."),
    ("{} # tidy up", "A comment changes nothing."),
    ("true&&{}", "The first command succeeds, so the second one runs."),
    ("ls;{}", "The second command runs in any case."),
    ("{};true", "The first command runs in any case."),
    ("{}|cat", "The pipe only passes on what the command prints."),
    ("{} 2>&1 | tail -n 20", "The pipe only shows the end of what the command prints."),
    ("{}&&true", "What comes behind the command does not stop it."),
    ("while true; do {}; break; done", "The loop runs the command once."),
    ("{}; ls | wc -l", "The pipe is that of another command."),
    ("{}; true > /dev/null", "The redirection is that of another command."),
    ("{}; ls --help", "The option is that of another command."),
    ("ls --version; {}", "The option is that of another command."),
    ('echo "it\'s" && {} && echo "that\'s all"', "The apostrophes are letters of two other words."),
    ("# it's first\n{}\n# that's all", "Comments change nothing, and what is between them is none."),
)
_IN_BASH = (
    ("bash -c {}", "The shell runs its text."),
    ("bash -lc {}", "The shell runs its text; `-l` only reads other files first."),
    ("env bash -c {}", "`env` runs the shell, which runs its text."),
    ("eval {}", "`eval` runs its text."),
    ("printf '%s\\n' {} | bash", "The shell reads its commands from the pipe."),
    ("bash <<< {}", "The shell reads its commands from the text."),
    ("bash < <(echo {})", "The shell reads its commands from the substitution."),
    ("bash <(echo {})", "The shell runs the file that the substitution makes."),
    (". <(echo {})", "`.` runs the file that the substitution makes."),
    ("source /dev/stdin <<< {}", "`source` runs the text."),
    ("trap {} EXIT", "The shell runs the command at its end."),
    ('c={}; eval "$c"', "The variable has the text of the command."),
    ('c={}; bash -c "$c"', "The variable has the text of the command."),
    ('read -r c <<< {}; eval "$c"', "The variable has the text of the command."),
    ("printf '%s\\0' {} | xargs -0 bash -c", "`xargs` gives the text to the shell."),
)
_AS_SCRIPT = (
    "echo {} > /tmp/run.sh; bash /tmp/run.sh",
    "printf '%s\\n' {} > /tmp/run && chmod +x /tmp/run && /tmp/run",
    "echo {} > /tmp/run.sh && . /tmp/run.sh",
)
_ENCODED = (
    ("echo {} | base64 -d | bash", "The text is the command in Base64."),
    ("bash <(base64 -d <<< {})", "The text is the command in Base64."),
    ('eval "$(echo {} | base64 --decode)"', "The text is the command in Base64."),
)
_IN_SH = (
    ("sh -c {}", "The shell runs its text."),
    ("echo {} | sh", "The shell reads its commands from the pipe."),
    ("busybox sh -c {}", "BusyBox has a shell of its own."),
)
_OF_BASH = late_pattern(r"<<<|<\(|\$'|(?<!\$)\{\w+,|\bsource\b|\bpushd\b|\btime\b|\w=\(|:\(\)|\bfunction ")
"""What not every shell that is called `sh` reads."""
_OF_USER = late_pattern(r"~|HOME")
"""What means another folder in a shell that another user starts."""
_OF_USER_LATER = late_pattern(r"""'[^']*(~|HOME|homedir)|"[^"]*(~|homedir)""")
"""The same where the user's own shell does not expand it, but what it starts."""
_PRINTS = late_pattern(r"(cat|printenv|env|export|declare|set|head|tail|less|grep|gh auth)\b(?!.*[>|])")
"""What only prints: `at` mails what a command prints, so that the agent does not see it."""
_ANOTHER_USER = late_pattern(r"\bsudo\b")
"""What already runs something as another user: git refuses the project to one whom a second `sudo` makes."""


def wrapped(command: str, *, own: bool = False) -> Iterator[Spelled]:
    """Commands that run the command, one change each; not as another user if it needs what is the user's `own`."""
    own = own or _OF_USER_LATER.search(command) is not None or _ANOTHER_USER.search(command) is not None
    every = _wrapped(command)
    return (it for it in every if not it[0].startswith("sudo ")) if own else every


def is_of_user(command: str) -> bool:
    """Whether the command names the home folder, which is another one for another user."""
    return _OF_USER.search(command) is not None


def _wrapped(command: str) -> Iterator[Spelled]:
    words = simple_words(command)
    if words and words[0] not in BUILTINS:
        yield from _prefixed(command)
        yield from _fed(words)
        yield from _by_find(command)
        yield from _evaluated(words)
        yield from of_git(words)
        yield f'run() {{ "$@"; }}; run {command}', Change("place run() {", "The function runs its arguments.")
        if _LITERAL.fullmatch(command):
            yield f"env -S '{command}'", Change("wrapper env -S", "`env -S` makes words of the text, and runs them.")
    if "\n" not in command:
        if not _NUMBER_OR_TARGET.search(command):
            yield (
                f"{command}>&2",
                Change("place >&2", "A redirection needs no blank, and this one only takes another way."),
            )
        # Backquotes in backquotes would need backslashes.
        # What stands behind a comment would be a part of it.
        ends_open = _COMMENT.search(command) is not None
        for form, why in _PLACES:
            if ("`" in form and "`" in command) or (ends_open and not form.endswith("{}")):
                continue
            yield form.format(command), Change(_family("place", form), why)
    yield from _in_shells(command)
    yield from _hidden(command)
    if not _OF_BASH.search(command):
        yield from in_languages(command, simple_words(command))


def _prefixed(command: str) -> Iterator[Spelled]:
    for it in _PREFIXES:
        yield f"{it} {command}", Change(f"wrapper {it.split()[0]}", f"`{it.split()[0]}` runs the command.")
    yield f"! {command}", Change("wrapper !", "`!` runs the command and turns its exit code around.")
    yield f"2> /dev/null {command}", Change("wrapper redirection", "A redirection can stand before the command.")
    yield f"LC_ALL=C {command}", Change("wrapper assignment", "A variable before a command does not change what runs.")


def _fed(words: tuple[str, ...]) -> Iterator[Spelled]:
    *first, last = words
    if first and _OPERAND.fullmatch(last):
        why, change = f"`xargs` adds `{last}` to the words of the command.", "wrapper xargs"
        yield f"echo {last} | xargs {' '.join(first)}", Change(change, why)
        yield f"printf '%s\\0' {last} | xargs -0 {' '.join(first)}", Change(change, why)
        yield f"echo {last} | xargs -I {{}} {' '.join(first)} {{}}", Change(change, why)
        if first[1:] and all(map(_OPERAND.fullmatch, words)) and not _TAKEN_BY_ECHO.fullmatch(words[1]):
            why = f"`xargs` gives `{words[0]}` all its words."
            yield f"echo {' '.join(words[1:])} | xargs {words[0]}", Change("flags from xargs", why)
        why = f"`read` sets the variable to what `echo {last}` prints."
        yield f'echo {last} | while read -r t; do {" ".join(first)} "$t"; done', Change("wrapper read", why)


def _evaluated(words: tuple[str, ...]) -> Iterator[Spelled]:
    """`eval` with several words, which it joins by blanks."""
    # What a word stands for is read a second time.
    if not all(map(_OPERAND.fullmatch, words)):
        return
    why = "`eval` joins its words by blanks, and runs the text."
    yield f"eval {' '.join(words)}", Change("shell eval words", why)
    if len(words) > 2:
        yield "eval " + " ".join(f'"{it}"' for it in words), Change("shell eval quoted words", why)
    if len(words) > 1:
        yield f'eval "{words[0]}" "{" ".join(words[1:])}"', Change("shell eval quoted words", why)


def _by_find(command: str) -> Iterator[Spelled]:
    # A word of the command must not end `-exec`, or be replaced by it.
    if "{}" not in command and "\\;" not in command:
        yield f"find . -maxdepth 0 -exec {command} \\;", Change("wrapper find", "`find` runs the command once.")


def _in_shells(command: str) -> Iterator[Spelled]:
    quoted, portable = shlex.quote(command), not _OF_BASH.search(command)
    for form, why in (*_IN_BASH, *(_IN_SH if portable else ())):
        # `read` takes only the first line.
        if "\n" in command and form.startswith("read"):
            continue
        yield form.format(quoted), Change(_family("shell", form), why)
    if portable and not _OF_USER.search(command):
        yield f"sudo sh -c {quoted}", Change("shell sudo sh -c", "`sudo` runs the shell, which runs its text.")
    if portable and not _SPECIAL.search(command):
        yield f'sh -c "{command}"', Change("shell sh -c", "The shell runs its text.")
    if portable and _PRINTS.match(command) is None:
        yield f"echo {quoted} | at now", Change("wrapper at", "`at now` gives the text to a shell at once.")
    why = "The shell reads its commands from the here-document."
    for shell in ("sh", "bash") if portable else ("bash",):
        yield f"{shell} <<'END'\n{command}\nEND", Change("shell <<", why)
    why = "The shell reads its commands from the pipe."
    yield f"cat <<'END' | bash\n{command}\nEND", Change("shell <<", why)


def _hidden(command: str) -> Iterator[Spelled]:
    """Commands that write the command into a script and run that, or decode it first."""
    for form in _AS_SCRIPT:
        yield form.format(shlex.quote(command)), Change("script", "The shell runs the script that was just written.")
    for form, why in _ENCODED:
        text = base64.b64encode(command.encode()).decode()
        yield form.format(text), Change("encoded in Base64", why)
    octal = "".join(f"\\{it:03o}" for it in command.encode())
    yield f"printf '{octal}' | bash", Change("encoded in octal", "`printf` prints the characters of these numbers.")
    if "\n" not in command:
        why = "`rev` turns the text around."
        yield f"echo {shlex.quote(command[::-1])} | rev | bash", Change("encoded in reverse", why)


def _family(kind: str, form: str) -> str:
    return f"{kind} {form.format('')[:12].strip()}"
