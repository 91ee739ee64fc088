// registry: is this text, or a part of it, already known, and from where? A persistent index of
// documents that keeps no text (Schleimer 2003 §3.2; Finkel 2002; Heintze 1996).
//
// These functions are in the component whorl::registry, which needs RocksDB; whorl::whorl does not
// have them. Formats: docs/format.md, "registries".
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/document.h"
#include "whorl/estimate.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// What a registry keeps of a document, and how it is looked up.
struct RegistrySchemeInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view recipe;   // that a registry has where none is given
  std::uint32_t stored = 0;  // fingerprints at most of a document; 0: all
  bool positions = false;    // kept, so that a hit says where in the document it is
  std::string_view source;   // paper and section
};
std::span<const RegistrySchemeInfo> registry_schemes();

struct CreateRegistryOptions {
  std::string folder;               // that is not there, or empty
  std::string scheme = "passages";  // a row of registry_schemes()
  std::string recipe;               // empty: the scheme's
  std::string key;                  // file of a key (whorl/key.h); empty: none
};

// Makes an empty registry. Fails with invalid_argument where the folder contains something, or
// scheme and recipe do not go together.
Result<void> create_registry(const CreateRegistryOptions& options);

// By what a document is known. Whoever adds it chooses the codes; no text is kept. A document is
// named by owner, group and name together.
struct DocumentCodes {
  std::string owner = {};
  std::string group = {};
  std::string name = {};
  std::string date = {};     // YYYY-MM-DD, or empty
  std::string url = {};      // empty: none
  std::string contact = {};  // empty: none
  friend bool operator==(const DocumentCodes&, const DocumentCodes&) = default;
};

struct RegisteredDocument {
  DocumentCodes codes;
  std::uint64_t bytes = 0;         // of its text
  std::uint64_t fingerprints = 0;  // distinct ones that are stored
  std::int64_t added = 0;          // seconds since 1970
  std::uint32_t number = 0;        // in this registry; greater than of those added before
};

// Where documents come from.
struct RegistryInput {
  std::vector<std::string> paths =
      {};  // folders, files, archives; .jsonl, .ndjson, .parquet, .csv, .tsv; "-": JSON lines
  std::vector<std::string> include = {};  // globs on names; empty: all
  std::vector<std::string> exclude = {};
  std::vector<std::string> leave_out = {};  // files and folders; the registry itself is one anyhow
  bool convert = true;                // PDF and PostScript, by other programs; else they are listed
  unsigned threads = 0;               // 0: one a core
  std::uint64_t memory = 1ull << 30;  // bytes
  // As in CollectionInput.
  std::string text_field = {};
  std::string id_field = {};
};

// A document as it is registered or looked up: its text is UTF-8.
struct RegistryText {
  DocumentCodes codes;
  std::string text;
};

struct AddToRegistryOptions {
  RegistryInput input;
  DocumentCodes codes;  // of all documents; `name` is left empty: each has its own
};

struct AddedToRegistry {
  std::uint64_t added = 0;         // documents of a new name
  std::uint64_t replaced = 0;      // of a known name, whose text has changed
  std::uint64_t unchanged = 0;     // of a known name and the same text
  std::uint64_t too_short = 0;     // registered by name alone: too short for a fingerprint
  std::uint64_t fingerprints = 0;  // stored by this call
  std::vector<Skipped> skipped;
};

struct RefreshRegistryOptions {
  RegistryInput input;  // the texts of registered documents, given again
  DocumentCodes codes;  // owner and group by which they were added
  // File of a key that takes the place of the present one, or begins where there was none; empty:
  // the key stays. The same again goes on with it, by a registry that was opened with both.
  std::string new_key = {};
  bool suspicious = false;  // only the documents of suspicions()
  // Gets the text of a document that was not among them, UTF-8; null: such documents wait. What
  // fails, or is not the text that is registered, is listed and waits.
  std::function<Result<std::string>(const RegisteredDocument&)> fetch = {};
};

struct RefreshedRegistry {
  std::uint64_t draw = 0;       // the number of the draw, from 1
  std::uint64_t refreshed = 0;  // documents, by this call
  std::uint64_t waiting = 0;    // documents that are stored by an earlier draw still
  std::vector<Skipped> skipped;
};

// A removed document that can be brought back.
struct DocumentSetAside {
  RegisteredDocument document;
  std::int64_t since = 0;  // seconds since 1970
};

struct ExportRegistryOptions {
  std::string output;                 // the segment
  DocumentCodes codes = {};           // whose documents, an empty code means any
  std::uint64_t memory = 1ull << 30;  // bytes
  bool overwrite = false;             // also a file that is no segment
};

