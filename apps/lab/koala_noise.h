// The hits of a Koala search that are chance (Heintze 1996, "Fingerprint generation").
#pragma once

#include <cstdint>

#include "lab/lab.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// Draws the fingerprints of documents and of one search, and counts the documents that share a hash
// with the search: once with equally frequent substrings, and once with substrings ten times as
// frequent as the average.
Result<LabTable> chance_hits(std::uint64_t documents, std::uint64_t seed, Progress& progress);

}  // namespace whorl::internal::lab
