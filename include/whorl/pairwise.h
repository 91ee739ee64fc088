// Finds the documents of a set that share chunks or fingerprints. Compares each document with all
// others (Finkel 2002, section 2.6, the pairwise test). This function is in the component
// whorl::registry, but stores nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/progress.h"
#include "whorl/registry.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

struct PairwiseOptions {
  RegistryInput input = {};
  std::string scheme = "se";  // `name` of one of registry_schemes()
  std::string recipe = {};    // empty: the default recipe of the scheme
  std::string key = {};       // path of a key file (whorl/key.h); empty: no key
  std::uint64_t limit = 100;  // maximum number of pairs in the result, at least 1
  std::uint64_t exact = 20;   // number of the best pairs with an exact overlap; 0: none
};

// The similarity of two documents. `a` was read before `b`.
struct PairwisePair {
  std::string a;
  std::string b;
  double a_in_b = 0;     // share of a's stored fingerprints that a search with b looks up
  double b_in_a = 0;     // the same with a and b exchanged
  double symmetric = 0;  // twice the value of the paper, so equal documents have 1
  // Share of a's letters in common substrings with b of at least 45 letters, and the reverse. This
  // is exact-overlap of similarity_methods.h. It serves for the MDR of Finkel 2002, section 3. Set
  // only for the best PairwiseOptions::exact pairs.
  std::optional<double> overlap_a = {};
  std::optional<double> overlap_b = {};
};

struct PairwiseDocument {
  std::string name;
  std::uint64_t fingerprints = 0;
  double global = 0;  // share of them that a search with at least one other document looks up
};

struct PairwiseTest {
  std::string recipe;  // id of the recipe
  std::vector<PairwiseDocument> documents;
  std::uint64_t sharing = 0;        // number of pairs that share a fingerprint
  std::vector<PairwisePair> pairs;  // best first, by symmetric similarity
  std::vector<Skipped> skipped;
};

// Returns the best pairs and the counts. Fails like create_registry(), and if a path does not
// exist. Time: O(sum over fingerprints of the square of the number of documents that have it).
// Memory: 24 bytes for each fingerprint of each document.
Result<PairwiseTest> test_pairs(const PairwiseOptions& options, Progress& progress);

// Returns the result as one JSON object.
std::string to_json(const PairwiseTest& test);

}  // namespace whorl
