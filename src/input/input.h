// Bytes that are read in parts, so that the first ones can show that the rest is not needed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/descriptor.h"
#include "whorl/result.h"

namespace whorl::internal::input {

class Input {
 public:
  virtual ~Input() = default;

  // Appends to `bytes` until it has `total` bytes or the input ends. Error messages are sentences
  // for Skipped::reason, without the name: "cannot be read: Input/output error".
  virtual Result<void> read(std::string& bytes, std::uint64_t total) = 0;

  // The size that the input declares; it may be wrong.
  virtual std::uint64_t promised_bytes() const = 0;

  // When it was changed last, in seconds since 1970; 0: not known.
  virtual std::int64_t modified() const { return 0; }
};

struct OpenFile {
  base::Descriptor descriptor;
  std::uint64_t size;     // bytes when it was opened
  std::int64_t modified;  // seconds since 1970
};

// Opens a regular file. Does not block on a FIFO or a device, and does not follow a symbolic link
// in the last part of `path`.
Result<OpenFile> open_regular(const std::string& path);

// The same, ready to read. A file that changes while it is read gives its contents at that moment.
Result<std::unique_ptr<Input>> open_file(const std::string& path);

}  // namespace whorl::internal::input
