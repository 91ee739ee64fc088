#include "store/held_lists.h"

#include <new>

namespace whorl::internal::store {

HeldLists::HeldLists(std::uint64_t most) {
  auto all = std::make_shared<std::vector<std::uint64_t>>();
  try {
    all->reserve(most / sizeof(std::uint64_t));
    all_ = std::move(all);
  } catch (const std::bad_alloc&) {  // the file is read instead
  }
}

void HeldLists::add(sketch::ShingleSpan hashes) {
  if (!all_) return;
  if (hashes.size() > all_->capacity() - all_->size()) {
    all_.reset();
  } else {
    all_->insert(all_->end(), hashes.begin(), hashes.end());
  }
}

}  // namespace whorl::internal::store
