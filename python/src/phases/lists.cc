#include "lists.h"

#include <algorithm>
#include <utility>

#include "whorl/prefixes.h"

namespace whorl::python::phases {
namespace {

Error wrong(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

void append_list(std::span<const Posting> postings, const std::vector<std::uint64_t>& moduli,
                 std::string& block) {
  append_number(postings.size(), block);
  append_number(moduli[postings.front().level()], block);
  for (const Posting& posting : postings) {
    const Member member{posting.at, posting.hashes, posting.full_size};
    append(std::span<const Member>(&member, 1), block);
  }
}

}  // namespace

Result<std::string> find_hot(const Blocks& sketches, std::uint32_t least) {
  std::vector<SketchBlock> sample;
  for (std::size_t row = 0; row < sketches.size; ++row) {
    auto sketch = read_sketch(sketches.at(row));
    if (!sketch) return tl::unexpected(std::move(sketch.error()));
    sample.push_back(std::move(*sketch));
  }
  std::vector<whorl::phases::Shingles> spans;
  for (const SketchBlock& sketch : sample) spans.emplace_back(sketch.hashes);
  return hot_block(whorl::phases::hot_shingles(spans, least));
}

Result<std::vector<RangeBlock>> take_prefixes(const std::vector<std::uint64_t>& ranks,
                                              const Blocks& sketches,
                                              const whorl::phases::PairRule& rule,
                                              const PrefixOptions& options) {
  if (ranks.size() != sketches.size) {
    return tl::unexpected(wrong("give as many ranks as sketches"));
  }
  if (options.moduli.size() > Place::kLevels)
    return tl::unexpected(wrong("`moduli` has more than 64 values"));
  const auto hot = read_hot(options.hot);
  if (!hot) return tl::unexpected(hot.error());
  whorl::phases::PrefixTaker taker(rule, whorl::phases::ShingleOrder(*hot), options.moduli);
  std::vector<std::vector<Posting>> by_range(options.ranges);
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    const auto sketch = read_sketch(sketches.at(row));
    if (!sketch) return tl::unexpected(sketch.error());
    if (ranks[row] >= Place::kRanks) return tl::unexpected(wrong("a rank has more than 48 bits"));
    if (std::ranges::find(options.moduli, sketch->modulus) == options.moduli.end()) {
      return tl::unexpected(wrong("a sketch has a modulus that is not one of `moduli`"));
    }
    taker.for_each(sketch->hashes, sketch->modulus, [&](const whorl::phases::Prefix& prefix) {
      for (std::size_t at = 0; at < prefix.shingles.size(); ++at) {
        const std::uint64_t shingle = prefix.shingles[at];
        const Place place{ranks[row], prefix.size.hot_share, prefix.level, prefix.at_own_modulus,
                          at < prefix.sufficing};
        by_range[whorl::phases::range_of_shingle(shingle, options.ranges)].push_back(
            {shingle, place.word(), static_cast<std::uint32_t>(prefix.size.hashes),
             static_cast<std::uint32_t>(sketch->full_size)});
      }
    });
  }
  std::vector<RangeBlock> blocks;
  for (std::uint32_t range = 0; range < options.ranges; ++range) {
    if (by_range[range].empty()) continue;
    std::ranges::sort(by_range[range]);
    append<Posting>(by_range[range], blocks.emplace_back(RangeBlock{range, {}}).block);
  }
  return blocks;
}

Result<std::vector<std::string>> make_lists(const Blocks& postings,
                                            const std::vector<std::uint64_t>& moduli) {
  std::vector<Posting> read;
  for (std::size_t row = 0; row < postings.size; ++row) {
    auto more = read_postings(postings.at(row), read);
    if (!more) return tl::unexpected(std::move(more.error()));
  }
  std::ranges::sort(read, {}, [](const Posting& one) { return std::pair(one.list(), one.at); });
  if (std::ranges::any_of(read, [&](const Posting& one) { return one.level() >= moduli.size(); })) {
    return tl::unexpected(
        wrong("the postings have more moduli than `moduli`: give the `moduli` of prefixes()"));
  }
  std::vector<std::string> blocks;
  whorl::phases::for_each_list<Posting>(read, [&](std::span<const Posting> list) {
    if (blocks.empty() || blocks.back().size() >= kBlockBytes) blocks.emplace_back();
    append_list(list, moduli, blocks.back());
  });
  return blocks;
}

}  // namespace whorl::python::phases
