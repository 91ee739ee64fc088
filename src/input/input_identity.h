// An input as it was found, so that a change is noticed.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

namespace whorl::internal::input {

// An input as the file system describes it. A stream only has a name.
struct InputIdentity {
  std::uint32_t argument = 0;  // number, from 1, of the argument that led to it
  std::string name;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::string path = {};      // to open; empty if there is none
  bool has_records = false;   // a file of many documents
};

// InputIdentity::modified of a file.
inline std::int64_t modified_at(const struct stat& status) {
  return status.st_mtim.tv_sec * std::int64_t{1'000'000'000} + status.st_mtim.tv_nsec;
}

}  // namespace whorl::internal::input
