// Candidates: the registered documents that share most with a query, before their rows are read.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/registry/lookup.h"

namespace whorl::internal::registry {

// Evidence that documents share with a query: a sum for each document. Most documents have none.
// Documents with a single hash are counted separately, because unrelated texts often share one.

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

// A document and what it shares.
struct Candidate {
  std::uint32_t document = 0;
  // Over the shared hashes, log2(documents / those that have it): what is rare says more.
  double evidence = 0;
  std::vector<std::uint32_t> queries;  // the shared hashes, ascending
  std::uint64_t rare = 0;              // of them, those that no other document has
  std::uint64_t common = 0;            // passed over
};

struct Candidates {
  std::vector<Candidate> best;    // by falling evidence, then by document
  std::uint64_t documents = 0;    // that share a hash which counts, and are not apart
  std::vector<bool> known;        // of each hash, whether it counts and any such document has it
  std::vector<Candidate> single;  // those that are apart and among the best of all
  std::uint64_t singles = 0;      // all of them
  std::uint64_t common = 0;       // hashes passed over
};

// Documents that share a single hash.
enum class Singles { counted, apart };

// Which hashes are passed over: of those that `from` documents or more have the commonest, at most
// `most`. 0: none.
struct CommonRule {
  std::uint64_t from = 0;
  std::uint64_t most = 0;
};

// Which documents are looked for.
struct CandidatesWanted {
  std::size_t most = 0;  // of those that count, and of those that are apart
  Singles singles = Singles::counted;
};

// Of `hashes` hashes that were looked up in a registry of `documents`. O(matches).
Candidates best_candidates(const Matches& found, std::size_t hashes, const CommonRule& rule,
                           std::uint64_t documents, const CandidatesWanted& wanted);

}  // namespace whorl::internal::registry
