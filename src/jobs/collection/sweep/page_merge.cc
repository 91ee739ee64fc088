#include "jobs/collection/sweep/page_merge.h"

#include <optional>

#include "base/try.h"
#include "input/skip_log.h"
#include "store/records.h"
#include "store/shingle_index.h"

namespace whorl::internal::sweep {
namespace {

using store::DocId;
using store::DocumentNames;
using store::DocumentRecord;
using store::DocumentTable;
using store::HashListReader;
using store::Posting;

// A page of the new sweep, by URL; of equal URLs the first that was read comes first.
struct FoundPage {
  base::Hash128 url;
  std::uint64_t doc;
  auto operator<=>(const FoundPage&) const = default;
};

const std::string& page_name(const store::DocumentNames& names) {
  return names.url.empty() ? names.id : names.url;
}

// The documents of the new sweep.
struct Draft {
  store::DocumentTable documents;
  store::HashListReader sketches;

  static Result<Draft> open(const store::StoreFiles& files, std::uint64_t count) {
    WHORL_ASSIGN_OR_RETURN(auto documents, store::DocumentTable::open(files, count));
    WHORL_ASSIGN_OR_RETURN(auto sketches, files.read(store::kSketchesFile));
    return Draft{std::move(documents), store::HashListReader(std::move(sketches))};
  }

  Result<std::string> url(const store::DocumentRecord& record) const {
    WHORL_ASSIGN_OR_RETURN(auto names, documents.names(record));
    return page_name(names);
  }
};

Result<base::SortedStream<FoundPage>> by_url(base::FileSystem& file_system, const Draft& draft,
                                             base::SortBudget budget) {
  budget.name = "urls";
  base::ExternalSorter<FoundPage> sorter(file_system, budget);
  auto added = draft.documents.for_each_named(
      [&](DocId doc, const store::DocumentRecord&, const store::DocumentNames& names) {
        return sorter.add({base::hash128(page_name(names)), doc});
      });
  WHORL_RETURN_IF_ERROR(added);
  return sorter.finish();
}

// Appends versions, with their sketches, names and postings.
class VersionWriter {
 public:
  VersionWriter(base::FileSystem& file_system, const Draft& draft, const base::SortBudget& budget,
                SweepManifest& manifest)
      : draft_(draft), postings_(file_system, budget), manifest_(manifest) {}

  Result<void> open(store::StoreFiles& store) {
    WHORL_ASSIGN_OR_RETURN(versions_, store.append(store::kVersionsFile));
    WHORL_ASSIGN_OR_RETURN(names_, store.append(store::kNamesFile));
    WHORL_ASSIGN_OR_RETURN(sketches_, store.append(store::kSketchesFile));
    first_ = next_ = static_cast<std::uint32_t>(manifest_.versions());
    return {};
  }

  // Returns the version's number. `old`: an earlier version of the URL, whose name is shared.
  Result<std::uint32_t> add(const store::DocumentRecord& found, const VersionRecord* old) {
    VersionRecord version{};
    version.canonical = found.canonical;
    version.full_size = found.set.full_size;
    version.bytes = found.bytes;
    version.modulus = found.set.modulus;
    WHORL_RETURN_IF_ERROR(name(found, old, version));
    WHORL_RETURN_IF_ERROR(keep_sketch(found, version));
    WHORL_RETURN_IF_ERROR(versions_->append(std::as_bytes(std::span(&version, 1))));
    return next_++;
  }

  // When this returns, all is on the disk, and named in the sweep's entry.
  Result<void> finish(std::unique_ptr<base::WritableFile> index, unsigned threads,
                      SweepEntry& entry) {
    for (base::WritableFile* file : {names_.get(), sketches_.get(), versions_.get()}) {
      WHORL_RETURN_IF_ERROR(file->sync());
    }
    WHORL_ASSIGN_OR_RETURN(auto sorted, postings_.finish());
    WHORL_RETURN_IF_ERROR(store::write_index(
        std::move(index), [&] { return sorted.next_some(); }, threads));
    entry.first_version = first_;
    entry.end_version = next_;
    return {};
  }

