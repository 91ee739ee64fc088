#include "blocks.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "whorl/result.h"

namespace whorl::python::phases {
namespace {

using whorl::phases::HandedOut;
using whorl::phases::HotShingle;

constexpr std::uint64_t kHandedInWord = 32;

// How many words have the values of these ranks. Does not overflow.
std::uint64_t words_of(std::uint64_t ranks) {
  return ranks / kHandedInWord + (ranks % kHandedInWord == 0 ? 0 : 1);
}

tl::unexpected<Error> damaged(std::string_view kind, std::string_view block) {
  return fail(ErrorCode::corrupt, "a block of " + std::string(kind) + " (" +
                                      std::to_string(block.size()) +
                                      " bytes) is damaged, or is a block of another kind");
}

// Reads a block from its beginning.
class Reader {
 public:
  explicit Reader(std::string_view block) : rest_(block) {}

  bool at_end() const { return rest_.empty(); }

  std::optional<std::uint64_t> number() {
    std::uint64_t number = 0;
    if (rest_.size() < sizeof number) return std::nullopt;
    std::memcpy(&number, rest_.data(), sizeof number);
    rest_.remove_prefix(sizeof number);
    return number;
  }

  // A number of 7 bits a byte, the lowest first. The last byte is below 128.
  std::optional<std::uint64_t> varint() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return number;
    }
    return std::nullopt;
  }

  // Appends the next `count` values. False if the block ends before.
  template <class Value>
  bool take(std::uint64_t count, std::vector<Value>& out) {
    if (count > rest_.size() / sizeof(Value)) return false;
    const std::size_t bytes = count * sizeof(Value), first = out.size();
    out.resize(first + count);
    if (bytes > 0) std::memcpy(out.data() + first, rest_.data(), bytes);
    rest_.remove_prefix(bytes);
    return true;
  }

  // Appends the values whose number comes first.
  template <class Value>
  bool take_counted(std::vector<Value>& out) {
    const auto count = number();
    return count && take(*count, out);
  }

  // Appends all values to the end. False if a part of one is left.
  template <class Value>
  bool take_all(std::vector<Value>& out) {
    return take(rest_.size() / sizeof(Value), out) && at_end();
  }

 private:
  std::string_view rest_;
};

void append_varint(std::uint64_t number, std::string& block) {
  for (; number >= 0x80; number >>= 7) block.push_back(static_cast<char>(number | 0x80));
  block.push_back(static_cast<char>(number));
}

// Whether each is greater than the one before.
bool ascend(std::span<const std::uint64_t> hashes) {
  return std::ranges::adjacent_find(hashes, std::ranges::greater_equal{}) == hashes.end();
}

}  // namespace

Result<SketchBlock> read_sketch(std::string_view block) {
  Reader reader(block);
  const auto modulus = reader.number(), full_size = reader.number();
  if (!modulus || !full_size || *modulus == 0) return damaged("a sketch", block);
  SketchBlock sketch{*modulus, *full_size, {}};
  const bool whole = reader.take_all(sketch.hashes) && sketch.hashes.size() <= *full_size;
  if (!whole || !ascend(sketch.hashes)) return damaged("a sketch", block);
  return sketch;
}

Result<std::vector<HotShingle>> read_hot(std::string_view block) {
  std::vector<std::uint64_t> words;
  if (!Reader(block).take_all(words) || words.size() % 2 != 0) {
    return damaged("hot shingles", block);
  }
  std::vector<HotShingle> hot;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    hot.push_back({words[i], static_cast<std::uint32_t>(words[i + 1])});
  }
  return hot;
}

Result<void> read_postings(std::string_view block, std::vector<Posting>& out) {
  if (Reader(block).take_all(out)) return {};
  return damaged("postings", block);
}

Result<void> read_lists(std::string_view block, std::vector<List>& out) {
  Reader reader(block);
  while (!reader.at_end()) {
    const auto members = reader.number(), modulus = reader.number();
    if (!members || !modulus) return damaged("lists", block);
    List list{*modulus, {}};
    if (!reader.take(*members, list.members)) return damaged("lists", block);
    out.push_back(std::move(list));
  }
  return {};
}

Result<void> read_hands(std::string_view block, std::vector<HandedCandidate>& out) {
  Reader reader(block);
  while (!reader.at_end()) {
    const auto own = reader.varint(), count = reader.varint();
    if (!own || !count) return damaged("candidates", block);
    Rank last = 0;
    for (std::uint64_t i = 0; i < *count; ++i) {
      const auto rank = reader.varint(), shared = reader.varint(), modulus = reader.varint(),
                 own_hashes = reader.varint(), rank_hashes = reader.varint(),
                 hot_shares = reader.varint();
      if (!rank || !shared || !modulus || !own_hashes || !rank_hashes || !hot_shares) {
        return damaged("candidates", block);
      }
      last += *rank;
      out.push_back(
          {*own, last, static_cast<std::uint32_t>(*shared), static_cast<std::uint32_t>(*modulus),
           static_cast<std::uint32_t>(*own_hashes), static_cast<std::uint32_t>(*rank_hashes),
           static_cast<std::uint8_t>(*hot_shares >> 8), static_cast<std::uint8_t>(*hot_shares)});
    }
  }
  return {};
}

