#include "whorl/store.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "base/guard.h"
#include "base/parallel.h"
#include "base/try.h"
#include "input/collection.h"
#include "jobs/collection/cluster/asked_file.h"
#include "jobs/collection/cluster/member_similarity.h"
#include "jobs/collection/cluster/opened_store.h"
#include "jobs/collection/cluster/store_view.h"
#include "store/batch.h"
#include "store/ingest.h"
#include "store/open_published.h"
#include "store/shingle_index.h"
#include "store/shingler.h"
#include "store/stopped.h"

namespace whorl {

using namespace internal;

namespace {

// How many of the best documents by sketch are counted in full.
constexpr std::size_t kCountedAtLeast = 100;
constexpr std::uint64_t kCountedPerWanted = 4;

store::SimilarityRank rank_of(const ComparedDocument& d) {
  return {std::max(d.resemblance, d.contains), d.contained};
}

bool reaches(const ComparedDocument& d, const MatchOptions& options) {
  if (options.resemblance == 0 && options.containment == 0) return d.contains > 0;
  return (options.resemblance > 0 && d.resemblance >= options.resemblance) ||
         (options.containment > 0 && std::max(d.contained, d.contains) >= options.containment);
}

Result<void> check(const MatchOptions& options) {
  const auto is_share = [](double x) { return x >= 0 && x <= 1; };  // false for NaN
  if (!is_share(options.resemblance) || !is_share(options.containment)) {
    return fail(ErrorCode::invalid_argument, "a threshold is a number from 0 to 1");
  }
  if (options.limit > 0) return {};
  return fail(ErrorCode::invalid_argument, "a limit of matches is at least 1");
}

StoredDocument described(const store::DocumentRecord& record, store::DocumentNames names) {
  return {std::move(names.id), std::move(names.url), std::move(names.date), record.bytes,
          record.row()};
}

}  // namespace

Result<std::vector<store::DocId>> StoreReader::Opened::named(const std::string& name) const {
  WHORL_ASSIGN_OR_RETURN(auto docs, view.names.find(name, view.documents));
  if (!docs.empty()) return docs;
  return fail(ErrorCode::not_found, name + ": no document of the store has this id or URL");
}

Result<StoredDocument> StoreReader::Opened::document(const store::DocumentRecord& record) const {
  WHORL_ASSIGN_OR_RETURN(auto names, view.documents.names(record));
  return described(record, std::move(names));
}

Result<StoredCluster> StoreReader::Opened::members(const std::vector<store::DocId>& docs) const {
  StoredCluster cluster;
  cluster::MemberSimilarityMeter meter(view.documents, view.sets);
  for (store::DocId doc : docs) {
    WHORL_ASSIGN_OR_RETURN(auto placed, view.clusters.place(doc));
    WHORL_ASSIGN_OR_RETURN(auto record, view.documents.record(doc));
    WHORL_ASSIGN_OR_RETURN(auto similarity, meter.measure(record, placed.survivor));
    WHORL_ASSIGN_OR_RETURN(auto about, document(record));
    if (doc == placed.survivor) cluster.survivor = about.id;
    cluster.survivor_number = placed.survivor;
    if (placed.cluster != cluster::kNoCluster) cluster.number = placed.cluster;
    cluster.members.push_back({std::move(about), similarity.kind, similarity.resemblance.value,
                               similarity.contained.value, similarity.contains.value,
                               cluster.number, docs.size(), doc});
  }
  return cluster;
}

StoreReader::StoreReader(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
StoreReader::StoreReader(StoreReader&&) noexcept = default;
StoreReader& StoreReader::operator=(StoreReader&&) noexcept = default;
StoreReader::~StoreReader() = default;

Result<std::unique_ptr<StoreReader::Opened>> StoreReader::Opened::open(const std::string& store) {
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_ASSIGN_OR_RETURN(auto view, cluster::StoreView::open(file_system, store));
  if (!view.files.has(store::kIndexFile)) {
    return fail(ErrorCode::invalid_argument,
                store +
                    ": belongs to a dedup: wait until it ends; if it was interrupted, run its "
                    "command again or remove that folder");
  }
  WHORL_ASSIGN_OR_RETURN(auto file, view.files.read(store::kIndexFile));
  WHORL_ASSIGN_OR_RETURN(
      auto index, store::ShingleIndex::open(std::move(file), view.manifest.ingest.documents));
  return std::make_unique<Opened>(Opened{store, std::move(view), std::move(index)});
}

Result<StoreReader> StoreReader::open(const std::string& store) try {
  WHORL_ASSIGN_OR_RETURN(auto opened, store::open_published([&] { return Opened::open(store); }));
  return StoreReader(std::move(opened));
} catch (...) {
  return internal::base::caught();
}

std::uint64_t StoreReader::documents() const { return opened_->view.documents.size(); }
std::uint64_t StoreReader::clusters() const { return opened_->view.clusters.clusters(); }

Result<StoredCluster> StoreReader::cluster(std::uint64_t number) const try {
  WHORL_ASSIGN_OR_RETURN(auto members, opened_->view.clusters.members(number));
  return opened_->members(members);
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<StoredCluster>> StoreReader::clusters_of(const std::string& name) const try {
  const cluster::StoreView& view = opened_->view;
  WHORL_ASSIGN_OR_RETURN(const auto docs, opened_->named(name));
  std::vector<StoredCluster> found;
  for (store::DocId doc : docs) {
    WHORL_ASSIGN_OR_RETURN(auto place, view.clusters.place(doc));
    const bool seen = std::any_of(found.begin(), found.end(), [&](const StoredCluster& c) {
      return c.number && *c.number == place.cluster;
    });
    if (seen) continue;
    WHORL_ASSIGN_OR_RETURN(auto one, place.cluster == cluster::kNoCluster ? opened_->members({doc})
                                                                          : cluster(place.cluster));
    found.push_back(std::move(one));
  }
  return found;
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<NameGroup>> StoreReader::group(const std::vector<std::string>& ranked) const
    try {
  const cluster::StoreView& view = opened_->view;
  std::vector<NameGroup> groups;
  std::map<std::uint64_t, std::size_t> of_cluster;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    WHORL_ASSIGN_OR_RETURN(auto docs, view.names.find(ranked[i], view.documents));
    RankedName name{ranked[i], i + 1, !docs.empty()};
    cluster::ClusterPlace place;
    if (name.known) {
      WHORL_ASSIGN_OR_RETURN(place, view.clusters.place(docs.front()));
    }
    if (place.cluster == cluster::kNoCluster) {
      groups.push_back({std::nullopt, {std::move(name)}});
      continue;
    }
    const auto [at, first] = of_cluster.try_emplace(place.cluster, groups.size());
    if (first) groups.push_back({place.cluster, {}});
    groups[at->second].names.push_back(std::move(name));
  }
  return groups;
} catch (...) {
  return internal::base::caught();
}

Result<void> StoreReader::for_each_document(const Visit<DocumentEntry>& visit,
                                            std::uint64_t first) const try {
  bool enough = false;
  const auto entered = [&](store::DocId doc, const store::DocumentRecord& record,
                           store::DocumentNames& names) -> Result<void> {
    WHORL_ASSIGN_OR_RETURN(auto place, opened_->view.clusters.place(doc));
    DocumentEntry entry{doc, described(record, std::move(names)), std::nullopt, place.survivor};
    if (place.cluster != cluster::kNoCluster) entry.cluster = place.cluster;
    WHORL_ASSIGN_OR_RETURN(auto more, visit(entry));
    enough = !more;
    return more ? Result<void>{} : fail(ErrorCode::cancelled, "");
  };
  auto walked = opened_->view.documents.for_each_named(entered, first);
  return enough ? Result<void>{} : walked;
} catch (...) {
  return internal::base::caught();
}

Result<void> StoreReader::for_each_cluster(const Visit<StoredCluster>& visit,
                                           std::uint64_t first) const try {
  for (std::uint64_t number = first; number < clusters(); ++number) {
    WHORL_ASSIGN_OR_RETURN(auto one, cluster(number));
    WHORL_ASSIGN_OR_RETURN(auto more, visit(one));
    if (!more) break;
  }
  return {};
} catch (...) {
  return internal::base::caught();
}

Result<void> StoreReader::for_each_pair(const Visit<StoredPair>& visit) const try {
  const cluster::StoreView& view = opened_->view;
  if (const join::JoinMethod& method = view.run.method; !method.keeps_pairs()) {
    return fail(ErrorCode::unsupported, "a store of --pairs " + std::string(method.row->name) +
                                            " keeps " + std::string(method.row->knows) +
                                            ", not pairs");
  }
  WHORL_ASSIGN_OR_RETURN(auto pairs, join::PairScan::open(view.files, documents()));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto pair, pairs.next());
    if (!pair) return {};
    WHORL_ASSIGN_OR_RETURN(auto a, view.documents.record(pair->a));
    WHORL_ASSIGN_OR_RETURN(auto b, view.documents.record(pair->b));
    const join::PairMeasures m = join::measures(*pair, a.set.full_size, b.set.full_size);
    WHORL_ASSIGN_OR_RETURN(auto more, visit({pair->a, pair->b, m.resemblance.value, m.a_in_b.value,
                                             m.b_in_a.value, m.resemblance.exact}));
    if (!more) return {};
  }
} catch (...) {
  return internal::base::caught();
}

using namespace internal;

std::size_t StoreReader::Opened::counted(const MatchOptions& options) const {
  return std::max<std::uint64_t>(kCountedAtLeast,
                                 std::min(options.limit, documents()) * kCountedPerWanted);
}

Result<void> StoreReader::Opened::place(store::DocId doc, ComparedDocument& out) const {
  WHORL_ASSIGN_OR_RETURN(auto place, view.clusters.place(doc));
  if (place.cluster == cluster::kNoCluster) return {};
  WHORL_ASSIGN_OR_RETURN(auto size, view.clusters.size(place.cluster));
  out.cluster = place.cluster;
  out.cluster_size = size;
  return {};
}

Result<ComparedDocument> StoreReader::Opened::beside(store::DocId doc, const Asked& asked) const {
  WHORL_ASSIGN_OR_RETURN(auto record, view.documents.record(doc));
  WHORL_ASSIGN_OR_RETURN(auto about, document(record));
  ComparedDocument out{std::move(about), SimilarityKind::similar};
  out.number = doc;
  WHORL_RETURN_IF_ERROR(place(doc, out));
  if (record.content == asked.content || record.canonical == asked.canonical) {
    out.kind =
        record.content == asked.content ? SimilarityKind::identical : SimilarityKind::lexical;
    out.resemblance = out.contained = out.contains = 1;
    return out;
  }
  sketch::Sketch set;
  WHORL_RETURN_IF_ERROR(view.sets.full_set(record.set, set));
  const store::SetFigures figures = view.sets.compare(set, asked.set);
  out.resemblance = figures.resemblance.value;
  out.contained = figures.a_in_b.value;
  out.contains = figures.b_in_a.value;
  return out;
}

Result<std::vector<store::DocId>> StoreReader::Opened::candidates(sketch::ShingleSpan set,
                                                                  std::size_t most) const {
  WHORL_ASSIGN_OR_RETURN(auto shared, store::documents_sharing(index, set));
  std::vector<std::pair<store::SimilarityRank, store::DocId>> ranked;
  for (const store::SharedShingles& s : shared) {
    WHORL_ASSIGN_OR_RETURN(auto record, view.documents.record(s.doc));
    ranked.emplace_back(store::expected_rank(record, s.kept, set), s.doc);
  }
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(most, ranked.size()));
  std::partial_sort(ranked.begin(), end, ranked.end(), [](const auto& a, const auto& b) {
    return std::pair(b.first, a.second) < std::pair(a.first, b.second);
  });
  std::vector<store::DocId> docs;
  for (auto at = ranked.begin(); at != end; ++at) docs.push_back(at->second);
  return docs;
}
Result<std::vector<ComparedDocument>> StoreReader::Opened::matches(input::CollectionRecord record,
                                                                   const MatchOptions& options,
                                                                   const Progress* progress) const {
  WHORL_RETURN_IF_ERROR(check(options));
  const std::string name = record.place;
  auto asked = view.run.shingling.make.with(options.convert, progress)(std::move(record));
  if (!asked) return fail(asked.error().code, name + ": " + asked.error().message);
  if (asked->set.empty()) {
    return fail(ErrorCode::invalid_argument,
                name + ": too short to compare: a shingle of the store has " +
                    std::to_string(view.manifest.settings.shingle) + " symbols; use a longer text");
  }
  view.sets.remove_common(asked->set);
  WHORL_ASSIGN_OR_RETURN(auto docs, candidates(asked->set, counted(options)));
  return best_of(docs, {asked->content, asked->canonical, view.sets.as_kept(std::move(asked->set))},
                 options);
}

