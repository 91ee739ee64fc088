#include "compare/search/passage_sharers.h"

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "base/parallel_sort.h"
#include "compare/corpus/fingerprint_file.h"
#include "compare/search/tgrams.h"

namespace whorl::internal::compare::search {
namespace {

using index::Posting;

constexpr std::uint64_t kMostRounds = 16;
constexpr std::uint32_t kPiece = 1u << 16;    // t-grams that are hashed together
constexpr std::size_t kManyOfOne = 1u << 20;  // postings of one submission

// The t-grams of a corpus, in rounds by hash. Postings name their owners by rank.
class TgramRounds {
 public:
  TgramRounds(const corpus::Corpus& corpus, const index::SharedIndex& index, unsigned threads,
              Progress& progress, std::uint64_t at_once)
      : corpus_(corpus),
        index_(index),
        threads_(threads),
        progress_(progress),
        stretches_(index.owners()) {
    base::parallel_for(index.owners(), threads, [&](std::size_t i) {
      stretches_[i] = shared_tgrams(corpus, static_cast<std::uint32_t>(i), index);
    });
    for (const auto& of_one : stretches_) {
      for (const TgramStretch& stretch : of_one) tgrams_ += stretch.end - stretch.begin;
    }
    rounds_ = std::clamp<std::uint64_t>((tgrams_ + at_once - 1) / at_once, 1, kMostRounds);
    progress.phase("finding passages", tgrams_);
  }

  std::uint64_t rounds() const { return rounds_; }

  // Those of a round, sorted.
  std::vector<Posting> postings(std::uint64_t round) const {
    std::vector<Posting> all;
    all.reserve(tgrams_ / rounds_);
    std::mutex mutex;
    base::parallel_for(stretches_.size(), threads_, [&](std::size_t owner) {
      if (progress_.cancelled()) return;
      const auto some = postings_of(static_cast<std::uint32_t>(owner), round);
      const std::lock_guard lock(mutex);
      all.insert(all.end(), some.begin(), some.end());
    });
    base::parallel_sort(all, threads_);
    return all;
  }

 private:
  std::vector<Posting> postings_of(std::uint32_t owner, std::uint64_t round) const {
    std::vector<Posting> postings;
    std::size_t many = kManyOfOne;
    for (const TgramStretch& stretch : stretches_[owner]) {
      for (TgramStretch piece = stretch; piece.begin < stretch.end; piece.begin = piece.end) {
        piece.end = stretch.end - piece.begin > kPiece ? piece.begin + kPiece : stretch.end;
        append_postings(owner, piece, round, postings);
        if (postings.size() < many) continue;
        keep_one_of_each(postings);
        many = std::max(kManyOfOne, 2 * postings.size());
      }
    }
    return postings;
  }

  void append_postings(std::uint32_t owner, const TgramStretch& piece, std::uint64_t round,
                       std::vector<Posting>& postings) const {
    const corpus::PreparedFile& file = corpus_.files[piece.file];
    std::uint32_t position = piece.offset + piece.begin;
    for (const std::uint64_t hash : corpus::tgram_hashes(file, symbols_of(file, piece))) {
      if (hash % rounds_ == round) postings.push_back({hash, index_.rank_of(owner), position});
      ++position;
    }
  }

  // A text that repeats a few symbols for megabytes has few t-grams.
  void keep_one_of_each(std::vector<Posting>& postings) const {
    std::ranges::sort(postings);
    const auto same = [&](const Posting& a, const Posting& b) {
      return a.hash == b.hash && same_tgram(corpus_, index_, a, b);
    };
    postings.erase(std::ranges::unique(postings, same).begin(), postings.end());
  }

  const corpus::Corpus& corpus_;
  const index::SharedIndex& index_;
  const unsigned threads_;
  Progress& progress_;
  std::vector<std::vector<TgramStretch>> stretches_;  // by owner
  std::uint64_t tgrams_ = 0;
  std::uint64_t rounds_ = 1;
};

}  // namespace

PassageSharers::PassageSharers(const corpus::Corpus& corpus, const index::SharedIndex& index,
                               unsigned threads, Progress& progress, std::uint64_t at_once)
    : sharers_(index.owners()) {
  const TgramRounds tgrams(corpus, index, threads, progress, at_once);
  SharerGrouping grouping(corpus, index, sharers_);
  for (std::uint64_t round = 0; round < tgrams.rounds(); ++round) {
    std::vector<Posting> postings = tgrams.postings(round);
    for (auto rest = std::span(postings); !rest.empty() && !progress.cancelled();) {
      const std::span<Posting> group = index::first_group(rest);
      grouping.add(group);
      progress.advance(group.size());
      rest = rest.subspan(group.size());
    }
  }
}

void PassageSharers::mark_above(std::uint32_t rank, std::span<std::uint64_t> bits) const {
  const std::uint32_t own = rank / 64;
  for (const std::uint32_t set : sharers_.of_rank[rank]) {
    const auto words = sharers_.sets[set];
    auto word = words.rbegin();
    for (; word->word != own; ++word) bits[word->word] |= word->bits;
    bits[own] |= word->bits;
  }
  bits[own] &= ~std::uint64_t{1} << (rank % 64);
}

}  // namespace whorl::internal::compare::search