struct ExportedFromRegistry {
  std::uint64_t documents = 0;
  std::uint64_t fingerprints = 0;
};

// Half-open, in symbols of normalized text and, for queries, in bytes and lines of the text.
struct KnownRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  ByteRange bytes;
  std::uint64_t first_line = 0;  // from 1
  std::uint64_t last_line = 0;
};

// A registered document that shares fingerprints with a query. Shares of fingerprints are counted;
// they estimate the shares of all k-grams, whose intervals are those of Wilson (1927).
struct RegistryHit {
  RegisteredDocument document;
  std::uint64_t shared = 0;  // distinct fingerprints
  Estimate contained;        // share of the query's that the document has
  Estimate contains;         // share of the document's that the query has
  double symmetric = 0;  // 2 shared / (both), twice that of Finkel 2002 §2.5: equal ones have 1
  // Over the shared fingerprints, log2(documents / those that have it), counted among the
  // registered documents of the owners that the search asks for. So it does not depend on other
  // owners.
  double evidence = 0;
  std::uint64_t rare = 0;          // of the shared ones, those in no other of these documents
  std::vector<KnownRange> ranges;  // of the query
  // Of the two documents one is more than four times as long as the other, and the registry stores
  // a fixed number of fingerprints of each: the ratio is unreliable (Heintze 1996, "Limitations").
  bool sizes_differ = false;
};

struct RegistrySearchOptions {
  std::uint64_t limit = 10;        // hits, from 1
  std::string exclude_owner = {};  // whose documents are no hits; empty: none
  std::string only_owner = {};     // whose documents alone are hits; empty: everybody's
  std::string since = {};          // only documents of this date or later; empty: all
  std::uint64_t max_share = 0;  // fingerprints in more documents are passed over; 0: the scheme's
  // Documents that share a single fingerprint are also hits. By default the schemes passages and
  // koala hide them if both texts have 30 fingerprints or more, because unrelated texts often share
  // one by chance.
  bool singles = false;
  double containment = 0;                    // least share of the query or of the document; 0: any
  std::optional<DocumentCodes> except = {};  // by owner, group and name: no hit
  std::vector<std::uint64_t> base = {};  // fingerprints that do not count, sorted; see base_of()
  // Fewer look-ups: by the first argument of the selector, a window say, where what it selects is
  // then among what is stored (whorl::comparable); by that many least hashes. 0: by all. Shares
  // of the document are estimates then, and the guarantee is that of the wider window, or none.
  std::uint64_t coarse = 0;
  std::uint64_t smallest = 0;
};

struct WatchOptions {
  std::string folder;
  RegistryInput input = {};  // `paths` are left empty
  DocumentCodes codes = {};  // of all documents; `name` is left empty: each has its own
  RegistrySearchOptions search = {};
};

struct WatchSummary {
  std::uint64_t documents = 0;   // that were looked up and added
  std::vector<Skipped> skipped;  // each once
};

// What a registry knows of a text.
struct RegistryAnswer {
  std::string name;                // of the query
  std::uint64_t bytes = 0;         // of its text
  std::uint64_t fingerprints = 0;  // distinct ones that were looked up
  std::uint64_t common = 0;        // of them, passed over since too many documents have them
  std::uint64_t base = 0;          // of them, base code
  Estimate global;                 // share that any hit has (Finkel 2002, section 2.5)
  std::vector<KnownRange> ranges;  // that any hit has
  std::vector<RegistryHit> hits;   // best first: by evidence; by match ratio with `koala`
  std::uint64_t found = 0;         // documents of the owners asked for that share fingerprints
  std::uint64_t hidden = 0;        // not in `found`: see RegistrySearchOptions::singles
  bool too_short = false;          // for a fingerprint: nothing was looked up
};

// A document and how many searches hit it since it was stored or refreshed.
struct SearchedDocument {
  RegisteredDocument document;
  std::uint64_t searches = 0;
};

// Who searches the pieces of a text finds out which of them are stored (Heintze 1996, "Security"),
// but such a search shows: a document is suspicious that at least 20 searches hit, and ten times as
// many as hit the median document.
struct SearchSuspicions {
  std::uint64_t searches = 0;               // that were counted
  std::uint64_t usual = 0;                  // searches that hit the median document
  std::vector<SearchedDocument> documents;  // the suspicious ones, most searches first
};

