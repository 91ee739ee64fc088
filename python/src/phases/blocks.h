// The blocks that the kernels of whorl.phases exchange: their layouts, and their readers and
// writers.
//
// A block is one cell of a binary column. It is valid for one version of whorl. All numbers are
// little-endian.
//
//   sketch     modulus u64, number of all shingles of the document u64, hashes u64 ascending
//   hot        shingle u64, number of sampled documents that have it u64; repeated
//   postings   Posting, repeated; sorted
//   lists      number of members u64, modulus u64, Member for each; repeated
//   hands      number of candidates u64, HandedCandidate for each; then HeldBack, repeated
//   state      number of ranks u64, their fates (2 bits each, 32 in a u64); then LookedAt, repeated
//   searches   document u64, looked at u64, number of similar documents u64, their ranks u64;
//              repeated
//
// A full set of shingles is a sketch block of modulus 1. A reader fails with ErrorCode::corrupt if
// the parts of a block do not have the lengths that the block says.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "whorl/phases.h"
#include "whorl/result.h"
#include "whorl/rounds.h"
#include "whorl/shingle_order.h"

namespace whorl::python::phases {

using whorl::phases::HeldBack;
using whorl::phases::Rank;

// Columns of blocks that grow begin a new block after the value that reaches this size.
inline constexpr std::size_t kBlockBytes = 16 << 20;

static_assert(std::endian::native == std::endian::little);

struct SketchBlock {
  std::uint64_t modulus;
  std::uint64_t full_size;  // number of all shingles of the document
  std::vector<std::uint64_t> hashes;
};

// A shingle of the prefix of a document at one modulus.
struct Posting {
  std::uint64_t shingle;
  std::uint64_t at;      // rank << 8 | level << 1 | at_own_modulus
  std::uint32_t hashes;  // of the document's sketch at the modulus
  std::uint32_t full_size;

  std::uint32_t level() const { return at >> 1 & 0x7f; }
  auto list() const { return std::pair(shingle, level()); }
  auto operator<=>(const Posting&) const = default;
};

// A document of a list.
struct Member {
  std::uint64_t at;  // rank << 1 | at_own_modulus
  std::uint32_t hashes;
  std::uint32_t full_size;
};

struct List {
  std::uint64_t modulus;
  std::vector<Member> members;  // ascending by rank
};

// A candidate of a document. `shared`: how many lists of the task handed it out.
struct HandedCandidate {
  Rank own;
  Rank rank;
  std::uint32_t shared;
  std::uint32_t modulus;
  std::uint32_t own_hashes;  // of the sketches at the modulus
  std::uint32_t rank_hashes;
  auto operator<=>(const HandedCandidate&) const = default;
};

struct Hands {
  std::vector<HandedCandidate> candidates;
  std::vector<HeldBack> held_back;
};

// The candidates of an open document before the rank `end` were counted.
struct LookedAt {
  Rank own;
  Rank end;
};

// What is known of all ranks before a round.
struct State {
  std::vector<whorl::phases::Fate> fates;
  std::vector<LookedAt> looked_at;  // of open documents, ascending; those at 0 are left out
};

Result<SketchBlock> read_sketch(std::string_view block);
Result<std::vector<whorl::phases::HotShingle>> read_hot(std::string_view block);
// Appends the postings of a block.
Result<void> read_postings(std::string_view block, std::vector<Posting>& out);
Result<void> read_lists(std::string_view block, std::vector<List>& out);
Result<void> read_hands(std::string_view block, Hands& out);
Result<State> read_state(std::string_view block);
Result<void> read_searches(std::string_view block, std::vector<whorl::phases::Search>& out);

std::string sketch_block(std::uint64_t modulus, std::uint64_t full_size,
                         std::span<const std::uint64_t> hashes);
std::string hot_block(std::span<const whorl::phases::HotShingle> hot);
std::string state_block(const State& state);
std::string hands_block(std::span<const HandedCandidate> candidates,
                        std::span<const HeldBack> held_back);
void append_search(const whorl::phases::Search& search, std::string& block);

// Appends values as they are in memory. They have no padding.
template <class Value>
void append(std::span<const Value> values, std::string& block) {
  static_assert(std::has_unique_object_representations_v<Value>);
  block.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}
inline void append_number(std::uint64_t number, std::string& block) {
  append(std::span<const std::uint64_t>(&number, 1), block);
}

}  // namespace whorl::python::phases
