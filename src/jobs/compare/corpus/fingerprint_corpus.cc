#include "jobs/compare/corpus/fingerprint_corpus.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "jobs/compare/corpus/fingerprint_file.h"

namespace whorl::internal::compare::corpus {
namespace {

// Appends the part of `from` that is in `range`.
void append_range(const Fingerprints& from, SymbolRange range, Fingerprints& out) {
  const auto position = [&](std::uint32_t at) {
    return std::ranges::lower_bound(from.position, at) - from.position.begin();
  };
  const auto begin = position(range.begin), end = position(range.end);
  out.hash.insert(out.hash.end(), from.hash.begin() + begin, from.hash.begin() + end);
  out.position.insert(out.position.end(), from.position.begin() + begin,
                      from.position.begin() + end);
}

Fingerprints refreshed(const PreparedFile& file, const std::vector<SymbolRange>& before,
                       const Fingerprints& old) {
  Fingerprints out;
  for (const SymbolRange& range : file.unmasked) {
    const auto same = std::ranges::lower_bound(before, range.begin, {}, &SymbolRange::begin);
    if (same != before.end() && *same == range) {
      append_range(old, range, out);
    } else {
      fingerprint_range(file, range, out);
    }
  }
  return out;
}

}  // namespace

std::vector<Fingerprints> fingerprint_corpus(const Corpus& corpus, unsigned threads,
                                             Progress& progress) {
  progress.phase("fingerprinting", corpus.files.size());
  std::vector<Fingerprints> fingerprints(corpus.files.size());
  base::parallel_for(corpus.files.size(), threads, [&](std::size_t i) {
    if (!progress.cancelled()) fingerprints[i] = fingerprint_file(corpus.files[i]);
    progress.advance(1);
  });
  return fingerprints;
}

void refresh_fingerprints(const Corpus& corpus, const std::vector<std::vector<SymbolRange>>& before,
                          unsigned threads, const Progress& progress,
                          std::vector<Fingerprints>& fingerprints) {
  base::parallel_for(corpus.files.size(), threads, [&](std::size_t i) {
    if (progress.cancelled() || corpus.files[i].unmasked == before[i]) return;
    fingerprints[i] = refreshed(corpus.files[i], before[i], fingerprints[i]);
  });
}

std::vector<index::Posting> postings_of(const Corpus& corpus,
                                        std::vector<Fingerprints> fingerprints) {
  std::size_t total = 0;
  for (const Fingerprints& file : fingerprints) total += file.size();
  std::vector<index::Posting> postings;
  postings.reserve(total);
  for (std::uint32_t owner = 0; owner < corpus.submissions.size(); ++owner) {
    for (std::size_t i = 0; i < corpus.submissions[owner].files.size(); ++i) {
      const Fingerprints file = std::move(fingerprints[corpus.submissions[owner].files[i]]);
      for (std::size_t j = 0; j < file.size(); ++j) {
        postings.push_back({file.hash[j], owner, corpus.texts[owner].begins[i] + file.position[j]});
      }
    }
  }
  return postings;
}

}  // namespace whorl::internal::compare::corpus
