"""The rules of the guard, one file each.

`refusal` says why a command is refused, None if it is not; rules with a `file_refusal` judge the files that tools
read and write without a shell, too.
"""
