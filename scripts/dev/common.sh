# What every command of ./dev uses: messages, steps, root, and paths as the caller wrote them.

say() {
  if [ -t 2 ]; then printf '\033[1m==> %s\033[0m\n' "$*" >&2; else printf '==> %s\n' "$*" >&2; fi
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# at PREFIX COMMAND…: runs the command, as root if PREFIX belongs to another user.
at() {
  local folder=$1
  shift
  while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
  if [ -w "$folder" ]; then "$@"; else as_root "$@"; fi
}

# A path relative to the folder in which the caller ran ./dev.
from_caller() { (cd "$caller" && realpath -m "$1"); }

# patiently WHAT COMMAND…: runs a command that prints nothing, and says every 20 seconds that it
# still runs.
patiently() {
  local what=$1 beat
  shift
  (while sleep 20; do say "$what: still running"; done) >/dev/null &
  beat=$!
  "$@" || { local status=$?; kill "$beat"; return $status; }
  kill "$beat"
}

# record KIND TEXT: a line in the file $WHORL_STEPS, from which .ci/run makes its table.
record() {
  [ -z "${WHORL_STEPS:-}" ] || printf '%s\t%s\t%s\n' "$1" "$EPOCHSECONDS" "$2" >>"$WHORL_STEPS"
}

# step NAME COMMAND…: a part of a command whose time continuous integration prints.
step() {
  record begin "$1"
  "${@:2}"
  record end "$1"
}