// Duplicates of the document are in its cluster, not in the index.
Result<std::vector<ComparedDocument>> StoreReader::Opened::matches_of(
    store::DocId doc, const MatchOptions& options) const {
  WHORL_RETURN_IF_ERROR(check(options));
  WHORL_ASSIGN_OR_RETURN(auto record, view.documents.record(doc));
  Asked asked{record.content, record.canonical, {}};
  WHORL_RETURN_IF_ERROR(view.sets.full_set(record.set, asked.set));
  WHORL_ASSIGN_OR_RETURN(auto docs, candidates(asked.set.hashes, counted(options)));
  WHORL_ASSIGN_OR_RETURN(auto placed, view.clusters.place(doc));
  if (placed.cluster != cluster::kNoCluster) {
    WHORL_ASSIGN_OR_RETURN(auto members, view.clusters.members(placed.cluster));
    docs.insert(docs.end(), members.begin(), members.end());
  }
  std::ranges::sort(docs);
  docs.erase(std::ranges::unique(docs).begin(), docs.end());
  std::erase(docs, doc);
  return best_of(docs, asked, options);
}

Result<std::vector<ComparedDocument>> StoreReader::Opened::best_of(
    std::span<const store::DocId> docs, const Asked& asked, const MatchOptions& options) const {
  std::vector<ComparedDocument> found;
  for (store::DocId doc : docs) {
    WHORL_ASSIGN_OR_RETURN(auto compared, beside(doc, asked));
    if (reaches(compared, options)) found.push_back(std::move(compared));
  }
  std::stable_sort(
      found.begin(), found.end(), [](const ComparedDocument& a, const ComparedDocument& b) {
        return std::pair(rank_of(b), b.resemblance) < std::pair(rank_of(a), a.resemblance);
      });
  if (found.size() > options.limit) found.resize(options.limit);
  return found;
}

