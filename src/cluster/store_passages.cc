// Which parts of a text stand in the documents of a store.
#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "cluster/asked_file.h"
#include "cluster/opened_store.h"
#include "cluster/passage_cover.h"
#include "cluster/shared_runs.h"
#include "read/record_collection.h"
#include "store/shingle_lookup.h"

namespace whorl {

using namespace internal;

Result<void> StoreReader::Opened::check_passages(const StoredPassageOptions& options) const {
  const join::ResolvedRun& run = view.run;
  if (options.limit == 0) {
    return fail(ErrorCode::invalid_argument, "a limit of passages is a number from 1");
  }
  if (!run.features_field.empty()) {
    return fail(ErrorCode::invalid_argument, "the store is of features, which have no passages");
  }
  if (options.at_least < run.shingle) {
    return fail(ErrorCode::invalid_argument,
                "a passage has at least as many symbols as a shingle of the store, " +
                    std::to_string(run.shingle));
  }
  if (run.common != 0) {
    return fail(ErrorCode::unsupported,
                "the store leaves out common shingles, so passages have gaps: make one without "
                "--common");
  }
  if (run.verify || run.shingling.sketching.kind() == sketch::SketchKind::all) return {};
  return fail(ErrorCode::unsupported,
              "the store keeps samples of shingles alone: make one without --no-verify");
}

Result<std::vector<cluster::HeldRun>> StoreReader::Opened::held_runs(
    const cluster::PlacedShingles& placed, std::uint32_t least) const {
  WHORL_ASSIGN_OR_RETURN(const auto sharing, store::documents_sharing(index, placed.distinct()));
  std::vector<cluster::HeldRun> runs;
  sketch::ShingleSet set;
  for (const store::SharedShingles& shared : sharing) {
    WHORL_ASSIGN_OR_RETURN(const auto about, view.documents.record(shared.doc));
    WHORL_RETURN_IF_ERROR(view.sets.full_set(about.set, set));
    const std::size_t before = runs.size();
    placed.append_runs(shared.doc, set, least, runs);
    if (!view.positions || runs.size() == before) continue;
    runs.resize(before);
    WHORL_ASSIGN_OR_RETURN(const auto there, view.positions->read(shared.doc, set.size()));
    const auto size = static_cast<std::uint32_t>(set.size());
    for (const auto& run :
         cluster::shared_runs(placed.ranks_in(set), there.shingles, size, least)) {
      runs.push_back({run.at, run.length, shared.doc});
    }
  }
  return runs;
}

Result<void> StoreReader::Opened::add_places(const cluster::PlacedShingles& placed,
                                             const cluster::HeldRun& run, std::uint64_t limit,
                                             StoredPassage& passage) const {
  WHORL_ASSIGN_OR_RETURN(const auto about, view.documents.record(run.doc));
  sketch::ShingleSet set;
  WHORL_RETURN_IF_ERROR(view.sets.full_set(about.set, set));
  WHORL_ASSIGN_OR_RETURN(const auto there, view.positions->read(run.doc, set.size()));
  const std::vector<std::uint32_t> ranks = placed.ranks_in(set);
  const auto places =
      cluster::places_of(std::span(ranks).subspan(run.at, run.shingles), there.shingles);
  passage.times = places.size();
  for (const std::uint32_t at : std::span(places).first(std::min(limit, passage.times))) {
    passage.places.push_back({at, there.bytes(at, at + passage.symbols)});
  }
  return {};
}

Result<std::vector<StoredPassage>> StoreReader::Opened::passages(
    read::CollectionRecord record, const StoredPassageOptions& options) const {
  WHORL_RETURN_IF_ERROR(check_passages(options));
  const std::string name = record.place;
  const auto asked = view.run.shingling.make.with(options.convert).in_order(std::move(record));
  if (!asked) return fail(asked.error().code, name + ": " + asked.error().message);
  const std::uint32_t k = view.run.shingle;
  const auto least =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(options.at_least - k + 1, UINT32_MAX));
  const cluster::PlacedShingles placed(asked->shingles);
  WHORL_ASSIGN_OR_RETURN(auto runs, held_runs(placed, least));
  std::vector<StoredPassage> found;
  for (const auto& [run, documents] : cluster::covering_runs(std::move(runs), options.limit)) {
    WHORL_ASSIGN_OR_RETURN(const auto about, view.documents.record(run.doc));
    WHORL_ASSIGN_OR_RETURN(auto holder, document(about));
    const std::uint64_t symbols = std::uint64_t{run.shingles} + k - 1;
    const ByteRange bytes = asked->origin.bytes(run.at, run.at + symbols);
    found.push_back({run.at,
                     symbols,
                     bytes,
                     asked->text.substr(bytes.begin, bytes.end - bytes.begin),
                     std::move(holder),
                     documents,
                     {},
                     0});
    if (view.positions) {
      WHORL_RETURN_IF_ERROR(add_places(placed, run, options.limit, found.back()));
    }
  }
  return found;
}

Result<std::vector<StoredPassage>> StoreReader::passages(std::string_view text,
                                                         const StoredPassageOptions& options) const
    try {
  Record record;
  record.text = text;
  WHORL_ASSIGN_OR_RETURN(auto one, read::one_record(record, read::CollectionOptions{}));
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