struct RegistryStats {
  std::string scheme;
  std::string recipe;  // its id
  bool keyed = false;
  bool changes_key = false;  // documents wait for a new key
  std::uint64_t documents = 0;
  std::uint64_t postings = 0;  // those of removed documents among them until the next compaction
  std::uint64_t removed = 0;   // documents, since the last compaction
  std::uint64_t bytes = 0;     // on disk
  double bytes_a_document = 0;
  double bytes_a_posting = 0;  // of all files
};

struct RegistryCheck {
  std::uint64_t documents = 0;
  std::uint64_t postings = 0;
  std::vector<std::string> faults;  // sentences; empty: the registry is as it was written
};

// A registry that is open. Readers may be used by any number of threads at once, and see what was
// acknowledged when they opened; a writer is for one thread, and one process at a time has it. What
// a call acknowledges by returning is on the disk; a call that fails, or a kill, leaves whole
// batches of documents added or not.
class Registry {
 public:
  // Fails with not_found where there is no registry, unsupported where its format or recipe is of
  // another version, corrupt where it is damaged, invalid_argument where another process writes, or
  // where the file `key` is not that of the registry's key.
  // While a new key takes the place of `key`, `new_key` is the file of it; else it is ignored.
  static Result<Registry> read(const std::string& folder, const std::string& key = {},
                               const std::string& new_key = {});
  static Result<Registry> write(const std::string& folder, const std::string& key = {},
                                const std::string& new_key = {});
  Registry(Registry&&) noexcept;
  Registry& operator=(Registry&&) noexcept;
  ~Registry();

  Result<AddedToRegistry> add(const AddToRegistryOptions& options, Progress& progress);
  // One document from memory, UTF-8.
  Result<AddedToRegistry> add(const DocumentCodes& codes, std::string_view text);
  // Several at once: all of them are on the disk when it returns. One whose codes are those of an
  // earlier one, or cannot be codes, is listed.
  Result<AddedToRegistry> add(std::span<const RegistryText> documents);
  // Whether a document of these codes is registered with just what is stored of this text.
  Result<bool> has(const DocumentCodes& codes, std::string_view text) const;

  // Stores another sample of the fingerprints of each document whose text is given again, so that
  // who found out by many searches which are stored has to begin anew (Heintze 1996, "Security").
  // The number of the draw goes up once no document waits for it; until then further calls, also
  // after a kill, go on with the same. `wait` gets each that still waits: its text is available
  // from its contact. Compacts, since the old sample is on the disk until then. A new key is a new
  // sample of any scheme; until no document waits for it, searches look up by both keys. Fails with
  // invalid_argument where nothing is drawn and no new key is given: without a key, and where a
  // scheme stores all.
  using Waits = std::function<void(const RegisteredDocument&)>;
  Result<RefreshedRegistry> refresh(const RefreshRegistryOptions& options, const Waits& wait,
                                    Progress& progress);

  // The documents of a segment, a file of fingerprints that whorl fingerprint wrote; of their texts
  // the length is not known and counts as 0. Fails with unreadable where it is no segment, corrupt
  // where it is damaged, and invalid_argument where it was made by another recipe than the
  // registry's, or the registry has a key or keeps anything but passages. Memory is the segment.
  Result<AddedToRegistry> import_segment(const std::string& segment, const DocumentCodes& codes);

  // The documents of a store of whorl cluster, by their ids, into a registry of the scheme sets: of
  // the shingles that the store has of each, those that the recipe selects. Fails with not_found
  // where there is no finished store, and invalid_argument where its shingles are others than those
  // of the recipe, it keeps fewer of them, or the registry has a key or another scheme.
  Result<AddedToRegistry> import_store(const std::string& store, const DocumentCodes& codes);

  // The documents of these codes as a segment, for other registries of the recipe. Fingerprints
  // have the 48 bits that the registry keeps, and 16 that are 0; the symbols of a document are
  // those up to its last fingerprint. Fails with not_found where there is none of them, and
  // invalid_argument where two have one name, the registry has a key or keeps anything but
  // passages, or the output belongs to another. Sorts all postings, within the memory given.
  Result<ExportedFromRegistry> export_segment(const ExportRegistryOptions& options,
                                              Progress& progress) const;