Result<RoundState> read_state(std::string_view block) {
  Reader reader(block);
  std::vector<std::uint64_t> words;
  std::vector<Taken> taken;
  std::vector<Doubt> doubts;
  const auto ranks = reader.number();
  const bool has_words = ranks && reader.take(words_of(*ranks), words);
  const bool has_taken = has_words && reader.take_counted(taken);
  const auto are_counted = reader.number();
  if (!has_taken || !are_counted || !reader.take_all(doubts)) return damaged("a state", block);
  const bool is_valid =
      std::ranges::all_of(
          taken, [&](const Taken& one) { return one.rank < *ranks && one.survivor < one.rank; }) &&
      std::ranges::all_of(doubts, [&](const Doubt& one) {
        return one.rank < *ranks && one.end <= one.rank && one.counted_to <= one.rank;
      });
  if (!is_valid) return damaged("a state", block);
  RoundState state = RoundState::first(*ranks);
  for (Rank rank = 0; rank < *ranks; ++rank) {
    const auto handed = words[rank / kHandedInWord] >> 2 * (rank % kHandedInWord) & 3;
    if (handed > static_cast<std::uint64_t>(HandedOut::now)) return damaged("a state", block);
    state.handed_out[rank] = static_cast<HandedOut>(handed);
  }
  for (const auto& [rank, survivor] : taken) state.survivors[rank] = survivor;
  state.ends = state.survivors;
  if (*are_counted != 0) state.counted_to = state.survivors;
  for (const auto& [rank, end, counted_to] : doubts) {
    state.ends[rank] = end;
    state.counted_to[rank] = counted_to;
  }
  return state;
}

Result<void> read_similar(std::string_view block, std::vector<Similar>& out) {
  Reader reader(block);
  while (!reader.at_end()) {
    const auto own = reader.number();
    if (!own || !reader.take_counted(out.emplace_back(Similar{*own, {}}).ranks)) {
      return damaged("similar documents", block);
    }
  }
  return {};
}

std::string sketch_block(std::uint64_t modulus, std::uint64_t full_size,
                         std::span<const std::uint64_t> hashes) {
  std::string block;
  append_number(modulus, block);
  append_number(full_size, block);
  append(hashes, block);
  return block;
}

std::string hot_block(std::span<const HotShingle> hot) {
  std::string block;
  for (const auto& [shingle, documents] : hot) {
    append_number(shingle, block);
    append_number(documents, block);
  }
  return block;
}

void append_hand(std::span<const HandedCandidate> candidates, std::string& block) {
  append_varint(candidates.front().own, block);
  append_varint(candidates.size(), block);
  Rank last = 0;
  for (const HandedCandidate& one : candidates) {
    append_varint(one.rank - last, block);
    for (const std::uint32_t field : {one.shared, one.modulus, one.own_hashes, one.rank_hashes}) {
      append_varint(field, block);
    }
    append_varint(std::uint64_t{one.own_hot_share} << 8 | one.rank_hot_share, block);
    last = one.rank;
  }
}

std::string state_block(const RoundState& state) {
  const std::size_t ranks = state.handed_out.size();
  std::vector<std::uint64_t> words(words_of(ranks));
  std::vector<Taken> taken;
  std::vector<Doubt> doubts;
  const bool are_counted = std::ranges::any_of(state.counted_to, [](Rank to) { return to > 0; });
  for (Rank rank = 0; rank < ranks; ++rank) {
    const auto handed = static_cast<std::uint64_t>(state.handed_out[rank]);
    words[rank / kHandedInWord] |= handed << 2 * (rank % kHandedInWord);
    const Rank survivor = state.survivors[rank], to = state.counted_to[rank];
    if (survivor != rank) taken.push_back({rank, survivor});
    if (state.ends[rank] != survivor || (are_counted && to != survivor)) {
      doubts.push_back({rank, state.ends[rank], to});
    }
  }
  std::string block;
  append_number(ranks, block);
  append<std::uint64_t>(words, block);
  append_number(taken.size(), block);
  append<Taken>(taken, block);
  append_number(are_counted ? 1 : 0, block);
  append<Doubt>(doubts, block);
  return block;
}

void append_similar(const Similar& similar, std::string& block) {
  append_number(similar.own, block);
  append_number(similar.ranks.size(), block);
  append<Rank>(similar.ranks, block);
}

}  // namespace whorl::python::phases
