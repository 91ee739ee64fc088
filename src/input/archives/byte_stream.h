// A file of any length, block by block, decompressed on the way.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Who opens a stream of many, and counts what was read of them, packed as it stands.
struct StreamWatch {
  const Progress* progress = nullptr;
  std::atomic<std::uint64_t>* bytes = nullptr;
  std::uint64_t window_bytes = 128ull << 20;  // of a zstd frame or an xz stream
};

// gzip, zstd, bzip2 and xz are recognized by their first bytes; all else comes as it is. Files of
// several members are read past a damaged one, see member_stream.h. Memory is one block, and what
// the decoder needs.
class ByteStream {
 public:
  // `path` "-" is standard input. Errors name the file. A pipe that keeps one waiting asks
  // the watch's progress ten times a second whether to go on, and fails with ErrorCode::cancelled
  // where not.
  static Result<std::unique_ptr<ByteStream>> open(const std::string& path,
                                                  const StreamWatch& watch = {});
  virtual ~ByteStream() = default;

  // The next bytes, empty at the end; valid until the next call. An error is final; what
  // came before it is good.
  virtual Result<std::string_view> next() = 0;
};

// The message of a stream's error without the name that it begins with: a reason for a list of
// inputs.
std::string reason_of(std::string message, const std::string& name);

// Cuts a stream into lines without their line ends.
class LineReader {
 public:
  // Lines over `limit` bytes are passed over, not kept in memory.
  LineReader(ByteStream& stream, std::size_t limit) : stream_(stream), limit_(limit) {}

  struct Line {
    std::string_view text;     // empty where the line was too long
    std::uint64_t number = 0;  // from 1; 0: there are no more
    bool too_long = false;
    std::size_t behind = 0;  // bytes that may be read behind the text
  };

  // The next line; its text is valid until the next call.
  Result<Line> next();

 private:
  Result<bool> refill();

  ByteStream& stream_;
  std::size_t limit_;
  std::string_view block_;
  std::string pieces_;  // of a line that spans blocks
  std::uint64_t number_ = 0;
};

}  // namespace whorl::internal::input
