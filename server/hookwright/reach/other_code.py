"""The files that scripts in Perl, Ruby, PHP, Lua and so on load, and whether they load others unread."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from hookwright.patterns import late_pattern
from hookwright.reach.found import Position
from hookwright.shell.programs import word_set

_LOADED = late_pattern(
    r"\b(?:use|require|require_relative|require_once|include|include_once|load|dofile|do|source|autoload)\b"
    r"(?>\s*)\(?(?>\s*)['\"]?([\w:./-]{1,200})"
)
_SUFFIXES = ("", ".pm", ".pl", ".rb", ".lua", ".php", ".tcl", ".R")
# Where a script says that modules lie, from its own folder on.
_OWN_FOLDER = late_pattern(
    r"\$(?:\{)?(?:FindBin::)?(?:Real)?Bin(?:\})?((?:/[\w.-]{1,100}){0,10})"
    r"|\b(?:__dir__|__DIR__|dirname\(__FILE__\))(?>[\s.,]*)['\"]/?([\w./-]{1,200})"
    r"|expand_path\((?>\s*)['\"]([\w./-]{1,200})['\"](?>\s*),(?>\s*)__(?:dir|FILE)__"
)
_USE_LIB = late_pattern(r"\buse(?>\s+)lib(?>\s+)(?:qw\W)?['\"]?([\w./-]{1,200})")
_DYNAMIC = late_pattern(
    r"\beval\b|\binstance_eval\b|\bclass_eval\b|\bmodule_eval\b|@INC\b|%INC\b|\$(?:LOAD_PATH|LOADED_FEATURES|:|\")"
    r"|\bpackage(?>\s*)\.(?>\s*)(?:path|cpath|loaders|searchers|preload)\b|\bload(?:string|file)?(?>\s*)\("
    r"|\b(?:require|include|require_once|include_once|do|load|use|source|dofile|require_relative)\b(?>\s*)\(?(?>\s*)"
    r"(?:['\"]?[$@_%\[]|shift\b|File\b|dirname\b|__)"
    r"|\b(?:system|exec|qx|spawn|popen|proc_open|shell_exec|passthru|IO\.popen|Open3|Kernel|execute|send|public_send|__send__|const_get|method)\b|`"
    r"|\b(?:Module::Load|Storable|Class::Load|Marshal|YAML|Bundler|Gem|unserialize|create_function|assert|dlopen|ffi)\b"
    r"|\bopen\b[^;\n]{0,200}\|"
)
_QUIET = word_set(
    "strict warnings utf8 feature vars constant integer bytes locale open bigint base fields overload lib FindBin"
    " JSON::PP Data::Dumper POSIX File::Basename File::Spec File::Spec::Functions File::Path File::Temp File::Copy"
    " File::Find Getopt::Long Getopt::Std List::Util Scalar::Util Time::HiRes Time::Local Time::Piece Encode Carp Cwd"
    " Text::Wrap Text::ParseWords Digest::MD5 Digest::SHA MIME::Base64 Term::ANSIColor Fcntl IO::File IO::Handle Env"
    " json set time date fileutils pathname shellwords stringio tempfile tmpdir optparse ostruct securerandom digest"
    " uri English find strscan timeout logger pp csv erb forwardable singleton observer benchmark base64"
)
_VERSION = late_pattern(r"v?\d[\d._]*\Z")


def add_others(text: str, folders: Sequence[str], at: Position) -> None:
    """Takes in what the code of a script loads, in these folders; what it loads in other ways is noted."""
    own = folders[:1]
    more = [_below(own, first or second or third) for first, second, third in _OWN_FOLDER.findall(text)]
    places = [*folders, *(_below(folders[:1], it) for it in _USE_LIB.findall(text)), *more]
    places += [_below(folders[1:2], it) for it in _USE_LIB.findall(text)]
    searched = [it for it in dict.fromkeys(places) if it]
    at.add_files(it for it in searched if os.path.isfile(it))
    name = os.path.basename(at.script) if at.script is not None else "the script"
    unclear = dict.fromkeys(" ".join(it[0].split()) for it in _DYNAMIC.finditer(text))
    for named in dict.fromkeys(_LOADED.findall(text)):
        found = [*_files(named, searched)]
        at.add_files(found)
        if not found and named not in _QUIET and not _VERSION.match(named):
            unclear[named] = None
    if unclear:
        at.also_loads(f"what `{name}` loads or starts with {', '.join(f'`{it}`' for it in unclear)}")


def _below(folders: Sequence[str], path: str) -> str:
    return os.path.normpath(os.path.join(folders[0], path.lstrip("/"))) if folders else ""


def _files(named: str, folders: Sequence[str]) -> Iterator[str]:
    """The files that are there of what is loaded, in these folders or in their `lib`."""
    name = named.replace("::", "/")
    for folder in folders:
        for base in (os.path.join(folder, name), os.path.join(folder, "lib", name)):
            yield from filter(os.path.isfile, (os.path.normpath(base + it) for it in _SUFFIXES))