Result<std::vector<ComparedDocument>> StoreReader::matches_of(const std::string& name,
                                                              const MatchOptions& options) const
    try {
  WHORL_ASSIGN_OR_RETURN(const auto docs, opened_->named(name));
  return opened_->matches_of(docs.front(), options);
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<ComparedDocument>> StoreReader::matches(std::string_view text,
                                                           const MatchOptions& options) const try {
  if (!opened_->view.manifest.settings.features_field.empty()) {
    return fail(ErrorCode::invalid_argument,
                "the store contains features, not texts: look up a record of features");
  }
  Record record;
  record.text = text;
  return matches(record, options);
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<ComparedDocument>> StoreReader::matches(const Record& record,
                                                           const MatchOptions& options) const try {
  input::CollectionOptions reading;
  reading.features_field = opened_->view.manifest.settings.features_field;
  WHORL_ASSIGN_OR_RETURN(auto one, input::one_record(record, reading));
  return opened_->matches(std::move(one), options, nullptr);
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<ComparedDocument>> StoreReader::matches_file(const std::string& file,
                                                                const MatchOptions& options) const
    try {
  if (!opened_->view.manifest.settings.features_field.empty()) {
    return fail(ErrorCode::invalid_argument, file +
                                                 ": the store contains features, not texts; look "
                                                 "up one of its documents with --url NAME");
  }
  WHORL_ASSIGN_OR_RETURN(auto record, cluster::asked_file(file));
  return opened_->matches(std::move(record), options, nullptr);
} catch (...) {
  return internal::base::caught();
}

Result<std::vector<Skipped>> StoreReader::matches_each(const BatchOptions& options,
                                                       const Answered& take,
                                                       Progress& progress) const try {
  WHORL_RETURN_IF_ERROR(check(options.match));
  CollectionInput input = options.input;
  input.features_field = opened_->view.manifest.settings.features_field;
  WHORL_ASSIGN_OR_RETURN(const auto collection,
                         store::open_questions(input, options.memory, &progress));
  collection->watch(progress);
  const base::MemoryBudget budget(options.memory);
  MatchOptions match = options.match;
  match.convert = input.convert;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto batch, store::read_batch(*collection, budget));
    if (progress.cancelled()) return store::stopped();
    if (batch.empty()) return collection->skipped();
    std::vector<BatchAnswer> answers(batch.size());
    base::parallel_for(batch.size(), options.threads, [&](std::size_t i) {
      if (progress.cancelled()) return;
      answers[i].query = batch[i].id;
      answers[i].matches = opened_->matches(std::move(batch[i]), match, &progress);
    });
    if (progress.cancelled()) return store::stopped();
    for (const BatchAnswer& answer : answers) {
      WHORL_ASSIGN_OR_RETURN(const bool more, take(answer));
      if (!more) return collection->skipped();
    }
  }
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
