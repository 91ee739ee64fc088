#include "store/check/whole_store.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/try.h"
#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/cluster/component_search.h"
#include "jobs/collection/cluster/survivor_search.h"
#include "jobs/collection/join/join_method.h"
#include "jobs/collection/join/pair_file.h"
#include "jobs/collection/sweep/manifest.h"
#include "jobs/collection/sweep/store.h"
#include "store/check/contents.h"
#include "store/check/words.h"
#include "store/document_table.h"
#include "store/input_list.h"
#include "store/manifest.h"
#include "store/name_index.h"
#include "store/positions.h"
#include "store/shingle_index.h"
#include "store/sketch_file.h"
#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::store::check {
namespace {

// Checks lists of hashes and sums them.

// The position of a list in its file, in hashes; each of its hashes is a multiple of `modulus`.
struct HashList {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t modulus = 1;
};

// Identifies a set of hashes; their order does not matter.
struct HashSum {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
  void add(std::uint64_t hash);
  bool operator==(const HashSum&) const = default;
};

class HashLists {
 public:
  static Result<HashLists> open(const store::StoreFiles& files, const char* name);
  std::uint64_t size() const { return size_; }
  // Fails unless the hashes ascend and are multiples of the modulus.
  Result<void> check(const HashList& list);
  Result<HashSum> sum(const HashList& list);

 private:
  HashLists(store::HashListReader lists, std::uint64_t size)
      : lists_(std::move(lists)), size_(size) {}
  store::HashListReader lists_;
  std::uint64_t size_;
  std::vector<std::uint64_t> hashes_;
};

// Documents or versions from `begin` up to `end`.
struct DocRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

constexpr std::uint64_t kHashWindow = 1 << 17;  // hashes

// Calls visit(hashes) for a list, part by part.
template <class Visit>
Result<void> for_each_part(const store::HashListReader& lists, const HashList& list,
                           std::vector<std::uint64_t>& hashes, Visit visit) {
  for (std::uint64_t at = 0; at < list.count; at += hashes.size()) {
    const std::uint64_t count = std::min(kHashWindow, list.count - at);
    WHORL_RETURN_IF_ERROR(lists.read(list.offset + at, count, hashes));
    WHORL_RETURN_IF_ERROR(visit(hashes));
  }
  return {};
}

// A hash that differs in one bit changes half of the bits of the sum.
void HashSum::add(std::uint64_t hash) {
  hash = (hash ^ hash >> 32) * 0x9e37'79b9'7f4a'7c15;
  sum += (hash ^ hash >> 29) * 0xbf58'476d'1ce4'e5b9;
  ++count;
}

Result<HashLists> HashLists::open(const store::StoreFiles& files, const char* name) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(name));
  const std::uint64_t bytes = file->size();
  if (bytes % sizeof(std::uint64_t) != 0) return wrong("it ends within a hash");
  return HashLists(store::HashListReader(std::move(file)), bytes / sizeof(std::uint64_t));
}

Result<void> HashLists::check(const HashList& list) {
  if (list.modulus == 0) return wrong("a list of hashes has modulus 0");
  std::uint64_t last = 0;
  bool any = false;
  return for_each_part(lists_, list, hashes_, [&](const auto& hashes) -> Result<void> {
    for (const std::uint64_t hash : hashes) {
      if (hash % list.modulus != 0) return wrong("a hash does not belong in its list");
      if (any && hash <= last) return wrong("the hashes of a list are not in ascending order");
      last = hash;
      any = true;
    }
    return {};
  });
}

Result<HashSum> HashLists::sum(const HashList& list) {
  HashSum sum;
  WHORL_RETURN_IF_ERROR(
      for_each_part(lists_, list, hashes_, [&](const auto& hashes) -> Result<void> {
        for (const std::uint64_t hash : hashes) sum.add(hash);
        return {};
      }));
  return sum;
}

// The sum of the shingles of each document, in an index of these documents alone.
Result<std::vector<HashSum>> sums_of_postings(const store::ShingleIndex& index, DocRange docs,
                                              const Progress& progress) {
  std::vector<HashSum> sums(docs.end - docs.begin);
  std::vector<store::Posting> postings;
  store::Posting last{};
  for (std::size_t block = 0; block < index.blocks(); ++block) {
    WHORL_RETURN_IF_ERROR(go_on(progress));
    WHORL_RETURN_IF_ERROR(index.read_block(block, postings));
    if (block > 0 && postings.front() <= last) return wrong("its blocks are out of order");
    last = postings.back();
    for (const store::Posting& posting : postings) {
      if (posting.doc < docs.begin || posting.doc >= docs.end) {
        return wrong("a posting names none of its documents");
      }
      sums[posting.doc - docs.begin].add(posting.shingle);
    }
  }
  return sums;
}

