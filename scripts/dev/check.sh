# ./dev check: what continuous integration runs beyond ./dev test, chosen by what the change touches
# (scripts/touched_rooms.py) and by a budget. `./dev check --all` runs everything.

# Minutes after which sanitizers begin no further room, and the check of single sources no further one.
SANITIZER_MINUTES=9
ALONE_MINUTES=4

format() {
  setup test
  local mode=(-i)
  [ "${1:-}" != --check ] || mode=(--dry-run --Werror)
  git ls-files -z '*.h' '*.cc' | xargs -0 -n 40 -P "$(nproc)" clang-format-16 "${mode[@]}"
}

# Requests that the description of the API allows, and some that it does not.
schema_tests() {
  say 'testing the service against its description'
  build_tests
  python3 -m venv build/schemathesis
  build/schemathesis/bin/pip install --quiet 'schemathesis==4.32.5'
  run_ctest release -L '^schema$'
}

# alone [OPTION]…: each source compiles without the others of its unity build. Nothing is built.
alone() {
  cmake --preset release -B build/alone -DWHORL_UNITY=OFF -DWHORL_TESTS=ON -DWHORL_WERROR=ON >/dev/null
  say 'compiling single sources'
  scripts/compile_alone.py build/alone "$@"
}

# The slow tests in the folders of the rooms that the change touches, or of all.
slow_tests() {
  local folders
  say 'slow tests'
  build_tests
  if [ "${1:-}" = --all ]; then
    run_ctest release -L '^by_check$' -LE '^schema$'
    return
  fi
  folders=$(scripts/touched_rooms.py | cut -d ' ' -f 3 | sort -u | paste -sd '|')
  ctest --preset release -N -L '^by_check$' -LE "^schema\$|^in_(${folders:-none})\$" |
    sed -n 's/^ *Test *#[0-9]*: /not run, since the change does not touch it: /p'
  run_ctest release -L '^by_check$' -L "^in_(${folders:-none})\$" -LE '^schema$'
}

# What proves something over all inputs or thresholds, kills the program or measures its memory
# tells a sanitizer nothing new and takes it minutes.
ASAN_FILTER='-Rules/*:*SameByManyThreads*:*TheLargestFiles*:*OfTwoLetters*:*Attacker*:*ExactPairs*'
TSAN_FILTER='-Rules/*:*ALarge*:*TheLargest*:*Periodic*:Methods/*MissNoPair*/?:*FullDisk*:Sketches/*/1'

# sanitize_room PRESET FOLDER LABEL: builds and runs the test programs of a folder that have the label.
sanitize_room() {
  local filter=$ASAN_FILTER programs
  [ "$1" = asan ] || filter=$TSAN_FILTER
  programs=$(ctest --preset "$1" -N -L "$3" -L "^in_$2\$" | sed -nE 's/^ *Test *#[0-9]+: (.*)\.0$/\1/p' | tr '\n' ' ')
  [ -n "$programs" ] || return 0
  say "$1: $2 ($programs)"
  build "$1" "$programs"
  GTEST_FILTER=$filter run_ctest "$1" -L "$3" -L "^in_$2\$"
}

