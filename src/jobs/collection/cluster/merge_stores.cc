#include "jobs/collection/cluster/merge_stores.h"

#include <algorithm>

#include "base/merge.h"
#include "base/try.h"
#include "store/positions.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::size_t kCopyBlock = 1 << 20;

// The last finished state of a part.
struct FinishedPart {
  store::StoreFiles files;
  store::Manifest manifest;

  static Result<FinishedPart> open(const store::Part& part, const store::StoreFiles& whole) {
    const base::FileSystem::Path folder =
        part.store.empty() ? whole.folder() : base::FileSystem::Path(part.store);
    WHORL_ASSIGN_OR_RETURN(auto manifest, store::load_finished(whole.file_system(), folder));
    if (manifest.ingest.documents < part.documents) {
      return fail(ErrorCode::invalid_argument,
                  folder.string() + ": has changed since the run began");
    }
    store::StoreFiles files(whole.file_system(), folder, manifest.files);
    files.watch(whole.progress());
    return FinishedPart{std::move(files), std::move(manifest)};
  }

  std::uint64_t documents() const { return manifest.ingest.documents; }
};

// Copies the whole of a file.
Result<void> copy(const store::StoreFiles& part, const char* name, base::WritableFile& to,
                  Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto file, part.read(name));
  std::vector<std::byte> block(kCopyBlock);
  for (std::uint64_t at = 0; at < file->size(); at += block.size()) {
    block.resize(std::min<std::uint64_t>(kCopyBlock, file->size() - at));
    WHORL_RETURN_IF_ERROR(file->read(at, block));
    WHORL_RETURN_IF_ERROR(to.append(block));
    progress.advance(block.size());
  }
  return {};
}

// The bytes that copy() copies of a part.
std::uint64_t bytes_of(const store::IngestState& about) {
  return about.name_bytes + about.position_bytes +
         (about.sketch_hashes + about.shingle_hashes) * sizeof(std::uint64_t);
}

class PartCopier {
 public:
  static Result<PartCopier> open(store::StoreFiles& store, bool positions, Progress& progress) {
    PartCopier copier(progress);
    for (const char* name :
         {store::kDocumentsFile, store::kNamesFile, store::kSketchesFile, store::kShinglesFile}) {
      WHORL_ASSIGN_OR_RETURN(auto file, store.write(name));
      copier.files_.push_back(std::move(file));
    }
    if (positions) {
      WHORL_ASSIGN_OR_RETURN(copier.positions_, store::PositionWriter::write(store));
    }
    return copier;
  }

  Result<void> add(const store::StoreFiles& part, const store::IngestState& about,
                   store::IngestState& total) {
    WHORL_ASSIGN_OR_RETURN(auto documents, store::DocumentTable::open(part, about.documents));
    WHORL_RETURN_IF_ERROR(documents.for_each([&](store::DocId, store::DocumentRecord record) {
      record = store::behind(total, record);
      return files_[0]->append(std::as_bytes(std::span(&record, 1)));
    }));
    WHORL_RETURN_IF_ERROR(copy(part, store::kNamesFile, *files_[1], progress_));
    WHORL_RETURN_IF_ERROR(copy(part, store::kSketchesFile, *files_[2], progress_));
    WHORL_RETURN_IF_ERROR(copy(part, store::kShinglesFile, *files_[3], progress_));
    if (positions_) {
      WHORL_RETURN_IF_ERROR(positions_->add_all(part, progress_));
      total.position_bytes = positions_->written();
    }
    store::add_part(about, total);
    return {};
  }

  Result<void> sync() {
    for (auto& file : files_) {
      WHORL_RETURN_IF_ERROR(file->sync());
    }
    return positions_ ? positions_->sync() : Result<void>{};
  }

 private:
  explicit PartCopier(Progress& progress) : progress_(progress) {}

  Progress& progress_;
  std::vector<std::unique_ptr<base::WritableFile>> files_;
  std::optional<store::PositionWriter> positions_;  // if the parts have them
};

// The postings of a part's representatives, with the numbers of the whole.
class PartPostings {
 public:
  PartPostings(store::ShingleIndex index, std::uint64_t documents, store::DocId first,
               const ExactDuplicates& collapsed)
      : index_(std::make_shared<store::ShingleIndex>(std::move(index))),
        scan_(*index_),
        documents_(documents),
        first_(first),
        duplicates_(&collapsed) {}

  Result<std::optional<store::Posting>> operator()() {
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto posting, scan_.next());
      if (!posting) return std::optional<store::Posting>();
      if (posting->doc >= documents_) continue;
      const store::Posting shifted{posting->shingle, posting->doc + first_};
      if (duplicates_->is_representative(static_cast<store::DocId>(shifted.doc))) return shifted;
    }
  }

 private:
  std::shared_ptr<store::ShingleIndex> index_;
  store::IndexScan scan_;
  std::uint64_t documents_;  // later ones were added since
  store::DocId first_;
  const ExactDuplicates* duplicates_;
};