  // What is known of a text from memory, UTF-8. O(fingerprints) look-ups.
  Result<RegistryAnswer> search(std::string_view text,
                                const RegistrySearchOptions& options = {}) const;
  // The same of several texts on `threads` (0: one a core); an answer a text, in order. Fails with
  // cancelled where `progress` is.
  Result<std::vector<RegistryAnswer>> search(std::span<const std::string_view> texts,
                                             const RegistrySearchOptions& options, unsigned threads,
                                             Progress& progress) const;
  // The same of every document of the input, in order.
  using Answered = std::function<Result<void>(const RegistryAnswer&)>;
  Result<std::vector<Skipped>> search(const RegistryInput& input,
                                      const RegistrySearchOptions& options, const Answered& take,
                                      Progress& progress) const;
  // The fingerprints of what everybody was given, for RegistrySearchOptions::base.
  Result<std::vector<std::uint64_t>> base_of(const RegistryInput& input, Progress& progress) const;

  // Looks up, hands to `take` and adds each document of a folder that is not registered as it is,
  // and then each that comes in: a file when it was closed or moved in, the files of a new folder
  // when it was quiet for half a second. Ends when `progress` is cancelled. Whoever is killed and
  // begins again misses none; the last one may be handed on twice.
  Result<WatchSummary> watch(const WatchOptions& options, const Answered& take, Progress& progress);

  // All documents from a number on, in the order they were added; a visit returns whether to go on.
  using Visit = std::function<Result<bool>(const RegisteredDocument&)>;
  Result<void> for_each_document(const Visit& visit, std::uint32_t from = 0) const;
  Result<std::optional<RegisteredDocument>> find(const DocumentCodes& codes) const;

  // Removes the documents of these codes, an empty one means any; returns how many. Codes that are
  // all empty are refused. Their postings go with the next compaction and are no hits before.
  Result<std::uint64_t> remove(const DocumentCodes& codes);
  // The one document of this owner, group and name, empty ones being codes like others; whether it
  // was there.
  Result<bool> remove_one(const DocumentCodes& codes);

  // Removes the document of these codes, but restore() can bring it back; whether it was there. No
  // search finds it meanwhile. Its fingerprints stay on the disk until forget() and the compaction
  // after it. Programs of before this function forget it when they compact.
  Result<bool> set_aside(const DocumentCodes& codes);
  // Brings back the document of these codes that was set aside last; whether there was one. Fails
  // with invalid_argument if a document of these codes was registered meanwhile.
  Result<bool> restore(const DocumentCodes& codes);
  // Removes for good what was set aside before this time, in seconds since 1970; how many.
  // refresh() forgets all of them.
  Result<std::uint64_t> forget(std::int64_t before);
  Result<std::vector<DocumentSetAside>> documents_set_aside() const;

  // Writes the index anew, in one run a bucket and without removed documents. Needs space for it
  // twice; searches of others go on beside it.
  Result<void> compact(Progress& progress);

  // Documents that unusually many searches hit. Searches are counted in the folder of the registry,
  // of those who may write there.
  Result<SearchSuspicions> suspicions() const;

  // Opens the registry anew where it has changed; whether it had. For readers that stay: what was
  // acknowledged before the call is found after it.
  Result<bool> catch_up();

  Result<RegistryStats> stats() const;
  // Reads all of it.
  Result<RegistryCheck> check(Progress& progress) const;

  // Adds a backup to a folder of backups, of which the last three are kept.
  Result<void> back_up(const std::string& folder) const;

 private:
  struct Opened;
  explicit Registry(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

// Hands on the text of each document of the input, in order, with its name, and the URL and date
// that a JSON line gives: what Registry::add would register. What could not be read is returned.
using TakeRegistryText = std::function<Result<void>(RegistryText text)>;
Result<std::vector<Skipped>> for_each_registry_text(const RegistryInput& input,
                                                    const TakeRegistryText& take,
                                                    Progress& progress);

// Registry::watch() for who keeps documents elsewhere: hands on the documents of options.folder
// that are there and then each that comes in, under its codes. `take` says whether it was new.
using TakeWatched = std::function<Result<bool>(const RegistryText& text)>;
Result<WatchSummary> watch_folder(const WatchOptions& options, const TakeWatched& take,
                                  Progress& progress);

// Makes a registry in a new folder out of the last backup.
Result<void> restore_registry(const std::string& backup, const std::string& folder);

// As JSON objects; the first two on one line each.
std::string to_json(const RegistryAnswer& answer);
std::string to_json(const RegisteredDocument& document);
std::string to_json(const AddedToRegistry& added);
std::string to_json(const RefreshedRegistry& refreshed);
std::string to_json(const ExportedFromRegistry& exported);
std::string to_json(const SearchSuspicions& suspicions);
std::string to_json(const RegistryStats& stats);
std::string to_json(const RegistryCheck& check);
// On one line, which as a line of a .jsonl file is read as the same document.
std::string to_json(const RegistryText& text);

}  // namespace whorl
