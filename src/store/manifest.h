// The store's manifest: what made it, which phases are done, and which files it has.
//
// `store.json` is of a store that is whole, and what readers see. A run keeps its own beside it,
// `store.next.json`, which is replaced atomically after each phase and each checkpoint of the
// first, and takes the place of `store.json` in the end. Every other file is on the disk before it
// is named there. So a run that is killed at any moment leaves a store that the same command
// continues, and that can be asked for what it held before.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/file_system.h"
#include "store/ingest.h"
#include "store/store_files.h"
#include "whorl/cluster.h"

namespace whorl::internal::store {

// What manifests of stores and of sweeps have in common: the table of files, and a checksum.

nlohmann::json to_json(const FileTable& table);
// Throws json::exception where it is none.
FileTable files_from(const nlohmann::json& table);

// The manifest in a file; nothing if there is none, null if it is no object.
Result<std::optional<nlohmann::json>> read_manifest(base::FileSystem& file_system,
                                                    const base::FileSystem::Path& path);
// An error that says what to do where it is of another format than `format`; one that says none is
// left to whoever reads on.
Result<void> check_format(const nlohmann::json& manifest, int format,
                          const base::FileSystem::Path& store);

// Adds the checksum of all members as `checksum`.
void seal(nlohmann::json& manifest);
// Takes the checksum out; whether it was that of the other members. Throws json::exception where
// there is none.
bool unseal(nlohmann::json& manifest);

enum class Phase { ingest, index, pairs, clusters };

// What a store was made with, save its inputs and the names of its methods.
struct StoreRules {
  std::uint32_t shingle = 0;
  std::uint64_t common = 0;
  bool verify = true;
  double keep_resemblance = 0;  // what the kept pairs reach
  double keep_containment = 0;
  std::string features_field;
  std::string survivor_field;  // of a JSON line; each document keeps its number
  bool across = false;         // pairs of a part's documents with new ones alone are sought
  std::optional<SurvivorChoice> survivor{};  // by which survivors are kept in place of pairs
  bool positions = false;                    // where each shingle stands is kept
  std::uint32_t letters_below = 0;  // words; shorter documents have shingles of letters, too
  bool weighted = false;            // characters of scripts without spaces count by their weight
  std::string within{};             // documents with the same value in this field are compared
  std::string candidates{};         // the file of the pairs that are counted, and its hash
};

// All that a store was made with: changing any of it is another store. Names are text as the
// manifest has them; whoever reads documents or pairs resolves them first
// (jobs/collection/join/resolved_run.h).
struct StoreSettings : StoreRules {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string front_end;
  std::string sketch;
  std::string pairs = "exact";
};

// How the documents of a store become sketches. Fails where its sketch or front end is none.
Result<Shingling> shingling_of(const StoreSettings& settings);

// As it stands in a manifest: "longest".
std::string_view name_of(SurvivorChoice choice);

// A store whose documents stand first in this one: what it found of them is not sought again.
struct Part {
  std::string store;  // empty: this one, before documents were added
  std::uint64_t documents = 0;
  base::Hash128 inputs = {};  // of that store, which are compared against; zero of other parts
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
  std::uint64_t unknown_candidates = 0;  // lines with an id that no document has
  std::uint64_t kept_pairs = 0;
  FileTable files = new_file_table();

  bool is_done(Phase phase) const { return done.size() > static_cast<std::size_t>(phase); }
};

// What was listed of all inputs and documents, those that are only counted in a line at the end.
std::vector<Skipped> all_skipped(const Manifest& manifest);

// Keeps the manifest of a run that goes on.
Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const Manifest& manifest);
// What was saved last is the store from now on.
Result<void> publish(base::FileSystem& file_system, const base::FileSystem::Path& store);
// Forgets what was saved since the store was published last, and removes its files.
Result<void> give_up(base::FileSystem& file_system, const base::FileSystem::Path& store);
// Whether the folder has a manifest, of a store or of a run. Allocates nothing.
bool is_store(const base::FileSystem::Path& store) noexcept;
// The manifest to go on with: of the run that was stopped, else of the store, with a new generation
// of files. Nothing where there is none.
Result<std::optional<Manifest>> load(base::FileSystem& file_system,
                                     const base::FileSystem::Path& store);
// The manifest of the store as it was finished last.
Result<Manifest> load_finished(base::FileSystem& file_system, const base::FileSystem::Path& store);
// The manifest of a run that goes on or was stopped; nothing where there is none.
Result<std::optional<Manifest>> load_run(base::FileSystem& file_system,
                                         const base::FileSystem::Path& store);
// Names the first setting that differs.
Result<void> same_settings(const StoreSettings& asked, const StoreSettings& stored);
// The same for what makes documents comparable. What is as `unset` has it was not asked for and
// does not differ.
Result<void> same_method(const StoreSettings& asked, const StoreSettings& stored,
                         const StoreSettings& unset);

}  // namespace whorl::internal::store
