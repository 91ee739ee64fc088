#include "repeats/candidate_runs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/parallel.h"
#include "base/per_thread.h"
#include "base/try.h"
#include "select/select.h"

namespace whorl::internal::repeats {
namespace {

constexpr std::size_t kStretch = 1 << 16;     // symbols
constexpr std::uint64_t kHeldPerSymbol = 64;  // bytes, while its run is hashed
constexpr unsigned kHashedPart = 8;           // of the memory

RunSymbols run_symbols_of(const Text& text) {
  if (const auto* bytes = std::get_if<canon::Bytes>(&text.symbols)) return std::span(*bytes);
  if (const auto* points = std::get_if<canon::CodePoints>(&text.symbols)) return std::span(*points);
  return std::span(text.word_hashes);
}

// Where blocks follow one another at once, the hash rolls on from one to the next.
Candidates candidates_of(const Text& text, std::span<const Starts> blocks,
                         const RunHash& run_hash) {
  Candidates found;
  std::vector<base::Hash128> hashes;
  for (std::size_t i = 0; i < blocks.size();) {
    const std::size_t first = i;
    while (++i < blocks.size() && blocks[i].begin == blocks[i - 1].end) {
    }
    const std::uint32_t begin = blocks[first].begin, end = blocks[i - 1].end;
    hashes.clear();
    run_hash.append(run_symbols_of(text), begin, end, hashes);
    for (std::size_t j = 0; j < hashes.size(); ++j) found.runs.emplace_back(hashes[j], begin + j);
    const auto runs = std::span(found.runs).last(hashes.size());
    for (const Starts& block : blocks.subspan(first, i - first)) {
      found.blocks.emplace_back(runs.subspan(block.begin - begin, block.end - block.begin));
    }
  }
  return found;
}

base::Hash128 hash_of(std::span<const RunAt> all) {
  const std::array<std::uint64_t, 5> ends = {all.front().hash()[0], all.front().hash()[1],
                                             all.back().hash()[0], all.back().hash()[1],
                                             all.size()};
  return base::hash128({reinterpret_cast<const char*>(ends.data()), sizeof(ends)});
}

// As many of the blocks as stand within a stretch, at least one.
std::span<const Starts> stretch_of(std::span<const Starts> blocks) {
  const std::uint32_t begin = blocks.front().begin;
  const auto beyond = std::ranges::find_if(
      blocks.subspan(1), [&](const Starts& block) { return block.end - begin > kStretch; });
  return blocks.first(static_cast<std::size_t>(beyond - blocks.begin()));
}

}  // namespace

std::size_t count_of(const canon::Symbols& symbols) {
  return std::visit([](const auto& list) { return list.size(); }, symbols);
}

Fingerprints selected_of(const Text& text, const Grid& grid) {
  static base::PerThread<select::SelectionMemory> memory;
  Fingerprints out;
  select::select(canon::span_of(text.symbols), grid.recipe, 1, memory.mine(), out);
  return out;
}

Block::Block(std::span<const RunAt> all)
    : place(hash_of(all), all.front().at()), runs(static_cast<std::uint32_t>(all.size())) {}

CandidateParts::CandidateParts(const Text& text, std::vector<Starts> blocks,
                               const RunHash& run_hash)
    : text_(&text), run_hash_(&run_hash), blocks_(std::move(blocks)) {
  if (count_of(text.symbols) <= kStretch) ahead_ = next();
}

std::optional<Candidates> CandidateParts::next() {
  if (ahead_) return std::exchange(ahead_, std::nullopt);
  if (taken_ == blocks_.size()) return std::nullopt;
  const auto stretch = stretch_of(std::span(blocks_).subspan(taken_));
  taken_ += stretch.size();
  return candidates_of(*text_, stretch, *run_hash_);
}

CandidateFinder::CandidateFinder(const Grid& grid, const RunLimits& limits, MayRepeat may_repeat)
    : grid_(grid),
      limits_(limits),
      may_repeat_(std::move(may_repeat)),
      run_hash_(RunHash::draw(grid.run)) {}

std::span<const Text> CandidateFinder::next_few(std::span<const Text> texts) const {
  const std::uint64_t most = limits_.memory / kHashedPart / kHeldPerSymbol;
  std::size_t count = 0;
  for (std::uint64_t symbols = 0; count < texts.size() && symbols <= most; ++count) {
    symbols += count_of(texts[count].symbols);
  }
  return texts.first(count);
}

Result<void> CandidateFinder::find(
    std::span<const Text> texts,
    const std::function<Result<void>(const Text&, CandidateParts)>& take) const {
  while (!texts.empty()) {
    const auto some = next_few(texts);
    std::vector<std::optional<CandidateParts>> found(some.size());
    base::parallel_for(some.size(), limits_.threads, [&](std::size_t i) {
      found[i].emplace(some[i],
                       candidate_starts(selected_of(some[i], grid_), count_of(some[i].symbols),
                                        grid_, may_repeat_),
                       run_hash_);
    });
    for (std::size_t i = 0; i < some.size(); ++i) {
      WHORL_RETURN_IF_ERROR(take(some[i], std::move(*found[i])));
    }
    texts = texts.subspan(some.size());
  }
  return {};
}

}  // namespace whorl::internal::repeats
