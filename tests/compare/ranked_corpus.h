// RankedCorpus: related small texts of a run, with their index, ranks and bounds.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "in_memory.h"
#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/corpus/fingerprint_file.h"
#include "jobs/compare/search/coverage_bounds.h"
#include "passages/index/shared_index.h"

namespace whorl::internal::compare {

// Small texts with few different letters and with parts copied between them.
inline std::vector<SubmissionSource> related_texts(std::mt19937& random, std::size_t count) {
  std::vector<SubmissionSource> texts;
  std::string pool;
  for (int i = 0; i < 400; ++i) pool += static_cast<char>('a' + random() % 3);
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    while (text.size() < 30 + random() % 200) {
      if (random() % 3 == 0) {
        text += std::string(random() % 60, static_cast<char>('a' + random() % 3));
      } else {
        text += pool.substr(random() % 380, random() % 40);
      }
      text += static_cast<char>('a' + random() % 5);
    }
    texts.push_back(in_memory::one_file("t" + std::to_string(1000 + i) + ".txt", text));
  }
  return texts;
}

// The parameters are noise and guarantee threshold.
class RankedCorpus : public testing::TestWithParam<std::pair<std::uint32_t, std::uint32_t>> {
 protected:
  RankedCorpus() {
    std::mt19937 random(7);
    CompareOptions options;
    options.matching.noise = GetParam().first;
    options.matching.guarantee = GetParam().second;
    settings_.emplace(*corpus::Settings::resolve(options));
    NoProgress progress;
    corpus_ = corpus::build_corpus(related_texts(random, 150), {}, *settings_, 1, progress);
    const auto owners = static_cast<std::uint32_t>(corpus_.submissions.size());
    owners_.rank.resize(owners);
    std::iota(owners_.rank.begin(), owners_.rank.end(), 0);
    std::ranges::shuffle(owners_.rank, random);
    owners_.any_comparable = [](auto) { return true; };
    index_.emplace(postings(), owners_, 1);
    bounds_.emplace(corpus_, *index_, 1, progress);
  }

  std::vector<index::Posting> postings() const {
    std::vector<index::Posting> postings;
    for (std::uint32_t owner = 0; owner < corpus_.submissions.size(); ++owner) {
      const Fingerprints selected =
          corpus::fingerprint_file(corpus_.files[corpus_.submissions[owner].files[0]]);
      for (std::size_t i = 0; i < selected.size(); ++i) {
        postings.push_back({selected.hash[i], owner, selected.position[i]});
      }
    }
    return postings;
  }

  std::optional<corpus::Settings> settings_;
  corpus::Corpus corpus_;
  index::Owners owners_;
  std::optional<index::SharedIndex> index_;
  std::optional<search::CoverageBounds> bounds_;
};

}  // namespace whorl::internal::compare
