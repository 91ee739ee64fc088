// What the fuzzers of readers share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "input/archives/byte_stream.h"

namespace fuzz {

inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace fuzz

namespace whorl {

// Bytes in small blocks of uneven size, so that records span them.
class MemoryStream final : public internal::input::ByteStream {
 public:
  explicit MemoryStream(std::string_view bytes) : rest_(bytes) {}

  Result<std::string_view> next() override {
    step_ = step_ % 97 + 13;
    const std::string_view block = rest_.substr(0, step_);
    rest_.remove_prefix(block.size());
    return block;
  }

 private:
  std::string_view rest_;
  std::size_t step_ = 0;
};

}  // namespace whorl
