// Bytes that are read piece by piece, so that a look at the first ones can spare the rest.
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

  // Appends to `bytes` until it holds `total` or the input ends. Error messages are sentences for
  // Skipped::reason, without the name: "cannot be read: Input/output error".
  virtual Result<void> read(std::string& bytes, std::uint64_t total) = 0;

  // What the input says it holds; nothing to rely on.
  virtual std::uint64_t promised_bytes() const = 0;
};

struct OpenFile {
  base::Descriptor descriptor;
  std::uint64_t size;  // bytes it held when it was opened
};

// Opens a regular file. Neither blocks on a FIFO or a device nor follows a symbolic link in the
// last part of `path`.
Result<OpenFile> open_regular(const std::string& path);

// The same to read from. A file that changes while it is read gives what was there.
Result<std::unique_ptr<Input>> open_file(const std::string& path);

}  // namespace whorl::internal::input
