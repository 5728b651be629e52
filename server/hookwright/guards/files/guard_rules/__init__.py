"""The rules of the guard, one file each.

`refusal` says why a command is refused, None if it is not; `file_refusal` says so of a file that a tool reads or
writes without a shell.  A rule has one of the two, or both.
"""