// The pairs that a part kept and in which both are representatives of the whole.
base::Merge<join::PairRecord>::Source part_pairs(join::PairScan scan, std::uint64_t documents,
                                                 store::DocId first,
                                                 const ExactDuplicates& collapsed) {
  const auto shared = std::make_shared<join::PairScan>(std::move(scan));
  return base::source_of_function<join::PairRecord>(
      [shared, documents, first, &collapsed]() -> Result<std::optional<join::PairRecord>> {
        while (true) {
          WHORL_ASSIGN_OR_RETURN(auto pair, shared->next());
          if (!pair) return std::optional<join::PairRecord>();
          if (pair->b >= documents) continue;
          join::PairRecord shifted = *pair;
          shifted.a += first;
          shifted.b += first;
          if (collapsed.is_representative(shifted.a) && collapsed.is_representative(shifted.b)) {
            return shifted;
          }
        }
      });
}

}  // namespace

Layout::Layout(const std::vector<store::Part>& parts) {
  std::uint64_t first = 0;
  for (const store::Part& part : parts) {
    firsts_.push_back(static_cast<store::DocId>(first));
    first += part.documents;
  }
  firsts_.push_back(static_cast<store::DocId>(first));
}

std::size_t Layout::part_of(store::DocId doc) const {
  return static_cast<std::size_t>(std::upper_bound(firsts_.begin(), firsts_.end(), doc) -
                                  firsts_.begin());
}

bool Layout::known(const join::CandidatePair& pair) const {
  return pair.b < first_new() && part_of(pair.a) == part_of(pair.b);
}

Result<store::IngestState> copy_parts(store::StoreFiles& store,
                                      const std::vector<store::Part>& parts, Progress& progress) {
  std::vector<FinishedPart> finished;
  std::uint64_t bytes = 0;
  for (const store::Part& part : parts) {
    WHORL_ASSIGN_OR_RETURN(auto found, FinishedPart::open(part, store));
    if (found.documents() != part.documents) {
      return fail(ErrorCode::invalid_argument, part.store + ": has changed since the run began");
    }
    bytes += bytes_of(found.manifest.ingest);
    finished.push_back(std::move(found));
  }
  progress.phase("copying", bytes);
  const bool positions = !finished.empty() && finished.front().manifest.settings.positions;
  WHORL_ASSIGN_OR_RETURN(auto copier, PartCopier::open(store, positions, progress));
  store::IngestState total;
  for (const FinishedPart& found : finished) {
    const store::IngestState& about = found.manifest.ingest;
    WHORL_RETURN_IF_ERROR(copier.add(found.files, about, total));
    const std::vector<Skipped>& skipped = found.manifest.skipped_inputs;
    total.skipped.insert(total.skipped.end(), skipped.begin(), skipped.end());
  }
  WHORL_RETURN_IF_ERROR(copier.sync());
  return total;
}

Result<store::PostingSource> merge_postings(const store::StoreFiles& store,
                                            const std::vector<store::Part>& parts,
                                            const ExactDuplicates& collapsed,
                                            base::SortedStream<store::Posting> fresh) {
  auto rest = std::make_shared<base::SortedStream<store::Posting>>(std::move(fresh));
  if (parts.empty()) return store::PostingSource([rest] { return rest->next_some(); });
  const auto merge = std::make_shared<base::Merge<store::Posting>>();
  const Layout layout(parts);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    WHORL_ASSIGN_OR_RETURN(auto part, FinishedPart::open(parts[i], store));
    WHORL_ASSIGN_OR_RETURN(auto file, part.files.read(store::kIndexFile));
    WHORL_ASSIGN_OR_RETURN(auto index,
                           store::ShingleIndex::open(std::move(file), part.documents()));
    WHORL_RETURN_IF_ERROR(merge->add(base::source_of_function<store::Posting>(
        PartPostings(std::move(index), parts[i].documents, layout.first(i), collapsed))));
  }
  WHORL_RETURN_IF_ERROR(merge->add([rest] { return rest->next_some(); }));
  return store::PostingSource([merge]() -> Result<std::span<const store::Posting>> {
    WHORL_ASSIGN_OR_RETURN(auto posting, merge->next());
    return std::span(posting, posting == nullptr ? 0 : 1);
  });
}

Result<std::uint64_t> merge_pairs(store::StoreFiles& store, const std::vector<store::Part>& parts,
                                  const ExactDuplicates& collapsed) {
  const Layout layout(parts);
  base::Merge<join::PairRecord> merge;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    WHORL_ASSIGN_OR_RETURN(auto part, FinishedPart::open(parts[i], store));
    WHORL_ASSIGN_OR_RETURN(auto scan, join::PairScan::open(part.files, part.documents()));
    WHORL_RETURN_IF_ERROR(
        merge.add(part_pairs(std::move(scan), parts[i].documents, layout.first(i), collapsed)));
  }
  WHORL_ASSIGN_OR_RETURN(auto fresh, join::PairScan::open(store, collapsed.representative.size(),
                                                          store::kNewPairsFile));
  WHORL_RETURN_IF_ERROR(merge.add(part_pairs(std::move(fresh), UINT64_MAX, 0, collapsed)));
  WHORL_ASSIGN_OR_RETURN(auto file, store.write(store::kPairsFile));
  for (std::uint64_t count = 0;; ++count) {
    WHORL_ASSIGN_OR_RETURN(auto pair, merge.next());
    if (!pair) {
      WHORL_RETURN_IF_ERROR(file->sync());
      store.drop(store::kNewPairsFile);
      return count;
    }
    WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(pair, 1))));
  }
}

}  // namespace whorl::internal::cluster
