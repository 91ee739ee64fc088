// Candidates: the registered documents that share most with a query, before their rows are read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/registry/lookup.h"

namespace whorl::internal::registry {

// Evidence that documents share with a query: a sum for each document. Most documents have none.
// Documents with a single hash are counted separately, because unrelated texts often share one.

// Ascending documents that have a hash. Each gains the weight, which is greater than 0.
struct WeighedDocuments {
  std::span<const std::uint32_t> documents;
  float weight = 0;
  std::uint32_t hash = 0;
};

struct DocumentEvidence {
  std::uint32_t document = 0;
  float sum = 0;
};

// Sorted by falling evidence, then by number.
inline bool is_better(const DocumentEvidence& a, const DocumentEvidence& b) {
  return a.sum != b.sum ? a.sum > b.sum : a.document < b.document;
}

// The documents with most evidence.
struct MostEvidence {
  std::vector<DocumentEvidence> best;  // the best first
  std::uint64_t documents = 0;         // number of all
};

struct Evidence {
  MostEvidence several;     // of documents with several of the hashes
  MostEvidence single;      // of documents with one
  std::vector<bool> known;  // of each hash: true if one of `several` has it
};

// With at most `limit` documents of each kind, by `hashes` hashes. Documents are counted in blocks
// of numbers whose sums stay in the cache of the processor: O(all documents + blocks * lists).
Evidence most_evidence(std::vector<WeighedDocuments> lists, std::size_t hashes, std::size_t limit);

// A document and the hashes that it shares.
struct Candidate {
  std::uint32_t document = 0;
  // Sum over the shared hashes of log2(documents / documents with the hash): rare ones count more.
  double evidence = 0;
  std::vector<std::uint32_t> queries;  // the shared hashes, ascending
  std::uint64_t rare = 0;              // those of them that no other document has
  std::uint64_t common = 0;            // ignored
};

struct Candidates {
  std::vector<Candidate> best;    // by falling evidence, then by document
  std::uint64_t documents = 0;    // that share a counted hash, and are not apart
  std::vector<bool> known;        // of each hash: true if it counts and such a document has it
  std::vector<Candidate> single;  // those that are apart and among the best of all
  std::uint64_t singles = 0;      // number of all that are apart
  std::uint64_t common = 0;       // ignored hashes
};

// Documents that share a single hash.
enum class Singles { counted, apart };

// The hashes to ignore: of those found in at least `from` documents the most frequent, at most
// `most`. 0: none.
struct CommonRule {
  std::uint64_t from = 0;
  std::uint64_t most = 0;
};

// The documents to find.
struct CandidatesWanted {
  std::size_t most = 0;  // of those that count, and of those that are apart
  Singles singles = Singles::counted;
};

// For `hashes` hashes that were looked up in a registry of `documents`. O(matches).
Candidates best_candidates(const Matches& found, std::size_t hashes, const CommonRule& rule,
                           std::uint64_t documents, const CandidatesWanted& wanted);

}  // namespace whorl::internal::registry
