// Finds the parts of a text that occur in the documents of a store.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "base/try.h"
#include "input/collection.h"
#include "jobs/collection/cluster/asked_file.h"
#include "jobs/collection/cluster/near_parts.h"
#include "jobs/collection/cluster/opened_store.h"
#include "jobs/collection/cluster/passage_cover.h"
#include "jobs/collection/cluster/shared_runs.h"
#include "jobs/collection/cluster/store_view.h"
#include "passages/near/near_rule.h"
#include "store/shingle_index.h"
#include "store/shingler.h"
#include "whorl/store.h"

namespace whorl {

using namespace internal;

namespace {

// Symbols of a document.
struct SymbolPlace {
  std::uint64_t at = 0;
  std::uint64_t symbols = 0;
};

// The positions of a run in a document whose shingles in order are `there`; ascending.
std::vector<SymbolPlace> equal_places(const cluster::RankedText& text, const cluster::HeldRun& run,
                                      std::span<const std::uint32_t> there) {
  std::vector<SymbolPlace> places;
  for (const std::uint32_t at :
       cluster::places_of(text.ranks.subspan(run.at, run.shingles), there)) {
    places.push_back({at, std::uint64_t{run.shingles} + text.k - 1});
  }
  return places;
}

// The positions in the document of those `parts` that belong to `run` in the text; shingles have k
// symbols.
std::vector<SymbolPlace> near_places(std::span<const near::NearSpan> parts,
                                     const cluster::HeldRun& run, std::uint32_t k) {
  std::vector<SymbolPlace> places;
  for (const near::NearSpan& part : parts) {
    if (part.at != run.at || part.symbols != run.shingles + k - 1) continue;
    places.push_back({part.first, part.first_symbols});
  }
  std::ranges::sort(places, {}, &SymbolPlace::at);
  return places;
}

}  // namespace

Result<void> StoreReader::Opened::check_passages(const StoredPassageOptions& options) const {
  const join::ResolvedRun& run = view.run;
  if (options.limit == 0) {
    return fail(ErrorCode::invalid_argument, "a limit of passages is at least 1");
  }
  if (!run.features_field.empty()) {
    return fail(ErrorCode::invalid_argument, "the store is of features, which have no passages");
  }
  if (options.at_least < run.shingle) {
    return fail(
        ErrorCode::invalid_argument,
        "a passage cannot be shorter than a shingle of the store, " + std::to_string(run.shingle));
  }
  if (run.common != 0) {
    return fail(
        ErrorCode::unsupported,
        "the store skips common shingles, so passages would have gaps: build one without --common");
  }
  if (run.verify || run.shingling.sketching.kind() == sketch::SketchKind::all) return {};
  return fail(ErrorCode::unsupported,
              "the store has only samples of the shingles: build one without --no-verify");
}

Result<StoreReader::Opened::PassageRule> StoreReader::Opened::passage_rule(
    const StoredPassageOptions& options) const {
  WHORL_RETURN_IF_ERROR(check_passages(options));
  const auto symbols =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(options.at_least, UINT32_MAX));
  PassageRule rule{symbols - view.run.shingle + 1, options.limit};
  if (options.near) {
    WHORL_ASSIGN_OR_RETURN(rule.near, near::make_near_rule(*options.near, symbols));
  }
  return rule;
}

Result<void> StoreReader::Opened::append_equal(const cluster::PlacedShingles& placed,
                                               const Holder& holder, std::uint32_t least,
                                               std::vector<cluster::HeldRun>& runs) const {
  const std::size_t before = runs.size();
  placed.append_runs(holder.doc, holder.set, least, runs);
  if (!view.positions || runs.size() == before) return {};
  runs.resize(before);
  WHORL_ASSIGN_OR_RETURN(const auto there, view.positions->read(holder.doc, holder.set.size()));
  const auto size = static_cast<std::uint32_t>(holder.set.size());
  for (const auto& run :
       cluster::shared_runs(placed.ranks_in(holder.set), there.shingles, size, least)) {
    runs.push_back({run.at, run.length, holder.doc});
  }
  return {};
}

// An equal run is a near one too, but its shingles may be too frequent to be aligned.
Result<void> StoreReader::Opened::append_near(const cluster::PlacedShingles& placed,
                                              const Holder& holder, const PassageRule& rule,
                                              std::vector<cluster::HeldRun>& runs) const {
  const std::vector<std::uint32_t> ranks = placed.ranks_in(holder.set);
  const cluster::RankedText text{ranks, view.run.shingle};
  auto parts = cluster::near_parts_of_set(text, *rule.near);
  if (parts.empty()) return {};
  std::vector<cluster::HeldRun> found;
  if (view.positions) {
    WHORL_RETURN_IF_ERROR(append_equal(placed, holder, rule.least, found));
    WHORL_ASSIGN_OR_RETURN(const auto there, view.positions->read(holder.doc, holder.set.size()));
    parts = cluster::near_parts_in_order(text, there.shingles, *rule.near);
  }
  for (const near::NearSpan& part : parts) {
    found.push_back({static_cast<std::uint32_t>(part.at),
                     static_cast<std::uint32_t>(part.symbols - text.k + 1), holder.doc,
                     static_cast<std::uint32_t>(1000 * part.equal / part.columns)});
  }
  cluster::keep_longest(found);
  runs.insert(runs.end(), found.begin(), found.end());
  return {};
}

