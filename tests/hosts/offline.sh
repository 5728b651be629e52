#!/bin/sh
# Runs a command without any network but the loopback.  Ends with 69 where the system does not allow that: the agents
# that run here must reach nothing but the scripted model.
set -eu
if unshare --map-root-user --net ip link set lo up 2>/dev/null; then
  exec unshare --map-root-user --net sh -c 'ip link set lo up && exec "$@"' sh "$@"
fi
cat >&2 <<'END'
*** Nothing was run: the network cannot be cut off here.
    This needs Linux, `unshare` (util-linux), `ip` (iproute2), and a system that lets you create network namespaces.
    On Ubuntu: sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0
    In a container: start it with --cap-add SYS_ADMIN, or run this outside of it.
END
exit 69
