#include "read/gzip_stream.h"

#include <zlib.h>

#include <optional>
#include <utility>
#include <vector>

namespace whorl::internal::read {
namespace {

constexpr std::size_t kGzipBlock = 1 << 18;
constexpr std::size_t kMemberHead = 10;
constexpr std::string_view kMemberMagic = "\x1F\x8B\x08";

// The fixed part of a member's header: enough that few other bytes look like it.
bool begins_member(std::string_view head) {
  if (head.size() < kMemberHead || !head.starts_with(kMemberMagic)) return false;
  const auto flags = static_cast<unsigned char>(head[3]);
  const auto effort = static_cast<unsigned char>(head[8]);
  const auto system = static_cast<unsigned char>(head[9]);
  return flags < 0x20 && (effort == 0 || effort == 2 || effort == 4) &&
         (system <= 13 || system == 255);
}

class GzipStream final : public ByteStream {
 public:
  GzipStream(std::unique_ptr<ByteStream> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), block_(kGzipBlock) {
    inflateInit2(&zlib_, 15 + 16);
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override { inflateEnd(&zlib_); }

  Result<std::string_view> next() override {
    while (true) {
      if (input_.empty() && !refill()) return end();
      if (searching_ && !find_member()) continue;
      if (const std::string_view out = inflate_some(); !out.empty()) return out;
    }
  }

 private:
  // More input behind what is left of it; false at the end.
  bool refill() {
    if (ended_) return false;
    std::string kept(input_);
    const auto more = packed_->next();
    if (!more) broken_ = more.error();
    ended_ = !more || more->empty();
    if (ended_) return false;
    kept.append(*more);
    held_ = std::move(kept);
    input_ = held_;
    return true;
  }

  // Moves to the next member; false where more input is needed, or there is none.
  bool find_member() {
    while (input_.size() < kMemberHead) {
      if (refill()) continue;
      pass_over(input_.size());
      return false;
    }
    const std::size_t at = input_.find(kMemberMagic);
    pass_over(at == input_.npos ? input_.size() - kMemberMagic.size() + 1 : at);
    if (at == input_.npos) return false;
    if (input_.size() < kMemberHead && refill()) return false;
    if (!begins_member(input_)) {
      pass_over(1);
      return false;
    }
    searching_ = false;
    return true;
  }

  // Zeros between members are padding. Anything else was a member, and is counted once.
  void pass_over(std::size_t bytes) {
    if (!counted_ && input_.substr(0, bytes).find_first_not_of('\0') != input_.npos) {
      ++damages_;
      counted_ = true;
    }
    input_.remove_prefix(bytes);
  }

  std::string_view inflate_some() {
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.data()));
    zlib_.avail_in = static_cast<uInt>(input_.size());
    zlib_.next_out = reinterpret_cast<Bytef*>(block_.data());
    zlib_.avail_out = kGzipBlock - 1;  // room for a line end
    const int status = inflate(&zlib_, Z_NO_FLUSH);
    input_.remove_prefix(input_.size() - zlib_.avail_in);
    std::size_t size = kGzipBlock - 1 - zlib_.avail_out;
    within_ = status == Z_OK || status == Z_BUF_ERROR;
    if (!within_) {
      inflateReset(&zlib_);
      searching_ = true;
      counted_ = status != Z_STREAM_END;
      if (counted_) {
        ++damages_;
        block_[size++] = '\n';
      }
    }
    return {block_.data(), size};
  }

  Result<std::string_view> end() {
    if (broken_) return tl::unexpected(*std::exchange(broken_, std::nullopt));
    if (std::exchange(within_, false)) ++damages_;
    if (damages_ == 0) return std::string_view();
    const std::string times = damages_ == 1 ? "once" : std::to_string(damages_) + " times";
    damages_ = 0;
    return fail(ErrorCode::corrupt,
                name_ + ": is cut off or damaged " + times + ": what could be unpacked is read");
  }

  std::unique_ptr<ByteStream> packed_;
  std::string name_;
  z_stream zlib_{};
  std::vector<char> block_;
  std::string held_;
  std::string_view input_;  // of held_, not yet unpacked
  bool ended_ = false;
  bool within_ = false;     // a member
  bool searching_ = false;  // between members
  bool counted_ = false;    // the damage behind the last member
  std::uint64_t damages_ = 0;
  std::optional<Error> broken_;
};

}  // namespace

bool is_gzip(std::string_view head) { return head.starts_with(kMemberMagic); }

std::unique_ptr<ByteStream> unpack_gzip(std::unique_ptr<ByteStream> packed, std::string name) {
  return std::make_unique<GzipStream>(std::move(packed), std::move(name));
}

}  // namespace whorl::internal::read
