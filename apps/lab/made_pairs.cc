#include "lab/made_pairs.h"

#include <algorithm>
#include <random>

#include "base/try.h"

namespace whorl::internal::lab {
namespace {

constexpr std::uint64_t kLeast = 2'000, kMost = 12'000;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void add_pair(std::size_t a, std::size_t b, SetPairs& out) {
  const auto [in_a, in_b, both] = sketch::overlap(out.sets[a], out.sets[b]);
  out.pairs.push_back(
      {a, b, ratio(both, in_a + in_b - both), ratio(both, in_a), ratio(both, in_b)});
}

sketch::ShingleSet random_set(std::uint64_t size, std::mt19937_64& random) {
  sketch::ShingleSet out(size);
  std::ranges::generate(out, std::ref(random));
  std::ranges::sort(out);
  return out;
}

sketch::ShingleSet joined(const sketch::ShingleSet& a, const sketch::ShingleSet& b) {
  sketch::ShingleSet out = a;
  out.insert(out.end(), b.begin(), b.end());
  std::ranges::sort(out);
  return out;
}

Result<std::vector<sketch::ShingleSet>> sets_of(std::span<const methods::Text> texts,
                                                const methods::ResolvedMethod& shingles) {
  std::vector<sketch::ShingleSet> sets;
  for (const methods::Text& text : texts) {
    WHORL_ASSIGN_OR_RETURN(const auto kept, shingles.keep(text.bytes));
    sets.push_back(static_cast<const sketch::Sketch*>(kept.state.get())->hashes);
  }
  return sets;
}

}  // namespace

SetPairs made_pairs(std::uint64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  SetPairs out;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t all = kLeast + random() % (kMost - kLeast);  // size of the union
    const std::uint64_t both = all * (i + 1) / (count + 1);
    const std::uint64_t in_a = random() % (all - both + 1);
    const auto shared = random_set(both, random);
    out.sets.push_back(joined(shared, random_set(in_a, random)));
    out.sets.push_back(joined(shared, random_set(all - both - in_a, random)));
    add_pair(2 * i, 2 * i + 1, out);
  }
  return out;
}

Result<SetPairs> listed_pairs(const methods::LabelledPairs& file,
                              const methods::ResolvedMethod& shingles) {
  SetPairs out;
  WHORL_ASSIGN_OR_RETURN(out.sets, sets_of(file.texts, shingles));
  for (const methods::LabelledPair& pair : file.pairs) add_pair(pair.a, pair.b, out);
  return out;
}

Result<SetPairs> all_pairs(std::span<const methods::Text> texts,
                           const methods::ResolvedMethod& shingles) {
  SetPairs out;
  WHORL_ASSIGN_OR_RETURN(out.sets, sets_of(texts, shingles));
  for (std::size_t b = 0; b < out.sets.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      add_pair(a, b, out);
      if (out.pairs.back().resemblance == 0) out.pairs.pop_back();
    }
  }
  return out;
}

}  // namespace whorl::internal::lab
