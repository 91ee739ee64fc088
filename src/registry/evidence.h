// Evidence that documents share with a query: a sum for each document. Most documents have none.
// Documents with a single hash are counted separately, because unrelated texts often share one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::registry {

// Ascending documents that have a hash. Each gains the weight, which is more than 0.
struct WeighedDocuments {
  std::span<const std::uint32_t> documents;
  float weight = 0;
  std::uint32_t hash = 0;
};

struct DocumentEvidence {
  std::uint32_t document = 0;
  float sum = 0;
};

// By falling evidence, then by number.
inline bool is_better(const DocumentEvidence& a, const DocumentEvidence& b) {
  return a.sum != b.sum ? a.sum > b.sum : a.document < b.document;
}

// Some documents.
struct MostEvidence {
  std::vector<DocumentEvidence> best;  // of most evidence, the best first
  std::uint64_t documents = 0;         // all of them
};

struct Evidence {
  MostEvidence several;     // of documents that have several of the hashes
  MostEvidence single;      // that have one
  std::vector<bool> known;  // of each hash, whether any of the first has it
};

// With at most `limit` documents of each kind, by `hashes` hashes. Documents are counted a block of
// numbers at a time, whose sums stay in the cache of the processor: O(all documents + blocks *
// lists).
Evidence most_evidence(std::vector<WeighedDocuments> lists, std::size_t hashes, std::size_t limit);

}  // namespace whorl::internal::registry
