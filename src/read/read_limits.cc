#include <algorithm>

#include "read/member_decoder.h"
#include "read/source.h"

namespace whorl::internal::read {

ReadLimits ReadLimits::within(std::uint64_t memory) {
  constexpr std::uint64_t kMember = 8 << 10;  // what a file takes beside its bytes, and more
  memory = base::MemoryBudget(memory).memory();
  ReadLimits limits;
  limits.by_memory = memory / 4 < limits.file_bytes;
  limits.file_bytes = std::min(limits.file_bytes, memory / 4);
  limits.expanded_bytes = std::min(limits.expanded_bytes, memory / 4);
  limits.window_bytes = std::max(limits.window_bytes, memory / kWindowShare);
  limits.archive_members =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(limits.archive_members, memory / kMember));
  return limits;
}

std::uint64_t held_bytes(const Document& document) {
  constexpr std::uint64_t kOwn = 256;
  return document.name.capacity() + document.bytes.capacity() + kOwn;
}

}  // namespace whorl::internal::read
