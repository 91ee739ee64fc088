#include "whorl/store.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

#include "base/guard.h"
#include "base/try.h"
#include "cluster/member_similarity.h"
#include "cluster/opened_store.h"
#include "cluster/store_view.h"
#include "store/open_published.h"
#include "store/shingler.h"

namespace whorl {

using namespace internal;

namespace {

StoredDocument described(const store::DocumentRecord& record, store::DocumentNames names) {
  return {std::move(names.id), std::move(names.url), std::move(names.date), record.bytes};
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
    if (placed.cluster != cluster::kNoCluster) cluster.number = placed.cluster;
    cluster.members.push_back({std::move(about), similarity.kind, similarity.resemblance.value,
                               similarity.contained.value, similarity.contains.value,
                               cluster.number, docs.size()});
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
                    ": is the work of a dedup: let it end, or, where it was stopped, give its "
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

}  // namespace whorl
