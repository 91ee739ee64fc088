#include "cluster/parts.h"

#include <algorithm>

#include "base/merge.h"
#include "base/new_file.h"

namespace whorl::clustering {
namespace {

constexpr std::size_t kCopyBlock = 1 << 20;

Disk::Path place_of(const Part& part, const Disk::Path& store) {
  return part.store.empty() ? store : Disk::Path(part.store);
}

// The first `bytes` of a file.
Result<void> copy(Disk& disk, const Disk::Path& from, std::uint64_t bytes, WritableFile& to) {
  auto file = disk.read(from);
  if (!file) return tl::unexpected(file.error());
  std::vector<std::byte> block(kCopyBlock);
  for (std::uint64_t at = 0; at < bytes; at += block.size()) {
    block.resize(std::min<std::uint64_t>(kCopyBlock, bytes - at));
    auto got = (*file)->read(at, block);
    if (!got) return tl::unexpected(got.error());
    if (*got != block.size()) return fail(ErrorCode::corrupt, from.string() + ": ends early");
    if (auto put = to.append(block); !put) return put;
  }
  return {};
}

class PartCopier {
 public:
  static Result<PartCopier> open(Disk& disk, const Disk::Path& store) {
    PartCopier copier(disk);
    for (const char* name : {kDocumentsFile, kNamesFile, kSketchesFile, kShinglesFile}) {
      auto file = disk.write(store / name);
      if (!file) return tl::unexpected(file.error());
      copier.files_.push_back(std::move(*file));
    }
    return copier;
  }

  Result<void> add(const Disk::Path& part, const IngestState& about, IngestState& total) {
    auto documents = DocumentTable::open(disk_, part, about.documents);
    if (!documents) return tl::unexpected(documents.error());
    auto copied = documents->for_each([&](DocId, DocumentRecord record) {
      record.name_offset += total.name_bytes;
      record.sketch_offset += total.sketch_hashes;
      if (!record.sketch().is_whole()) record.full_offset += total.shingle_hashes;
      return files_[0]->append(std::as_bytes(std::span(&record, 1)));
    });
    if (copied) copied = copy(disk_, part / kNamesFile, about.name_bytes, *files_[1]);
    if (copied) copied = copy(disk_, part / kSketchesFile, about.sketch_hashes * 8, *files_[2]);
    if (copied) copied = copy(disk_, part / kShinglesFile, about.shingle_hashes * 8, *files_[3]);
    if (!copied) return copied;
    total.documents += about.documents;
    total.name_bytes += about.name_bytes;
    total.sketch_hashes += about.sketch_hashes;
    total.shingle_hashes += about.shingle_hashes;
    total.bytes += about.bytes;
    total.skipped.insert(total.skipped.end(), about.skipped.begin(), about.skipped.end());
    total.more_skipped += about.more_skipped;
    return {};
  }

  Result<void> sync() {
    for (auto& file : files_) {
      if (auto done = file->sync(); !done) return done;
    }
    return {};
  }

 private:
  explicit PartCopier(Disk& disk) : disk_(disk) {}
  Disk& disk_;
  std::vector<std::unique_ptr<WritableFile>> files_;
};

// The postings of a part's representatives, numbered as in the whole.
class PartPostings {
 public:
  PartPostings(ShingleIndex index, std::uint64_t documents, DocId first, const Collapsed& collapsed)
      : index_(std::make_shared<ShingleIndex>(std::move(index))),
        scan_(*index_),
        documents_(documents),
        first_(first),
        collapsed_(&collapsed) {}

  Result<std::optional<Posting>> operator()() {
    while (true) {
      auto posting = scan_.next();
      if (!posting) return tl::unexpected(posting.error());
      if (!*posting) return std::optional<Posting>();
      if ((*posting)->doc >= documents_) continue;
      const Posting shifted{(*posting)->shingle, (*posting)->doc + first_};
      if (collapsed_->is_representative(static_cast<DocId>(shifted.doc))) return shifted;
    }
  }

