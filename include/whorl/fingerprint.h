// Fingerprints: the selected k-grams of one document.
#pragma once

#include <cstdint>
#include <vector>

namespace whorl {

// Parallel arrays in ascending order of position. `position` counts symbols of the
// canonical text and is where the k-gram begins.
struct Fingerprints {
  std::vector<std::uint64_t> hash;
  std::vector<std::uint32_t> position;
  std::size_t size() const { return hash.size(); }
};

}  // namespace whorl