 private:
  Result<void> name(const store::DocumentRecord& found, const VersionRecord* old,
                    VersionRecord& version) {
    if (old) {
      version.name_offset = old->name_offset;
      version.name_bytes = old->name_bytes;
      return {};
    }
    WHORL_ASSIGN_OR_RETURN(auto url, draft_.url(found));
    version.name_offset = manifest_.name_bytes;
    version.name_bytes = static_cast<std::uint32_t>(url.size());
    manifest_.name_bytes += url.size();
    return names_->append(std::as_bytes(std::span(url)));
  }

  Result<void> keep_sketch(const store::DocumentRecord& found, VersionRecord& version) {
    WHORL_RETURN_IF_ERROR(draft_.sketches.read(found.set.offset, found.set.count, sketch_));
    version.sketch_offset = manifest_.sketch_hashes;
    version.sketch_count = found.set.count;
    version.sketch_check = sketch_check(sketch_);
    manifest_.sketch_hashes += sketch_.size();
    for (std::uint64_t shingle : sketch_) {
      WHORL_RETURN_IF_ERROR(postings_.add({shingle, next_}));
    }
    return sketches_->append(std::as_bytes(std::span(sketch_)));
  }

  const Draft& draft_;
  base::ExternalSorter<store::Posting> postings_;
  SweepManifest& manifest_;
  std::unique_ptr<base::WritableFile> versions_;
  std::unique_ptr<base::WritableFile> names_;
  std::unique_ptr<base::WritableFile> sketches_;
  std::uint32_t first_ = 0;
  std::uint32_t next_ = 0;
  std::vector<std::uint64_t> sketch_;
};

class PageMerge {
 public:
  PageMerge(const SweepStore* before, const Draft& draft, VersionWriter& versions,
            base::WritableFile& pages, std::uint32_t now)
      : before_(before), draft_(draft), versions_(versions), pages_(pages), now_(now) {}

  Result<void> run(base::SortedStream<FoundPage> found, Progress& progress) {
    std::optional<PageScan> scan;
    if (before_) scan.emplace(before_->pages());
    const auto next_old = [&]() -> Result<std::optional<PageRow>> {
      if (!scan) return std::nullopt;
      WHORL_ASSIGN_OR_RETURN(auto row, scan->next());
      return row ? std::optional(*row) : std::nullopt;
    };
    auto old = next_old();
    auto page = next_found(found);
    std::vector<PageRow> rows;
    while (true) {
      WHORL_RETURN_IF_ERROR(old);
      WHORL_RETURN_IF_ERROR(page);
      if (!*old && !*page) return {};
      if (progress.cancelled())
        return fail(ErrorCode::cancelled, "stopped: the sweep is not added");
      const base::Hash128 url = !*old                        ? (*page)->url
                                : !*page                     ? (*old)->url
                                : (*page)->url < (*old)->url ? (*page)->url
                                                             : (*old)->url;
      for (rows.clear(); old && *old && (*old)->url == url; old = next_old()) rows.push_back(**old);
      const bool is_found = *page && (*page)->url == url;
      WHORL_RETURN_IF_ERROR(is_found ? take(**page, rows) : leave(rows));
      if (!rows.empty()) {
        WHORL_RETURN_IF_ERROR(pages_.append(std::as_bytes(std::span(rows))));
        rows_ += rows.size();
      }
      if (is_found) page = next_found(found);
      progress.advance(rows.size() + is_found);
    }
  }

  SweepSummary summary;
  input::SkipLog repeated;
  std::uint64_t rows() const { return rows_; }

 private:
  // The next page whose URL is new; nothing at the end.
  Result<std::optional<FoundPage>> next_found(base::SortedStream<FoundPage>& found) {
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto next, found.next());
      if (!next) return std::nullopt;
      if (last_url_ != next->url) {
        last_url_ = next->url;
        return *next;
      }
      WHORL_ASSIGN_OR_RETURN(auto record, draft_.documents.record(static_cast<DocId>(next->doc)));
      WHORL_ASSIGN_OR_RETURN(auto url, draft_.url(record));
      repeated.add({url, "is the URL of several pages; only the first counts"});
    }
  }

