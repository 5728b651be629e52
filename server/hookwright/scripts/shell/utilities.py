"""What common programs do, as far as it matters: which print, which pass on what they read, which are always there."""

from __future__ import annotations

from hookwright.shell.programs import word_set

SILENT = word_set(
    "mkdir rmdir rm touch mv cp chmod chown ln sleep kill pkill killall logger sync trash renice mkfifo install"
    " truncate wait disown umask ulimit trap-noop setopt unsetopt emulate autoload zmodload shopt hash alias unalias"
    " enable complete bind bg fg suspend notify-send afplay paplay aplay say osascript terminal-notifier powershell.exe"
    " open xdg-open pbcopy xclip xsel wl-copy tput stty unset let builtin history caller times"
)
"""They print nothing on stdout, as hooks use them."""

PRINTING = word_set(
    "date ls pwd basename dirname realpath readlink stat find hostname whoami id uname mktemp uuidgen seq env printenv"
    " ps du df file sha256sum sha1sum sha512sum md5sum md5 shasum cksum openssl diff cmp comm expr bc dc nproc free tty"
    " yes factor locale getconf arch groups who w uptime cal tree lsof pgrep pidof jobs dirs declare-p curl wget nc"
    " ifconfig ip hexdump od xxd strings git getopt envsubst column gzip gunzip zcat tar unzip time look"
)
"""They print what only a run can tell."""

FILTERS = word_set(
    "grep egrep fgrep rg ag sed awk gawk mawk tr cut head tail sort uniq wc tac rev fold fmt nl paste expand iconv"
    " base64 base32 perl tee xargs column less more sponge dos2unix strings xxd od hexdump sha256sum sha1sum shasum"
    " md5sum md5 cksum"
)
"""They print what they make of what they read."""

KEEPING = word_set("tr tee head sponge dos2unix iconv")
"""Filters behind which a text is still more or less what it was."""

SEARCHES = word_set("grep egrep fgrep rg ag zgrep")
"""They fail where they find nothing."""

QUIET_IN_GIT = word_set("add rm mv commit-tree config fetch stash checkout switch branch tag update-index update-ref")
"""What git does without a word on stdout, mostly."""

OPTIONS_WITH_VALUE = {
    "grep": word_set("-e -f -m -A -B -C --regexp --file --max-count --include --exclude --exclude-dir --color"),
    "sed": word_set("-e -f -i --expression --file"),
    "awk": word_set("-F -v -f"),
    "head": word_set("-n -c --lines --bytes"),
    "tail": word_set("-n -c --lines --bytes"),
    "cut": word_set("-d -f -c -b --delimiter --fields"),
    "sort": word_set("-k -t -o -S -T"),
    "perl": word_set("-e -E -F -I -M"),
    "fold": word_set("-w"),
    "paste": word_set("-d"),
    "iconv": word_set("-f -t"),
    "base64": word_set("-w"),
    "uniq": word_set("-f -s -w"),
}
"""Their options that the next word belongs to, as far as a file could be taken for it."""

SCRIPTED = word_set("sed awk perl grep tr")
"""Their first argument is not a file, if no option has brought it."""
