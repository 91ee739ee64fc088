// `sweeps.json`: the settings of a sweep store, its sweeps, and the valid lengths of its files. It
// is replaced atomically when a sweep is complete; until then the store does not change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "store/store_files.h"

namespace whorl::internal::sweep {

// How documents become sketches: the same for all sweeps, so that they can be compared.
struct SweepSettings {
  std::string front_end;
  std::uint32_t shingle = 0;
  std::string sketch;
  std::string features_field;
  bool operator==(const SweepSettings&) const = default;
};

struct SweepEntry {
  std::string date;
  std::uint64_t pages = 0;
  std::uint64_t first_version = 0;  // versions this sweep added: from here …
  std::uint64_t end_version = 0;    // … up to here
};

struct SweepManifest {
  SweepSettings settings;
  std::vector<SweepEntry> sweeps;
  std::uint64_t name_bytes = 0;
  std::uint64_t sketch_hashes = 0;
  std::uint64_t rows = 0;  // of pages.bin
  store::FileTable files = store::new_file_table();

  std::uint64_t versions() const { return sweeps.empty() ? 0 : sweeps.back().end_version; }
};

// Nothing if there is no manifest.
Result<std::optional<SweepManifest>> load(base::FileSystem& file_system,
                                          const base::FileSystem::Path& store);

Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const SweepManifest& manifest);

// "index-2.bin": shingles of the versions that a sweep added.
std::string index_file(std::size_t sweep);

}  // namespace whorl::internal::sweep
