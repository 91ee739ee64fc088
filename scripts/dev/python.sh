# The Python package: its environments and its tests. Only these commands need PyPI.

# Debian's interpreter: python3-dev has the headers of this one.
PYTHON=/usr/bin/python3

# python_environment FOLDER REQUIREMENTS [PYTHON]: a virtual environment with the packages that the
# file of pinned and hashed requirements lists. Does nothing if it already has them. The file lists
# everything, so pip looks for no other package.
python_environment() {
  local folder=$1 requirements=$2 python=${3:-$PYTHON} wanted
  wanted=$("$python" -V; sha256sum "$requirements")
  if [ "$(cat "$folder/installed.txt" 2>/dev/null)" = "$wanted" ] && [ -x "$folder/bin/python" ]; then return; fi
  say "installing the packages of $requirements from PyPI into $folder"
  "$folder/bin/python" -c '' 2>/dev/null || "$python" -m venv --clear "$folder"
  # pip downloads everything before it changes anything. If it fails, the environment stays usable.
  patiently 'installing from PyPI' "$folder/bin/python" -m pip --disable-pip-version-check install --quiet \
    --require-hashes --no-deps --only-binary :all: -r "$requirements" || {
    say "cannot install the packages of $requirements. pip says why above; if PyPI (https://pypi.org) is not" \
      "reachable from here, everything except the Python package can still be built and tested"
    [ -e "$folder/installed.txt" ] || rm -rf "$folder"
    return 1
  }
  echo "$wanted" >"$folder/installed.txt"
}

# The package in build/release/python, for the interpreter of build/venv.
build_python() {
  setup build test
  python_environment build/venv python/requirements-test.txt
  build release 'whorl _whorl _registry' -DWHORL_TESTS=ON -DWHORL_PYTHON=ON \
    -DPython_EXECUTABLE="$PWD/build/venv/bin/python"
}

# run_pytest [OPTION]…: the tests of python/tests with the built package and the built program.
run_pytest() {
  local status=0 log=build/pytest.txt
  PYTHONPATH=build/release/python WHORL=$PWD/build/release/bin/whorl \
    build/venv/bin/python -m pytest "$@" | tee "$log" || status=$?
  record summary "$(tail -n 1 "$log") (Python)"
  return $status
}

# python_tests [PYTEST-OPTION]…: options choose tests, then the types are not checked.
python_tests() {
  build_python
  say 'testing the Python package'
  if [ $# = 0 ]; then
    MYPYPATH=build/release/python build/venv/bin/python -m mypy -p whorl
  fi
  run_pytest "$@"
}
