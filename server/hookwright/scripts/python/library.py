"""What is known of the library and of some packages: which calls print, exit or decide, and which do none of these."""

from __future__ import annotations

import builtins
import sys

from hookwright.shell.programs import word_set

_LOUD_BUILTINS = word_set("print input exit quit eval exec compile breakpoint help __import__ copyright credits")
_QUIET_BUILTINS = frozenset(dir(builtins)) - _LOUD_BUILTINS

# Packages of which no call prints, exits or decides.
_QUIET_PACKAGES = word_set(
    """
    yaml requests httpx tomli tomli_w tomlkit dotenv anthropic openai numpy pandas aiohttp psutil git regex orjson ujson
    packaging dateutil pytz jsonschema bs4 lxml redis tiktoken chardet pathspec pydantic filelock attr attrs
    """
)

# Of the library, what prints, exits, decides, or runs what it is given later.
_LOUD = word_set(
    """
    pdb code cmd unittest doctest runpy trace profile cProfile timeit turtle idlelib faulthandler
    threading multiprocessing concurrent _thread signal atexit sched ctypes importlib pprint traceback warnings logging
    os.execv os.execve os.execvp os.execvpe os.execl os.execle os.execlp os.execlpe os.abort os.kill os.killpg os.fork
    os.forkpty os.posix_spawn os.spawnv os.spawnl os.spawnvp os.spawnlp os.dup2 os.write os.startfile
    sys.settrace sys.setprofile sys.stdout sys.stderr
    contextlib.redirect_stdout contextlib.redirect_stderr contextlib.ExitStack getpass.getpass
    argparse.ArgumentParser.print_help argparse.ArgumentParser.print_usage argparse.ArgumentParser.exit
    """
)
_QUIET = word_set(
    """
    threading.Lock threading.RLock threading.current_thread threading.get_ident threading.local threading.Event
    multiprocessing.cpu_count warnings.filterwarnings warnings.simplefilter warnings.catch_warnings
    traceback.format_exc traceback.format_exception traceback.extract_stack traceback.format_stack
    pprint.pformat importlib.util importlib.metadata importlib.resources signal.Signals
    logging.getLevelName logging.disable logging.Formatter logging.captureWarnings
    sys.stdout.flush sys.stderr.flush sys.stdout.isatty sys.stderr.isatty sys.stdout.reconfigure
    sys.stderr.reconfigure sys.stdout.fileno sys.stderr.fileno
    """
)

SAME_PATH = frozenset(
    {"os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath", "abspath", "realpath", "normpath"}
)
"""Functions that give a path back as it is, as far as it matters which file it is."""


# Programs that print nothing where all goes well.
QUIET_PROGRAMS = word_set(
    "afplay osascript say notify-send paplay aplay touch mkdir cp mv rm chmod ln open xdg-open tmux true sleep kill"
)


def is_quiet(name: str) -> bool:
    """Whether a call of it neither prints, exits nor decides."""
    root, *rest = name.replace("()", "").split(".")
    for length in range(len(rest) + 1, 0, -1):
        it = ".".join([root, *rest][:length])
        if it in _QUIET or it in _LOUD:
            return it in _QUIET
    return root in _QUIET_BUILTINS or (is_importable(root) and root not in _LOUD_BUILTINS)


def is_importable(name: str) -> bool:
    """Whether a module is part of the library, or one of the packages that are known."""
    root = name.partition(".")[0]
    return root in sys.stdlib_module_names or root in _QUIET_PACKAGES
