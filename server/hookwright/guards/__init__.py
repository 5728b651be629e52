"""The guards and helpers that `hookwright init` and `hookwright add` write into a project.

What is written is in `files`, as it is written: code for Python 3.8 and newer that imports nothing of hookwright.
"""
