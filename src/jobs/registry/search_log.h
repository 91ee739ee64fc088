// The log of searches: the documents that were hit. It shows if a client tries to find out what is
// stored.
//
// One line a search: the numbers of the documents, in decimal digits. Each search appends its line
// in one write, so that any number of processes may write. There are two files of at most 64 MB;
// the older one is removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "whorl/registry.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

struct SearchCounts {
  std::uint64_t searches = 0;
  std::vector<std::uint32_t> of;  // by number of the document
};

// Logs a search. If nothing can be written, for example on a read-only disk, it is not counted;
// searches are answered anyway.
void note_search(const std::filesystem::path& folder, const RegistryAnswer& answer);

// Counts the logged hits of documents below `end`; skips bytes that are no log.
Result<SearchCounts> count_searches(const std::filesystem::path& folder, std::uint32_t end);

}  // namespace whorl::internal::registry
