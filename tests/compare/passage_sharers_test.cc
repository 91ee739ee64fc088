// Which submissions share a passage of t symbols, compared with all pairs of all t-grams.
#include "jobs/compare/search/passage_sharers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "in_memory.h"
#include "ranked_corpus.h"

namespace whorl::internal::compare {
namespace {

class Sharers : public RankedCorpus {
 protected:
  // All t-grams of a submission of one file.
  std::set<std::vector<char32_t>> tgrams(std::uint32_t owner) const {
    const corpus::PreparedFile& file = corpus_.files[corpus_.submissions[owner].files[0]];
    std::vector<char32_t> symbols;
    std::visit([&](const auto& s) { symbols.assign(s.begin(), s.end()); }, file.canon.symbols);
    std::set<std::vector<char32_t>> all;
    for (std::size_t i = 0; i + file.guarantee <= symbols.size(); ++i) {
      all.emplace(symbols.begin() + i, symbols.begin() + i + file.guarantee);
    }
    return all;
  }

  // Indexed by owner and rank: whether the two share a t-gram.
  std::vector<std::vector<bool>> plainly_shared() const {
    const std::uint32_t owners = index_->owners();
    std::vector<std::set<std::vector<char32_t>>> all;
    for (std::uint32_t i = 0; i < owners; ++i) all.push_back(tgrams(i));
    std::vector<std::vector<bool>> shared(owners, std::vector<bool>(owners));
    for (std::uint32_t a = 0; a < owners; ++a) {
      for (std::uint32_t b = 0; b < owners; ++b) {
        if (a == b) continue;
        shared[a][index_->rank_of(b)] =
            std::ranges::any_of(all[a], [&](const auto& tgram) { return all[b].contains(tgram); });
      }
    }
    return shared;
  }
};

// In one round and in many rounds.
TEST_P(Sharers, AreThoseThatHaveATgramInCommon) {
  const auto shared = plainly_shared();
  NoProgress progress;
  for (const std::uint64_t at_once : {search::PassageSharers::kAtOnce, std::uint64_t{900}}) {
    const search::PassageSharers sharers(corpus_, *index_, 2, progress, at_once);
    std::size_t pairs = 0;
    for (std::uint32_t a = 0; a < index_->owners(); ++a) {
      std::vector<std::uint64_t> bits(index_->owners() / 64 + 1);
      sharers.mark_above(index_->rank_of(a), bits);
      for (std::uint32_t rank = 0; rank < index_->owners(); ++rank) {
        const bool above = rank > index_->rank_of(a);
        ASSERT_EQ(bits[rank / 64] >> rank % 64 & 1, above && shared[a][rank]) << a << " " << rank;
        pairs += above && shared[a][rank];
      }
    }
    EXPECT_GT(pairs, 200u);
  }
}

// Here all t-grams have one of three hashes.
TEST_P(Sharers, AreFoundByWhatTgramsSayNotByTheirHashes) {
  std::vector<index::Posting> postings;
  for (std::uint32_t owner = 0; owner < 40; ++owner) {
    for (const auto& stretch : search::shared_tgrams(corpus_, owner, *index_)) {
      const corpus::PreparedFile& file = corpus_.files[stretch.file];
      const auto hashes = corpus::tgram_hashes(file, search::symbols_of(file, stretch));
      for (std::uint32_t i = 0; i < hashes.size(); ++i) {
        postings.push_back(
            {hashes[i] % 3, index_->rank_of(owner), stretch.offset + stretch.begin + i});
      }
    }
  }
  std::ranges::sort(postings);
  search::SharerSets sharers(index_->owners());
  search::SharerGrouping grouping(corpus_, *index_, sharers);
  for (auto rest = std::span(postings); !rest.empty();) {
    const auto group = index::first_group(rest);
    grouping.add(group);
    rest = rest.subspan(group.size());
  }
  std::set<std::vector<std::uint64_t>> distinct;
  for (std::uint32_t set = 0; set < sharers.sets.size(); ++set) {
    std::vector<std::uint64_t> words;
    for (const index::RankWord& word : sharers.sets[set]) {
      words.insert(words.end(), {word.word, word.bits});
    }
    EXPECT_TRUE(distinct.insert(words).second) << "a set is kept twice";
  }
  const auto shared = plainly_shared();
  for (std::uint32_t a = 0; a < 40; ++a) {
    for (std::uint32_t b = 0; b < 40; ++b) {
      if (a == b) continue;
      const std::uint32_t rank = index_->rank_of(b);
      const bool together =
          std::ranges::any_of(sharers.of_rank[index_->rank_of(a)], [&](std::uint32_t set) {
            return std::ranges::any_of(sharers.sets[set], [&](const index::RankWord& word) {
              return word.word == rank / 64 && (word.bits >> rank % 64 & 1) != 0;
            });
          });
      ASSERT_EQ(together, shared[a][rank]) << a << " " << b;
    }
  }
}

constexpr std::array kOperators = {"+", "-", "*", "/", "%", "&", "|", "^",
                                   "<", ">", "=", "!", "~", "?", ":", ","};

// Tokens of C in random order, with either the first or the second half of the operators.
std::vector<std::string> tokens(std::mt19937& random, std::size_t count, std::size_t from) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.emplace_back(kOperators[from + random() % (kOperators.size() / 2)]);
  }
  return out;
}

std::string joined(const std::vector<std::string>& before, const std::vector<std::string>& shared,
                   const std::vector<std::string>& after) {
  std::string text;
  for (const auto* part : {&before, &shared, &after}) {
    for (const std::string& token : *part) text += token + " ";
  }
  return text + "\n";
}

// The two sides have no operator in common except in the planted match, which may begin anywhere.
TEST(SharersOfCode, MeetInAMatchOfTSymbolsWhereverItLiesAndNoShorterOne) {
  std::mt19937 random(1);
  for (std::size_t round = 0; round < 60; ++round) {
    for (const std::size_t length : {std::size_t{15}, std::size_t{16}}) {
      const auto shared = tokens(random, length, round % 9);
      const auto a = joined(tokens(random, round % 7, 0), shared, {"{"});
      const auto b = joined({"}"}, shared, tokens(random, 40, 8));
      CompareOptions options;
      options.matching.language = "c";
      const auto report = in_memory::run(
          {in_memory::one_file("a.c", a + "; [ ]"), in_memory::one_file("b.c", b)}, options);
      EXPECT_EQ(report.pairs.size(), length == 16 ? 1u : 0u) << a << b;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Thresholds, Sharers,
                         testing::Values(std::pair(6, 9), std::pair(5, 14), std::pair(8, 8),
                                         std::pair(4, 30)));

}  // namespace
}  // namespace whorl::internal::compare
