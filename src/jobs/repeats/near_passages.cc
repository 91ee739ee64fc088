#include "jobs/repeats/near_passages.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/go_on.h"
#include "base/heap.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/try.h"
#include "jobs/repeats/near_alignment.h"
#include "jobs/repeats/word_file.h"

namespace whorl::internal::repeats {
namespace {

constexpr std::size_t kBatch = 1 << 16;  // seeds
constexpr unsigned kCacheShare = 8;      // part of the memory for words

Extent extent_of(std::uint64_t document, const DocumentList& documents) {
  return {documents.first_symbol(document), documents.first_symbol(document + 1)};
}

Passage passage_of(const near::NearSpan& span) {
  return {span.at, span.first, span.symbols, 1000 * span.equal / span.columns};
}

// A later text, and which of its seeds are in a run that is aligned already. Seeds come in
// ascending order.
class LaterText {
 public:
  explicit LaterText(const Extent& extent) : extent_(extent) {}

  const Extent& extent() const { return extent_; }
  // True if the seed is in no aligned run. If a text repeats itself again and again, each position
  // has seeds with all before it; such a text is aligned up to kMostTimes its length.
  bool needs(const SortedSeed& seed) const {
    if (aligned_ > kMostTimes * (seed.at - extent_.begin + kShortText)) return false;
    const auto found = ends_.find(seed.at - seed.first);
    return found == ends_.end() || seed.at >= found->second;
  }
  // The runs of an alignment from a seed at `at`.
  void add(std::span<const near::EqualRun> runs, std::uint64_t at) {
    if (runs.empty()) return;
    aligned_ += runs.back().at + runs.back().symbols - runs.front().at;
    for (const near::EqualRun& run : runs) {
      std::uint64_t& end = ends_[run.at - run.first];
      end = std::max(end, run.at + run.symbols);
    }
    if (ends_.size() < most_) return;
    std::erase_if(ends_, [&](const auto& entry) { return entry.second <= at; });
    most_ = std::max(kFewest, 2 * ends_.size());
  }

 private:
  static constexpr std::size_t kFewest = 1 << 10;
  static constexpr std::uint64_t kMostTimes = 256;
  static constexpr std::uint64_t kShortText = 1 << 10;  // symbols

  Extent extent_;
  std::uint64_t aligned_ = 0;  // symbols, of all alignments
  // The ends of the last runs, by the distance of the two texts' positions.
  std::unordered_map<std::uint64_t, std::uint64_t> ends_;
  std::size_t most_ = kFewest;  // runs before finished ones are removed
};

// The near passages of a later text by some of its seeds, in no order.
std::vector<Passage> passages_of(std::span<const SortedSeed> seeds, const DocumentList& documents,
                                 const near::NearRule& rule, WordReader& words, LaterText& later) {
  std::vector<Passage> found;
  Aligner aligner(words, rule);
  for (const SortedSeed& seed : seeds) {
    if (!later.needs(seed)) continue;
    const Extent earlier = extent_of(documents.document_of(seed.first), documents);
    const auto runs = aligner.align({seed.at, seed.first}, later.extent(), earlier);
    later.add(runs, seed.at);
    for (const near::NearSpan& span : near::near_spans(runs, rule))
      found.push_back(passage_of(span));
  }
  return found;
}

// Up to kBatch seeds, grouped by their later texts. The seeds of a text may be in several batches.
class SeedBatches {
 public:
  struct Part {
    Extent later;
    std::span<const SortedSeed> seeds;
  };

  SeedBatches(base::SortedStream<SortedSeed> seeds, const DocumentList& documents)
      : seeds_(std::move(seeds)), documents_(documents) {}

  // Ascending; none at the end. Valid until the next call.
  Result<std::vector<Part>> next() {
    batch_.clear();
    batch_.reserve(kBatch);
    std::vector<Part> parts;
    while (batch_.size() < kBatch) {
      WHORL_ASSIGN_OR_RETURN(const SortedSeed* seed, seeds_.next());
      if (seed == nullptr) break;
      if (parts.empty() || seed->at >= parts.back().later.end) {
        const Extent later = extent_of(documents_.document_of(seed->at), documents_);
        parts.push_back({later, {batch_.data() + batch_.size(), 0}});
      }
      batch_.push_back(*seed);
      parts.back().seeds = {parts.back().seeds.data(), parts.back().seeds.size() + 1};
    }
    return parts;
  }

 private:
  base::SortedStream<SortedSeed> seeds_;
  const DocumentList& documents_;
  std::vector<SortedSeed> batch_;
};

// Aligns the texts of all seeds, several documents at a time on several threads.
class SeedAligner {
 public:
  SeedAligner(const Workplace& place, const near::NearRule& rule, const DocumentList& documents,
              base::FileSystem::Path words)
      : place_(place), rule_(rule), documents_(documents), words_(std::move(words)) {}

