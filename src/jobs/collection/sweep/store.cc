#include "jobs/collection/sweep/store.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "base/ascii_case.h"
#include "base/try.h"
#include "store/open_published.h"

namespace whorl::internal::sweep {
namespace {

tl::unexpected<Error> damaged_sweep(const base::FileSystem::Path& path) {
  return fail(ErrorCode::corrupt, path.string() + ": the sweep store is damaged");
}

// Fills all of `out`, or fails.
Result<void> read_whole(const base::ReadableFile& file, std::uint64_t offset,
                        std::span<std::byte> out, const char* name) {
  WHORL_ASSIGN_OR_RETURN(auto got, file.read(offset, out));
  return got == out.size() ? Result<void>{} : damaged_sweep(name);
}

constexpr const char* kPages = store::kPagesFile;

// True if its sweeps are some of the store's.
bool is_sound(const PageRow& row, std::uint64_t sweeps) {
  return row.first <= row.last && row.last < sweeps;
}

// True if rows are ordered by URL, and sweeps of a URL do not overlap.
bool follows(const PageRow& row, const PageRow& before) {
  return before.url < row.url || (before.url == row.url && before.last < row.first);
}

}  // namespace

bool has_text(const VersionRecord& version) { return !base::is_of_nothing(version.canonical); }

std::uint32_t sketch_check(std::span<const std::uint64_t> sketch) {
  return static_cast<std::uint32_t>(XXH3_64bits(sketch.data(), sketch.size_bytes()));
}

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == url.npos || scheme > 10) return {};
  std::string_view host = url.substr(scheme + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  if (const std::size_t user = host.rfind('@'); user != host.npos) host.remove_prefix(user + 1);
  return base::lower_case(host);
}

Result<const PageRow*> PageScan::next() {
  if (at_ == window_.size()) {
    if (read_ == rows_) return nullptr;
    window_.resize(std::min<std::uint64_t>(kWindow, rows_ - read_));
    WHORL_RETURN_IF_ERROR(read_whole(file_, read_ * sizeof(PageRow),
                                     std::as_writable_bytes(std::span(window_)), kPages));
    for (const PageRow& row : window_) {
      if (!is_sound(row, sweeps_)) return damaged_sweep(kPages);
      if (last_ && !follows(row, *last_))
        return fail(ErrorCode::corrupt, std::string(kPages) + ": its rows are out of order");
      last_ = row;
    }
    read_ += window_.size();
    at_ = 0;
  }
  return &window_[at_++];
}

namespace {

Result<SweepStore> open_now(base::FileSystem& file_system, const base::FileSystem::Path& path) {
  WHORL_ASSIGN_OR_RETURN(auto manifest, load(file_system, path));
  if (!manifest || manifest->sweeps.empty()) {
    return fail(ErrorCode::not_found,
                path.string() + ": has no sweeps; add one with `whorl sweep add`");
  }
  return SweepStore::open(file_system, path, std::move(*manifest));
}

}  // namespace

Result<SweepStore> SweepStore::open(base::FileSystem& file_system,
                                    const base::FileSystem::Path& path) {
  return store::open_published([&] { return open_now(file_system, path); });
}

Result<SweepStore> SweepStore::open(base::FileSystem& file_system,
                                    const base::FileSystem::Path& path, SweepManifest manifest) {
  store::StoreFiles files(file_system, path, manifest.files);
  WHORL_ASSIGN_OR_RETURN(auto sketching, sketch::Sampler::parse(manifest.settings.sketch));
  SweepStore opened(std::move(files), std::move(manifest), std::move(sketching));
  WHORL_ASSIGN_OR_RETURN(opened.pages_, opened.files_.read(store::kPagesFile));
  WHORL_ASSIGN_OR_RETURN(opened.versions_, opened.files_.read(store::kVersionsFile));
  WHORL_ASSIGN_OR_RETURN(opened.names_, opened.files_.read(store::kNamesFile));
  WHORL_ASSIGN_OR_RETURN(opened.sketches_file_, opened.files_.read(store::kSketchesFile));
  WHORL_RETURN_IF_ERROR(opened.check());
  return opened;
}

