#include "blocks.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "whorl/result.h"

namespace whorl::python::phases {
namespace {

using whorl::phases::Fate;
using whorl::phases::HotShingle;
using whorl::phases::Search;

constexpr std::uint64_t kFatesInWord = 32;

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

  // Appends all values to the end. False if a part of one is left.
  template <class Value>
  bool take_all(std::vector<Value>& out) {
    return take(rest_.size() / sizeof(Value), out) && at_end();
  }

 private:
  std::string_view rest_;
};

// Whether the ranks of all entries exist.
bool within(std::span<const LookedAt> looked_at, std::uint64_t ranks) {
  return std::ranges::all_of(
      looked_at, [&](const LookedAt& one) { return one.own < ranks && one.end <= one.own; });
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

Result<void> read_hands(std::string_view block, Hands& out) {
  Reader reader(block);
  const auto candidates = reader.number();
  const bool whole =
      candidates && reader.take(*candidates, out.candidates) && reader.take_all(out.held_back);
  if (whole) return {};
  return damaged("candidates", block);
}

Result<State> read_state(std::string_view block) {
  Reader reader(block);
  const auto ranks = reader.number();
  std::vector<std::uint64_t> words;
  State state;
  const bool whole =
      ranks && reader.take(*ranks / kFatesInWord + (*ranks % kFatesInWord == 0 ? 0 : 1), words) &&
      reader.take_all(state.looked_at) && within(state.looked_at, *ranks);
  if (!whole) return damaged("a state", block);
  state.fates.reserve(*ranks);
  for (std::uint64_t rank = 0; rank < *ranks; ++rank) {
    const std::uint64_t word = words[rank / kFatesInWord];
    state.fates.push_back(static_cast<Fate>(word >> 2 * (rank % kFatesInWord) & 3));
  }
  return state;
}

Result<void> read_searches(std::string_view block, std::vector<Search>& out) {
  Reader reader(block);
  while (!reader.at_end()) {
    const auto own = reader.number(), looked_at = reader.number(), similar = reader.number();
    if (!own || !looked_at || !similar) return damaged("searches", block);
    Search search{*own, *looked_at, {}};
    if (!reader.take(*similar, search.similar)) return damaged("searches", block);
    out.push_back(std::move(search));
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

std::string state_block(const State& state) {
  std::vector<std::uint64_t> words((state.fates.size() + kFatesInWord - 1) / kFatesInWord);
  for (std::size_t rank = 0; rank < state.fates.size(); ++rank) {
    const auto fate = static_cast<std::uint64_t>(state.fates[rank]);
    words[rank / kFatesInWord] |= fate << 2 * (rank % kFatesInWord);
  }
  std::string block;
  append_number(state.fates.size(), block);
  append<std::uint64_t>(words, block);
  append<LookedAt>(state.looked_at, block);
  return block;
}

std::string hands_block(std::span<const HandedCandidate> candidates,
                        std::span<const HeldBack> held_back) {
  std::string block;
  append_number(candidates.size(), block);
  append(candidates, block);
  append(held_back, block);
  return block;
}

void append_search(const Search& search, std::string& block) {
  append_number(search.own, block);
  append_number(search.looked_at, block);
  append_number(search.similar.size(), block);
  append<Rank>(search.similar, block);
}

}  // namespace whorl::python::phases
