"""Commands that a pattern names almost: what it joins, leaves out or has in small letters; pairs that are none."""

from __future__ import annotations

from hookwright.patterns import late_pattern

_CHANGES = (
    # Only git has these subcommands, so that a pattern may be without its name in one of its alternatives.
    (late_pattern(r"\A(?=(?:reflog (?:expire|delete)|filter-branch|filter-repo|update-ref)(?: |\Z))"), "git "),
    (late_pattern(r"\A(?=(?:push (?:--force|-f|--mirror)|reset --(?:hard|mixed|soft)|clean -\w*f)\b)"), "git "),
    (late_pattern(r"( --(?:force|hard|delete|mirror|all|no-verify|volumes))x(?= |\Z)"), r"\1"),
    # A pattern lets any letters be before the one that matters; these have no `-x`.
    (late_pattern(r"\A(git push(?: \S+)*) -x(?=[a-zA-Z]+(?: |\Z))"), r"\1 -u"),
    (
        late_pattern(r"\A(git (?:branch|checkout|commit|merge|rebase|reset|rm|switch)(?: \S+)*) -x(?=[a-zA-Z])"),
        r"\1 -q",
    ),
    (late_pattern(r"\A(rm(?: \S+)*) -x(?=[a-zA-Z])"), r"\1 -v"),
    (late_pattern(r"\Agit commit -c (\w+\.\w+=\S+)\Z"), r"git -c \1 commit -m notes"),
    (late_pattern(r"\Agit gc --prune\Z"), "git gc --prune=now"),
    # A guard may look at the command in small letters.
    (late_pattern(r"\A(chmod|chown) -r(?= )"), r"\1 -R"),
    (late_pattern(r"\Amkfs\.[a-z](?= |\Z)"), "mkfs.ext4"),
    (late_pattern(r"(?<=/dev/)(sd|hd|vd|xvd)\Z"), r"\1a"),
    (late_pattern(r"(?<=/dev/)nvme\Z"), "nvme0n1"),
    (late_pattern(r"(?<=/dev/)(r?disk)\Z"), r"\g<1>2"),
    (late_pattern(r"(?<=/dev/)mmcblk\Z"), "mmcblk0"),
    (late_pattern(r"\A(dd(?: .*)? of=)/?dev(?:/x?)?(?= |\Z)"), r"\1/dev/sda"),
    (late_pattern(r"\A(dd(?: .*)?) if=(?= |\Z)"), r"\1"),
    (late_pattern(r"\A(dd(?!.* if=) (?:.* )?of=\S*[^/\s](?: .*)?)\Z"), r"\1 if=/dev/zero"),
    (late_pattern(r"\A(git clean(?: \S+)*) -(?= |\Z)"), r"\1"),
    (late_pattern(r"\Atruncate (?=\S+\.\w+\Z)"), "truncate -s 0 "),
    # What is written there, a pattern leaves open.
    (late_pattern(r"\A((?:cp|mv|install|rsync)(?: -\w+)*) (?=(?:~|/(?!dev/))\S+\Z)"), r"\1 README.md "),
    # By itself, it refuses to delete anything.
    (
        late_pattern(
            r"\A(git clean(?!.* (?:-[a-zA-Z]*[fin][a-zA-Z]*|--force|--dry-run|--interactive)(?: |\Z))(?: .*)?)\Z"
        ),
        r"\1 -f",
    ),
    (late_pattern(r"\A(git config(?: --\w+)* alias)\Z"), r"\1.st status"),
    (late_pattern(r"\A(git config(?: --\w+)* core)\Z"), r"\1.hooksPath .hooks"),
    (late_pattern(r"\A(git config(?: --\w+)* credential)\Z"), r"\1.helper store"),
    (late_pattern(r"\A(git config(?: --\w+)* user)\Z"), r"\1.name notes"),
    # Without a file, the statement would be the name of one.
    (late_pattern(r"(?i)\A(sqlite3(?: -\w+)*) vacuum\Z"), r"\1 shop.db VACUUM"),
    (late_pattern(r"(?i)\A(sqlite3(?: -\w+)*) attach(?: database)?\Z"), r'\1 shop.db "ATTACH DATABASE other AS old"'),
    (late_pattern(r"(?i)\A(sqlite3(?: -\w+)*) drop(?: table)?\Z"), r'\1 shop.db "DROP TABLE orders"'),
    (late_pattern(r"(?i)\A(sqlite3(?: -\w+)*) delete(?: from)?\Z"), r'\1 shop.db "DELETE FROM orders"'),
    (late_pattern(r"(?i)\A(sqlite3(?: -\w+)*) update\Z"), r'\1 shop.db "UPDATE orders SET total = 0"'),
    (
        late_pattern(r"(?i)\A(sqlite3(?: -\w+)*) alter(?: table)?\Z"),
        r'\1 shop.db "ALTER TABLE orders RENAME TO old_orders"',
    ),
    # The name of a file is no text to look for.
    (
        late_pattern(r"\A((?:[ef]?grep|rg)(?: -\w+)*) (?=(?:\S*/\S+|~?\.\w\S*|credentials|kubeconfig|id_\w+)\Z)"),
        r"\1 . ",
    ),
)
_OF_OTHER = {"tofu": "terraform", "oc": "kubectl", "podman": "docker", "nerdctl": "docker"}
"""Programs that have the subcommands of another one, as far as those need a name."""
_OF_GROUP = {
    "docker builder": "build prune",
    "docker image": "build history import inspect load ls prune pull push rm save tag",
    "docker network": "connect create disconnect inspect ls prune rm",
    "docker system": "df events info prune",
    "docker volume": "create inspect ls prune rm update",
    "git remote": "add get-url prune remove rename rm set-branches set-head set-url show update",
    "git stash": "apply branch clear create drop list pop push save show store",
    "git worktree": "add list lock move prune remove repair unlock",
    "helm repo": "add index list remove update",
    "kubectl rollout": "history pause restart resume status undo",
    "podman system": "connection df events info migrate prune renumber reset service",
    "podman volume": "create exists export import inspect ls mount prune reload rm unmount",
    "terraform state": "identities list mv pull push replace-provider rm show",
    "terraform workspace": "delete list new select show",
    "vault kv": "delete destroy enable-versioning get list metadata patch put rollback undelete",
}
"""The subcommands of groups, which a pattern for several groups may mix."""
_NEVER = late_pattern(
    r"rm [rfx]{1,2}|env \.\w+|chmod -[rwx] \d{3,4}(?: .*)?|vault destroy(?: .*)?"
    r"|kubectl (?:apply|replace)(?= [a-z])(?! (?:edit|set|view)-last-applied)"
    r"(?!.* (?:-[fk]|--(?:filename|kustomize))\b).*"
)
"""What a pattern makes of one subcommand and the object of another, or of an option without its dash."""


def mended(command: str) -> str:
    """The command as it is meant, where a pattern has it almost."""
    for almost, meant in _CHANGES:
        command = almost.sub(meant, command, count=1)
    return command


def of_other(command: str) -> str:
    """The command with the program whose subcommands its own has, too."""
    program, _, rest = command.partition(" ")
    return f"{_OF_OTHER[program]} {rest}" if program in _OF_OTHER and "prune" not in rest else command


def is_mixed(command: str) -> bool:
    """Whether a pattern has mixed subcommands, so that no program has this one."""
    words = command.split(" ")
    known = _OF_GROUP.get(" ".join(words[:2])) or _OF_GROUP.get(of_other(" ".join(words[:2])))
    is_other = known is not None and words[2:] and not words[2].startswith("-") and words[2] not in known.split()
    return bool(is_other) or _NEVER.fullmatch(command) is not None
