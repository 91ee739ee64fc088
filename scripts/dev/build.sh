# Installing what a build needs, configuring and building, with progress.

# Processor time of a first build without a compiler cache, in minutes: `./dev bench build`.
PROGRAM_MINUTES=10
TESTS_MINUTES=17

# The packages of one section of scripts/packages.txt.
packages() {
  awk -v section="[$1]" '/^\[/ { on = ($0 == section); next } on && NF && !/^#/' scripts/packages.txt
}

# The packages of some sections that are not installed.
missing_packages() {
  local section package
  for section in "$@"; do
    for package in $(packages "$section"); do
      dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
    done
  done
  # A Node.js from elsewhere conflicts with Debian's npm: both are used if both are there.
  command -v node >/dev/null && command -v npm >/dev/null || printf '%s\n' nodejs npm
}

install_packages() {
  as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -qq -y --no-install-recommends \
    -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

setup() {
  local missing as=''
  mapfile -t missing < <(missing_packages "$@" | sort -u)
  [ ${#missing[@]} = 0 ] && return
  [ "$(id -u)" = 0 ] || as=', with sudo'
  say "about to install ${#missing[@]} Debian packages$as: ${missing[*]}"
  say "whorl needs them for: $*. scripts/packages.txt lists them; nothing else is changed"
  patiently 'installing packages' install_packages "${missing[@]}"
}

# announce WHAT PROCESSOR-MINUTES SECTION…: says what a first build takes and needs.
announce() {
  local what=$1 cores minutes needed missing
  cores=$(nproc)
  minutes=$((($2 + cores - 1) / cores))
  shift 2
  needed=$(for section in "$@"; do packages "$section"; done | sort -u | wc -l)
  missing=$(missing_packages "$@" | sort -u | wc -l)
  say "builds $what in about $minutes minutes on $cores cores; needs $needed Debian packages and" \
    "Node.js with npm, $missing of them still to be installed; the build stays in build/ (./dev clean)"
}

# is_configured FOLDER -DNAME=VALUE…: whether a build folder was configured with these values.
is_configured() {
  local folder=$1 option
  [ -f "$folder/build.ninja" ] || return 1
  for option in "${@:2}"; do
    option=${option#-D}
    grep -qE "^${option%%=*}:[A-Z]+=${option#*=}$" "$folder/CMakeCache.txt" || return 1
  done
}

# lost_python FOLDER: whether a build folder has the Python package for an interpreter that was removed.
lost_python() {
  is_configured "$1" -DWHORL_PYTHON=ON &&
    [ ! -x "$(sed -nE 's/^Python_EXECUTABLE:[A-Z]+=//p' "$1/CMakeCache.txt")" ]
}

# configure PRESET [CMAKE-OPTION]…: if build/PRESET is not configured so. If WHORL_WERROR is
# set, warnings are errors.
configure() {
  local preset=$1
  shift
  if lost_python "build/$preset"; then set -- -DWHORL_PYTHON=OFF "$@"; fi
  set -- "$@" ${WHORL_WERROR:+-DWHORL_WERROR=ON}
  if is_configured "build/$preset" "$@"; then return; fi
  say "configuring build/$preset"
  cmake --preset "$preset" "$@" >/dev/null
}

# build PRESET TARGETS [CMAKE-OPTION]…: configures if needed and builds the targets, which are one
# word or several words in one argument.
build() {
  local preset=$1 targets=$2 status=0
  configure "$preset" "${@:3}"
  # shellcheck disable=SC2086
  NINJA_STATUS='[%f/%t] ' ninja -C "build/$preset" $targets | scripts/build_progress "build/$preset" || status=$?
  if [ $status != 0 ]; then
    say "building $targets in build/$preset failed with status $status"
    exit $status
  fi
}

# build_program [TARGETS]: the program alone needs no test library. A folder that builds tests
# continues to do so.
build_program() {
  local targets=${1:-whorl}
  [ -x build/release/bin/whorl ] || announce whorl "$PROGRAM_MINUTES" build
  setup build
  if [ -f build/release/build.ninja ]; then
    build release "$targets"
  else
    build release "$targets" -DWHORL_TESTS=OFF
  fi
}

clean() {
  rm -rf build web/node_modules web/dist whorl-report
}
