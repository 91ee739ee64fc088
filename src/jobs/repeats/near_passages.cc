#include "jobs/repeats/near_passages.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/go_on.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/try.h"
#include "jobs/repeats/near_alignment.h"
#include "jobs/repeats/near_seeds.h"
#include "jobs/repeats/word_file.h"

namespace whorl::internal::repeats {
namespace {

constexpr std::size_t kBatch = 1 << 16;  // seeds, or those of one document
constexpr unsigned kCacheShare = 8;      // of the memory, for words

Extent extent_of(std::uint64_t document, const DocumentList& documents) {
  return {documents.first_symbol(document), documents.first_symbol(document + 1)};
}

Passage passage_of(const NearSpan& span) {
  return {span.at, span.first, span.symbols, 1000 * span.equal / span.columns};
}

// Which seeds lie in a run that is aligned already, for one later text.
class AlignedRuns {
 public:
  bool has(const SortedSeed& seed) const {
    const auto found = ends_.find(seed.at - seed.first);
    return found != ends_.end() && seed.at < found->second;
  }
  void add(std::span<const EqualRun> runs) {
    for (const EqualRun& run : runs) {
      std::uint64_t& end = ends_[run.at - run.first];
      end = std::max(end, run.at + run.symbols);
    }
  }

 private:
  // By how much later they stand, where the last run ends: seeds come in ascending order.
  std::unordered_map<std::uint64_t, std::uint64_t> ends_;
};

// The near passages of one later text, whose seeds these are, in no order.
std::vector<Passage> passages_of(std::span<const SortedSeed> seeds, const DocumentList& documents,
                                 const NearRule& rule, WordReader& words) {
  std::vector<Passage> found;
  AlignedRuns aligned;
  Aligner aligner(words, rule);
  const Extent later = extent_of(documents.document_of(seeds.front().at), documents);
  for (const SortedSeed& seed : seeds) {
    if (aligned.has(seed)) continue;
    const Extent earlier = extent_of(documents.document_of(seed.first), documents);
    const auto runs = aligner.align({seed.at, seed.first}, later, earlier);
    aligned.add(runs);
    for (const NearSpan& span : near_spans(runs, rule)) found.push_back(passage_of(span));
  }
  return found;
}

// Reads seeds, those of several whole documents at a time.
class SeedBatches {
 public:
  SeedBatches(base::SortedStream<SortedSeed> seeds, const DocumentList& documents)
      : seeds_(std::move(seeds)), documents_(documents) {}

  // The seeds of one document each, ascending; none at the end. Valid until the next call.
  Result<std::vector<std::span<const SortedSeed>>> next() {
    batch_.clear();
    std::vector<std::size_t> begins;
    std::uint64_t end = 0;  // of the document
    while (true) {
      WHORL_ASSIGN_OR_RETURN(const bool is_there, look_ahead());
      if (!is_there) break;
      if (ahead_->at >= end) {
        if (batch_.size() >= kBatch) break;
        begins.push_back(batch_.size());
        end = extent_of(documents_.document_of(ahead_->at), documents_).end;
      }
      if (batch_.empty() || batch_.back() != *ahead_) batch_.push_back(*ahead_);
      ahead_ = nullptr;
    }
    std::vector<std::span<const SortedSeed>> documents;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      const std::size_t after = i + 1 < begins.size() ? begins[i + 1] : batch_.size();
      documents.push_back(std::span(batch_).subspan(begins[i], after - begins[i]));
    }
    return documents;
  }

 private:
  Result<bool> look_ahead() {
    if (ahead_ == nullptr) {
      WHORL_ASSIGN_OR_RETURN(ahead_, seeds_.next());
    }
    return ahead_ != nullptr;
  }

  base::SortedStream<SortedSeed> seeds_;
  const DocumentList& documents_;
  const SortedSeed* ahead_ = nullptr;
  std::vector<SortedSeed> batch_;
};

// Aligns the texts of all seeds, those of several documents at a time on several threads.
class SeedAligner {
 public:
  SeedAligner(const Workplace& place, const NearRule& rule, const DocumentList& documents,
              base::FileSystem::Path words)
      : place_(place), rule_(rule), documents_(documents), words_(std::move(words)) {}

  Result<void> run(NearSeeds seeds, base::ExternalSorter<Passage>& passages) {
    place_.progress.phase("aligning near passages", seeds.count);
    SeedBatches batches(std::move(seeds.seeds), documents_);
    while (true) {
      WHORL_RETURN_IF_ERROR(base::go_on(&place_.progress));
      WHORL_ASSIGN_OR_RETURN(auto documents, batches.next());
      if (documents.empty()) return {};
      std::vector<Result<std::vector<Passage>>> found(documents.size());
      base::parallel_for(documents.size(), place_.limits.threads,
                         [&](std::size_t i) { found[i] = align_all(documents[i]); });
      for (std::size_t i = 0; i < documents.size(); ++i) {
        WHORL_RETURN_IF_ERROR(found[i]);
        WHORL_RETURN_IF_ERROR(passages.add_all(*found[i]));
        place_.progress.advance(documents[i].size());
      }
    }
  }

 private:
  Result<std::vector<Passage>> align_all(std::span<const SortedSeed> seeds) {
    Result<std::vector<Passage>> found;
    readers_.with([&] { return std::make_unique<Result<WordReader>>(open_words()); },
                  [&](Result<WordReader>& words) {
                    if (!words) {
                      found = tl::unexpected(words.error());
                      return;
                    }
                    found = passages_of(seeds, documents_, rule_, *words);
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
  const NearRule& rule_;
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

Result<Grid> make_seed_grid(const NearRule& rule) {
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

Result<FoundPassages> find_near_passages(FoundPassages exact, const Sources& sources,
                                         const Workplace& place, const NearRule& rule,
                                         const DocumentList& documents, std::uint64_t against) {
  WHORL_ASSIGN_OR_RETURN(const Grid grid, make_seed_grid(rule));
  const Workplace near_place{place.file_system, place.folder, place.limits, grid, place.progress};
  const base::FileSystem::Path words = place.folder / "words";
  PassageReader reader(std::move(exact.passages));
  base::ExternalSorter<Passage> passages(place.file_system, place.sort("near", 6));
  WHORL_ASSIGN_OR_RETURN(auto seeds, find_seeds(sources, near_place, rule, documents, against,
                                                reader, passages, words));
  WHORL_RETURN_IF_ERROR(SeedAligner(place, rule, documents, words).run(std::move(seeds), passages));
  WHORL_ASSIGN_OR_RETURN(auto sorted, passages.finish());
  return join(std::move(sorted), place);
}

}  // namespace whorl::internal::repeats
