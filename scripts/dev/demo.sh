# What whorl does, shown on the bundled example: in the terminal, in a browser, in pictures.

# example_registry FOLDER: the homework of the year before is registered in it.
example_registry() {
  build_program
  if [ -d "$1" ]; then return; fi
  say 'registering the homework of the year before'
  mkdir -p "$(dirname "$1")"
  build/release/bin/whorl registry create "$1" --recipe code:python/k=12/winnow:w=8
  build/release/bin/whorl registry add "$1" examples/homework/2025 --owner homework --group 2025
}

# The service on the registered homework of the year before, until Ctrl-C.
demo_service() {
  local registry=build/demo/archive
  example_registry "$registry"
  say 'search for examples/homework/2026/jonas/1/planner.py, or compare all of 2026; Ctrl-C ends it'
  exec build/release/bin/whorl serve "$registry" "$@"
}

demo() {
  if [ "${1:-}" = --serve ]; then demo_service "${@:2}"; fi
  build_program
  say 'comparing the bundled homework (examples/homework/README.md tells what was planted)'
  build/release/bin/whorl compare examples/homework/2026 --archive examples/homework/2025 \
    --base examples/homework/given --layout '{student}/{attempt}/**' "$@"
}

# The report of the example, to be photographed.
example_report() {
  build_program
  setup test
  build/release/bin/whorl compare examples/homework/2026 --archive examples/homework/2025 \
    --base examples/homework/given --layout '{student}/{attempt}/**' -o "$1" >/dev/null
}

# Every view on phones and desks, light and dark, to be looked at.
shots() {
  local folder
  folder=$(from_caller "${1:-$PWD/build/shots}")
  example_report "$folder/report"
  (cd web && npm run --silent shots -- "$folder/report/report.html" "$folder")
  service_shots "$folder"
  say "the pictures are in $folder"
}

# The same of the pages of a service, which runs as long as this takes.
service_shots() {
  local folder=$1 address
  example_registry "$folder/registry"
  coproc build/release/bin/whorl serve "$folder/registry" --listen 127.0.0.1:0
  read -r -u "${COPROC[0]}" address
  (cd web && npm run --silent shots -- "${address##* }" "$folder") || true
  kill "$COPROC_PID"
}

# The pictures of README.md, so that none of them is of a page that is gone.
pictures() {
  example_report build/pictures/report
  (cd web && npm run --silent pictures -- ../build/pictures/report/report.html ../docs/images)
}
