// The log of searches: which documents were hit, that nobody finds out in silence what is stored.
//
// A line a search: the numbers of the documents, in decimal digits. Each search appends a line in
// one write, so that any number of processes may. Of two files of at most 64 MB the older one goes.
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

// Notes a search. Where nothing can be written, a registry on a read-only disk say, it is not
// counted: searches are answered all the same.
void note_search(const std::filesystem::path& folder, const RegistryAnswer& answer);

// Counts what is noted of documents below `end`; bytes that are none of a log are passed over.
Result<SearchCounts> count_searches(const std::filesystem::path& folder, std::uint32_t end);

}  // namespace whorl::internal::registry
