#include "serve/archive_kind.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace whorl::serve {
namespace {

struct Magic {
  std::string_view bytes;
  std::size_t at;
  std::string_view ending;
};
constexpr std::array kMagic = {
    Magic{"PK\x03\x04", 0, ".zip"},
    Magic{"PK\x05\x06", 0, ".zip"},  // an empty archive
    Magic{"7z\xbc\xaf", 0, ".7z"},
    Magic{"ustar", 257, ".tar"},
    Magic{"\x1f\x8b", 0, ".tar.gz"},
    Magic{"BZh", 0, ".tar.bz2"},
    Magic{"\xfd"
          "7zXZ",
          0, ".tar.xz"},
    Magic{"\x28\xb5\x2f\xfd", 0, ".tar.zst"},
};

constexpr std::array<std::string_view, 11> kTypes = {
    "application/zip",
    "application/x-zip-compressed",
    "application/x-tar",
    "application/gzip",
    "application/x-gzip",
    "application/x-compressed-tar",
    "application/x-7z-compressed",
    "application/x-bzip2",
    "application/x-xz",
    "application/zstd",
    "application/x-gtar",
};

}  // namespace

bool is_archive_type(std::string_view media_type) {
  return std::ranges::find(kTypes, media_type) != kTypes.end();
}

std::string_view archive_ending(std::string_view bytes) {
  for (const Magic& magic : kMagic) {
    if (bytes.size() > magic.at && bytes.substr(magic.at).starts_with(magic.bytes)) {
      return magic.ending;
    }
  }
  return {};
}

std::string_view archive_ending_of(const std::filesystem::path& file) {
  std::array<char, 512> head{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(head.data(), head.size());
  return archive_ending(std::string_view(
      head.data(), static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0))));
}

}  // namespace whorl::serve
