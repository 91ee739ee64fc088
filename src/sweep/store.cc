#include "sweep/store.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "base/ascii_case.h"
#include "base/try.h"

namespace whorl::internal::sweep {
namespace {

tl::unexpected<Error> damaged(const base::FileSystem::Path& path) {
  return fail(ErrorCode::corrupt, path.string() + ": the sweep store is damaged");
}

// Fills `out` whole or fails.
Result<void> read_whole(const base::ReadableFile& file, std::uint64_t offset,
                        std::span<std::byte> out, const char* name) {
  WHORL_ASSIGN_OR_RETURN(auto got, file.read(offset, out));
  return got == out.size() ? Result<void>{} : damaged(name);
}

// XXH3-64 of a part of a file.
Result<std::uint64_t> checksum(const base::ReadableFile& file, std::uint64_t begin,
                               std::uint64_t end, const char* name) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                       XXH3_freeState);
  XXH3_64bits_reset(state.get());
  std::vector<std::byte> block(1 << 20);
  while (begin < end) {
    const std::span part(block.data(), std::min<std::uint64_t>(block.size(), end - begin));
    WHORL_RETURN_IF_ERROR(read_whole(file, begin, part, name));
    XXH3_64bits_update(state.get(), part.data(), part.size());
    begin += part.size();
  }
  return XXH3_64bits_digest(state.get());
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
                                     std::as_writable_bytes(std::span(window_)), "pages"));
    read_ += window_.size();
    at_ = 0;
  }
  return &window_[at_++];
}

Result<SweepStore> SweepStore::open(base::FileSystem& file_system,
                                    const base::FileSystem::Path& path) {
  WHORL_ASSIGN_OR_RETURN(auto manifest, load(file_system, path));
  if (!manifest || manifest->sweeps.empty()) {
    return fail(ErrorCode::not_found,
                path.string() + ": holds no sweeps; add one with `whorl sweep add`");
  }
  return open(file_system, path, std::move(*manifest));
}

Result<SweepStore> SweepStore::open(base::FileSystem& file_system,
                                    const base::FileSystem::Path& path, SweepManifest manifest) {
  SweepStore store;
  store.manifest_ = std::move(manifest);
  const std::pair<std::string, std::unique_ptr<base::ReadableFile>*> files[] = {
      {pages_file(store.manifest_.sweeps.size()), &store.pages_},
      {kVersionsFile, &store.versions_},
      {kNamesFile, &store.names_},
      {kSketchesFile, &store.sketches_file_},
  };
  for (const auto& [name, file] : files) {
    WHORL_ASSIGN_OR_RETURN(*file, file_system.read(path / name));
  }
  WHORL_RETURN_IF_ERROR(store.check(path));
  return store;
}

Result<void> SweepStore::check(const base::FileSystem::Path& path) const {
  const auto holds = [](const base::ReadableFile& file, std::uint64_t count, std::size_t size) {
    return file.size() / size >= count;
  };
  if (!holds(*pages_, manifest_.rows, sizeof(PageRow)) ||
      !holds(*versions_, manifest_.versions(), sizeof(VersionRecord)) ||
      !holds(*names_, manifest_.name_bytes, 1) ||
      !holds(*sketches_file_, manifest_.sketch_hashes, sizeof(std::uint64_t))) {
    return damaged(path);
  }
  WHORL_ASSIGN_OR_RETURN(auto rows,
                         checksum(*pages_, 0, manifest_.rows * sizeof(PageRow), "pages"));
  if (rows != manifest_.rows_checksum) return damaged(path);
  for (const SweepEntry& sweep : manifest_.sweeps) {
    WHORL_ASSIGN_OR_RETURN(auto sum,
                           checksum(*versions_, sweep.first_version * sizeof(VersionRecord),
                                    sweep.end_version * sizeof(VersionRecord), kVersionsFile));
    if (sum != sweep.checksum) return damaged(path);
  }
  return {};
}

Result<PageRow> SweepStore::row(std::uint64_t at) const {
  PageRow row;
  WHORL_RETURN_IF_ERROR(
      read_whole(*pages_, at * sizeof row, std::as_writable_bytes(std::span(&row, 1)), "pages"));
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
  if (number >= manifest_.versions()) return damaged(kVersionsFile);
  VersionRecord record;
  WHORL_RETURN_IF_ERROR(read_whole(*versions_, number * sizeof record,
                                   std::as_writable_bytes(std::span(&record, 1)), kVersionsFile));
  return record;
}

Result<std::string> SweepStore::url(const VersionRecord& version) const {
  const std::uint64_t all = manifest_.name_bytes;
  if (version.name_offset > all || version.name_bytes > all - version.name_offset) {
    return damaged(kNamesFile);
  }
  std::string url(version.name_bytes, '\0');
  WHORL_RETURN_IF_ERROR(
      read_whole(*names_, version.name_offset, std::as_writable_bytes(std::span(url)), kNamesFile));
  return url;
}

Result<void> SweepStore::sketch(const VersionRecord& version,
                                std::vector<std::uint64_t>& out) const {
  const std::uint64_t all = manifest_.sketch_hashes;
  if (version.sketch_offset > all || version.sketch_count > all - version.sketch_offset) {
    return damaged(kSketchesFile);
  }
  out.resize(version.sketch_count);
  WHORL_RETURN_IF_ERROR(read_whole(*sketches_file_, version.sketch_offset * sizeof(std::uint64_t),
                                   std::as_writable_bytes(std::span(out)), kSketchesFile));
  return sketch_check(out) == version.sketch_check ? Result<void>{} : damaged(kSketchesFile);
}

Result<sketch::Measure> SweepStore::resemblance(const sketch::SketchMethod& method,
                                                const VersionRecord& a,
                                                const VersionRecord& b) const {
  std::vector<std::uint64_t> of_a;
  std::vector<std::uint64_t> of_b;
  WHORL_RETURN_IF_ERROR(sketch(a, of_a));
  WHORL_RETURN_IF_ERROR(sketch(b, of_b));
  return method.resemblance(sketch::SketchView(of_a, a.modulus, a.full_size),
                            sketch::SketchView(of_b, b.modulus, b.full_size));
}

}  // namespace whorl::internal::sweep
