// TarWriter: files that come in piece by piece, in one archive on the disk, so that their names are
// never paths here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace whorl::serve {

class TarWriter {
 public:
  // Makes the file. All calls return whether the disk took it.
  explicit TarWriter(const std::filesystem::path& file);

  bool begin(const std::string& name, std::uint64_t size);
  bool write(std::string_view bytes);
  // No more is written after it.
  bool close();

 private:
  struct Close {
    void operator()(archive* one) const;
  };
  std::unique_ptr<archive, Close> archive_;
  bool good_ = false;
};

}  // namespace whorl::serve
