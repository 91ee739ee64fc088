#include "read/packed_input.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "read/member_stream.h"

namespace whorl::internal::read {
namespace {

class MemoryStream final : public ByteStream {
 public:
  explicit MemoryStream(std::string_view bytes) : rest_(bytes) {}

  Result<std::string_view> next() override {
    constexpr std::size_t kBlock = 1 << 18;
    const std::string_view block = rest_.substr(0, kBlock);
    rest_.remove_prefix(block.size());
    return block;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::unique_ptr<PackedInput> PackedInput::open(const std::string& path, const std::string& packed,
                                               const DecoderLimits& limits, Charge charge) {
  auto decoder = decoder_for(path, packed, limits);
  if (decoder == nullptr) return nullptr;
  auto stream = unpack_members(std::make_unique<MemoryStream>(packed), path, std::move(decoder));
  return std::unique_ptr<PackedInput>(new PackedInput(path, std::move(stream), std::move(charge)));
}

// False at the end.
Result<bool> PackedInput::refill() {
  if (!damage_.empty()) return false;
  auto block = stream_->next();
  if (!block) {
    damage_ = reason_of(block.error().message, path_);
    return false;
  }
  block_ = *block;
  WHORL_RETURN_IF_ERROR(charge_(block_.size()));
  return !block_.empty();
}

Result<void> PackedInput::read(std::string& bytes, std::uint64_t total) {
  while (bytes.size() < total) {
    if (block_.empty()) {
      WHORL_ASSIGN_OR_RETURN(const bool more, refill());
      if (!more) break;
    }
    const std::string_view some = block_.substr(0, total - bytes.size());
    bytes.append(some);
    block_.remove_prefix(some.size());
  }
  return {};
}

}  // namespace whorl::internal::read
