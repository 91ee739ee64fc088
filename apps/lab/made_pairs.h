// Pairs of sets of shingles with their true resemblance and containment.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/sketch/sketch.h"
#include "methods/pairs_file.h"
#include "methods/resolved.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

struct SetPair {
  std::size_t a = 0;  // indices of the sets
  std::size_t b = 0;
  double resemblance = 0;
  double a_in_b = 0;
  double b_in_a = 0;
};

struct SetPairs {
  std::vector<sketch::ShingleSet> sets;
  std::vector<SetPair> pairs;
};

// Makes `count` pairs of random sets, with 2,000 to 12,000 numbers per pair. Their resemblance is
// spread evenly from 0 to 1.
SetPairs made_pairs(std::uint64_t count, std::uint64_t seed);

// The pairs of a file, and all pairs of texts that share a shingle. `shingles` must be a method
// whose sketches keep every shingle.
Result<SetPairs> listed_pairs(const methods::LabelledPairs& file,
                              const methods::ResolvedMethod& shingles);
Result<SetPairs> all_pairs(std::span<const methods::Text> texts,
                           const methods::ResolvedMethod& shingles);

}  // namespace whorl::internal::lab
