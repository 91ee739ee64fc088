// How much a client who may search can find out about the stored substrings of a text (Heintze
// 1996, "Security").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/registry.h"
#include "whorl/result.h"

namespace whorl::bench {

// Half-open, in bytes of the text.
struct Piece {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

struct Probes {
  std::uint64_t searches = 0;
  std::vector<Piece> found;  // pieces that were hits, as small as the number of searches allowed
};

// Cuts a text into pieces that overlap by the length of a substring, searches them, and halves
// those that are found, until `searches` searches are used.
Result<Probes> probe(const Registry& registry, std::string_view text, std::uint64_t searches);

// The text with a consonant changed regularly in each piece, so that no substring of 20 consonants
// of a piece stays unchanged.
std::string edited(std::string text, const std::vector<Piece>& pieces);

// The stored substrings of a text that are in the pieces, sorted: what a successful attacker knows.
// `key` is the file of the registry's key, or empty.
Result<std::vector<std::uint64_t>> stored_in(const std::string& folder, const std::string& key,
                                             std::string_view text,
                                             const std::vector<Piece>& pieces);

// The share of `stored` that is in `known`, both sorted.
double share_known(const std::vector<std::uint64_t>& known,
                   const std::vector<std::uint64_t>& stored);

}  // namespace whorl::bench
