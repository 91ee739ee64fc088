#include "jobs/registry/candidates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

namespace whorl::internal::registry {
namespace {

constexpr std::uint32_t kBlock = 1u << 16;  // documents
constexpr unsigned kPartBits = 10;          // parts of a block; documents use few of them
constexpr std::uint32_t kPart = 1u << kPartBits;
constexpr std::uint32_t kTogether = 64;  // documents that are compared before one is examined

// The best documents; they come by ascending number.
class Best {
 public:
  explicit Best(std::size_t limit) : limit_(limit) {}

  // The value that a document must exceed.
  float least() const {
    if (heap_.size() < limit_) return 0;
    return heap_.empty() ? std::numeric_limits<float>::infinity() : heap_.front().sum;
  }

  void take(DocumentEvidence one) {
    if (heap_.size() == limit_) {
      std::ranges::pop_heap(heap_, is_better);
      heap_.pop_back();
    }
    heap_.push_back(one);
    std::ranges::push_heap(heap_, is_better);
  }

  std::vector<DocumentEvidence> sorted() {
    std::ranges::sort_heap(heap_, is_better);
    return std::move(heap_);
  }

 private:
  std::size_t limit_;
  std::vector<DocumentEvidence> heap_;  // the smallest is in front
};

// The bits of sums that are not negative have the order of their values. The processor compares
// several such integers at a time.
std::int32_t rank_of(float sum) { return std::bit_cast<std::int32_t>(sum); }

struct Seen {
  std::int32_t most = 0;    // the rank of the greatest
  std::uint32_t count = 0;  // of those above zero

  void take(float sum) {
    most = std::max(most, rank_of(sum));
    count += rank_of(sum) > 0 ? 1 : 0;
  }
};

// The result for one kind of documents.
class Found {
 public:
  explicit Found(std::size_t limit) : best_(limit) {}

  void count(const Seen& seen) { documents_ += seen.count; }
  bool is_beaten_by(const Seen& seen) const { return seen.most > rank_of(best_.least()); }
  void take(DocumentEvidence one) {
    if (one.sum > best_.least()) best_.take(one);
  }
  MostEvidence sorted() { return {best_.sorted(), documents_}; }

 private:
  Best best_;
  std::uint64_t documents_ = 0;
};

// The sums of a block of documents. The sum of a document with a single hash is negative.
class Block {
 public:
  // The block that has the document.
  void begin(std::uint32_t document) { first_ = document & ~(kBlock - 1); }

  // Removes the part of this block from the front of the list, and returns it.
  std::span<const std::uint32_t> take(WeighedDocuments& list) {
    float* const sums = sums_.data();
    std::uint8_t* const touched = touched_.data();
    const std::uint32_t first = first_;
    const float weight = list.weight;
    std::size_t taken = 0;
    for (const std::uint32_t document : list.documents) {
      const std::uint32_t place = document - first;
      if (place >= kBlock) break;
      sums[place] = grown(sums[place], weight);
      touched[place >> kPartBits] = 1;
      ++taken;
    }
    const auto front = list.documents.first(taken);
    list.documents = list.documents.subspan(taken);
    return front;
  }

  bool has_several(std::uint32_t document) const { return sums_[document - first_] > 0; }

  // Adds the sums to the results for all documents, and clears them.
  void finish(Found& several, Found& single) {
    for (std::uint32_t part = 0; part < kBlock; part += kPart) {
      if (std::exchange(touched_[part >> kPartBits], 0) == 0) continue;
      for (std::uint32_t from = part; from < part + kPart; from += kTogether) {
        finish(std::span(sums_).subspan(from, kTogether), from, several, single);
      }
      std::ranges::fill(std::span(sums_).subspan(part, kPart), 0);
    }
  }

 private:
  // Sets the sign of a sum that was 0. Without a branch, since it is unpredictable which documents
  // occur again.
  static float grown(float sum, float weight) {
    constexpr std::uint32_t kSign = 0x80000000;
    const auto bits = std::bit_cast<std::uint32_t>(sum);
    const std::uint32_t sign = (bits - 1) & ~bits & kSign;
    const float magnitude = std::bit_cast<float>(bits & ~kSign) + weight;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
  }

  void finish(std::span<const float> sums, std::uint32_t from, Found& several,
              Found& single) const {
    Seen seen, seen_once;
    for (const float sum : sums) {
      seen.take(sum);
      seen_once.take(-sum);
    }
    several.count(seen);
    single.count(seen_once);
    if (several.is_beaten_by(seen)) give(sums, from, 1, several);
    if (single.is_beaten_by(seen_once)) give(sums, from, -1, single);
  }

  void give(std::span<const float> sums, std::uint32_t from, float sign, Found& found) const {
    for (std::uint32_t i = 0; i < sums.size(); ++i) found.take({first_ + from + i, sign * sums[i]});
  }