# AddressSanitizer and ThreadSanitizer on the rooms that the change touches, nearest first, until the
# budget is used.
sanitize_touched() {
  local begun=$SECONDS room left_out=()
  configure asan -DWHORL_TESTS=ON
  configure tsan -DWHORL_TESTS=ON
  for room in $(scripts/touched_rooms.py --sanitizers); do
    if ((SECONDS - begun >= SANITIZER_MINUTES * 60)); then
      left_out+=("$room")
      continue
    fi
    sanitize_room asan "$room" '^unit$'
    sanitize_room tsan "$room" '^threads$'
  done
  [ ${#left_out[@]} = 0 ] ||
    say "sanitizers: left out after $SANITIZER_MINUTES minutes: ${left_out[*]} (./dev check --all runs them)"
}

sanitize_all() {
  build asan all -DWHORL_TESTS=ON
  GTEST_FILTER=$ASAN_FILTER run_ctest asan -E '_kill|serve_jobs|serve_schema|mutated_stores|streams'
  build tsan threads -DWHORL_TESTS=ON
  GTEST_FILTER=$TSAN_FILTER run_ctest tsan -L '^threads$'
}

# fuzz_one SECONDS FUZZER: what it says goes to build/fuzz/NAME.log.
fuzz_one() {
  local name corpus log
  name=$(basename "$2" _fuzz)
  say "fuzzing $name for $1 s"
  corpus="$PWD/build/fuzz/corpus/$name"  # absolute: some change the folder
  log="$PWD/build/fuzz/$name.log"
  mkdir -p "$corpus"
  "$2" -max_total_time="$1" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$PWD/build/fuzz/$name-" "$corpus" \
    $(ls -d "$PWD/fuzz/corpus/$name" 2>/dev/null) >"$log" 2>&1 || mv "$log" "$log.failed"
}

# fuzzers_of TARGET…: the fuzzers that link the target of a room.
fuzzers_of() {
  local target
  for target in "$@"; do
    sed -nE "s/^ *whorl_fuzzer\((\w+) .*LINKS $target\)/\1/p" fuzz/CMakeLists.txt
  done
}

# run_fuzzers SECONDS FUZZER…: what failed, and the input that it failed on, is printed at the end.
run_fuzzers() {
  local seconds=$1 log
  shift
  setup build test
  build asan "$*" -DWHORL_TESTS=ON
  rm -f build/fuzz/*.log.failed
  export -f say fuzz_one
  printf 'build/asan/bin/%s\0' "$@" |
    xargs -0 -n 1 -P "$(nproc)" bash -c 'fuzz_one "$0" "$1"' "$seconds"
  for log in build/fuzz/*.log.failed; do
    [ -e "$log" ] || return 0
    say "$(basename "$log" .log.failed) failed: $log"
    grep -v '# Uses\|NEW_FUNC' "$log" | tail -n 60
  done
  return 1
}

all_fuzzers() { sed -nE 's/^ *whorl_fuzzer\((\w+) .*/\1/p' fuzz/CMakeLists.txt; }

fuzz() {
  local names
  mapfile -t names < <(all_fuzzers)
  run_fuzzers "${1:-30}" "${names[@]}"
}

# The fuzzers of the rooms that changed themselves, some seconds each.
fuzz_touched() {
  local targets names
  mapfile -t targets < <(scripts/touched_rooms.py | sed -n 's/^0 .* //p')
  mapfile -t names < <(fuzzers_of "${targets[@]}")
  if [ ${#names[@]} = 0 ]; then say 'fuzzers: the change touches no room that has one'; return; fi
  if is_over_budget; then say "fuzzers: left out, the budget is used: ${names[*]}"; return; fi
  run_fuzzers 5 "${names[@]}"
}

# torture MINUTES [OPTION]…: --help of tests/torture/torture.py lists them.
torture() {
  local minutes=${1:-5}
  setup build test
  build release 'whorl failing_io allocation_failure_test' -DWHORL_TESTS=ON
  say "torturing build/release for $minutes minutes"
  tests/torture/torture.py build/release --minutes "$minutes" "${@:2}"
}

# mutate [ROOM]…: small wrong changes of the sources, each of which a test should notice. In a debug
# build, which takes most of an hour for all rooms.
mutate() {
  setup build test
  configure debug -DWHORL_TESTS=ON
  tests/mutation/mutate.py --build build/debug "$@"
}

# touches PATTERN: whether a line that touched_rooms.py prints matches. Its output is read to the end
# first: grep -q ends early, which would be an error of the program that still writes.
touches() {
  local rows
  rows=$(scripts/touched_rooms.py)
  grep -q "$1" <<<"$rows"
}

# Whether a file that the tests of whorl.spark use is touched.
touches_spark() {
  local files
  files=$(scripts/touched_rooms.py --files)
  grep -qE '^python/(whorl/(spark/|phases|_options|_checks|_command_line)|src/(phases/|numbers|options)|tests/(conftest|corpus|spark_|test_spark)|requirements-spark)' \
    <<<"$files"
}

is_over_budget() { ((SECONDS >= (SANITIZER_MINUTES + 15) * 60)); }

check_touched() {
  scripts/touched_rooms.py --sanitizers >/dev/null  # says what the change is
  step 'format' format --check
  step 'single sources' alone --minutes "$ALONE_MINUTES"
  step 'slow tests' slow_tests
  if touches '^0 serve '; then
    step 'requests by schema' schema_tests
  else
    say 'requests by schema: left out, the change does not touch apps/serve'
  fi
  # Below two minutes it leaves out what the tests do as well.
  if touches '^[0-9]* torture '; then step 'torture' torture 1.5; else say 'torture: left out, no store is touched'; fi
  if touches_spark; then
    step 'Spark' spark_tests
  else
    say 'Spark: left out, whorl.spark and its steps are not touched'
  fi
  step 'sanitizers' sanitize_touched
  step 'fuzzers' fuzz_touched
}

check_all() {
  step 'format' format --check
  step 'single sources' alone --all
  step 'slow tests' slow_tests --all
  step 'slow Python tests' python_tests -m slow
  step 'Spark' spark_tests
  step 'requests by schema' schema_tests
  step 'torture' torture 1.5
  step 'sanitizers' sanitize_all
  step 'fuzzers' fuzz 5
}

# check [--all]
check() {
  setup build test
  case ${1:-} in
    '') check_touched ;;
    --all) check_all ;;
    *) echo "dev: check takes --all or nothing" >&2; exit 1 ;;
  esac
}
