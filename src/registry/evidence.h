// Evidence that documents share with a query: sums over documents, of which most have none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::registry {

// Ascending documents that have a hash, of which each gains the weight, which is more than 0.
struct WeighedDocuments {
  std::span<const std::uint32_t> documents;
  float weight = 0;
  std::uint32_t hash = 0;
};

struct DocumentEvidence {
  std::uint32_t document = 0;
  float sum = 0;
};

// The documents of most evidence, by falling evidence, then by number, and how many have any.
struct MostEvidence {
  std::vector<DocumentEvidence> best;
  std::uint64_t documents = 0;
  std::uint64_t hidden = 0;           // documents that have too few hashes to count
  std::vector<std::uint32_t> hashes;  // of documents that count, each once
};

// Of at most `limit` documents that have at least `fewest` of the hashes. Documents are counted a
// block of numbers at a time, whose sums stay in the cache of the processor: O(all documents +
// blocks * lists).
MostEvidence most_evidence(std::vector<WeighedDocuments> lists, std::size_t limit,
                           std::uint64_t fewest = 1);

}  // namespace whorl::internal::registry
