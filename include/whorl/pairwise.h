// pairwise: which documents of a set share chunks or fingerprints, each pair counted (Finkel 2002,
// section 2.6, the pairwise test). In the component whorl::registry; nothing is stored.
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
  std::string scheme = "se";  // a row of registry_schemes()
  std::string recipe = {};    // empty: the scheme's
  std::string key = {};       // file of a key; empty: none
  std::uint64_t limit = 100;  // best pairs, from 1
  std::uint64_t exact = 20;   // of them, those whose overlap is counted on their texts; 0: none
};

// Of two documents a and b, a before b in the order read.
struct PairwisePair {
  std::string a;
  std::string b;
  double a_in_b = 0;  // share of a's stored fingerprints that a search for b looks up
  double b_in_a = 0;
  double symmetric = 0;  // twice the paper's, so that equal documents have 1
  // Share of a's letters that are in a common substring of 45 letters and more with b, and the
  // reverse: exact-overlap of similarity_methods.h, for the MDR of Finkel 2002, section 3. Only the
  // `exact` best pairs have it.
  std::optional<double> overlap_a = {};
  std::optional<double> overlap_b = {};
};

struct PairwiseDocument {
  std::string name;
  std::uint64_t fingerprints = 0;
  double global = 0;  // share of them that a search for any other document looks up
};

struct PairwiseTest {
  std::string recipe;  // its id
  std::vector<PairwiseDocument> documents;
  std::uint64_t sharing = 0;        // pairs that share any
  std::vector<PairwisePair> pairs;  // best first, by symmetric similarity
  std::vector<Skipped> skipped;
};

// Errors as of create_registry() and where a path is not there. O(sum over fingerprints of the
// square of the documents that have it) in time; 24 bytes a fingerprint and document in memory.
Result<PairwiseTest> test_pairs(const PairwiseOptions& options, Progress& progress);

// As one JSON object.
std::string to_json(const PairwiseTest& test);

}  // namespace whorl
