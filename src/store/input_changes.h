// What became of the inputs of a store since it was begun, told to the user.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "read/collection.h"

namespace whorl::internal::store {

// The order in which inputs are read: as they were named, those of a folder by name.
bool stands_before(const read::InputIdentity& a, const read::InputIdentity& b);

class InputChanges {
 public:
  // "b.txt", "was modified".
  void add(std::string_view name, std::string_view what);
  tl::unexpected<Error> error(const base::FileSystem::Path& store) const;

 private:
  static constexpr std::size_t kNamed = 5;
  std::vector<std::string> named_;  // the first ones
  std::uint64_t more_ = 0;
};

}  // namespace whorl::internal::store
