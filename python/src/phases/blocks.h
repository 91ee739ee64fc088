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
//   hands      document, number of candidates, HandedCandidate for each without `own`; repeated.
//              All are numbers of 7 bits a byte. `rank` is the difference to the one before, and
//              the two hot shares are one number
//   state      number of ranks u64, their handed_out (2 bits each, 32 in a u64), number of taken
//              documents u64, Taken for each, whether pairs were counted u64; then Doubt, repeated
//   similar    document u64, number of similar documents u64, their ranks u64; repeated
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

#include "whorl/pair_rule.h"
#include "whorl/phases.h"
#include "whorl/result.h"
#include "whorl/rounds.h"
#include "whorl/shingle_order.h"

namespace whorl::python::phases {

using whorl::phases::Rank;
using whorl::phases::RoundState;

// Columns of blocks that grow begin a new block after the value that reaches this size.
inline constexpr std::size_t kBlockBytes = 16 << 20;

static_assert(std::endian::native == std::endian::little);

struct SketchBlock {
  std::uint64_t modulus;
  std::uint64_t full_size;  // number of all shingles of the document
  std::vector<std::uint64_t> hashes;
};

// A document in a list, in one word. Words ascend by rank.
struct Place {
  Rank rank;
  std::uint8_t hot_share;  // of the document's sketch at the modulus
  std::uint32_t level;     // position of the modulus
  bool at_own_modulus;     // as in ListMember
  bool suffices;           // likewise

  static constexpr Rank kRanks = Rank{1} << 48;
  static constexpr std::uint32_t kLevels = 64;  // each modulus divides the next

  std::uint64_t word() const {
    return rank << 16 | std::uint64_t{hot_share} << 8 | level << 2 |
           static_cast<unsigned>(suffices) << 1 | static_cast<unsigned>(at_own_modulus);
  }
  static Place of(std::uint64_t word) {
    return {word >> 16, static_cast<std::uint8_t>(word >> 8),
            static_cast<std::uint32_t>(word >> 2 & (kLevels - 1)), (word & 1) != 0,
            (word & 2) != 0};
  }
};

// A shingle of the prefix of a document at one modulus.
struct Posting {
  std::uint64_t shingle;
  std::uint64_t at;      // Place::word()
  std::uint32_t hashes;  // of the document's sketch at the modulus
  std::uint32_t full_size;

  std::uint32_t level() const { return Place::of(at).level; }
  auto list() const { return std::pair(shingle, level()); }
  bool suffices() const { return Place::of(at).suffices; }
  auto operator<=>(const Posting&) const = default;
};

// A document of a list.
struct Member {
  std::uint64_t at;  // Place::word()
  std::uint32_t hashes;
  std::uint32_t full_size;

  Place place() const { return Place::of(at); }
};

struct List {
  std::uint64_t modulus;
  std::vector<Member> members;  // ascending by rank
};

// A candidate of a document. `shared`: the number of lists of the task that handed it out; 0: the
// task postponed this candidate and all later ones.
struct HandedCandidate {
  Rank own;
  Rank rank;
  std::uint32_t shared;
  std::uint32_t modulus;
  std::uint32_t own_hashes;  // of the sketches at the modulus
  std::uint32_t rank_hashes;
  std::uint8_t own_hot_share;
  std::uint8_t rank_hot_share;

  whorl::phases::SketchSize own_size() const { return {own_hashes, own_hot_share}; }
  whorl::phases::SketchSize rank_size() const { return {rank_hashes, rank_hot_share}; }
  auto operator<=>(const HandedCandidate&) const = default;
};

struct Taken {
  Rank rank;
  Rank survivor;
};

// A document whose end is not its kept document, or that was not counted to its end.
struct Doubt {
  Rank rank;
  Rank end;
  Rank counted_to;
};

// The similar documents of a document.
struct Similar {
  Rank own;
  std::vector<Rank> ranks;  // ascending
};

Result<SketchBlock> read_sketch(std::string_view block);
Result<std::vector<whorl::phases::HotShingle>> read_hot(std::string_view block);
// Appends the postings of a block.
Result<void> read_postings(std::string_view block, std::vector<Posting>& out);
Result<void> read_lists(std::string_view block, std::vector<List>& out);
Result<void> read_hands(std::string_view block, std::vector<HandedCandidate>& out);
Result<RoundState> read_state(std::string_view block);
Result<void> read_similar(std::string_view block, std::vector<Similar>& out);

std::string sketch_block(std::uint64_t modulus, std::uint64_t full_size,
                         std::span<const std::uint64_t> hashes);
std::string hot_block(std::span<const whorl::phases::HotShingle> hot);
std::string state_block(const RoundState& state);
void append_similar(const Similar& similar, std::string& block);
// Appends the candidates of one document, ascending.
void append_hand(std::span<const HandedCandidate> candidates, std::string& block);

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
