// A labelled set as a collection: its documents' sets of shingles, and what pairs of them share by
// plain counting.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "fingerprints/sketch/sketch.h"

namespace whorl::quality {

struct RealCollection {
  std::vector<std::string> names;  // as in pairs.tsv
  std::vector<internal::sketch::ShingleSet>
      sets;  // beside them; empty where a document could not be read

  std::size_t size() const { return names.size(); }
  // Throws where there is no such document.
  std::size_t number(const std::string& name) const { return numbers_.at(name); }

  // Of files below `folder`, with k symbols a shingle, as `whorl cluster` makes them.
  static RealCollection read(const std::filesystem::path& folder, std::vector<std::string> files,
                             std::uint32_t k);

 private:
  std::map<std::string, std::size_t> numbers_;
};

// All files below a folder, by name.
std::vector<std::string> files_below(const std::filesystem::path& folder);

// The sizes |A ∩ B| of all pairs a < b: each document with a shingle is counted with every other.
// O(documents² + common shingles).
class SharedCounts {
 public:
  explicit SharedCounts(const std::vector<internal::sketch::ShingleSet>& sets);
  std::uint32_t of(std::size_t a, std::size_t b) const { return counts_[a * size_ + b]; }

 private:
  std::size_t size_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace whorl::quality
