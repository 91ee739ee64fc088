// bench_noise DIR DOCUMENTS FILE…: how many documents of a large registry of the scheme koala a
// search hits by chance. The documents are random letters with the statistics of the files (each
// letter depends on the two before), 3,000 consonants each. Prints one JSON object.
// bench/registry.py calls it.
//
// If all substrings are equally frequent, 1,000 searched ones and n documents of 100 have 1,000 ·
// 100 · n / 2^28 in common: 373 for a million documents, the 370 of Heintze 1996, "Reducing false
// positives". If those of a document are ten times as frequent, it is a hundred times as many.
#include <fmt/core.h>

#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

#include "base/parallel.h"
#include "base/try.h"
#include "jobs/registry/adder.h"
#include "jobs/registry/compact.h"
#include "jobs/registry/search.h"

namespace whorl::internal::registry {
namespace {

constexpr std::size_t kLetters = 3000;
constexpr std::size_t kBatch = 4096;  // documents
constexpr std::size_t kSearches = 100;
constexpr std::string_view kConsonants = "bcdfghjklmnpqrstvwxyz";

// How often each letter follows two others.
class LetterStatistics {
 public:
  void read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    std::size_t before = 0, last = 0;
    for (const char c : text) {
      const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      const std::size_t letter = kConsonants.find(lower);
      if (letter == kConsonants.npos) continue;
      ++counts_[before][last][letter];
      before = std::exchange(last, letter);
    }
  }

  // Counts become sums, so that one random number selects a letter.
  void sum() {
    for (auto& of : counts_) {
      for (auto& row : of) {
        double total = 0;
        for (double& count : row) count = total += count;
      }
    }
  }

  std::string text(std::uint64_t seed) const {
    std::mt19937_64 random(seed);
    std::string out;
    std::size_t before = random() % kConsonants.size(), last = random() % kConsonants.size();
    while (out.size() < kLetters) {
      const auto& row = counts_[before][last];
      std::size_t letter = random() % kConsonants.size();
      if (row.back() > 0) {
        const double at = std::uniform_real_distribution<double>(0, row.back())(random);
        letter = static_cast<std::size_t>(std::ranges::upper_bound(row, at) - row.begin());
      }
      out += kConsonants[letter];
      before = std::exchange(last, letter);
    }
    return out;
  }

 private:
  using Row = std::array<double, kConsonants.size()>;
  std::array<std::array<Row, kConsonants.size()>, kConsonants.size()> counts_ = {};
};

Result<void> load(Index& index, std::uint64_t documents, const LetterStatistics& statistics) {
  Adder adder(index);
  std::vector<Features> batch;
  for (std::uint64_t begin = 0; begin < documents; begin += kBatch) {
    batch.assign(std::min<std::uint64_t>(kBatch, documents - begin), {});
    base::parallel_for(batch.size(), 0, [&](std::size_t i) {
      batch[i] = stored(statistics.text(begin + i), index.method()).value_or(Features{});
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      WHORL_RETURN_IF_ERROR(
          adder.take({.name = std::to_string(begin + i)}, 2 * kLetters, batch[i]));
    }
  }
  WHORL_RETURN_IF_ERROR(adder.commit());
  NoProgress quiet;
  return compact(index, quiet);
}

// Documents hit by texts that are not registered, with the rule of the scheme and without any.
Result<nlohmann::json> search_strangers(const Index& index, const LetterStatistics& statistics) {
  double with = 0, without = 0, passed_over = 0;
  for (std::size_t i = 0; i < kSearches; ++i) {
    const std::string text = statistics.text(~std::uint64_t{i});
    WHORL_ASSIGN_OR_RETURN(const auto checked, search(index, text, {}));
    WHORL_ASSIGN_OR_RETURN(const auto all, search(index, text, {.max_share = 1'000'000'000}));
    with += static_cast<double>(checked.found);
    without += static_cast<double>(all.found);
    passed_over += static_cast<double>(checked.common);
  }
  const double n = kSearches;
  return nlohmann::json{{"hits_without_the_check", without / n},
                        {"hits_with_the_check", with / n},
                        {"substrings_passed_over", passed_over / n}};
}

Result<nlohmann::json> run(const std::string& folder, std::uint64_t documents,
                           const std::vector<std::string>& files) {
  LetterStatistics statistics;
  for (const std::string& file : files) statistics.read(file);
  statistics.sum();
  WHORL_RETURN_IF_ERROR(create_registry({folder, "koala", {}, {}}));
  WHORL_ASSIGN_OR_RETURN(Index index, Index::open(folder, Access::write, {}));
  WHORL_RETURN_IF_ERROR(load(index, documents, statistics));
  WHORL_ASSIGN_OR_RETURN(auto out, search_strangers(index, statistics));
  const auto postings = static_cast<double>(index.facts().postings);
  out["documents"] = documents;
  out["postings"] = index.facts().postings;
  out["bytes_a_document"] =
      static_cast<double>(index.database().bytes_on_disk()) / static_cast<double>(documents);
  out["hits_if_all_were_alike"] = 1000 * postings / static_cast<double>(1u << 28);
  return out;
}

}  // namespace
}  // namespace whorl::internal::registry

int main(int count, char** words) {
  if (count < 4) return 1;
  const auto done =
      whorl::internal::registry::run(words[1], std::strtoull(words[2], nullptr, 10),
                                     std::vector<std::string>(words + 3, words + count));
  if (!done) {
    fmt::print(stderr, "{}\n", done.error().message);
    return 1;
  }
  fmt::print("{}\n", done->dump(1));
}