Result<void> SweepStore::check() const {
  const auto holds = [](const base::ReadableFile& file, std::uint64_t count, std::size_t size) {
    return file.size() / size == count && file.size() % size == 0;
  };
  const bool whole = holds(*pages_, manifest_.rows, sizeof(PageRow)) &&
                     holds(*versions_, manifest_.versions(), sizeof(VersionRecord)) &&
                     holds(*names_, manifest_.name_bytes, 1) &&
                     holds(*sketches_file_, manifest_.sketch_hashes, sizeof(std::uint64_t));
  return whole ? Result<void>{} : damaged_sweep(files_.folder());
}

Result<store::ShingleIndex> SweepStore::index(std::size_t sweep) const {
  WHORL_ASSIGN_OR_RETURN(auto file, files_.read(index_file(sweep)));
  return store::ShingleIndex::open(std::move(file), manifest_.sweeps[sweep].end_version);
}

Result<PageRow> SweepStore::row(std::uint64_t at) const {
  PageRow row;
  WHORL_RETURN_IF_ERROR(
      read_whole(*pages_, at * sizeof row, std::as_writable_bytes(std::span(&row, 1)), kPages));
  if (!is_sound(row, manifest_.sweeps.size())) return damaged_sweep(kPages);
  return row;
}

Result<std::vector<PageRow>> SweepStore::rows_of(const base::Hash128& url) const {
  std::uint64_t first = 0;
  for (std::uint64_t end = manifest_.rows; first < end;) {
    const std::uint64_t middle = first + (end - first) / 2;
    WHORL_ASSIGN_OR_RETURN(auto found, row(middle));
    if (found.url < url) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  std::vector<PageRow> rows;
  for (; first < manifest_.rows; ++first) {
    WHORL_ASSIGN_OR_RETURN(auto found, row(first));
    if (found.url != url) break;
    rows.push_back(found);
  }
  return rows;
}

Result<VersionRecord> SweepStore::version(std::uint32_t number) const {
  if (number >= manifest_.versions()) return damaged_sweep(store::kVersionsFile);
  VersionRecord record;
  WHORL_RETURN_IF_ERROR(read_whole(*versions_, number * sizeof record,
                                   std::as_writable_bytes(std::span(&record, 1)),
                                   store::kVersionsFile));
  return record;
}

Result<std::string> SweepStore::url(const VersionRecord& version) const {
  const std::uint64_t all = manifest_.name_bytes;
  if (version.name_offset > all || version.name_bytes > all - version.name_offset) {
    return damaged_sweep(store::kNamesFile);
  }
  std::string url(version.name_bytes, '\0');
  WHORL_RETURN_IF_ERROR(read_whole(*names_, version.name_offset,
                                   std::as_writable_bytes(std::span(url)), store::kNamesFile));
  return url;
}

Result<void> SweepStore::sketch(const VersionRecord& version,
                                std::vector<std::uint64_t>& out) const {
  const std::uint64_t all = manifest_.sketch_hashes;
  if (version.sketch_offset > all || version.sketch_count > all - version.sketch_offset) {
    return damaged_sweep(store::kSketchesFile);
  }
  out.resize(version.sketch_count);
  WHORL_RETURN_IF_ERROR(read_whole(*sketches_file_, version.sketch_offset * sizeof(std::uint64_t),
                                   std::as_writable_bytes(std::span(out)), store::kSketchesFile));
  return sketch_check(out) == version.sketch_check ? Result<void>{}
                                                   : damaged_sweep(store::kSketchesFile);
}

Result<sketch::Measure> SweepStore::resemblance(const VersionRecord& a,
                                                const VersionRecord& b) const {
  std::vector<std::uint64_t> of_a;
  std::vector<std::uint64_t> of_b;
  WHORL_RETURN_IF_ERROR(sketch(a, of_a));
  WHORL_RETURN_IF_ERROR(sketch(b, of_b));
  return sketching_.resemblance(sketch::SketchView(of_a, a.modulus, a.full_size),
                                sketch::SketchView(of_b, b.modulus, b.full_size));
}

}  // namespace whorl::internal::sweep
