# ./dev test: everything that a user wants to see pass, one tier of tests/tiers.txt, or one room.

# The rows of tests/tiers.txt: tier, who runs it, seconds of its tests, what it proves.
tiers() {
  awk '
    function out() { if (tier != "") printf "%s\t%s\t%d\t%s\n", tier, runner, seconds, proves }
    /^#/ || !NF { next }
    /^ / { for (i = 1; i <= NF; i++) { split($i, part, ":"); seconds += part[2] } next }
    { out(); tier = $1; runner = $2; seconds = 0; proves = $0; sub(/^[^ ]+ +[^ ]+ +/, "", proves) }
    END { out() }' tests/tiers.txt
}

list_tiers() {
  printf '%-10s %-13s %8s  %s\n' tier 'run by' seconds 'what it proves'
  tiers | awk -F '\t' '{
    by = $2 == "name" ? "its name" : "./dev " $2
    printf "%-10s %-13s %8d  %s\n", $1, by, $3, $4 }'
  echo
  echo 'Seconds: processor cores idle, one test at a time, of the tests that the table names.'
  echo "Rooms: $(rooms_with_tests | tr '\n' ' ')"
}

# The folders of tests/ that have test programs.
rooms_with_tests() {
  grep -l '^whorl_test(' tests/*/CMakeLists.txt | cut -d / -f 2
}

# run_ctest PRESET [OPTION]…: runs the tests that were built. Their summary goes to $WHORL_STEPS too.
run_ctest() {
  local preset=$1 status=0 log
  log=build/$preset/ctest.txt
  ctest --preset "$preset" --parallel "$(nproc)" --no-label-summary "${@:2}" | tee "$log" || status=$?
  record summary "$(grep -a 'tests passed' "$log" || echo 'no test ran') ($preset)"
  return $status
}

# How many cases the shards of the last run had, which CTest counts as one test each.
count_cases() {
  local cases
  cases=$(awk '/^\[==========\] [0-9]+ tests? from .* ran/ { sum += $2 } END { print sum + 0 }' \
    "build/$1/Testing/Temporary/LastTest.log")
  say "the test programs ran $cases cases"
}

# The report's page, clicked through in Chromium.
web_tests() {
  say 'testing the page'
  (cd web && npm test)
}

build_tests() {
  [ -x build/release/bin/repeats_test ] || announce 'whorl and all tests' "$TESTS_MINUTES" build test
  setup build test
  build release all -DWHORL_TESTS=ON
}

run_test_programs() {
  say 'testing build/release'
  run_ctest release -L '^by_test$' "$@"
  count_cases release
}

# Everything that a user wants to see pass. Python comes last: without PyPI all others still run.
test_all() {
  step 'build the program and the tests' build_tests
  step 'tests' run_test_programs "$@"
  step 'tests of the page' web_tests
  step 'Python package' python_tests
}

# test_tier TIER [CTEST-OPTION]…
test_tier() {
  local tier=${1:?name a tier; ./dev test --list shows them}
  tiers | cut -f 1 | grep -qx "$tier" ||
    { echo "dev: no tier $tier; ./dev test --list shows them" >&2; exit 1; }
  case $tier in
    page) setup build test; build release whorl -DWHORL_TESTS=ON; web_tests ;;
    python) python_tests "${@:2}" ;;
    spark) spark_tests "${@:2}" ;;
    torture) torture 1.5 ;;
    mutation) mutate ;;
    schema) schema_tests ;;
    *) build_tests; run_ctest release -L "^$tier\$" "${@:2}" ;;
  esac
}

# test_room ROOM [OPTION]…: the test programs of tests/ROOM alone; also of jobs/collection/join. Options
# go to CTest, those of `python` to pytest.
test_room() {
  local room=${1##*/}
  case $room in
    web) test_tier page; return ;;
    python | spark) test_tier "$room" "${@:2}"; return ;;
  esac
  rooms_with_tests | grep -qx "$room" ||
    { echo "dev: no test programs in tests/$room; those with some: $(rooms_with_tests | tr '\n' ' ')" >&2; exit 1; }
  setup build test
  build release "tests_$room" -DWHORL_TESTS=ON
  run_ctest release -L '^unit$' -L "^in_$room\$" "${@:2}"
  count_cases release
}

run_tests() {
  case ${1:-} in
    --list) list_tiers ;;
    --tier) test_tier "${@:2}" ;;
    '' | -*) test_all "$@" ;;
    *) test_room "$@" ;;
  esac
}