// The required contents of a sweep store's files.

using sweep::PageRow;
using sweep::SweepStore;
using sweep::VersionRecord;

class Sweeps {
 public:
  Sweeps(const store::StoreFiles& files, const sweep::SweepManifest& manifest, Progress& progress)
      : files_(files), manifest_(manifest), progress_(progress) {}

  // URLs and sketches of versions are inside their files, and sketches are contiguous.
  Result<void> versions() const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    std::uint64_t names = 0, sketches = 0;
    for (std::uint64_t number = 0; number < manifest_.versions(); ++number) {
      WHORL_RETURN_IF_ERROR(go_on(progress_));
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(static_cast<std::uint32_t>(number)));
      const bool first = version.name_offset == names;
      if (first) names += version.name_bytes;
      if (version.name_offset > names || version.name_bytes > names - version.name_offset ||
          version.sketch_offset != sketches || version.sketch_count > version.full_size) {
        return wrong("version " + std::to_string(number) + " does not follow the one before it");
      }
      sketches += version.sketch_count;
    }
    if (names == manifest_.name_bytes && sketches == manifest_.sketch_hashes) return {};
    return wrong("names or sketches do not end where the versions say");
  }

  Result<void> sketches() const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kSketchesFile));
    std::vector<std::uint64_t> sketch;
    for (std::uint64_t number = 0; number < manifest_.versions(); ++number) {
      WHORL_RETURN_IF_ERROR(go_on(progress_));
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(static_cast<std::uint32_t>(number)));
      WHORL_RETURN_IF_ERROR(store.sketch(version, sketch));
      WHORL_RETURN_IF_ERROR(
          lists.check({version.sketch_offset, version.sketch_count, version.modulus}));
    }
    return {};
  }

  // Rows are in order, and belong to the URL of their version.
  Result<void> pages() const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    sweep::PageScan scan = store.pages();
    while (true) {
      WHORL_RETURN_IF_ERROR(go_on(progress_));
      WHORL_ASSIGN_OR_RETURN(auto row, scan.next());
      if (!row) return {};
      if (row->version >= manifest_.versions()) return wrong("a row belongs to no version");
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(row->version));
      WHORL_ASSIGN_OR_RETURN(auto url, store.url(version));
      if (base::hash128(url) != row->url) return wrong("a row has another URL than its version");
    }
  }

  // Each version has all of its sketch in the index of its sweep.
  Result<void> index(std::size_t sweep) const {
    WHORL_ASSIGN_OR_RETURN(auto store, open());
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kSketchesFile));
    WHORL_ASSIGN_OR_RETURN(auto index, store.index(sweep));
    const sweep::SweepEntry& entry = manifest_.sweeps[sweep];
    WHORL_ASSIGN_OR_RETURN(
        auto found, sums_of_postings(index, {entry.first_version, entry.end_version}, progress_));
    for (std::uint64_t number = entry.first_version; number < entry.end_version; ++number) {
      WHORL_ASSIGN_OR_RETURN(auto version, store.version(static_cast<std::uint32_t>(number)));
      WHORL_ASSIGN_OR_RETURN(auto sum, lists.sum({version.sketch_offset, version.sketch_count, 1}));
      if (found[number - entry.first_version] == sum) continue;
      return wrong("it has other shingles of version " + std::to_string(number) +
                   " than its sketch");
    }
    return {};
  }

 private:
  Result<SweepStore> open() const {
    return SweepStore::open(files_.file_system(), files_.folder(), manifest_);
  }

  const store::StoreFiles& files_;
  const sweep::SweepManifest& manifest_;
  Progress& progress_;
};

// Keeps references to the arguments.
Contents contents_of(const store::StoreFiles& files, const sweep::SweepManifest& manifest,
                     Progress& progress) {
  const Sweeps sweeps(files, manifest, progress);
  Contents contents;
  const std::vector<std::string> grow = {store::kVersionsFile, store::kNamesFile,
                                         store::kSketchesFile, store::kPagesFile};
  if (manifest.sweeps.empty()) return contents;
  contents.due = grow;
  contents.checks = {{store::kVersionsFile, grow, [sweeps] { return sweeps.versions(); }},
                     {store::kSketchesFile, grow, [sweeps] { return sweeps.sketches(); }},
                     {store::kPagesFile, grow, [sweeps] { return sweeps.pages(); }}};
  for (std::size_t sweep = 0; sweep < manifest.sweeps.size(); ++sweep) {
    const std::string name = sweep::index_file(sweep);
    contents.due.push_back(name);
    contents.checks.push_back({name, grow, [sweeps, sweep] { return sweeps.index(sweep); }});
  }
  return contents;
}

