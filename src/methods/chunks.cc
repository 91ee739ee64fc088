#include "fingerprints/chunks/chunks.h"

#include <algorithm>

#include "base/try.h"
#include "methods/rows.h"
#include "methods/symbols.h"

namespace whorl::internal::methods {
namespace {

Recipe recipe_of_chunks(const Settings& settings, ChunkSpec chunks, std::string_view culling) {
  Recipe recipe = recipe_of(settings, 0, {std::string(culling), {}});
  recipe.chunk = std::move(chunks);
  return recipe;
}

ChunkSpec breakpoints(const Settings& settings) { return {"breakpoint", {settings.args[0]}}; }

// The digests that the culling keeps, in order of the text.
Result<std::vector<std::uint64_t>> digests_of(std::string_view text, const Settings& settings,
                                              ChunkSpec chunks, std::string_view culling) {
  const Recipe recipe = recipe_of_chunks(settings, std::move(chunks), culling);
  WHORL_ASSIGN_OR_RETURN(const auto canon, canon_of(text, settings));
  const ChunkSet set = chunks::chunks_of(canon, text, recipe, chunks::SeededTokenHash(recipe));
  std::vector<std::uint64_t> digests;
  for (const Chunk& chunk : set.chunks) digests.push_back(chunk.digest);
  return digests;
}

Result<HashSet> digest_set(std::string_view text, const Settings& settings, ChunkSpec chunks,
                           std::string_view culling) {
  return digests_of(text, settings, std::move(chunks), culling).map(set_of);
}

constexpr std::string_view name_of(CulledBy by) {
  switch (by) {
    case CulledBy::variance:
      return "variance";
    case CulledBy::root:
      return "sqrt";
    case CulledBy::nothing:
      return "none";
  }
  return {};
}

Result<void> check(const Settings& settings, ChunkSpec chunks) {
  return chunks::check_chunks(recipe_of_chunks(settings, std::move(chunks), "none"));
}

}  // namespace

Result<HashSet> BreakpointsByVariance::keep(std::string_view text, const Settings& settings) {
  return digest_set(text, settings, breakpoints(settings), "variance");
}
Result<HashSet> BreakpointsByRoot::keep(std::string_view text, const Settings& settings) {
  return digest_set(text, settings, breakpoints(settings), "sqrt");
}
Result<HashSet> AllBreakpoints::keep(std::string_view text, const Settings& settings) {
  return digest_set(text, settings, breakpoints(settings), "none");
}
template <CulledBy by>
Result<HashSet> Paragraphs<by>::keep(std::string_view text, const Settings& settings) {
  return digest_set(text, settings, {"paragraph"}, name_of(by));
}
template <CulledBy by>
Result<HashSet> Subroutines<by>::keep(std::string_view text, const Settings& settings) {
  return digest_set(text, settings, {"subroutine"}, name_of(by));
}
template struct Paragraphs<CulledBy::variance>;
template struct Paragraphs<CulledBy::root>;
template struct Paragraphs<CulledBy::nothing>;
template struct Subroutines<CulledBy::variance>;
template struct Subroutines<CulledBy::root>;
template struct Subroutines<CulledBy::nothing>;

Result<HashSet> Sentences::keep(std::string_view text, const Settings& settings) {
  return digest_set(text, settings, {"sentence"}, "none");
}

Result<Scam::State> Scam::keep(std::string_view text, const Settings& settings) {
  WHORL_ASSIGN_OR_RETURN(const auto digests,
                         digests_of(text, settings, breakpoints(settings), "none"));
  State counts;
  for (const std::uint64_t digest : digests) ++counts[digest];
  return counts;
}

namespace {

// Σ f_a f_b over the chunks with about equal frequency in both, divided by Σ f_a² over all of a.
double subset(const Scam::State& a, const Scam::State& b, double epsilon) {
  double close = 0, all = 0;
  for (const auto& [digest, count] : a) {
    const auto in_a = static_cast<double>(count);
    all += in_a * in_a;
    const auto found = b.find(digest);
    if (found == b.end()) continue;
    const auto in_b = static_cast<double>(found->second);
    if (in_a / in_b + in_b / in_a < epsilon) close += in_a * in_b;
  }
  return all == 0 ? 0 : std::min(1.0, close / all);
}

Measure exactly(double value) { return {{value, value, value}, true}; }

}  // namespace

Figures Scam::compare(const State& a, const State& b, const Settings& settings) {
  const double epsilon = static_cast<double>(settings.args[1]) / 10;
  const double in_b = subset(a, b, epsilon), in_a = subset(b, a, epsilon);
  return {exactly(std::max(in_b, in_a)), exactly(in_b), exactly(in_a), {}};
}

Result<void> check_breakpoints(const Settings& settings) {
  return check(settings, breakpoints(settings));
}
Result<void> check_paragraphs(const Settings& settings) { return check(settings, {"paragraph"}); }
Result<void> check_subroutines(const Settings& settings) { return check(settings, {"subroutine"}); }
Result<void> check_sentences(const Settings& settings) { return check(settings, {"sentence"}); }

}  // namespace whorl::internal::methods
