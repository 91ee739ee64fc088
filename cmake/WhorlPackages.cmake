# The packages that whorl is made of, in one place: the build finds them, and so does the project
# that uses the installed library, since a static library needs what it was built with.

set(WHORL_PACKAGES
  "tl-expected"
  "Threads"
  "fmt"
  "ICU COMPONENTS i18n uc data"
  "LibArchive"
  "pugixml"
  "simdjson"
  "ZLIB"
  "BZip2"
  "LibLZMA"
  "WhorlLibraries")

# Needed to build, not to link.
set(WHORL_BUILD_PACKAGES "nlohmann_json")
set(WHORL_BUILD_TARGETS nlohmann_json::nlohmann_json)

# The same for pkg-config; ICU's data come with icu-uc. tl::expected is headers alone.
set(WHORL_PKG_CONFIG
  fmt icu-i18n icu-uc libarchive liblzma pugixml simdjson zlib libbrotlidec libhwy libzstd nettle uchardet xlsxwriter yaml-0.1)
