#include "jobs/compare/scoring/class_text.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"

namespace whorl::internal::compare::scoring {
namespace {

// Calls visit(submission, run) for each part of the class, in order.
template <class Visit>
void for_runs(const corpus::Corpus& corpus, std::uint64_t salt, Visit visit) {
  for (std::uint32_t i = 0; i < corpus.submissions.size(); ++i) {
    for (const match::Run& run : corpus.texts[i].runs) {
      const std::uint32_t file = corpus.locate(i, run.begin).file;
      if (corpus.files[file].class_salt == salt) visit(i, run);
    }
  }
}

constexpr std::uint32_t kReadUnasked = 1 << 20;  // symbols read between two checks if to go on

// Numbers symbols from 1, in order of their first occurrence.
class Numbering {
 public:
  std::uint32_t operator()(std::uint32_t symbol) {
    const auto next = static_cast<std::uint32_t>(numbers_.size() + 1);
    return numbers_.try_emplace(symbol, next).first->second;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(numbers_.size()); }

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
};

std::uint32_t symbol_at(const match::Run& run, std::uint32_t i) {
  return run.wide ? static_cast<const std::uint32_t*>(run.symbols)[i]
                  : static_cast<const unsigned char*>(run.symbols)[i];
}

}  // namespace

ClassText::ClassText(const corpus::Corpus& corpus, std::uint64_t salt, unsigned threads,
                     const Progress& progress)
    : stretches_(corpus.submissions.size()), counts_(corpus.submissions.size()) {
  const base::Cancellation watch(&progress);
  std::vector<std::uint32_t> text;
  Numbering number;
  for_runs(corpus, salt, [&](std::uint32_t owner, const match::Run& run) {
    while (begins_.size() <= owner) begins_.push_back(static_cast<std::uint32_t>(text.size()));
    stretches_[owner].push_back({run.begin, run.end, static_cast<std::uint32_t>(text.size())});
    counts_[owner] += run.end - run.begin;
    for (std::uint32_t i = run.begin; i < run.end && watch.goes_on();) {
      for (const std::uint32_t end = i + std::min(run.end - i, kReadUnasked); i < end; ++i) {
        text.push_back(number(symbol_at(run, i - run.begin)));
      }
    }
    text.push_back(0);
  });
  for (const std::uint32_t count : counts_) symbols_ += count;
  alphabet_ = number.size();
  order_ = SuffixOrder(std::move(text), alphabet_, threads, progress);
  if (watch.goes_on()) sort_ranks(threads, watch);
}

void ClassText::sort_ranks(unsigned threads, const base::Cancellation& watch) {
  first_rank_.resize(counts_.size());
  std::exclusive_scan(counts_.begin(), counts_.end(), first_rank_.begin(), 0u);
  ranks_.resize(symbols_);
  base::parallel_for(stretches_.size(), threads, [&](std::size_t submission) {
    if (!watch.goes_on()) return;
    const auto first = ranks_.begin() + first_rank_[submission];
    auto next = first;
    for (const Stretch& stretch : stretches_[submission]) {
      for (std::uint32_t i = 0; i < stretch.end - stretch.begin; ++i) {
        *next++ = order_.rank_of(stretch.position + i);
      }
    }
    std::sort(first, next);
  });
}

std::uint32_t ClassText::owner_of(std::uint32_t position) const {
  const auto after = std::ranges::upper_bound(begins_, position);
  return static_cast<std::uint32_t>(after - begins_.begin()) - 1;
}

ClassText::Size ClassText::size_of(const corpus::Corpus& corpus, std::uint64_t salt) {
  Size size;
  std::optional<std::uint32_t> last;
  for_runs(corpus, salt, [&](std::uint32_t owner, const match::Run& run) {
    size.submissions += last != owner;
    size.bytes += (run.end - run.begin + 1) * kBytesASymbol;
    last = owner;
  });
  return size;
}

}  // namespace whorl::internal::compare::scoring
