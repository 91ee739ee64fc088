// A file on disk, of the fuzzer's process, for what reads by path alone.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace fuzz {

// It exists in memory only and has a path nonetheless.
class ScratchFile {
 public:
  ScratchFile() : number_(memfd_create("fuzz", MFD_CLOEXEC)) {}
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { close(number_); }

  // Holds these bytes from now on; its path.
  const std::string& hold(const std::uint8_t* data, std::size_t size) {
    if (ftruncate(number_, 0) != 0) std::abort();
    if (pwrite(number_, data, size, 0) != static_cast<ssize_t>(size)) std::abort();
    return path_;
  }

 private:
  int number_;
  std::string path_ = "/proc/self/fd/" + std::to_string(number_);
};

}  // namespace fuzz
