// Any bytes as the file of a k-d tree: it opens or is refused, and what opens is searched, listed
// and added to.
#include "memory_stream.h"
#include "methods/kd_tree.h"
#include "scratch_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using whorl::internal::methods::KdTree;
  static fuzz::ScratchFile file;
  constexpr std::uint32_t kDimensions = 2;
  auto tree = KdTree::open(file.hold(data, size), kDimensions);
  if (!tree) {
    fuzz::require(!tree.error().message.empty());
    return 0;
  }
  const std::vector<double> query = {1, 2};
  const auto nearest = tree->nearest("", query);
  fuzz::require(nearest.has_value() || !nearest.error().message.empty());
  const auto before = tree->entries();
  const auto added = tree->add("added", query);
  if (!before || !added) return 0;
  const auto after = tree->entries();
  fuzz::require(after.has_value() && after->size() == before->size() + 1);
  return 0;
}