// The required contents of a cluster store's files.

using store::DocId;
using store::DocumentRecord;
using store::DocumentTable;

class ClusterStore {
 public:
  ClusterStore(const store::StoreFiles& files, const store::Manifest& manifest, Progress& progress)
      : files_(files), manifest_(manifest), progress_(progress) {}

  std::uint64_t documents() const { return manifest_.ingest.documents; }

  // Names are contiguous.
  Result<void> names() const {
    WHORL_ASSIGN_OR_RETURN(auto table, open());
    std::uint64_t end = 0;
    WHORL_RETURN_IF_ERROR(table.for_each([&](DocId doc, const DocumentRecord& record) {
      if (record.name_offset != end) return not_after(doc);
      end += record.name_bytes();
      return go_on(progress_);
    }));
    return ends(end, 1, store::kNamesFile, manifest_.ingest.name_bytes);
  }

  Result<void> sketches() const {
    WHORL_ASSIGN_OR_RETURN(auto table, open());
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kSketchesFile));
    std::uint64_t end = 0;
    WHORL_RETURN_IF_ERROR(
        table.for_each([&](DocId doc, const DocumentRecord& record) -> Result<void> {
          const store::SketchEntry& set = record.set;
          if (set.offset != end || set.count > set.full_size) return not_after(doc);
          end += set.count;
          WHORL_RETURN_IF_ERROR(go_on(progress_));
          return lists.check({set.offset, set.count, set.modulus});
        }));
    return ends(end, sizeof end, store::kSketchesFile, manifest_.ingest.sketch_hashes);
  }

  Result<void> shingles() const {
    WHORL_ASSIGN_OR_RETURN(auto table, open());
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kShinglesFile));
    std::uint64_t end = 0;
    WHORL_RETURN_IF_ERROR(
        table.for_each([&](DocId doc, const DocumentRecord& record) -> Result<void> {
          const store::SketchEntry& set = record.set;
          if (set.is_whole() || !manifest_.settings.verify) return {};
          if (set.full_offset != end) return not_after(doc);
          end += set.full_size;
          WHORL_RETURN_IF_ERROR(go_on(progress_));
          return lists.check({set.full_offset, set.full_size, 1});
        }));
    if (!manifest_.settings.verify) return {};  // only sketches are compared
    return ends(end, sizeof end, store::kShinglesFile, manifest_.ingest.shingle_hashes);
  }

  // The positions of a document are those of all its shingles.
  Result<void> positions() const {
    WHORL_ASSIGN_OR_RETURN(auto table, open());
    WHORL_ASSIGN_OR_RETURN(
        auto reader, store::PositionReader::open(files_, documents(), manifest_.settings.shingle));
    std::uint64_t end = 0;
    std::vector<bool> seen;
    WHORL_RETURN_IF_ERROR(
        table.for_each([&](DocId doc, const DocumentRecord& record) -> Result<void> {
          WHORL_ASSIGN_OR_RETURN(const auto found, reader.read(doc, record.set.full_size));
          WHORL_ASSIGN_OR_RETURN(const auto place, reader.place(doc));
          seen.assign(found.shingles.empty() ? 0 : record.set.full_size, false);
          for (const std::uint32_t shingle : found.shingles) seen[shingle] = true;
          if (std::ranges::count(seen, true) != std::ssize(seen)) {
            return wrong("positions are missing for document " + std::to_string(doc));
          }
          end = place.end;
          return go_on(progress_);
        }));
    return ends(end, 1, store::kPositionsFile, manifest_.ingest.position_bytes);
  }

  // Each document has all of its sketch in the index, or nothing if it equals another.
  Result<void> index() const {
    WHORL_ASSIGN_OR_RETURN(auto table, open());
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kSketchesFile));
    WHORL_ASSIGN_OR_RETURN(auto file, files_.read(store::kIndexFile));
    WHORL_ASSIGN_OR_RETURN(auto index, store::ShingleIndex::open(std::move(file), documents()));
    if (index.postings() != manifest_.postings) return wrong("the number of postings is wrong");
    WHORL_ASSIGN_OR_RETURN(auto found, sums_of_postings(index, {0, documents()}, progress_));
    return table.for_each([&](DocId doc, const DocumentRecord& record) -> Result<void> {
      if (found[doc] == HashSum{}) return {};
      WHORL_ASSIGN_OR_RETURN(auto sum, lists.sum({record.set.offset, record.set.count, 1}));
      if (found[doc] == sum) return go_on(progress_);
      return wrong("it has other shingles of document " + std::to_string(doc) + " than its sketch");
    });
  }

  Result<void> lookup() const {
    WHORL_ASSIGN_OR_RETURN(auto table, open());
    return store::check_name_index(files_, table);
  }

  Result<void> inputs() const { return store::check_kept_inputs(files_, manifest_.inputs); }

  Result<void> common() const {
    WHORL_ASSIGN_OR_RETURN(auto lists, HashLists::open(files_, store::kStopShinglesFile));
    return lists.check({0, lists.size(), 1});
  }

  Result<void> pairs() const {
    WHORL_ASSIGN_OR_RETURN(auto table, open());
    std::vector<std::uint64_t> sizes;  // of sets
    WHORL_RETURN_IF_ERROR(table.for_each([&](DocId, const DocumentRecord& record) -> Result<void> {
      sizes.push_back(record.set.full_size);
      return {};
    }));
    WHORL_ASSIGN_OR_RETURN(auto scan, join::PairScan::open(files_, documents()));
    if (scan.size() != manifest_.kept_pairs) return wrong("the number of pairs is wrong");
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto pair, scan.next());
      if (!pair) return {};
      if (pair->of_a > sizes[pair->a] || pair->of_b > sizes[pair->b]) {
        return wrong("a pair was counted on more shingles than its documents have");
      }
    }
  }

  // The clusters of such a store are its components.
  Result<void> links() const {
    WHORL_ASSIGN_OR_RETURN(auto firsts, cluster::read_components(files_, documents()));
    WHORL_ASSIGN_OR_RETURN(auto table, cluster::ClusterTable::open(files_, documents()));
    std::uint64_t components = 0, groups = table.clusters();
    for (std::uint64_t doc = 0; doc < documents(); ++doc) {
      WHORL_ASSIGN_OR_RETURN(auto place, table.place(static_cast<DocId>(doc)));
      if (firsts[firsts[doc]] != firsts[doc] || firsts[place.survivor] != firsts[doc]) {
        return wrong("a document is linked to others than its cluster says");
      }
      components += firsts[doc] == doc;
      groups += place.cluster == cluster::kNoCluster;
    }
    return components == groups ? Result<void>{} : wrong("the number of clusters is wrong");
  }

  Result<void> survivors() const {
    WHORL_ASSIGN_OR_RETURN(auto survivors, cluster::read_survivors(files_, documents()));
    WHORL_ASSIGN_OR_RETURN(auto table, cluster::ClusterTable::open(files_, documents()));
    for (std::uint64_t doc = 0; doc < documents(); ++doc) {
      WHORL_ASSIGN_OR_RETURN(auto place, table.place(static_cast<DocId>(doc)));
      if (place.survivor != survivors[doc]) {
        return wrong("the kept document differs from that of its cluster");
      }
    }
    return {};
  }

  Result<void> clusters() const {
    WHORL_ASSIGN_OR_RETURN(auto table, cluster::ClusterTable::open(files_, documents()));
    std::uint64_t placed = 0;
    for (std::uint64_t number = 0; number < table.clusters(); ++number) {
      WHORL_ASSIGN_OR_RETURN(auto members, table.members(number));
      WHORL_RETURN_IF_ERROR(check_cluster(table, number, members));
      WHORL_RETURN_IF_ERROR(go_on(progress_));
      placed += members.size();
    }
    for (std::uint64_t doc = 0; doc < documents(); ++doc) {
      WHORL_ASSIGN_OR_RETURN(auto place, table.place(static_cast<DocId>(doc)));
      if (place.cluster != cluster::kNoCluster) {
        --placed;
      } else if (place.survivor != doc) {
        return wrong("a document outside of all clusters is represented by another");
      }
    }
    return placed == 0 ? Result<void>{} : wrong("a document is in no cluster that lists it");
  }

 private:
  Result<DocumentTable> open() const { return DocumentTable::open(files_, documents()); }

  static Result<void> not_after(DocId doc) {
    return wrong("document " + std::to_string(doc) + " does not follow the one before it");
  }

  Result<void> ends(std::uint64_t count, std::size_t size, const char* name,
                    std::uint64_t due) const {
    if (count == due && files_.bytes(name) == due * size) return {};
    return wrong("its length does not match the documents");
  }

  static Result<void> check_cluster(const cluster::ClusterTable& table, std::uint64_t number,
                                    const std::vector<DocId>& members) {
    std::optional<DocId> survivor;
    for (std::size_t i = 0; i < members.size(); ++i) {
      WHORL_ASSIGN_OR_RETURN(auto place, table.place(members[i]));
      if (!survivor) survivor = place.survivor;
      if (place.cluster != number || place.survivor != survivor ||
          (i > 0 && members[i] <= members[i - 1])) {
        return wrong("cluster " + std::to_string(number) + " contradicts its documents");
      }
    }
    if (members.size() > 1 && std::ranges::binary_search(members, *survivor)) return {};
    return wrong("cluster " + std::to_string(number) + " has no kept document among its documents");
  }

  const store::StoreFiles& files_;
  const store::Manifest& manifest_;
  Progress& progress_;
};

