// Pairs of documents that share a key: a super-shingle, or a band of min-hashes.
#pragma once

#include "jobs/collection/join/candidate_options.h"
#include "jobs/collection/join/candidate_stream.h"

namespace whorl::internal::join {

// One key a band: a hash of the `rows` min-hashes of the set in it. None for an empty set.
// O(|hashes| * bands * rows).
void band_keys(sketch::ShingleSpan hashes, std::uint32_t bands, std::uint32_t rows,
               std::vector<std::uint64_t>& keys);

// The pairs that share a key at the modulus of the coarser, by sort and merge. Groups of up to
// `kAllPairs` documents give all their pairs; of a larger one, all are paired with the first.
using KeysOf = std::function<void(sketch::ShingleSpan hashes, std::vector<std::uint64_t>& keys)>;
inline constexpr std::size_t kAllPairs = 1000;
Result<CandidateStream> lsh_join(const JoinInput& input, const KeysOf& keys_of,
                                 const CandidateOptions& options, CandidateStats& stats);

}  // namespace whorl::internal::join
