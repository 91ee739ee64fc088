#include "registry/evidence.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace whorl::internal::registry {
namespace {

constexpr std::uint32_t kBlock = 1u << 16;  // documents
constexpr unsigned kPartBits = 10;          // a block's parts, most of which no document touches
constexpr std::uint32_t kPart = 1u << kPartBits;
constexpr std::uint32_t kTogether = 64;  // documents that are compared before one is looked at

// The best of those that come by ascending number.
class Best {
 public:
  explicit Best(std::size_t limit) : limit_(limit) {}

  // What a document has to exceed.
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
  static bool is_better(const DocumentEvidence& a, const DocumentEvidence& b) {
    return a.sum != b.sum ? a.sum > b.sum : a.document < b.document;
  }

  std::size_t limit_;
  std::vector<DocumentEvidence> heap_;  // the least in front
};

// Sums are no less than zero, so that their bits are in the order of their values: numbers that the
// processor compares several at a time.
std::int32_t rank_of(float sum) { return std::bit_cast<std::int32_t>(sum); }

struct Seen {
  std::int32_t most = 0;    // the rank of the greatest sum
  std::uint32_t count = 0;  // sums above zero
};

Seen seen_in(std::span<const float> sums) {
  Seen seen;
  for (const float sum : sums) {
    seen.most = std::max(seen.most, rank_of(sum));
    seen.count += rank_of(sum) > 0 ? 1 : 0;
  }
  return seen;
}

class Block {
 public:
  explicit Block(std::uint64_t fewest)
      : fewest_(static_cast<std::uint16_t>(std::min<std::uint64_t>(fewest, kMostCounted))) {
    if (fewest_ > 1) counts_.resize(kBlock);
  }

  // The block that has the document.
  void begin(std::uint32_t document) { first_ = document & ~(kBlock - 1); }

  // Takes what is of this block off the front of the list.
  void take(WeighedDocuments& list) {
    std::size_t taken = 0;
    for (const std::uint32_t document : list.documents) {
      const std::uint32_t place = document - first_;
      if (place >= kBlock) break;
      sums_[place] += list.weight;
      if (fewest_ > 1) counts_[place] += counts_[place] < kMostCounted ? 1 : 0;
      touched_[place >> kPartBits] = 1;
      ++taken;
    }
    taken_.push_back({list.documents.first(taken), list.weight, list.hash});
    list.documents = list.documents.subspan(taken);
  }

  // Adds what was taken to what is known of all documents, and forgets it.
  void finish(Best& best, MostEvidence& out) {
    for (std::uint32_t part = 0; part < kBlock; part += kPart) {
      if (touched_[part >> kPartBits] == 0) continue;
      if (fewest_ > 1) out.hidden += hide(part);
      for (std::uint32_t from = part; from < part + kPart; from += kTogether) {
        const Seen seen = seen_in(std::span(sums_).subspan(from, kTogether));
        out.documents += seen.count;
        if (seen.most > rank_of(best.least())) give(from, best);
      }
    }
    add_hashes(out);
    forget();
  }

 private:
  static constexpr std::uint16_t kMostCounted = 0xFFFF;

  // Takes their evidence from documents with too few hashes; how many.
  std::uint64_t hide(std::uint32_t part) {
    std::uint64_t hidden = 0;
    for (std::uint32_t place = part; place < part + kPart; ++place) {
      if (counts_[place] == 0 || counts_[place] >= fewest_) continue;
      sums_[place] = 0;
      ++hidden;
    }
    return hidden;
  }

  void add_hashes(MostEvidence& out) const {
    for (const WeighedDocuments& list : taken_) {
      const auto counts = [&](std::uint32_t document) { return sums_[document - first_] > 0; };
      if (std::ranges::any_of(list.documents, counts)) out.hashes.push_back(list.hash);
    }
  }

  void forget() {
    for (std::uint32_t part = 0; part < kBlock; part += kPart) {
      if (std::exchange(touched_[part >> kPartBits], 0) == 0) continue;
      std::ranges::fill(std::span(sums_).subspan(part, kPart), 0);
      if (fewest_ > 1) std::ranges::fill(std::span(counts_).subspan(part, kPart), 0);
    }
    taken_.clear();
  }

  void give(std::uint32_t from, Best& best) const {
    for (std::uint32_t place = from; place < from + kTogether; ++place) {
      if (sums_[place] > best.least()) best.take({first_ + place, sums_[place]});
    }
  }

  std::uint32_t first_ = 0;
  std::vector<float> sums_ = std::vector<float>(kBlock);
  std::uint16_t fewest_;
  std::vector<std::uint16_t> counts_;    // hashes of each document, where one is not enough
  std::vector<WeighedDocuments> taken_;  // of the block
  std::vector<std::uint8_t> touched_ = std::vector<std::uint8_t>(kBlock / kPart);
};

}  // namespace

MostEvidence most_evidence(std::vector<WeighedDocuments> lists, std::size_t limit,
                           std::uint64_t fewest) {
  MostEvidence out;
  Best best(limit);
  Block block(fewest);
  const auto is_done = [](const WeighedDocuments& list) { return list.documents.empty(); };
  const auto next = [](const WeighedDocuments& list) { return list.documents.front(); };
  while (std::erase_if(lists, is_done), !lists.empty()) {
    block.begin(next(*std::ranges::min_element(lists, {}, next)));
    for (WeighedDocuments& list : lists) block.take(list);
    block.finish(best, out);
  }
  std::ranges::sort(out.hashes);
  const auto again = std::ranges::unique(out.hashes);
  out.hashes.erase(again.begin(), again.end());
  out.best = best.sorted();
  return out;
}

}  // namespace whorl::internal::registry
