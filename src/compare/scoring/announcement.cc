#include "compare/scoring/announcement.h"

#include <algorithm>
#include <functional>

#include "compare/scoring/calibration.h"
#include "whorl/recipe.h"

namespace whorl::internal::compare::scoring {
namespace {

// A number from a validation set, and the most that the class supports.
Announcement limited(std::uint64_t measured, std::uint64_t supported) {
  return {std::min(measured, supported), supported < measured};
}

const Announcement& larger(const Announcement& a, const Announcement& b) {
  return a.once_in < b.once_in ? b : a;
}

const Calibration* calibration_of_file(const corpus::PreparedFile& file) {
  return calibration_of(print(file.recipe));
}

// Null if the files of the pair are not all of one calibrated language.
const Calibration* calibration_of_pair(const corpus::Corpus& corpus, const Pair& pair) {
  const Calibration* common = nullptr;
  for (const std::uint32_t side : {pair.a, pair.b}) {
    for (const std::uint32_t number : corpus.submissions[side].files) {
      const corpus::PreparedFile& file = corpus.files[number];
      if (file.own.empty()) continue;
      const Calibration* one = calibration_of_file(file);
      if (one == nullptr || (common != nullptr && one != common)) return nullptr;
      common = one;
    }
  }
  return common;
}

}  // namespace

tl::expected<Announcement, NoEstimate> announce(const PairMatch& match,
                                                const std::vector<Chance>& chances,
                                                std::uint32_t alike, const corpus::Corpus& corpus) {
  Announcement most;
  std::uint32_t others = 0;  // of the passage with an estimate for which most are left
  auto reason = NoEstimate::scraps;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    const corpus::FilePosition begin = corpus.locate(match.pair.a, match.chains[i].a_begin());
    const Calibration* calibration = calibration_of_file(corpus.files[begin.file]);
    if (calibration == nullptr) {
      reason = NoEstimate::not_validated;
    } else if (!chances[i].bits) {
      reason = chances[i].bits.error();
    } else {
      others = std::max(others, chances[i].others);
      most = larger(most, limited(once_in(*chances[i].bits, calibration->bits),
                                  once_in_class(chances[i].others, 0)));
    }
  }
  if (others == 0) return tl::unexpected(reason);
  if (const Calibration* calibration = calibration_of_pair(corpus, match.pair)) {
    most = larger(most, limited(once_in(match.pair.score, calibration->scores),
                                once_in_class(others + alike, alike)));
  }
  return most;
}

std::vector<std::uint32_t> count_alike(const std::vector<PairMatch>& matches,
                                       std::size_t submissions) {
  std::vector<std::vector<double>> scores(submissions);
  for (const PairMatch& match : matches) {
    scores[match.pair.a].push_back(match.pair.score);
    scores[match.pair.b].push_back(match.pair.score);
  }
  for (auto& of_one : scores) std::ranges::sort(of_one, std::greater());
  std::vector<std::uint32_t> alike;
  for (const PairMatch& match : matches) {
    std::ptrdiff_t most = 0;
    for (const std::uint32_t side : {match.pair.a, match.pair.b}) {
      const auto end = std::ranges::upper_bound(scores[side], match.pair.score, std::greater());
      most = std::max(most, end - scores[side].begin());
    }
    alike.push_back(static_cast<std::uint32_t>(most - 1));
  }
  return alike;
}

}  // namespace whorl::internal::compare::scoring
