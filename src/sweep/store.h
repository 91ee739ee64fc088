// A sweep store, opened for reading.
#pragma once

#include <memory>
#include <vector>

#include "store/sketch_file.h"
#include "sweep/manifest.h"
#include "sweep/records.h"

namespace whorl::internal::sweep {

// Whether a version has any text: empty pages are similar to nothing.
bool has_text(const VersionRecord& version);

// The host of a URL in lower case, with its port; empty where the name is no URL.
std::string host_of(std::string_view url);

// Rows of a pages file, in order, through a window.
class PageScan {
 public:
  PageScan(const base::ReadableFile& file, std::uint64_t rows) : file_(file), rows_(rows) {}
  // The next row, or null at the end; valid until the next call.
  Result<const PageRow*> next();

 private:
  static constexpr std::size_t kWindow = 4096;
  const base::ReadableFile& file_;
  std::uint64_t rows_;
  std::uint64_t read_ = 0;
  std::vector<PageRow> window_;
  std::size_t at_ = 0;
};

class SweepStore {
 public:
  // Checks sizes and the checksums of pages and versions: O(pages + versions). `manifest` is what
  // load() found.
  static Result<SweepStore> open(base::FileSystem& file_system, const base::FileSystem::Path& path,
                                 SweepManifest manifest);
  // Fails with a sentence where there is no store.
  static Result<SweepStore> open(base::FileSystem& file_system, const base::FileSystem::Path& path);

  const SweepManifest& manifest() const { return manifest_; }
  std::uint32_t last_sweep() const {
    return static_cast<std::uint32_t>(manifest_.sweeps.size() - 1);
  }
  const std::string& date(std::uint32_t sweep) const { return manifest_.sweeps[sweep].date; }

  PageScan pages() const { return PageScan(*pages_, manifest_.rows); }
  // All rows of a URL, by sweep. O(log rows) reads.
  Result<std::vector<PageRow>> rows_of(const base::Hash128& url) const;
  Result<VersionRecord> version(std::uint32_t number) const;
  Result<std::string> url(const VersionRecord& version) const;
  // Checked against the version's sum.
  Result<void> sketch(const VersionRecord& version, std::vector<std::uint64_t>& out) const;
  // By their sketches, which `method` made.
  Result<sketch::Measure> resemblance(const sketch::SketchMethod& method, const VersionRecord& a,
                                      const VersionRecord& b) const;

 private:
  Result<void> check(const base::FileSystem::Path& path) const;
  Result<PageRow> row(std::uint64_t at) const;

  SweepManifest manifest_;
  std::unique_ptr<base::ReadableFile> pages_;  // none before the first sweep
  std::unique_ptr<base::ReadableFile> versions_;
  std::unique_ptr<base::ReadableFile> names_;
  std::unique_ptr<base::ReadableFile> sketches_file_;
};

std::uint32_t sketch_check(std::span<const std::uint64_t> sketch);

}  // namespace whorl::internal::sweep
