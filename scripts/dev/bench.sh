# ./dev bench: programs and scripts of bench/.

# `./dev help` lists them too.
BENCHMARKS='kernels pipeline quality compare cluster corpus peers registry service chance scripts short
  before-after small-against-large inserted-passages near-passages lab build tokenizers token-timing python
  distributed spark ledger'

bench() {
  local name=${1:-}
  if [ -z "$name" ] || [[ " $(echo $BENCHMARKS) " != *" $name "* ]]; then
    echo "dev: name a benchmark:" $BENCHMARKS >&2
    exit 1
  fi
  shift
  if [ "$name" = before-after ]; then bench/before_after.py "$@"; return; fi  # builds are given
  if [ "$name" = build ]; then setup build test bench; bench/build.py "$@"; return; fi  # in clones
  if [ "$name ${1:-}" = "quality --peers" ]; then bench/quality_peers.py "${@:2}"; return; fi  # builds nothing
  setup build test bench
  if [ "$name" = python ]; then
    build_python
    python_environment build/bench-venv bench/requirements-python.txt
    build/bench-venv/bin/python bench/python.py "$@"
    return
  fi
  if [ "$name" = distributed ]; then build_python; bench/distributed.py "$@"; return; fi
  if [ "$name" = spark ]; then spark_environment; bench/spark.py "$@"; return; fi
  if [ "$name" = tokenizers ]; then build bench bench_regions; bench/tokenizers.py "$@"; return; fi
  build bench all
  case $name in
    kernels) build/bench/bin/bench_kernels "$@" ;;
    quality) build/bench/bin/bench_quality "$@" ;;
    compare | cluster | corpus | peers | registry | service | chance | scripts | short | ledger) "bench/$name.py" "$@" ;;
    small-against-large) bench/small_against_large.py "$@" ;;
    inserted-passages) bench/inserted_passages.py "$@" ;;
    near-passages) bench/near_passages.py "$@" ;;
    token-timing) bench/token_timing.py "$@" ;;
    lab) bench/lab.py "$@" ;;
    *) "bench/$name" "$@" ;;
  esac
}
