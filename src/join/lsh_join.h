// Pairs of documents that share a key: a super-shingle, or a band of min-hashes.
#pragma once

#include "join/candidate_stream.h"
#include "join/exact_join.h"
#include "join/join_method.h"

namespace whorl::internal::join {

// The super-shingles of a set of sorted hashes: a hash of every `run` consecutive ones, of all
// where they are fewer (Broder 1997, "Super shingles"). O(|hashes| * run).
void super_shingles(sketch::ShingleSpan hashes, std::uint32_t run,
                    std::vector<std::uint64_t>& keys);

// One key a band: a hash of the `rows` min-hashes of the set in it. Nothing of an empty set.
// O(|hashes| * bands * rows).
void band_keys(sketch::ShingleSpan hashes, std::uint32_t bands, std::uint32_t rows,
               std::vector<std::uint64_t>& keys);

// The pairs that share a key at the modulus of the coarser, by sort and merge. Groups of up to
// `kAllPairs` documents give all their pairs; of a larger one, all meet the first. `scan` visits
// the sketches; `method` is supershingle or bands.
inline constexpr std::size_t kAllPairs = 1000;
Result<CandidateStream> lsh_join(base::FileSystem& file_system, const JoinMethod& method,
                                 const SketchScan& scan, const std::vector<std::uint64_t>& moduli,
                                 const CandidateOptions& options, CandidateStats& stats);

}  // namespace whorl::internal::join
