// Unpacks one member of a packed file: a gzip member, a zstd frame, a bzip2 or an xz stream.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace whorl::internal::input {

class MemberDecoder {
 public:
  enum class Step { more, end, damaged };
  static constexpr std::size_t kHead = 12;  // bytes that are enough to recognize a member

  virtual ~MemberDecoder() = default;

  // True if a member can begin with `head`, which may be short.
  virtual bool can_begin(std::string_view head) const = 0;
  // Stricter: true if these bytes, found between damaged ones, begin a member.
  virtual bool begins(std::string_view head) const { return can_begin(head); }
  // Prepares for the member that begins with `head`.
  virtual void reset(std::string_view head) = 0;
  // Unpacks the beginning of `in`, removes it, and returns in `size` how much of `out` is filled.
  virtual Step step(std::string_view& in, char* out, std::size_t room, std::size_t& size) = 0;
  // Why an intact member was refused, and what to do; empty if none was.
  virtual std::string refusal() const { return {}; }
};

// The window of a zstd frame or an xz stream can take half of the memory of a run.
inline constexpr std::uint64_t kWindowShare = 2;

struct DecoderLimits {
  std::uint64_t window_bytes = 128ull << 20;  // of a zstd frame or an xz stream
};

// The decoder for a file that begins with `head`, and whose name is `path`. Null if the file is not
// compressed. A file whose first member is damaged is recognized by its name and a later member.
std::unique_ptr<MemberDecoder> decoder_for(std::string_view path, std::string_view head,
                                           const DecoderLimits& limits);

}  // namespace whorl::internal::input
