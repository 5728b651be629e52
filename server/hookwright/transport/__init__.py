"""What every server of hookwright stands on: how messages come in and go out, and how its process begins and ends."""
