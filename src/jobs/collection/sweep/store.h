// A sweep store, opened for reading.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/sweep/manifest.h"
#include "store/document_table.h"
#include "store/shingle_index.h"
#include "store/sketch_file.h"

namespace whorl::internal::sweep {

// What a sweep store keeps of pages. Sweeps and versions are numbered in the order in which they
// were added. Format: docs/format.md, "sweep stores".

// The content of a URL from some sweep on, in `versions.bin`.
struct VersionRecord {
  std::uint64_t name_offset;    // of the URL in names.bin; versions of a URL share it
  std::uint64_t sketch_offset;  // in sketches.bin, hashes
  base::Hash128 canonical;      // XXH3-128 of the normalized symbols
  std::uint64_t full_size;      // distinct shingles
  std::uint64_t bytes;          // before conversion
  std::uint32_t name_bytes;
  std::uint32_t sketch_count;
  std::uint32_t modulus;
  std::uint32_t sketch_check;  // low half of XXH3-64 of the sketch
};
static_assert(sizeof(VersionRecord) == 64);

// Sweeps in which a URL had a version, from `first` to `last` without a gap: a row of
// `pages.bin`, sorted. A page that does not change is one row whose `last` grows.
struct PageRow {
  base::Hash128 url;  // XXH3-128
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t version;
  std::uint32_t reserved;
  auto operator<=>(const PageRow&) const = default;
};
static_assert(sizeof(PageRow) == 32);

// True if a version has any text: empty pages are similar to nothing.
bool has_text(const VersionRecord& version);

// The host of a URL in lower case, with its port; empty if the name is no URL.
std::string host_of(std::string_view url);

// Rows of a pages file, in order, through a window.
class PageScan {
 public:
  PageScan(const base::ReadableFile& file, std::uint64_t rows, std::uint64_t sweeps)
      : file_(file), rows_(rows), sweeps_(sweeps) {}
  // The next row, or null at the end; valid until the next call. Fails if rows do not ascend, or
  // sweeps of a URL overlap.
  Result<const PageRow*> next();

 private:
  static constexpr std::size_t kWindow = 4096;
  const base::ReadableFile& file_;
  std::uint64_t rows_;
  std::uint64_t sweeps_;
  std::uint64_t read_ = 0;
  std::vector<PageRow> window_;
  std::optional<PageRow> last_;  // read
  std::size_t at_ = 0;
};

class SweepStore {
 public:
  // `manifest` is the result of load(). Checks sizes; contents are checked when they are read.
  static Result<SweepStore> open(base::FileSystem& file_system, const base::FileSystem::Path& path,
                                 SweepManifest manifest);
  // Fails with a sentence if there is no store.
  static Result<SweepStore> open(base::FileSystem& file_system, const base::FileSystem::Path& path);

  const SweepManifest& manifest() const { return manifest_; }
  const sketch::Sampler& sketching() const { return sketching_; }
  std::uint32_t last_sweep() const {
    return static_cast<std::uint32_t>(manifest_.sweeps.size() - 1);
  }
  const std::string& date(std::uint32_t sweep) const { return manifest_.sweeps[sweep].date; }

  PageScan pages() const { return PageScan(*pages_, manifest_.rows, manifest_.sweeps.size()); }
  // All rows of a URL, by sweep. O(log rows) reads.
  Result<std::vector<PageRow>> rows_of(const base::Hash128& url) const;
  Result<VersionRecord> version(std::uint32_t number) const;
  Result<std::string> url(const VersionRecord& version) const;
  // The shingles of the versions that a sweep added.
  Result<store::ShingleIndex> index(std::size_t sweep) const;
  // Compared with the version's checksum.
  Result<void> sketch(const VersionRecord& version, std::vector<std::uint64_t>& out) const;
  // By their sketches.
  Result<sketch::Measure> resemblance(const VersionRecord& a, const VersionRecord& b) const;

 private:
  SweepStore(store::StoreFiles files, SweepManifest manifest, sketch::Sampler sketching)
      : files_(std::move(files)),
        manifest_(std::move(manifest)),
        sketching_(std::move(sketching)) {}
  Result<void> check() const;
  Result<PageRow> row(std::uint64_t at) const;

  store::StoreFiles files_;
  SweepManifest manifest_;
  sketch::Sampler sketching_;  // what the manifest names
  std::unique_ptr<base::ReadableFile> pages_;
  std::unique_ptr<base::ReadableFile> versions_;
  std::unique_ptr<base::ReadableFile> names_;
  std::unique_ptr<base::ReadableFile> sketches_file_;
};

std::uint32_t sketch_check(std::span<const std::uint64_t> sketch);

}  // namespace whorl::internal::sweep
