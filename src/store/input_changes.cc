#include "store/input_changes.h"

#include <tuple>

#include "claim/folder.h"

namespace whorl::internal::store {

// What stands at 0 is no file but the fields that are read: each list has one.
bool stands_before(const read::InputIdentity& a, const read::InputIdentity& b) {
  if (a.argument == 0 && b.argument == 0) return false;
  return std::tie(a.argument, a.name) < std::tie(b.argument, b.name);
}

void InputChanges::add(std::string_view name, std::string_view what) {
  if (named_.size() == kNamed) {
    ++more_;
    return;
  }
  named_.push_back(std::string(name) + " " + std::string(what));
}

tl::unexpected<Error> InputChanges::error(const base::FileSystem::Path& store) const {
  std::string message = "inputs changed since " + store.string() + " was begun";
  for (std::size_t i = 0; i < named_.size(); ++i) message += (i == 0 ? ": " : "; ") + named_[i];
  if (more_ > 0) message += " (and " + std::to_string(more_) + " more)";
  const bool is_work = claim::kDedupWork.bears_mark(store).value_or(false);
  return fail(ErrorCode::invalid_argument,
              message + (is_work ? ". Remove that folder, the work of a dedup that was stopped, to "
                                   "read all anew"
                                 : ". Name another store, or remove this one to read all anew; "
                                   "documents that are new can be added to it with --into once it "
                                   "is finished"));
}

}  // namespace whorl::internal::store
