# Installing, removing, and the packages that others install.

default_prefix=/usr/local

# Installs into a temporary folder first: build/ keeps its owner if PREFIX belongs to root, and
# `uninstall` finds the list of files in PREFIX.
install_whorl() {
  local prefix stage
  prefix=$(from_caller "${1:-$default_prefix}")
  build_program installed
  stage=$(mktemp -d "$PWD/build/install.XXXXXX")
  cmake --install build/release --prefix "$stage" >/dev/null
  mkdir -p "$stage/share/whorl"
  (cd "$stage" && find . -type f -o -type l) | sort >build/installed.txt
  mv build/installed.txt "$stage/share/whorl/installed.txt"
  [ ! -f "$prefix/share/whorl/installed.txt" ] || uninstall_whorl "$prefix"
  at "$prefix" mkdir -p "$prefix"
  at "$prefix" cp -dR "$stage/." "$prefix"
  rm -rf "$stage"
  say "installed in $prefix; bin/whorl, lib/libwhorl.a, docs/embedding.md says how to use it"
}

# Without a folder nothing is removed: what would be is listed, of the folder that `./dev install` takes
# by itself.
explain_uninstall() {
  local list=$default_prefix/share/whorl/installed.txt
  echo "usage: ./dev uninstall PREFIX, the folder that whorl was installed in; ./dev install takes" \
    "$default_prefix if it is given none"
  if [ ! -f "$list" ]; then
    echo "There is no installation of ./dev install in $default_prefix."
    return
  fi
  echo "./dev uninstall $default_prefix removes these $(wc -l <"$list") files, and no others:"
  sed "s|^\./|  $default_prefix/|" "$list"
}

uninstall_whorl() {
  local prefix list
  if [ $# = 0 ]; then
    explain_uninstall
    return
  fi
  prefix=$(from_caller "$1")
  list=$prefix/share/whorl/installed.txt
  [ -f "$list" ] || { echo "no installation of ./dev install in $prefix" >&2; exit 1; }
  (cd "$prefix" && tr '\n' '\0' <"$list" | at "$prefix" xargs -0 rm -f --)
  at "$prefix" rm -f "$list"
  # Folders that are whorl's own.
  (cd "$prefix" && at "$prefix" rmdir --ignore-fail-on-non-empty \
    include/whorl lib/cmake/whorl share/doc/whorl share/whorl)
}

# The newest .deb of a folder.
package_path() { ls -t "$1"/*.deb | head -n 1; }

# A .deb and a tarball, for machines with glibc 2.36 or newer.
package() {
  local folder
  folder=$(from_caller "${1:-$PWD/build/packages}")
  build_program 'installed whorl_portable'
  setup package
  patiently 'packing' scripts/package build/release "$folder"
  say "install the one with \`apt install $(package_path "$folder")\`, or unpack the other and run its" \
    "bin/whorl. They need glibc 2.36: Debian 12, Ubuntu 24.04, RHEL 10 or newer"
}
