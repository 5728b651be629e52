# The hook of the experiments, for replays: notes that it ran, then does as its arguments say.
#
#     hook.sh --log FILE --id NAME [--out TEXT] [--err TEXT] [--early TEXT] [--exit N] [--signal N] [--sleep S]
#             [--orphan S] [--env-file LINE] [--once-file FILE]
#
# hook.py does the same when an agent is measured, and notes how it was called; this one starts twenty times as fast.
out= err= early= exit=0 signal= sleep= orphan= line= once= log= id=
said= warned=
while [ $# -gt 0 ]; do
  case $1 in
    --log) log=$2 ;; --id) id=$2 ;;
    --out) out=$2 said=yes ;; --err) err=$2 warned=yes ;; --early) early=$2 ;;
    --exit) exit=$2 ;; --signal) signal=$2 ;; --sleep) sleep=$2 ;; --orphan) orphan=$2 ;;
    --env-file) line=$2 ;; --once-file) once=$2 ;;
    *) break ;;
  esac
  shift 2
done
cat >/dev/null
printf '%s\n' "$id" >>"$log"
if [ -n "$once" ]; then
  [ -e "$once" ] && exit 0
  : >"$once"
fi
if [ -n "$line" ] && [ -n "$CLAUDE_ENV_FILE" ]; then printf '%s\n' "$line" >>"$CLAUDE_ENV_FILE"; fi
if [ -n "$early" ]; then printf '%s\n' "$early"; fi
if [ -n "$orphan" ]; then sleep "$orphan" & fi
if [ -n "$sleep" ]; then sleep "$sleep"; fi
if [ -n "$said" ]; then printf '%s' "$out"; fi
if [ -n "$warned" ]; then printf '%s' "$err" >&2; fi
if [ -n "$signal" ]; then kill -"$signal" $$; fi
exit "$exit"
