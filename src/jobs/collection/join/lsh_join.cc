#include "jobs/collection/join/lsh_join.h"
#include "base/groups.h"
#include "base/try.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <limits>

namespace whorl::internal::join {
namespace {

// A document has a key; the key includes the modulus.
struct Keyed {
  std::uint64_t key;
  store::DocId doc;
  std::uint32_t own;  // 1: the document's sketch is kept at this modulus
  auto operator<=>(const Keyed&) const = default;
};

std::uint64_t hash_of(sketch::ShingleSpan hashes, std::uint64_t salt) {
  return XXH3_64bits_withSeed(hashes.data(), hashes.size_bytes(), salt);
}

// One of a family of permutations of 64-bit numbers (splitmix64's finisher).
std::uint64_t permute(std::uint64_t x, std::uint64_t which) {
  x += (which + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class KeyMaker {
 public:
  KeyMaker(const KeysOf& keys_of, const std::vector<std::uint64_t>& moduli,
           std::span<const std::uint64_t> groups, base::ExternalSorter<Keyed>& out)
      : keys_of_(keys_of), moduli_(moduli), groups_(groups), out_(out) {}

  // Adds keys at every modulus from the document's own upwards, as long as hashes remain. Documents
  // of different groups have different keys, so the limit of pairs a key applies to each group.
  Result<void> add(store::DocId doc, const sketch::SketchView& sketch) {
    const std::uint64_t group = groups_.empty() ? 0 : groups_[doc];
    for (std::uint64_t modulus : moduli_) {
      if (modulus < sketch.modulus) continue;
      const bool own = modulus == sketch.modulus;
      sketch::keep_multiples(sketch.hashes, own ? 1 : modulus, kept_);
      if (kept_.empty()) break;
      keys_of_(kept_, keys_);
      for (std::uint64_t key : keys_) {
        WHORL_RETURN_IF_ERROR(out_.add({permute(key, modulus) ^ group, doc, own}));
      }
    }
    return {};
  }

 private:
  const KeysOf& keys_of_;
  const std::vector<std::uint64_t>& moduli_;
  std::span<const std::uint64_t> groups_;
  base::ExternalSorter<Keyed>& out_;
  std::vector<std::uint64_t> kept_;
  std::vector<std::uint64_t> keys_;
};

Result<void> pair_up(std::span<const Keyed> group, base::ExternalSorter<CandidatePair>& out,
                     CandidateStats& stats) {
  const std::size_t firsts = group.size() <= kAllPairs ? group.size() : 1;
  for (std::size_t i = 0; i < firsts; ++i) {
    for (std::size_t j = i + 1; j < group.size(); ++j) {
      if (group[i].doc == group[j].doc || (!group[i].own && !group[j].own)) continue;
      ++stats.formed_pairs;
      WHORL_RETURN_IF_ERROR(out.add({group[i].doc, group[j].doc}));
    }
  }
  return {};
}

}  // namespace

void band_keys(sketch::ShingleSpan hashes, std::uint32_t bands, std::uint32_t rows,
               std::vector<std::uint64_t>& keys) {
  keys.clear();
  if (hashes.empty()) return;
  std::vector<std::uint64_t> minima(rows);
  for (std::uint64_t band = 0; band < bands; ++band) {
    for (std::uint64_t row = 0; row < rows; ++row) {
      std::uint64_t min = std::numeric_limits<std::uint64_t>::max();
      for (std::uint64_t hash : hashes) min = std::min(min, permute(hash, band * rows + row));
      minima[row] = min;
    }
    keys.push_back(hash_of(minima, band + 1));
  }
}

Result<CandidateStream> lsh_join(const JoinInput& input, const KeysOf& keys_of,
                                 const CandidateOptions& options, CandidateStats& stats) {
  base::SortBudget half = options.budget;
  half.memory /= 2;
  half.name = "keys";
  base::ExternalSorter<Keyed> keys(input.file_system, half);
  KeyMaker maker(keys_of, input.moduli, options.groups, keys);
  WHORL_RETURN_IF_ERROR(input.scan(
      [&](store::DocId doc, const sketch::SketchView& sketch) { return maker.add(doc, sketch); }));
  WHORL_ASSIGN_OR_RETURN(auto sorted, keys.finish());
  half.name = "pairs";
  base::ExternalSorter<CandidatePair> pairs(input.file_system, half);
  auto joined = base::for_each_group<Keyed>(
      sorted, [](const Keyed& a, const Keyed& b) { return a.key == b.key; },
      [&](std::span<const Keyed> group) { return pair_up(group, pairs, stats); });
  WHORL_RETURN_IF_ERROR(joined);
  WHORL_ASSIGN_OR_RETURN(auto candidates, pairs.finish());
  stats.spilled_bytes += keys.bytes_spilled() + pairs.bytes_spilled();
  return stream_of(std::move(candidates));
}

}  // namespace whorl::internal::join
