"""What names in Python code say: which load or start something, which only open data, which modules are quiet."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.shell.programs import word_set

# What runs or loads what a value names.
_LOADING = word_set(
    "exec eval compile __import__ import_module reload run_path run_module run_script execfile exec_module load_module"
    " load_source spec_from_file_location find_spec module_from_spec SourceFileLoader SourcelessFileLoader"
    " ExtensionFileLoader FileFinder __builtins__ __loader__ __path__ addsitedir addpackage extend_path CDLL PyDLL"
    " LoadLibrary cdll dlopen globals system popen startfile fork forkpty getoutput getstatusoutput interact"
    " entry_points"
    " create_subprocess_exec create_subprocess_shell subprocess_exec subprocess_shell load_entry_point"
    " Popen check_output check_call Unpickler __reduce__ putenv unsetenv chdir fchdir fileConfig dictConfig"
    " load_extension enable_load_extension attrgetter methodcaller __subclasses__ __dict__ __globals__ __getattribute__"
)
OF_SYS = frozenset(("sys", it) for it in word_set("path meta_path path_hooks path_importer_cache modules"))
_STARTING = late_pattern(r"(?:exec[lv]p?e?|(?:posix_)?spawn\w*)\Z")
RENAMED = word_set("sys subprocess os builtins importlib")
METHODS = frozenset({"compile", "eval", "find_spec", "exec", "execute", "executemany"})
STARTERS = word_set("run call check_call check_output Popen")
# Modules of the standard library that load nothing that somebody else names, as long as nothing above is used.
_QUIET = word_set(
    "__future__ abc argparse array ast base64 binascii bisect calendar collections colorsys configparser contextlib"
    " contextvars copy csv dataclasses datetime decimal difflib email enum errno fcntl filecmp fnmatch fractions"
    " functools getopt getpass glob graphlib gzip hashlib heapq hmac html http io ipaddress itertools json keyword"
    " linecache locale logging lzma bz2 math mimetypes numbers operator optparse os pathlib platform pprint pwd grp"
    " queue random re reprlib resource sched secrets select selectors shlex shutil signal socket sqlite3 ssl stat"
    " statistics string stringprep struct sys sysconfig tarfile tempfile termios textwrap threading time token"
    " tokenize tomllib traceback tty types typing unicodedata urllib uuid warnings weakref xml zipfile zlib zoneinfo"
    " subprocess atexit gc inspect concurrent asyncio posixpath ntpath"
)
DATA_FUNCTIONS = word_set(
    "open exists isfile isdir getsize getmtime remove unlink stat lstat truncate utime chmod copyfile"
)
DATA_OWNERS = frozenset({"", "os", "os.path", "io", "codecs", "shutil", "gzip", "bz2", "lzma"})
DATA_METHODS = word_set(
    "read_text write_text read_bytes write_bytes open exists is_file is_dir stat unlink touch chmod relative_to"
)


def loads(name: str) -> bool:
    """Whether what has that name may load or start something that is not seen."""
    return name in _LOADING or _STARTING.match(name) is not None


def quiet_module(name: str) -> bool:
    """Whether a module of the standard library loads nothing by itself that others name."""
    return name in _QUIET
