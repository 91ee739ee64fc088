// A window on a stream that can look ahead: framing needs to see what follows a record
// before it believes the record's length.
#pragma once

#include <string>
#include <string_view>

#include "read/byte_stream.h"

namespace whorl::internal::read {

class StreamBuffer {
 public:
  explicit StreamBuffer(ByteStream& stream) : stream_(stream) {}

  // What is ahead: at least `wanted` bytes, fewer only where the stream ends. Valid until
  // the next call. Memory is `wanted` and a block.
  std::string_view ahead(std::size_t wanted);
  // `bytes` ≤ what is ahead.
  void consume(std::size_t bytes) { at_ += bytes; }
  // Why the stream ended before its time; empty where it did not.
  const std::string& broken() const { return broken_; }

 private:
  ByteStream& stream_;
  std::string bytes_;
  std::size_t at_ = 0;
  bool ended_ = false;
  std::string broken_;
};

}  // namespace whorl::internal::read
