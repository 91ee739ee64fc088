#include "input/archives/member_stream.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace whorl::internal::input {
namespace {

constexpr std::size_t kMemberBlock = 1 << 18;

class MemberStream final : public ByteStream {
 public:
  MemberStream(std::unique_ptr<ByteStream> packed, std::string name,
               std::unique_ptr<MemberDecoder> decoder)
      : packed_(std::move(packed)),
        name_(std::move(name)),
        decoder_(std::move(decoder)),
        block_(kMemberBlock) {}

  Result<std::string_view> next() override {
    while (true) {
      if (!within_ && !find_member()) return end();
      if (input_.empty() && !flushing_ && !refill()) return end();
      if (const std::string_view out = unpack_some(); !out.empty()) return out;
    }
  }

 private:
  // Reads more input after the rest; false at the end.
  bool refill() {
    if (ended_) return false;
    std::string kept(input_);
    const auto more = packed_->next();
    if (!more) broken_ = more.error();
    ended_ = !more || more->empty();
    if (!ended_) kept.append(*more);
    held_ = std::move(kept);
    input_ = held_;
    return !ended_;
  }

  bool fill_head() {
    while (input_.size() < MemberDecoder::kHead && refill()) {
    }
    return !input_.empty();
  }

  // Moves to the next member; false if there is none.
  bool find_member() {
    if (fill_head() && !lost_ && decoder_->can_begin(head())) return begin();
    while (fill_head()) {
      if (decoder_->begins(head())) return begin();
      if (input_.front() != 0) lose();
      input_.remove_prefix(1);
    }
    return false;
  }

  std::string_view head() const { return input_.substr(0, MemberDecoder::kHead); }

  bool begin() {
    decoder_->reset(head());
    within_ = true;
    lost_ = false;
    return true;
  }

  // Counts damage only once until the next member begins.
  void lose() {
    if (lost_) return;
    lost_ = true;
    ++damages_;
    line_end_due_ = true;
  }

  std::string_view unpack_some() {
    std::size_t before = 0;
    if (std::exchange(line_end_due_, false)) block_[before++] = '\n';
    const std::size_t given = input_.size();
    const std::size_t room = kMemberBlock - 2;  // space for a line end before and after
    std::size_t size = 0;
    const MemberDecoder::Step step = decoder_->step(input_, block_.data() + before, room, size);
    flushing_ = step == MemberDecoder::Step::more && size == room;
    within_ = step == MemberDecoder::Step::more;
    size += before;
    if (step == MemberDecoder::Step::damaged) {
      lose();
      line_end_due_ = false;
      block_[size++] = '\n';
      // The search for the next member must not find this one again.
      if (input_.size() == given && given > 0) input_.remove_prefix(1);
    }
    return {block_.data(), size};
  }

  Result<std::string_view> end() {
    if (broken_) return tl::unexpected(*std::exchange(broken_, std::nullopt));
    if (std::exchange(within_, false)) ++damages_;
    if (damages_ == 0) return std::string_view();
    const std::string times = damages_ == 1 ? "once" : std::to_string(damages_) + " times";
    damages_ = 0;
    if (const std::string refusal = decoder_->refusal(); !refusal.empty()) {
      return fail(ErrorCode::limit_exceeded, name_ + ": " + refusal);
    }
    return fail(ErrorCode::corrupt,
                name_ + ": is cut off or damaged " + times + ": what could be unpacked is read");
  }

  std::unique_ptr<ByteStream> packed_;
  std::string name_;
  std::unique_ptr<MemberDecoder> decoder_;
  std::vector<char> block_;
  std::string held_;
  std::string_view input_;  // of held_, not unpacked yet
  bool ended_ = false;
  bool within_ = false;        // a member
  bool flushing_ = false;      // the decoder may have more output without more input
  bool lost_ = false;          // damage was counted, and no member has begun since
  bool line_end_due_ = false;  // before the next member
  std::uint64_t damages_ = 0;
  std::optional<Error> broken_;
};

}  // namespace

std::unique_ptr<ByteStream> unpack_members(std::unique_ptr<ByteStream> packed, std::string name,
                                           std::unique_ptr<MemberDecoder> decoder) {
  return std::make_unique<MemberStream>(std::move(packed), std::move(name), std::move(decoder));
}

}  // namespace whorl::internal::input
