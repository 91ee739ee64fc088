// Reads a file of any length block by block and decompresses it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// The caller's limits and progress for the streams that it opens; counts the bytes read, before
// decompression.
struct StreamWatch {
  const Progress* progress = nullptr;
  std::atomic<std::uint64_t>* bytes = nullptr;
  std::uint64_t window_bytes = 128ull << 20;  // of a zstd frame or an xz stream
};

// gzip, zstd, bzip2 and xz are recognized by their first bytes; other files are read unchanged. In
// files of several members, reading continues after a damaged one, see member_stream.h. Memory is
// one block and what the decoder needs.
class ByteStream {
 public:
  // `path` "-" is standard input. Errors name the file. While a pipe has no data, the watch's
  // progress is asked ten times a second whether to go on; if not, this fails with
  // ErrorCode::cancelled.
  static Result<std::unique_ptr<ByteStream>> open(const std::string& path,
                                                  const StreamWatch& watch = {});
  virtual ~ByteStream() = default;

  // The next bytes, empty at the end; valid until the next call. An error is final; the bytes
  // before it are valid.
  virtual Result<std::string_view> next() = 0;
};

// The message of a stream's error without the file name at its beginning: a reason for a list of
// inputs.
std::string reason_of(std::string message, const std::string& name);

// Cuts a stream into lines without their line ends.
class LineReader {
 public:
  // Skips lines of more than `limit` bytes without keeping them in memory.
  LineReader(ByteStream& stream, std::size_t limit) : stream_(stream), limit_(limit) {}

  struct Line {
    std::string_view text;     // empty if the line is too long
    std::uint64_t number = 0;  // from 1; 0 at the end
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