  bool in_last_sweep(const std::vector<PageRow>& rows) const {
    return !rows.empty() && rows.back().last + 1 == now_;
  }

  Result<void> leave(const std::vector<PageRow>& rows) {
    summary.gone += in_last_sweep(rows);
    return {};
  }

  // Adds a page that was found to the rows of its URL.
  Result<void> take(const FoundPage& found, std::vector<PageRow>& rows) {
    ++summary.pages;
    WHORL_ASSIGN_OR_RETURN(auto record, draft_.documents.record(static_cast<DocId>(found.doc)));
    const bool was_there = in_last_sweep(rows);
    std::optional<VersionRecord> old;
    if (!rows.empty()) {
      WHORL_ASSIGN_OR_RETURN(old, before_->version(rows.back().version));
    }
    const bool same = old && old->canonical == record.canonical;
    if (was_there) ++(same ? summary.unchanged : summary.changed);
    if (!was_there) ++summary.appeared;
    if (was_there && same) {
      rows.back().last = now_;
      return {};
    }
    WHORL_ASSIGN_OR_RETURN(auto number, same ? Result<std::uint32_t>(rows.back().version)
                                             : versions_.add(record, old ? &*old : nullptr));
    rows.push_back({found.url, now_, now_, number, 0});
    return {};
  }

  const SweepStore* before_;
  const Draft& draft_;
  VersionWriter& versions_;
  base::WritableFile& pages_;
  std::uint32_t now_;
  std::uint64_t rows_ = 0;
  std::optional<base::Hash128> last_url_;
};

std::uint64_t stored_bytes(const SweepManifest& m) {
  return m.versions() * sizeof(VersionRecord) + m.name_bytes + m.sketch_hashes * 8 +
         m.rows * sizeof(PageRow);
}

}  // namespace

Result<SweepSummary> merge_pages(const NewSweep& sweep, const base::SortBudget& budget,
                                 SweepManifest& manifest, Progress& progress) {
  base::FileSystem& file_system = sweep.store.file_system();
  store::StoreFiles& store = sweep.store;
  WHORL_ASSIGN_OR_RETURN(auto draft, Draft::open(sweep.draft, sweep.documents));
  base::SortBudget half = budget;
  half.memory /= 2;
  WHORL_ASSIGN_OR_RETURN(auto found, by_url(file_system, draft, half));
  const std::uint64_t bytes_before = stored_bytes(manifest);
  const std::size_t now = manifest.sweeps.size();
  SweepManifest next = manifest;
  half.name = "postings";
  VersionWriter versions(file_system, draft, half, next);
  WHORL_RETURN_IF_ERROR(versions.open(store));
  WHORL_ASSIGN_OR_RETURN(auto pages, store.write(store::kPagesFile));

  PageMerge merge(sweep.before, draft, versions, *pages, static_cast<std::uint32_t>(now));
  WHORL_RETURN_IF_ERROR(merge.run(std::move(found), progress));
  WHORL_RETURN_IF_ERROR(pages->sync());
  SweepEntry entry{sweep.date, merge.summary.pages};
  WHORL_ASSIGN_OR_RETURN(auto index, store.write(index_file(now)));
  WHORL_RETURN_IF_ERROR(versions.finish(std::move(index), budget.threads, entry));
  next.sweeps.push_back(std::move(entry));
  next.rows = merge.rows();
  next.files = store.table();
  manifest = std::move(next);

  SweepSummary summary = std::move(merge.summary);
  summary.date = sweep.date;
  summary.skipped = merge.repeated.list();
  summary.bytes_added = stored_bytes(manifest) - bytes_before + store.bytes(index_file(now));
  return summary;
}

}  // namespace whorl::internal::sweep
