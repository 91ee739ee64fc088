// The store's manifest: its settings, the phases that are done, and its files.
//
// `store.json` describes a complete store and is the file that readers use. A run keeps its own
// manifest next to it, `store.next.json`. It is replaced atomically after each phase and each
// checkpoint of the first phase, and renamed to `store.json` at the end. Every other file is on the
// disk before a manifest names it. So a run that is killed at any moment leaves a store that the
// same command continues, and that still answers queries with its previous contents.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/file_system.h"
#include "store/ingest.h"
#include "store/store_files.h"
#include "whorl/cluster.h"

namespace whorl::internal::store {

// The common parts of manifests of stores and of sweeps: the table of files, and a checksum.

nlohmann::json to_json(const FileTable& table);
// Throws json::exception if it is invalid.
FileTable files_from(const nlohmann::json& table);

// The manifest in a file; nothing if there is none, null if it is no object.
Result<std::optional<nlohmann::json>> read_manifest(base::FileSystem& file_system,
                                                    const base::FileSystem::Path& path);
// Fails if the format is not `format`, with an error that says what to do. Accepts a manifest
// without a format; the caller finds that error.
Result<void> check_format(const nlohmann::json& manifest, int format,
                          const base::FileSystem::Path& store);

// Adds the checksum of all members as `checksum`.
void seal(nlohmann::json& manifest);
// Removes the checksum; returns true if it matched the other members. Throws json::exception if
// there is none.
bool unseal(nlohmann::json& manifest);

enum class Phase { ingest, index, pairs, clusters };

// The settings of a store, except its inputs and the names of its methods.
struct StoreRules {
  std::uint32_t shingle = 0;
  std::uint64_t common = 0;
  bool verify = true;
  double keep_resemblance = 0;  // thresholds of the kept pairs
  double keep_containment = 0;
  std::string features_field;
  std::string survivor_field;  // of a JSON line; each document keeps its number
  bool across = false;         // only pairs of a part's documents with new ones are searched for
  // Keeps the documents chosen by this rule instead of pairs.
  std::optional<SurvivorChoice> survivor{};
  bool positions = false;           // keep the position of each shingle
  std::uint32_t letters_below = 0;  // words; shorter documents also have shingles of letters
  bool weighted = false;            // characters of scripts without spaces count by their weight
  std::string within{};             // only documents with the same value in this field are compared
  std::string candidates{};         // the file of the pairs that are counted, and its hash
};

// All settings of a store: changing any of them requires another store. Names are text as in the
// manifest; code that reads documents or pairs resolves them first
// (jobs/collection/join/resolved_run.h).
struct StoreSettings : StoreRules {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string front_end;
  std::string sketch;
  std::string pairs = "exact";
};

// How the documents of a store become sketches. Fails if its sketch or tokenizer does not exist.
Result<Shingling> shingling_of(const StoreSettings& settings);

// The name in a manifest: "longest".
std::string_view name_of(SurvivorChoice choice);

// A store whose documents come first in this one: pairs among them are not searched for again.
struct Part {
  std::string store;  // empty for this store before documents were added
  std::uint64_t documents = 0;
  base::Hash128 inputs = {};  // of that store, to detect changes; zero for other parts
  bool operator==(const Part&) const = default;
};

struct Manifest {
  StoreSettings settings;
  std::vector<Part> parts;                      // in order, as the last run used them
  std::optional<ClusterThresholds> thresholds;  // of the current clusters
  std::vector<std::string> added;  // inputs that the last run added to the finished store
  base::Hash128 inputs;            // hash of the list of inputs in the last run
  IngestState ingest;
  std::vector<Skipped> skipped_inputs;      // listed by the readers; set after ingest
  std::vector<Skipped> repeated_ids;        // set after the index
  std::vector<ClusterSummary::Phase> done;  // in order of Phase
  std::uint64_t postings = 0;
  std::uint64_t candidates = 0;
  std::uint64_t unknown_candidates = 0;  // lines with an id that no document has
  std::uint64_t kept_pairs = 0;
  FileTable files = new_file_table();

  bool is_done(Phase phase) const { return done.size() > static_cast<std::size_t>(phase); }
};

// The list for all inputs and documents; its last line gives the number of the unlisted ones.
std::vector<Skipped> all_skipped(const Manifest& manifest);

// Saves the manifest of an unfinished run.
Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const Manifest& manifest);
// Makes the manifest that was saved last that of the store.
Result<void> publish(base::FileSystem& file_system, const base::FileSystem::Path& store);
// Removes the manifest that was saved since the store was published last, and its files.
Result<void> give_up(base::FileSystem& file_system, const base::FileSystem::Path& store);
// True if the folder has a manifest, of a store or of a run. Allocates nothing.
bool is_store(const base::FileSystem::Path& store) noexcept;
// The manifest to continue with: of the interrupted run, else of the store, with a new generation
// of files. Nothing if there is none.
Result<std::optional<Manifest>> load(base::FileSystem& file_system,
                                     const base::FileSystem::Path& store);
// The manifest of the last finished store.
Result<Manifest> load_finished(base::FileSystem& file_system, const base::FileSystem::Path& store);
// The manifest of a running or interrupted run; nothing if there is none.
Result<std::optional<Manifest>> load_run(base::FileSystem& file_system,
                                         const base::FileSystem::Path& store);
// Fails if settings differ; names the first one.
Result<void> same_settings(const StoreSettings& asked, const StoreSettings& stored);
// The same for the settings that make documents comparable. A setting equal to `unset` was not
// given and does not differ.
Result<void> same_method(const StoreSettings& asked, const StoreSettings& stored,
                         const StoreSettings& unset);

}  // namespace whorl::internal::store
