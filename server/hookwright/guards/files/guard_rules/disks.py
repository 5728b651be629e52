"""What overwrites or formats a disk, or deletes what is kept on one beside its files."""

from __future__ import annotations

from shell_reader import UNKNOWN, Command
from shell_reader.late import late_pattern

from .places import Places
from .saying import ONLY_THE_USER, shown
from .subcommands import matching, table

DEVICE = late_pattern(r"/dev/(?!null\b|zero\b|stdout\b|stderr\b|stdin\b|tty\b|fd/|shm/|random\b|urandom\b|full\b)")
"""A path of a disk, or of another device."""

# What makes a file system, of whatever kind, and what changes the parts of a disk.
_FORMATS = late_pattern(r"(?:mkfs|newfs)\b.*|mk(?:e2|dos|ntfs|exfat|swap|udf)\w*|zerofree\Z")
_PARTS = frozenset(
    "wipefs fdisk sfdisk gdisk cgdisk cfdisk sgdisk parted blkdiscard diskutil format-volume clear-disk".split()
)
# With these, such a program only lists what is there.
_LISTS = {
    "wipefs": "-n --no-act -J --json",
    "fdisk": "-l --list -x --list-details",
    "sfdisk": "-l --list -d --dump -J --json",
    "gdisk": "-l",
    "sgdisk": "-p --print -i --info -v --verify",
    "parted": "-l --list print",
    "diskutil": "list info activity listFilesystems",
}
_SAYS = ("--help", "--version", "-V")
_DELETES_WHOLE = table(
    """
    lvremove
    vgremove
    pvremove
    pvcreate
    zfs destroy
    zpool destroy
    zpool labelclear
    btrfs subvolume delete
    cryptsetup luksFormat
    cryptsetup erase
    cryptsetup luksErase
    hdparm --security-erase
    hdparm --security-erase-enhanced
    nvme format
    nvme sanitize
    mdadm --zero-superblock
    badblocks -w
    userdel -r
    userdel --remove
    deluser --remove-home
    crontab -r
    """
)
_OF_DRIVE = late_pattern(r"[A-Za-z]:\Z")


def lost_disk(command: Command, places: Places) -> str | None:
    """Why a command is refused that overwrites a disk, or deletes what is kept on one; None for others."""
    name = command.name.partition(".")[0].lower()
    if _FORMATS.match(name):
        # An image of a disk may be a file of the project.
        paths = [command.path(it) for it in command.operands if "/" in it or "." in it or UNKNOWN in it]
        is_image = bool(paths) and all(it is not None and places.may_change(it) for it in paths)
        return None if is_image or command.has(*_SAYS) else _overwrites(command)
    if name in _PARTS:
        # Without options, it lists.
        lists = name == "wipefs" and not command.options
        lists = lists or any(it in command.arguments for it in (*_SAYS, *_LISTS.get(name, "").split()))
        return None if lists else _overwrites(command)
    found = matching(command, _DELETES_WHOLE)
    formats = name in ("format", "format.com") and any(map(_OF_DRIVE.match, command.arguments))
    return f"`{shown(command)}` deletes what cannot be restored; {ONLY_THE_USER}" if found or formats else None


def _overwrites(command: Command) -> str:
    return f"`{command.name}` overwrites a disk; {ONLY_THE_USER}"
