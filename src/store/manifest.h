// The store's manifest: what made it, and which phases are done.
//
// `store.json` is replaced atomically after each phase and each checkpoint of the first; every
// other file is written whole before it is named there. So a run that is killed at any moment
// leaves a store that the same command continues.
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"
#include "store/ingest.h"
#include "whorl/cluster.h"

namespace whorl::internal::store {

enum class Phase { ingest, index, pairs, clusters };

// What a store was made with: changing any of it is another store.
struct StoreSettings {
  std::vector<std::string> inputs;
  std::string front_end;
  std::uint32_t shingle = 0;
  std::string sketch;
  std::string pairs = "exact";
  std::uint64_t common = 0;
  bool verify = true;
  double keep_resemblance = 0;  // what the kept pairs reach
  double keep_containment = 0;
  std::string files_from;
  std::string features_field;
  std::string survivor_field;  // of a JSON line; each document keeps its number
  bool across = false;         // pairs of a part's documents with new ones alone are sought
};

// A store whose documents stand first in this one: what it found of them is not sought again.
struct Part {
  std::string store;  // empty: this one, before documents were added
  std::uint64_t documents = 0;
  bool operator==(const Part&) const = default;
};

struct Manifest {
  StoreSettings settings;
  std::vector<Part> parts;                      // in order, as the last run took them over
  std::optional<ClusterThresholds> thresholds;  // of the clusters at hand
  std::vector<std::string> added;               // what the last run put into the finished store
  base::Hash128 inputs;  // the name of the list of inputs, as the last run found them
  IngestState ingest;
  std::vector<Skipped> skipped_inputs;      // by the readers, once ingest is done
  std::vector<Skipped> repeated_ids;        // once the index is
  std::vector<ClusterSummary::Phase> done;  // in order of Phase
  std::uint64_t postings = 0;
  std::uint64_t candidates = 0;
  std::uint64_t kept_pairs = 0;

  bool is_done(Phase phase) const { return done.size() > static_cast<std::size_t>(phase); }
};

Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const Manifest& manifest);
// Whether the folder has a manifest, of whatever kind.
bool is_store(const base::FileSystem::Path& store);
// Nothing where there is no manifest.
Result<std::optional<Manifest>> load(base::FileSystem& file_system,
                                     const base::FileSystem::Path& store);
// The manifest of a store that can be asked: all phases up to the pairs are done.
Result<Manifest> load_finished(base::FileSystem& file_system, const base::FileSystem::Path& store);
// Names the first setting that differs.
Result<void> same_settings(const StoreSettings& asked, const StoreSettings& stored);
// The same for what makes documents comparable. What is as `unset` has it was not asked for and
// does not differ.
Result<void> same_method(const StoreSettings& asked, const StoreSettings& stored,
                         const StoreSettings& unset);

}  // namespace whorl::internal::store
