#include "jobs/collection/join/join_method.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/try.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/join/exact_join.h"
#include "jobs/collection/join/lsh_join.h"
#include "whorl/methods.h"

namespace whorl::internal::join {
namespace {

constexpr std::uint32_t kMaxHashes = 4096;  // of a key, or of all bands

Result<CandidateStream> run_exact(const JoinInput& input, const JoinMethod&,
                                  const CandidateOptions& options, CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto pairs, exact_join(input, options, stats));
  return stream_of(std::move(pairs));
}

Result<CandidateStream> run_classic(const JoinInput& input, const JoinMethod&,
                                    const CandidateOptions& options, CandidateStats& stats) {
  return all_pairs_join(input, options, stats);
}

Result<CandidateStream> run_super_shingles(const JoinInput& input, const JoinMethod& method,
                                           const CandidateOptions& options, CandidateStats& stats) {
  const auto make_keys = [&](sketch::ShingleSpan hashes, std::vector<std::uint64_t>& keys) {
    sketch::super_shingles(hashes, method.arguments[0], keys);
  };
  return lsh_join(input, make_keys, options, stats);
}

Result<CandidateStream> run_bands(const JoinInput& input, const JoinMethod& method,
                                  const CandidateOptions& options, CandidateStats& stats) {
  const auto make_keys = [&](sketch::ShingleSpan hashes, std::vector<std::uint64_t>& keys) {
    band_keys(hashes, method.arguments[0], method.arguments[1], keys);
  };
  return lsh_join(input, make_keys, options, stats);
}

constexpr std::string_view kEveryPair = "every pair";

constexpr JoinMethodRow kRows[] = {
    {.name = "exact",
     .arguments = {},
     .defaults = {},
     .keeps = JoinKeeps::pairs,
     .knows = kEveryPair,
     .common = 0,
     .smallest_sketches = true,
     .shown = true,
     .help = "finds all pairs whose sketches reach the threshold",
     .found = "always, if the sketches reach the threshold",
     .cost = "the rarest shingles of each document",
     .example = "exact",
     .source = "Bayardo 2007, Xiao 2008",
     .run = run_exact},
    {.name = "linked",
     .arguments = {},
     .defaults = {},
     .keeps = JoinKeeps::components,
     .knows = "which documents are connected",
     .common = 0,
     .smallest_sketches = false,
     .shown = true,
     .help = "as exact, but only as far as the clusters of --link single need; faster with many "
             "near copies",
     .found = "as with `exact`, but pairs inside a group that is already known to be connected are "
              "skipped",
     .cost = "documents, and pairs of micro-clusters that are nearly similar",
     .example = "linked",
     .source = "Bayardo 2007, Xiao 2008",
     .run = run_exact},  // of unions of sketches: jobs/collection/cluster/component_search.h
    {.name = "survivors",
     .arguments = {},
     .defaults = {},
     .keeps = JoinKeeps::survivors,
     .knows = "which documents survive",
     .common = 0,
     .smallest_sketches = true,
     .shown = true,
     .help = "as exact, but only as far as --link survivor needs; the default of dedup",
     .found = "as with `exact`, until a kept document is found that is similar to the document",
     .cost = "documents, and a few candidates of each",
     .example = "survivors",
     .source = "Bayardo 2007, Xiao 2008",
     .run = run_exact},  // counted in rounds: jobs/collection/cluster/survivor_search.h
    {.name = "classic",
     .arguments = {},
     .defaults = {},
     .keeps = JoinKeeps::pairs,
     .knows = kEveryPair,
     .common = 1000,  // as in Broder 1997, because the method needs a limit
     .smallest_sketches = true,
     .shown = true,
     .help = "counts all pairs of each shingle, as in 1997",
     .found = "the same",
     .cost =
         "all pairs of documents that share a shingle of at most `--common` (1000) documents, as "
         "in Broder 1997",
     .example = "classic",
     .source = "Broder 1997, \"Clustering algorithm\", step 3",
     .run = run_classic},
    {.name = "supershingle",
     .arguments = "N",
     .defaults = {6, 0},
     .keeps = JoinKeeps::pairs,
     .knows = kEveryPair,
     .common = 0,
     .smallest_sketches = true,
     .shown = false,
     .help = "N sketch hashes in a row are shared",
     .found = "about 1 − (1 − r^N)^n for sketches of n hashes",
     .cost = "n keys a document",
     .example = "supershingle:6",
     .source = "Broder 1997, \"Super shingles\"",
     .run = run_super_shingles},
    {.name = "bands",
     .arguments = "BxR",
     .defaults = {14, 8},
     .keeps = JoinKeeps::pairs,
     .knows = kEveryPair,
     .common = 0,
     .smallest_sketches = true,
     .shown = false,
     .help = "all R min-hashes of one of B bands agree",
     .found = "1 − (1 − r^R)^B",
     .cost = "B keys, B·R min-hashes a document",
     .example = "bands:14x8",
     .source = "Broder 1997; bands as Gionis 1999",
     .run = run_bands},
};

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || value == 0 || value > kMaxHashes) return std::nullopt;
  return value;
}

// "6", or "14x8" if there are two.
bool take_arguments(std::string_view text, JoinMethod& method) {
  const bool two = method.row->defaults[1] != 0;
  const std::size_t x = two ? text.find('x') : text.size();
  const auto first = number(text.substr(0, x));
  const auto second = two && x < text.size() ? number(text.substr(x + 1)) : std::nullopt;
  if (!first || second.has_value() != two) return false;
  if (std::uint64_t{*first} * second.value_or(1) > kMaxHashes) return false;
  method.arguments = {*first, second.value_or(0)};
  return true;
}

// "exact, linked, classic, supershingle, supershingle:6 or bands:14x8"
std::string forms() {
  std::vector<std::string> all;
  for (const JoinMethodRow& row : kRows) {
    if (row.example != row.name && row.defaults[1] == 0) all.emplace_back(row.name);
    all.emplace_back(row.example);
  }
  std::string out = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) out += (i + 1 < all.size() ? ", " : " or ") + all[i];
  return out;
}

}  // namespace

std::span<const JoinMethodRow> join_methods() { return kRows; }

Result<JoinMethod> JoinMethod::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto row = std::ranges::find(kRows, text.substr(0, colon), &JoinMethodRow::name);
  if (row != std::end(kRows)) {
    JoinMethod method{row, row->defaults};
    if (colon == std::string_view::npos) return method;
    if (row->defaults[0] != 0 && take_arguments(text.substr(colon + 1), method)) return method;
  }
  return fail(ErrorCode::invalid_argument, "'" + std::string(text) +
                                               "' is not a join method: " + forms() + " (at most " +
                                               std::to_string(kMaxHashes) + " min-hashes)");
}

}  // namespace whorl::internal::join

namespace whorl {

using namespace internal;

std::vector<PairMethod> pair_methods() {
  std::vector<PairMethod> all;
  for (const join::JoinMethodRow& row : join::join_methods()) {
    all.push_back({row.name, row.arguments, row.example, row.help, row.found, row.cost,
                   row.keeps == join::JoinKeeps::pairs, row.common, row.source, row.knows});
  }
  return all;
}

}  // namespace whorl