  std::uint32_t first_ = 0;
  std::vector<float> sums_ = std::vector<float>(kBlock);
  std::vector<std::uint8_t> touched_ = std::vector<std::uint8_t>(kBlock / kPart);
};

using OfHash = Matches::OfHash;

// Moves the hashes to ignore to the front; returns their number.
std::size_t pass_over(std::vector<OfHash>& by_hash, const CommonRule& rule) {
  if (rule.from == 0) return 0;
  const auto is_common = [&](const OfHash& hash) { return hash.size() >= rule.from; };
  const auto end = std::ranges::stable_partition(by_hash, is_common).begin();
  std::ranges::stable_sort(by_hash.begin(), end, std::ranges::greater(), &OfHash::size);
  return std::min(static_cast<std::size_t>(end - by_hash.begin()), rule.most);
}

// A hash that all documents have weighs little, but more than nothing.
float weight_of(const OfHash& hash, std::uint64_t documents) {
  const double share = static_cast<double>(documents + 1) / static_cast<double>(hash.size());
  return static_cast<float>(std::max(std::log2(share), 1e-3));
}

// Calls body(i) for each position of an ascending list whose document is also in the other one, in
// order. Goes through the smaller list and searches in the other.
template <class Body>
void each_shared(std::span<const std::uint32_t> list, std::span<const std::uint32_t> other,
                 Body body) {
  const bool is_smaller = list.size() <= other.size();
  const std::span few = is_smaller ? list : other;
  const std::span many = is_smaller ? other : list;
  std::size_t at = 0;
  for (std::size_t i = 0; i < few.size(); ++i) {
    std::size_t leap = 1;
    while (at + leap < many.size() && many[at + leap] < few[i]) leap *= 2;
    const std::span within = many.subspan(at, std::min(leap + 1, many.size() - at));
    at += static_cast<std::size_t>(std::ranges::lower_bound(within, few[i]) - within.begin());
    if (at == many.size()) return;
    if (many[at] == few[i]) body(is_smaller ? i : at);
  }
}

// Adds to the candidates what they share.
void add_shared(std::vector<Candidate>& best, const Matches& found, std::span<const OfHash> common,
                std::span<const OfHash> counted) {
  std::vector<Candidate*> candidates;
  for (Candidate& one : best) candidates.push_back(&one);
  std::ranges::sort(candidates, {}, [](const Candidate* one) { return one->document; });
  std::vector<std::uint32_t> documents;
  for (const Candidate* one : candidates) documents.push_back(one->document);
  for (const OfHash& hash : common) {
    each_shared(documents, found.of(hash), [&](std::size_t i) { ++candidates[i]->common; });
  }
  for (const OfHash& hash : counted) {
    each_shared(documents, found.of(hash), [&](std::size_t i) {
      candidates[i]->queries.push_back(hash.query);
      candidates[i]->rare += hash.size() == 1 ? 1 : 0;
    });
  }
  for (Candidate& candidate : best) std::ranges::sort(candidate.queries);
}

// Counts documents of a single hash like all others.
void count_singles(Evidence& evidence, std::span<const OfHash> counted, std::size_t most) {
  MostEvidence all{{}, evidence.several.documents + evidence.single.documents};
  std::ranges::merge(evidence.several.best, evidence.single.best, std::back_inserter(all.best),
                     is_better);
  if (all.best.size() > most) all.best.resize(most);
  evidence.several = std::move(all);
  evidence.single = {};
  for (const OfHash& hash : counted) evidence.known[hash.query] = true;
}

// Keeps those of a single hash that are among the best of all.
void keep_best_singles(Evidence& evidence, std::size_t most) {
  if (most == 0 || evidence.several.best.size() < most) return;
  std::erase_if(evidence.single.best, [&](const DocumentEvidence& one) {
    return !is_better(one, evidence.several.best.back());
  });
}

}  // namespace

Evidence most_evidence(std::vector<WeighedDocuments> lists, std::size_t hashes, std::size_t limit) {
  Evidence out;
  out.known.resize(hashes);
  Found several(limit), single(limit);
  Block block;
  std::vector<std::span<const std::uint32_t>> taken;
  const auto is_done = [](const WeighedDocuments& list) { return list.documents.empty(); };
  const auto next = [](const WeighedDocuments& list) { return list.documents.front(); };
  const auto has_several = [&](std::uint32_t document) { return block.has_several(document); };
  while (std::erase_if(lists, is_done), !lists.empty()) {
    block.begin(next(*std::ranges::min_element(lists, {}, next)));
    taken.clear();
    for (WeighedDocuments& list : lists) taken.push_back(block.take(list));
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const std::uint32_t hash = lists[i].hash;
      if (!out.known[hash]) out.known[hash] = std::ranges::any_of(taken[i], has_several);
    }
    block.finish(several, single);
  }
  out.several = several.sorted();
  out.single = single.sorted();
  return out;
}

Candidates best_candidates(const Matches& found, std::size_t hashes, const CommonRule& rule,
                           std::uint64_t documents, const CandidatesWanted& wanted) {
  std::vector<OfHash> by_hash = found.hashes;
  const std::size_t passed_over = pass_over(by_hash, rule);
  const std::span<const OfHash> common = std::span(by_hash).first(passed_over);
  const std::span<const OfHash> counted = std::span(by_hash).subspan(passed_over);
  std::vector<WeighedDocuments> lists;
  for (const OfHash& hash : counted) {
    lists.push_back({found.of(hash), weight_of(hash, documents), hash.query});
  }
  Evidence evidence = most_evidence(std::move(lists), hashes, wanted.most);
  if (wanted.singles == Singles::counted) {
    count_singles(evidence, counted, wanted.most);
  } else {
    keep_best_singles(evidence, wanted.most);
  }
  const auto candidates_of = [&](const std::vector<DocumentEvidence>& best) {
    std::vector<Candidate> candidates;
    for (const DocumentEvidence& one : best) {
      candidates.push_back({one.document, one.sum, {}, 0, 0});
    }
    add_shared(candidates, found, common, counted);
    return candidates;
  };
  return {.best = candidates_of(evidence.several.best),
          .documents = evidence.several.documents,
          .known = std::move(evidence.known),
          .single = candidates_of(evidence.single.best),
          .singles = evidence.single.documents,
          .common = passed_over};
}

}  // namespace whorl::internal::registry
