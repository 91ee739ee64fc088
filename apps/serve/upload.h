// An uploaded file; it is removed unless it is taken.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <system_error>

namespace whorl::serve {

class Upload {
 public:
  // Counted in `open` while it lives.
  Upload(std::filesystem::path path, std::atomic<std::uint64_t>& open)
      : path_(std::move(path)), open_(open) {
    ++open_;
  }
  Upload(const Upload&) = delete;
  Upload& operator=(const Upload&) = delete;
  ~Upload() {
    std::error_code error;
    std::filesystem::remove(path_, error);
    --open_;
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::atomic<std::uint64_t>& open_;
};

}  // namespace whorl::serve
