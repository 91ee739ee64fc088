#include "jobs/collection/cluster/cluster_table.h"

#include "base/try.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::uint64_t kMagic = 0x3130'7473'756c'6377;  // "wclust01"

struct Header {
  std::uint64_t magic;
  std::uint64_t documents;
  std::uint64_t clusters;
  std::uint64_t members;
};

std::uint64_t offsets_at(std::uint64_t documents) {
  return sizeof(Header) + documents * sizeof(ClusterPlace);
}

std::uint64_t members_at(std::uint64_t documents, std::uint64_t clusters) {
  return offsets_at(documents) + (clusters + 1) * sizeof(std::uint64_t);
}

Result<void> read(const base::ReadableFile& file, std::uint64_t offset, std::span<std::byte> out) {
  WHORL_ASSIGN_OR_RETURN(auto got, file.read(offset, out));
  if (got != out.size()) return fail(ErrorCode::corrupt, "the table of clusters ends early");
  return {};
}

}  // namespace

Grouped group(const std::vector<store::DocId>& survivor) {
  const std::size_t n = survivor.size();
  std::vector<std::uint32_t> size(n, 0);
  for (store::DocId s : survivor) ++size[s];
  Grouped out;
  out.places.resize(n);
  std::vector<std::uint64_t> sizes;
  for (store::DocId doc = 0; doc < n; ++doc) {
    ClusterPlace& place = out.places[doc];
    place.survivor = survivor[doc];
    if (size[place.survivor] < 2) continue;
    ClusterPlace& of_survivor = out.places[place.survivor];
    if (of_survivor.cluster == kNoCluster) {
      of_survivor.cluster = static_cast<std::uint32_t>(sizes.size());
      sizes.push_back(size[place.survivor]);
    }
    place.cluster = of_survivor.cluster;
  }
  out.offsets.push_back(0);
  for (std::uint64_t s : sizes) out.offsets.push_back(out.offsets.back() + s);
  out.members.resize(out.offsets.back());
  std::vector<std::uint64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (store::DocId doc = 0; doc < n; ++doc) {
    if (out.places[doc].cluster != kNoCluster) out.members[next[out.places[doc].cluster]++] = doc;
  }
  return out;
}

Result<void> write_table(store::StoreFiles& files, const Grouped& grouped) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(store::kClustersFile));
  const Header header{kMagic, grouped.places.size(), grouped.clusters(), grouped.members.size()};
  for (auto part :
       {std::as_bytes(std::span(&header, 1)), std::as_bytes(std::span(grouped.places)),
        std::as_bytes(std::span(grouped.offsets)), std::as_bytes(std::span(grouped.members))}) {
    WHORL_RETURN_IF_ERROR(file->append(part));
  }
  return file->sync();
}

Result<ClusterTable> ClusterTable::open(const store::StoreFiles& files, std::uint64_t documents) {
  WHORL_ASSIGN_OR_RETURN(auto places, files.read(store::kClustersFile));
  WHORL_ASSIGN_OR_RETURN(auto clusters, files.read(store::kClustersFile));
  const std::uint64_t size = places->size();
  ClusterTable table(std::move(places), std::move(clusters));
  Header header{};
  const auto damaged = [&] {
    return fail(ErrorCode::corrupt,
                files.folder().string() + ": the table of clusters is incomplete");
  };
  if (!read(*table.places_file_, 0, std::as_writable_bytes(std::span(&header, 1)))) {
    return damaged();
  }
  // Clusters have at least two members, and all are documents; that also limits the sums.
  if (header.magic != kMagic || header.documents != documents || header.members > documents ||
      header.clusters > header.members / 2 ||
      size !=
          members_at(header.documents, header.clusters) + header.members * sizeof(store::DocId)) {
    return damaged();
  }
  table.documents_ = header.documents;
  table.clusters_ = header.clusters;
  table.members_ = header.members;
  return table;
}

Result<ClusterPlace> ClusterTable::place(store::DocId doc) const {
  ClusterPlace place;
  WHORL_RETURN_IF_ERROR(read(*places_file_, sizeof(Header) + std::uint64_t{doc} * sizeof place,
                             std::as_writable_bytes(std::span(&place, 1))));
  if (place.survivor >= documents_ || (place.cluster != kNoCluster && place.cluster >= clusters_)) {
    return fail(ErrorCode::corrupt, "the table of clusters is damaged");
  }
  return place;
}

Result<std::pair<std::uint64_t, std::uint64_t>> ClusterTable::range(std::uint64_t cluster) const {
  if (cluster >= clusters_) {
    return fail(ErrorCode::invalid_argument, "there is no cluster " + std::to_string(cluster) +
                                                 ": the store has " + std::to_string(clusters_) +
                                                 ", numbered from 0");
  }
  std::uint64_t ends[2] = {};
  WHORL_RETURN_IF_ERROR(read(*clusters_file_, offsets_at(documents_) + cluster * sizeof ends[0],
                             std::as_writable_bytes(std::span(ends))));
  if (ends[0] > ends[1] || ends[1] > members_) {
    return fail(ErrorCode::corrupt, "the table of clusters is damaged");
  }
  return std::pair(ends[0], ends[1]);
}

Result<std::vector<store::DocId>> ClusterTable::members(std::uint64_t cluster) const {
  WHORL_ASSIGN_OR_RETURN(auto ends, range(cluster));
  std::vector<store::DocId> members(ends.second - ends.first);
  WHORL_RETURN_IF_ERROR(read(*clusters_file_,
                             members_at(documents_, clusters_) + ends.first * sizeof(store::DocId),
                             std::as_writable_bytes(std::span(members))));
  for (store::DocId doc : members) {
    if (doc >= documents_) return fail(ErrorCode::corrupt, "the table of clusters is damaged");
  }
  return members;
}

Result<std::uint64_t> ClusterTable::size(std::uint64_t cluster) const {
  WHORL_ASSIGN_OR_RETURN(auto ends, range(cluster));
  return ends.second - ends.first;
}

}  // namespace whorl::internal::cluster
