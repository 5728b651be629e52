"""What agents themselves wrote down of their hooks: read from session files, weeks back, with nothing installed.

One file per agent turns lines of its session files into values; nothing of a conversation is kept.  The agents'
files are only read.
"""