Result<std::vector<cluster::HeldRun>> StoreReader::Opened::held_runs(
    const cluster::PlacedShingles& placed, const PassageRule& rule) const {
  WHORL_ASSIGN_OR_RETURN(const auto sharing, store::documents_sharing(index, placed.distinct()));
  std::vector<cluster::HeldRun> runs;
  Holder holder;
  for (const store::SharedShingles& shared : sharing) {
    WHORL_ASSIGN_OR_RETURN(const auto about, view.documents.record(shared.doc));
    holder.doc = shared.doc;
    WHORL_RETURN_IF_ERROR(view.sets.full_set(about.set, holder.set));
    WHORL_RETURN_IF_ERROR(rule.near ? append_near(placed, holder, rule, runs)
                                    : append_equal(placed, holder, rule.least, runs));
  }
  return runs;
}

Result<StoreReader::Opened::PlacedDocument> StoreReader::Opened::placed_document(
    const cluster::PlacedShingles& placed, store::DocId doc, const PassageRule& rule) const {
  WHORL_ASSIGN_OR_RETURN(const auto about, view.documents.record(doc));
  sketch::ShingleSet set;
  WHORL_RETURN_IF_ERROR(view.sets.full_set(about.set, set));
  PlacedDocument document{doc, placed.ranks_in(set), {}, {}};
  WHORL_ASSIGN_OR_RETURN(document.there, view.positions->read(doc, set.size()));
  if (rule.near) {
    const cluster::RankedText text{document.ranks, view.run.shingle};
    document.near_parts = cluster::near_parts_in_order(text, document.there.shingles, *rule.near);
  }
  return document;
}

void StoreReader::Opened::add_places(const PlacedDocument& document, const cluster::HeldRun& run,
                                     std::uint64_t limit, StoredPassage& passage) const {
  const cluster::RankedText text{document.ranks, view.run.shingle};
  const auto found = run.equal == cluster::kAllEqual
                         ? equal_places(text, run, document.there.shingles)
                         : near_places(document.near_parts, run, text.k);
  passage.times = found.size();
  for (const SymbolPlace& place : std::span(found).first(std::min(limit, passage.times))) {
    passage.places.push_back({place.at, document.there.bytes(place.at, place.at + place.symbols)});
  }
}

Result<std::vector<StoredPassage>> StoreReader::Opened::passages(
    input::CollectionRecord record, const StoredPassageOptions& options) const {
  WHORL_ASSIGN_OR_RETURN(const PassageRule rule, passage_rule(options));
  const std::string name = record.place;
  const auto asked = view.run.shingling.make.with(options.convert).in_order(std::move(record));
  if (!asked) return fail(asked.error().code, name + ": " + asked.error().message);
  const cluster::PlacedShingles placed(asked->shingles);
  WHORL_ASSIGN_OR_RETURN(auto runs, held_runs(placed, rule));
  std::vector<StoredPassage> found;
  std::optional<PlacedDocument> there;  // of the last run
  for (const auto& [run, documents] : cluster::covering_runs(std::move(runs), rule.limit)) {
    WHORL_ASSIGN_OR_RETURN(const auto about, view.documents.record(run.doc));
    StoredPassage& passage = found.emplace_back();
    WHORL_ASSIGN_OR_RETURN(passage.document, document(about));
    passage.at = run.at;
    passage.symbols = std::uint64_t{run.shingles} + view.run.shingle - 1;
    passage.bytes = asked->origin.bytes(run.at, run.at + passage.symbols);
    passage.text = asked->text.substr(passage.bytes.begin, passage.bytes.end - passage.bytes.begin);
    passage.documents = documents;
    if (rule.near) passage.equal = run.equal / 1000.0;
    if (!view.positions) continue;
    if (!there || there->doc != run.doc) {
      WHORL_ASSIGN_OR_RETURN(there, placed_document(placed, run.doc, rule));
    }
    add_places(*there, run, rule.limit, passage);
  }
  return found;
}

Result<std::vector<StoredPassage>> StoreReader::passages(std::string_view text,
                                                         const StoredPassageOptions& options) const
    try {
  Record record;
  record.text = text;
  WHORL_ASSIGN_OR_RETURN(auto one, input::one_record(record, input::CollectionOptions{}));
  return opened_->passages(std::move(one), options);
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<StoredPassage>> StoreReader::passages_of_file(
    const std::string& file, const StoredPassageOptions& options) const try {
  WHORL_ASSIGN_OR_RETURN(auto record, cluster::asked_file(file));
  return opened_->passages(std::move(record), options);
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
