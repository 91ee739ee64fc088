// Candidate pairs from another tool: a file with two ids a line, separated by a tab.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/external_sort.h"
#include "jobs/collection/cluster/exact_duplicates.h"
#include "jobs/collection/join/candidate_stream.h"
#include "store/document_table.h"
#include "whorl/report.h"

namespace whorl::internal::cluster {

// The value for the file in the settings of a store: its path, and a hash of its lines.
Result<std::string> describe_pairs(const std::string& path);

struct GivenPairs {
  join::CandidateStream pairs;  // of representatives, sorted
  std::uint64_t unknown = 0;    // lines with an id that no document has
  std::vector<Skipped> listed;  // the first of these lines, as many as a SkipLog lists
  std::uint64_t spilled = 0;    // bytes
};

// Documents by number.
struct NamedDocuments {
  const store::DocumentTable& table;
  const ExactDuplicates& duplicates;
  std::span<const std::uint64_t> groups;  // as for find_exact_duplicates()
};

// Reads the file, which may be compressed. If several documents have the same id, the first counts.
// Pairs of a document with itself, of equal documents and of different groups are no candidates.
// Fails at a line that is not two ids, with its number. 24 bytes a document while it is read.
Result<GivenPairs> read_pairs(base::FileSystem& file_system, const std::string& path,
                              const NamedDocuments& documents, const base::SortBudget& budget);

}  // namespace whorl::internal::cluster
