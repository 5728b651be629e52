#!/bin/sh
# Runs a command without any network but the loopback, where the system lets this user do that.
set -eu
if unshare --map-root-user --net ip link set lo up 2>/dev/null; then
  exec unshare --map-root-user --net sh -c 'ip link set lo up && exec "$@"' sh "$@"
fi
echo '*** the network is not cut off: this system does not allow it' >&2
exec "$@"
