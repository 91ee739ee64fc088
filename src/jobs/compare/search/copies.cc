#include "jobs/compare/search/copies.h"

#include <algorithm>
#include <map>
#include <tuple>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/parallel.h"

namespace whorl::internal::compare::search {
namespace {

// The identity of a file: its bytes, and how they were read.
struct FileId {
  corpus::TextId canon;
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const FileId&, const FileId&) = default;
};

FileId id_of(const corpus::PreparedFile& file) {
  const XXH128_hash_t bytes = XXH3_128bits(file.entry.text.data(), file.entry.text.size());
  return {file.text_id, bytes.high64, bytes.low64};
}

PairBound lesser(const PairBound& x, const PairBound& y) {
  return {std::min(x.value, y.value), std::min(x.similarity, y.similarity),
          std::min(x.evidence, y.evidence)};
}

}  // namespace

Copies::Copies(const corpus::Corpus& corpus, unsigned threads) {
  std::vector<FileId> files(corpus.files.size());
  base::parallel_for(files.size(), threads,
                     [&](std::size_t i) { files[i] = id_of(corpus.files[i]); });
  std::map<std::vector<FileId>, std::uint32_t> numbers;
  for (const Submission& submission : corpus.submissions) {
    std::vector<FileId> text;
    for (const std::uint32_t file : submission.files) text.push_back(files[file]);
    const auto next = static_cast<std::uint32_t>(counts_.size());
    const auto [entry, fresh] = numbers.try_emplace(std::move(text), next);
    if (fresh) counts_.push_back(0);
    ++counts_[entry->second];
    texts_.push_back(entry->second);
  }
}

std::uint64_t BoundsOfCopies::key(std::uint32_t a, std::uint32_t b) const {
  const auto [first, second] = std::minmax(a, b);
  return std::uint64_t{copies_.text(first)} << 32 | copies_.text(second);
}

PairBound BoundsOfCopies::of(std::uint32_t a, std::uint32_t b, const PairBound& most) const {
  if (copies_.pairs_like(a, b) < kFewest) return most;
  const std::lock_guard lock(mutex_);
  const auto known = bounds_.find(key(a, b));
  return known == bounds_.end() ? most : lesser(known->second, most);
}

void BoundsOfCopies::tighten(std::uint32_t a, std::uint32_t b, const PairBound& most) {
  if (copies_.pairs_like(a, b) < kFewest) return;
  const std::lock_guard lock(mutex_);
  const auto [known, fresh] = bounds_.try_emplace(key(a, b), most);
  if (!fresh) known->second = lesser(known->second, most);
}

}  // namespace whorl::internal::compare::search
