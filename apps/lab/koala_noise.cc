#include "lab/koala_noise.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "base/go_on.h"
#include "base/try.h"
#include "lab/koala_ranking.h"

namespace whorl::internal::lab {
namespace {

constexpr std::uint64_t kAllHashes = std::uint64_t{1} << kKoalaBits;
constexpr double kMillion = 1e6;

// The paper says that both chances grow tenfold, that of a stored and that of a searched substring.
// They do if fingerprints of the same size come from a tenth of the substrings, but then only a
// tenth of the substrings can match. With as many substrings as before, the fingerprints are
// larger.
struct Chance {
  std::string_view substrings;
  std::uint64_t drawn_from;
  std::uint64_t stored;
  std::uint64_t searched;
  double paper;  // documents hit per million; 0 if the paper has no value
};

constexpr Chance kChances[] = {
    {"all as frequent", kAllHashes, 100, 1'000, 370},
    {"ten times as frequent, a tenth of them", kAllHashes / 10, 100, 1'000, 0},
    {"ten times as frequent, as many of them", kAllHashes, 1'000, 10'000, 40'000}};

class Draws {
 public:
  Draws(std::uint64_t below, std::uint64_t seed) : below_(below), random_(seed) {}
  std::uint32_t next() { return static_cast<std::uint32_t>((random_() >> 32) * below_ >> 32); }

 private:
  std::uint64_t below_;  // at most 2^28
  std::mt19937_64 random_;
};

// A set of hashes with a table of their low bits in front, since most hashes are not in the set.
class HashesOfSearch {
 public:
  HashesOfSearch(std::uint64_t count, Draws& draws) {
    while (list_.size() < count) {
      const std::uint32_t hash = draws.next();
      low_[hash % low_.size()] = true;
      list_.push_back(hash);
    }
    std::ranges::sort(list_);
  }

  bool contains(std::uint32_t hash) const {
    return low_[hash % low_.size()] && std::ranges::binary_search(list_, hash);
  }

 private:
  std::vector<std::uint32_t> list_;
  std::vector<bool> low_ = std::vector<bool>(std::size_t{1} << 18);
};

Result<std::uint64_t> documents_hit(const Chance& chance, std::uint64_t documents,
                                    std::uint64_t seed, Progress& progress) {
  Draws draws(chance.drawn_from, seed);
  const HashesOfSearch searched(chance.searched, draws);
  std::uint64_t hit = 0;
  for (std::uint64_t document = 0; document < documents; ++document) {
    if (document % 1'024 == 0) WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    bool shares = false;
    for (std::uint64_t i = 0; i < chance.stored; ++i) shares |= searched.contains(draws.next());
    hit += shares;
  }
  return hit;
}

double expected_hits(const Chance& chance, std::uint64_t documents) {
  const double met = static_cast<double>(chance.searched) / static_cast<double>(chance.drawn_from);
  return static_cast<double>(documents) *
         (1 - std::pow(1 - met, static_cast<double>(chance.stored)));
}

}  // namespace

Result<LabTable> chance_hits(std::uint64_t documents, std::uint64_t seed, Progress& progress) {
  LabTable table{
      "hits by chance",
      {"substrings", "drawn from", "stored", "searched", "documents", "hit", "expected", "paper"},
      {}};
  progress.phase("chance", std::size(kChances));
  for (const Chance& chance : kChances) {
    WHORL_ASSIGN_OR_RETURN(const auto hit, documents_hit(chance, documents, seed, progress));
    const double paper = chance.paper * static_cast<double>(documents) / kMillion;
    table.rows.push_back({std::string(chance.substrings), chance.drawn_from, chance.stored,
                          chance.searched, documents, hit, expected_hits(chance, documents),
                          paper > 0 ? LabCell(paper) : LabCell()});
    progress.advance(1);
  }
  return table;
}

}  // namespace whorl::internal::lab
