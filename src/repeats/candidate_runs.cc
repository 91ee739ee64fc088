#include "repeats/candidate_runs.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/parallel.h"
#include "base/per_thread.h"
#include "base/random_word.h"
#include "base/try.h"
#include "select/select.h"

namespace whorl::internal::repeats {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

__extension__ using Wide = unsigned __int128;

// Of less than 2^124.
std::uint64_t reduced(Wide wide) {
  const std::uint64_t sum =
      (static_cast<std::uint64_t>(wide) & kPrime) + static_cast<std::uint64_t>(wide >> 61);
  const std::uint64_t rest = (sum & kPrime) + (sum >> 61);
  return rest >= kPrime ? rest - kPrime : rest;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) { return reduced(Wide{a} * b); }

std::uint64_t high_of(std::uint64_t symbol) { return symbol >> 32; }
std::uint64_t low_of(std::uint64_t symbol) { return static_cast<std::uint32_t>(symbol); }

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

RunHash::RunHash(std::uint32_t run, std::array<std::uint64_t, 2> points) : run_(run) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::uint64_t at = points[i] % (kPrime - 2) + 2;
    const std::uint64_t next = product(at, at);
    std::uint64_t power = 1;
    for (std::uint32_t j = 0; j < run; ++j) power = product(power, next);
    points_[i] = {at, next, kPrime - power, product(kPrime - power, at)};
  }
}

RunHash RunHash::draw(std::uint32_t run) {
  return {run, {base::random_word(), base::random_word()}};
}

void RunHash::append(const RunSymbols& symbols, std::size_t begin, std::size_t end,
                     std::vector<base::Hash128>& out) const {
  if (begin == end) return;
  const auto roll = [&](auto span) {
    std::array<std::uint64_t, 2> hash{};
    const auto push = [&] { out.push_back({hash[0], hash[1]}); };
    for (std::size_t i = begin; i < begin + run_; ++i) {
      for (std::size_t j = 0; j < hash.size(); ++j) {
        const Point& point = points_[j];
        hash[j] = reduced(Wide{hash[j]} * point.next + Wide{point.at} * high_of(span[i]) +
                          low_of(span[i]));
      }
    }
    push();
    for (std::size_t first = begin + 1; first < end; ++first) {
      const std::uint64_t leaves = span[first - 1];
      const std::uint64_t enters = span[first + run_ - 1];
      for (std::size_t j = 0; j < hash.size(); ++j) {
        const Point& point = points_[j];
        hash[j] = reduced(Wide{hash[j]} * point.next + Wide{point.leaving_high} * high_of(leaves) +
                          Wide{point.leaving} * low_of(leaves) + Wide{point.at} * high_of(enters) +
                          low_of(enters));
      }
      push();
    }
  };
  std::visit(roll, symbols);
}

std::vector<Starts> candidate_starts(const Fingerprints& selected, std::size_t symbols,
                                     const Grid& grid,
                                     const std::function<bool(std::uint64_t)>& may_repeat) {
  std::vector<Starts> found;
  if (symbols < grid.run) return found;
  const auto runs = static_cast<std::uint32_t>(symbols - grid.run + 1);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    if (!may_repeat(selected.hash[i])) continue;
    const auto at = static_cast<std::uint32_t>(selected.position[i]);
    const std::uint32_t window = at < grid.window ? 0 : at - grid.window + 1;
    const std::uint32_t begin = found.empty() ? window : std::max(window, found.back().end);
    const std::uint32_t end = std::min(at + 1, runs);
    if (begin < end) found.push_back({begin, end});
  }
  return found;
}

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
