#include "jobs/compare/search/passage_sharers.h"

#include <algorithm>
#include <mutex>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/go_on.h"
#include "base/parallel.h"
#include "base/radix_sort.h"
#include "jobs/compare/corpus/fingerprint_file.h"
#include "passages/match/side.h"

namespace whorl::internal::compare::search {
namespace {

// The t-grams around the k-gram at `position` of `run`.
TgramStretch around(const corpus::Corpus& corpus, const corpus::FilePosition& run_begin,
                    const match::Run& run, std::uint32_t position) {
  const corpus::PreparedFile& file = corpus.files[run_begin.file];
  const std::uint32_t t = file.guarantee, offset = run.begin - run_begin.symbol;
  if (run.end - run.begin < t) return {};
  const std::uint32_t back = std::min(t - file.recipe.k, position - run.begin);
  return {run_begin.file, offset, position - back - offset,
          std::min(position, run.end - t) + 1 - offset};
}

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
      if (progress.cancelled()) return;
      stretches_[i] = shared_tgrams(corpus, static_cast<std::uint32_t>(i), index);
    });
    for (const auto& of_one : stretches_) {
      for (const TgramStretch& stretch : of_one) tgrams_ += stretch.end - stretch.begin;
    }
    rounds_ = std::clamp<std::uint64_t>((tgrams_ + at_once - 1) / at_once, 1, kMostRounds);
    progress.phase("finding passages", tgrams_);
  }

  std::uint64_t rounds() const { return rounds_; }

  // The postings of a round, sorted.
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
    const base::Cancellation watch(&progress_);
    base::radix_sort(std::span(all), threads_, watch);
    return all;
  }

 private:
  std::vector<Posting> postings_of(std::uint32_t owner, std::uint64_t round) const {
    std::vector<Posting> postings;
    std::size_t many = kManyOfOne;
    for (const TgramStretch& stretch : stretches_[owner]) {
      for (TgramStretch piece = stretch; piece.begin < stretch.end; piece.begin = piece.end) {
        if (progress_.cancelled()) return postings;
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

  // For a text that repeats a few symbols for megabytes, which has few t-grams.
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

std::vector<TgramStretch> shared_tgrams(const corpus::Corpus& corpus, std::uint32_t owner,
                                        const index::SharedIndex& index) {
  std::vector<TgramStretch> stretches;
  const auto selected = index.selected_in_order(owner);
  std::size_t i = 0;
  for (const match::Run& run : corpus.texts[owner].runs) {
    const std::size_t first = stretches.size();
    const corpus::FilePosition begin = corpus.locate(owner, run.begin);
    for (; i < selected.size() && selected[i].position < run.end; ++i) {
      const TgramStretch next = around(corpus, begin, run, selected[i].position);
      if (next.begin == next.end) continue;
      if (stretches.size() > first && next.begin <= stretches.back().end) {
        stretches.back().end = std::max(stretches.back().end, next.end);
      } else {
        stretches.push_back(next);
      }
    }
  }
  return stretches;
}

using index::Posting;

void SharerGrouping::add(std::span<Posting> group) {
  while (!group.empty() && group.front().owner != group.back().owner) {
    const Posting first = group.front();
    const auto like_first = [&](const Posting& other) {
      return same_tgram(corpus_, index_, first, other);
    };
    auto unlike = std::ranges::find_if_not(group, like_first);
    if (unlike != group.end()) unlike = std::stable_partition(unlike, group.end(), like_first);
    add_tgram({group.begin(), unlike});
    group = {unlike, group.end()};
  }
}

void SharerGrouping::add_tgram(std::span<const Posting> group) {
  index::list_owners(group, ranks_);
  if (ranks_.size() > 1) add_set();
}

void SharerGrouping::add_set() {
  const std::uint32_t set = out_.sets.size();
  out_.sets.push_back(ranks_);
  const std::uint64_t hash = XXH3_64bits(ranks_.data(), ranks_.size() * sizeof(ranks_[0]));
  const auto [first, last] = by_hash_.equal_range(hash);
  const bool known = std::any_of(first, last, [&](const auto& other) {
    return std::ranges::equal(out_.sets[other.second], out_.sets[set]);
  });
  if (known) return out_.sets.pop_back();
  by_hash_.emplace(hash, set);
  for (const std::uint32_t rank : ranks_) out_.of_rank[rank].push_back(set);
}

bool same_tgram(const corpus::Corpus& corpus, const index::SharedIndex& index, const Posting& a,
                const Posting& b) {
  const std::uint32_t x = index.owner_of(a.owner), y = index.owner_of(b.owner);
  const match::Run& a_run = match::run_at(corpus.texts[x].runs, a.position);
  const match::Run& b_run = match::run_at(corpus.texts[y].runs, b.position);
  const std::uint32_t t = corpus.files[corpus.locate(x, a.position).file].guarantee;
  const std::uint32_t most = std::min(t, b_run.end - b.position);
  return match::agree_right(a_run, a.position, b_run, b.position, most) == t;
}

PassageSharers::PassageSharers(const corpus::Corpus& corpus, const index::SharedIndex& index,
                               unsigned threads, Progress& progress, std::uint64_t at_once)
    : sharers_(index.owners()) {
  const TgramRounds tgrams(corpus, index, threads, progress, at_once);
  SharerGrouping grouping(corpus, index, sharers_);
  for (std::uint64_t round = 0; round < tgrams.rounds(); ++round) {
    if (progress.cancelled()) return;
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
