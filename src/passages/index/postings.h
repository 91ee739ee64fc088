// Postings: k-grams of submissions, by hash.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::index {

// One selected k-gram: its hash, whose it is, and where it begins there. Positions count
// symbols of the submission, all of its files laid end to end.
struct Posting {
  std::uint64_t hash = 0;
  std::uint32_t owner = 0;
  std::uint32_t position = 0;
  friend auto operator<=>(const Posting&, const Posting&) = default;
};

// The postings of the first hash, of sorted ones. Linear in them.
std::span<Posting> first_group(std::span<Posting> sorted);

// Whose the postings of a group are, each once, into `owners`.
void list_owners(std::span<const Posting> group, std::vector<std::uint32_t>& owners);

}  // namespace whorl::internal::index