// For a finished store; keeps references to the arguments.
Contents contents_of(const store::StoreFiles& files, const store::Manifest& manifest,
                     Progress& progress) {
  const ClusterStore cluster_store(files, manifest, progress);
  Contents contents;
  const auto add = [&](const char* file, std::vector<std::string> needs, auto method) {
    contents.due.push_back(file);
    contents.checks.push_back(
        {file, std::move(needs), [cluster_store, method] { return (cluster_store.*method)(); }});
  };
  const std::vector<std::string> table = {store::kDocumentsFile, store::kNamesFile};
  contents.due.push_back(store::kDocumentsFile);
  add(store::kNamesFile, table, &ClusterStore::names);
  add(store::kSketchesFile, table, &ClusterStore::sketches);
  add(store::kShinglesFile, table, &ClusterStore::shingles);
  if (manifest.settings.positions) {
    contents.due.push_back(store::kPositionEndsFile);
    add(store::kPositionsFile, {store::kDocumentsFile, store::kNamesFile, store::kPositionEndsFile},
        &ClusterStore::positions);
  }
  // An interrupted dedup may not have it yet.
  const auto method = join::JoinMethod::parse(manifest.settings.pairs);
  const join::JoinKeeps kept = method ? method->row->keeps : join::JoinKeeps::pairs;
  const bool was_made = manifest.postings > 0 || kept != join::JoinKeeps::survivors;
  if (was_made || files.has(store::kIndexFile)) {
    add(store::kIndexFile, {store::kDocumentsFile, store::kNamesFile, store::kSketchesFile},
        &ClusterStore::index);
  }
  add(store::kNameIndexFile, table, &ClusterStore::lookup);
  if (manifest.inputs != base::Hash128{}) add(store::kInputsFile, {}, &ClusterStore::inputs);
  if (manifest.settings.common > 0) add(store::kStopShinglesFile, {}, &ClusterStore::common);
  switch (kept) {
    case join::JoinKeeps::pairs:
      add(store::kPairsFile, table, &ClusterStore::pairs);
      break;
    case join::JoinKeeps::components:
      add(store::kComponentsFile, {store::kClustersFile}, &ClusterStore::links);
      break;
    case join::JoinKeeps::survivors:
      add(store::kSurvivorsFile, {store::kClustersFile}, &ClusterStore::survivors);
      break;
  }
  add(store::kClustersFile, {}, &ClusterStore::clusters);
  return contents;
}

template <class Manifest>
Result<std::vector<StoreFinding>> check_all(const store::StoreFiles& files,
                                            const Manifest& manifest, const char* remedy,
                                            Progress& progress) {
  FilesCheck check(files, remedy, progress);
  WHORL_RETURN_IF_ERROR(check.blocks());
  WHORL_RETURN_IF_ERROR(check.contents(contents_of(files, manifest, progress)));
  return std::move(check).findings();
}

}  // namespace

Result<std::vector<StoreFinding>> check_files(const store::StoreFiles& files,
                                              const store::Manifest& manifest, Progress& progress) {
  return check_all(files, manifest, "restore it from a copy, or build the store again", progress);
}

Result<std::vector<StoreFinding>> check_files(const store::StoreFiles& files,
                                              const sweep::SweepManifest& manifest,
                                              Progress& progress) {
  return check_all(files, manifest, "restore it from a copy, or add the sweeps again", progress);
}

Result<std::vector<StoreFinding>> check_run(const store::StoreFiles& files, Progress& progress) {
  FilesCheck check(files, "remove the manifest that names it, and run the command again", progress);
  WHORL_RETURN_IF_ERROR(check.blocks());
  return std::move(check).findings();
}

}  // namespace whorl::internal::store::check