  Result<void> run(NearSeeds seeds, base::ExternalSorter<Passage>& passages) {
    place_.progress.phase("aligning near passages", seeds.count);
    SeedBatches batches(std::move(seeds.seeds), documents_);
    std::vector<LaterText> texts;
    while (true) {
      WHORL_RETURN_IF_ERROR(base::go_on(&place_.progress));
      WHORL_ASSIGN_OR_RETURN(const auto parts, batches.next());
      if (parts.empty()) return {};
      texts = texts_of(parts, std::move(texts));
      std::vector<Result<std::vector<Passage>>> found(parts.size());
      base::parallel_for(parts.size(), place_.limits.threads,
                         [&](std::size_t i) { found[i] = align_all(parts[i].seeds, texts[i]); });
      for (std::size_t i = 0; i < parts.size(); ++i) {
        WHORL_RETURN_IF_ERROR(found[i]);
        WHORL_RETURN_IF_ERROR(passages.add_all(*found[i]));
        place_.progress.advance(parts[i].seeds.size());
      }
    }
  }

 private:
  // One for each part. The first continues the last text of the batch before, if it is the same.
  static std::vector<LaterText> texts_of(std::span<const SeedBatches::Part> parts,
                                         std::vector<LaterText> before) {
    std::vector<LaterText> texts;
    for (const SeedBatches::Part& part : parts) texts.emplace_back(part.later);
    if (!before.empty() && before.back().extent() == parts.front().later) {
      texts.front() = std::move(before.back());
    }
    return texts;
  }

  Result<std::vector<Passage>> align_all(std::span<const SortedSeed> seeds, LaterText& later) {
    Result<std::vector<Passage>> found;
    readers_.with([&] { return std::make_unique<Result<WordReader>>(open_words()); },
                  [&](Result<WordReader>& words) {
                    if (!words) {
                      found = tl::unexpected(words.error());
                      return;
                    }
                    found = passages_of(seeds, documents_, rule_, *words, later);
                    if (auto read = words->status(); !read) found = tl::unexpected(read.error());
                  });
    return found;
  }

  Result<WordReader> open_words() const {
    const std::uint64_t cache = place_.limits.memory / kCacheShare;
    return WordReader::open(place_.file_system, words_,
                            cache / base::thread_count(place_.limits.threads));
  }

  const Workplace& place_;
  const near::NearRule& rule_;
  const DocumentList& documents_;
  base::FileSystem::Path words_;
  base::Pool<Result<WordReader>> readers_;
};

Result<FoundPassages> join(base::SortedStream<Passage> passages, const Workplace& place) {
  PassageCollector joined(place);
  PassageJoiner joiner;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto some, passages.next_some());
    if (some.empty()) break;
    for (const Passage& passage : some) {
      if (const auto ended = joiner.take(passage)) WHORL_RETURN_IF_ERROR(joined.add(*ended));
    }
  }
  if (const auto last = joiner.finish()) WHORL_RETURN_IF_ERROR(joined.add(*last));
  return joined.finish();
}

}  // namespace

Result<Grid> make_seed_grid(const near::NearRule& rule) {
  const auto run = static_cast<std::uint32_t>(rule.seed);
  const std::uint32_t window = std::max<std::uint32_t>(1, (run + 1) / 3);
  return make_grid("words", run, window);
}

std::optional<Passage> PassageJoiner::take(const Passage& passage) {
  if (!open_ || passage.at >= open_->end()) return std::exchange(open_, passage);
  if (passage.end() <= open_->end()) return std::nullopt;
  if (passage.at == open_->at) {
    open_ = passage;
    return std::nullopt;
  }
  Passage rest = passage;
  rest.symbols = passage.end() - open_->end();
  rest.first += passage.symbols - rest.symbols;
  rest.at = open_->end();
  return std::exchange(open_, rest);
}

Result<FoundPassages> find_near_passages(FoundPassages exact, const NearSearch& search) {
  const Workplace& place = search.place;
  WHORL_ASSIGN_OR_RETURN(const Grid grid, make_seed_grid(search.rule));
  const Workplace seed_place{place.file_system, place.folder, place.limits, grid, place.progress};
  const base::FileSystem::Path words = place.folder / "words";
  base::release_freed_memory();  // memory of the search for exact passages
  base::ExternalSorter<Passage> passages(place.file_system, place.sort("near", 10));
  WHORL_ASSIGN_OR_RETURN(auto seeds, find_seeds({search.sources, seed_place, search.rule,
                                                 search.documents, search.against},
                                                std::move(exact.passages), passages, words));
  base::release_freed_memory();
  WHORL_RETURN_IF_ERROR(
      SeedAligner(place, search.rule, search.documents, words).run(std::move(seeds), passages));
  WHORL_ASSIGN_OR_RETURN(auto sorted, passages.finish());
  return join(std::move(sorted), place);
}

}  // namespace whorl::internal::repeats