 private:
  std::shared_ptr<ShingleIndex> index_;
  IndexScan scan_;
  std::uint64_t documents_;  // those after them were added since
  DocId first_;
  const Collapsed* collapsed_;
};

// The pairs that a part kept, as far as both are representatives of the whole.
Merge<PairRecord>::Source part_pairs(PairScan scan, std::uint64_t documents, DocId first,
                                     const Collapsed& collapsed) {
  const auto shared = std::make_shared<PairScan>(std::move(scan));
  return source_of_function<PairRecord>(
      [shared, documents, first, &collapsed]() -> Result<std::optional<PairRecord>> {
        while (true) {
          auto pair = shared->next();
          if (!pair) return tl::unexpected(pair.error());
          if (!*pair) return std::optional<PairRecord>();
          if ((*pair)->b >= documents) continue;
          PairRecord shifted = **pair;
          shifted.a += first;
          shifted.b += first;
          if (collapsed.is_representative(shifted.a) && collapsed.is_representative(shifted.b)) {
            return shifted;
          }
        }
      });
}

}  // namespace

Layout::Layout(const std::vector<Part>& parts) {
  std::uint64_t first = 0;
  for (const Part& part : parts) {
    firsts_.push_back(static_cast<DocId>(first));
    first += part.documents;
  }
  firsts_.push_back(static_cast<DocId>(first));
}

std::size_t Layout::part_of(DocId doc) const {
  return static_cast<std::size_t>(std::upper_bound(firsts_.begin(), firsts_.end(), doc) -
                                  firsts_.begin());
}

bool Layout::known(const CandidatePair& pair) const {
  return pair.b < first_new() && part_of(pair.a) == part_of(pair.b);
}

Result<IngestState> copy_parts(Disk& disk, const Disk::Path& store,
                               const std::vector<Part>& parts) {
  auto copier = PartCopier::open(disk, store);
  if (!copier) return tl::unexpected(copier.error());
  IngestState total;
  for (const Part& part : parts) {
    auto manifest = load_finished(disk, part.store);
    if (!manifest) return tl::unexpected(manifest.error());
    if (manifest->ingest.documents != part.documents) {
      return fail(ErrorCode::invalid_argument, part.store + ": has changed since the run began");
    }
    auto added = copier->add(part.store, manifest->ingest, total);
    if (!added) return tl::unexpected(added.error());
    total.revisits += manifest->ingest.revisits;
    total.skipped.insert(total.skipped.end(), manifest->skipped_inputs.begin(),
                         manifest->skipped_inputs.end());
  }
  if (auto synced = copier->sync(); !synced) return tl::unexpected(synced.error());
  return total;
}

Result<PostingSource> merge_postings(Disk& disk, const Disk::Path& store,
                                     const std::vector<Part>& parts, const Collapsed& collapsed,
                                     SortedStream<Posting> fresh) {
  const auto merge = std::make_shared<Merge<Posting>>();
  const Layout layout(parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto index = ShingleIndex::open(disk, place_of(parts[i], store) / kIndexFile);
    if (!index) return tl::unexpected(index.error());
    auto added = merge->add(source_of_function<Posting>(
        PartPostings(std::move(*index), parts[i].documents, layout.first(i), collapsed)));
    if (!added) return tl::unexpected(added.error());
  }
  auto rest = std::make_shared<SortedStream<Posting>>(std::move(fresh));
  auto added = merge->add([rest] { return rest->next_some(); });
  if (!added) return tl::unexpected(added.error());
  return PostingSource([merge] { return merge->next(); });
}

Result<std::uint64_t> merge_pairs(Disk& disk, const Disk::Path& store,
                                  const std::vector<Part>& parts, const Collapsed& collapsed,
                                  const Disk::Path& fresh) {
  const Layout layout(parts);
  Merge<PairRecord> merge;
  for (std::size_t i = 0; i <= parts.size(); ++i) {
    const bool last = i == parts.size();
    auto scan = PairScan::open(disk, last ? fresh : place_of(parts[i], store) / kPairsFile);
    if (!scan) return tl::unexpected(scan.error());
    auto added = merge.add(part_pairs(std::move(*scan), last ? UINT64_MAX : parts[i].documents,
                                      last ? 0 : layout.first(i), collapsed));
    if (!added) return tl::unexpected(added.error());
  }
  auto file = NewFile::open(disk, store / kPairsFile);
  if (!file) return tl::unexpected(file.error());
  for (std::uint64_t count = 0;; ++count) {
    auto pair = merge.next();
    if (!pair) return tl::unexpected(pair.error());
    if (!*pair) {
      if (auto done = file->finish(); !done) return tl::unexpected(done.error());
      return count;
    }
    auto put = file->append(std::as_bytes(std::span(*pair, 1)));
    if (!put) return tl::unexpected(put.error());
  }
}

}  // namespace whorl::clustering
