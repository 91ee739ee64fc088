// registry: a persistent index of documents that finds out whether a text, or a part of it, is
// already known, and from where. It stores fingerprints and no text (Schleimer 2003 §3.2; Finkel
// 2002; Heintze 1996).
//
// These functions are in the component whorl::registry, which needs RocksDB. They are not part of
// whorl::whorl. Formats: docs/format.md, "registries".
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

// A scheme: what a registry stores of a document, and how it looks the document up.
struct RegistrySchemeInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view recipe;   // default recipe of registries of this scheme
  std::uint32_t stored = 0;  // maximum number of fingerprints stored of a document; 0: all
  bool positions = false;    // stores positions, so a hit reports where in the document it is
  std::string_view source;   // paper and section
};
std::span<const RegistrySchemeInfo> registry_schemes();

struct CreateRegistryOptions {
  std::string folder;               // must not exist, or must be empty
  std::string scheme = "passages";  // `name` of one of registry_schemes()
  std::string recipe;               // empty: the default recipe of the scheme
  std::string key;                  // path of a key file (whorl/key.h); empty: no key
};

// Creates an empty registry. Fails with invalid_argument if the folder contains something, or if
// the scheme does not support the recipe.
Result<void> create_registry(const CreateRegistryOptions& options);

// The codes that identify a document. The caller who adds the document chooses them; the registry
// stores no text. Owner, group and name together identify a document.
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
  std::uint64_t bytes = 0;         // length of its text
  std::uint64_t fingerprints = 0;  // number of distinct ones that are stored
  std::int64_t added = 0;          // seconds since 1970
  std::uint32_t number = 0;        // in this registry; later documents have greater numbers
};

// Where the texts of documents are read from.
struct RegistryInput {
  // Folders, files, archives; .jsonl, .ndjson, .parquet, .csv, .tsv; "-": JSON lines from standard
  // input.
  std::vector<std::string> paths = {};
  std::vector<std::string> include = {};  // globs on names; empty: all
  std::vector<std::string> exclude = {};
  // Files and folders to skip; the registry itself is always skipped.
  std::vector<std::string> leave_out = {};
  // Converts PDF and PostScript with other programs. Otherwise these files are listed as skipped.
  bool convert = true;
  unsigned threads = 0;               // 0: one per core
  std::uint64_t memory = 1ull << 30;  // bytes
  // As in CollectionInput.
  std::string text_field = {};
  std::string id_field = {};
};

// A document to register or look up. Its text is UTF-8.
struct RegistryText {
  DocumentCodes codes;
  std::string text;
};

struct AddToRegistryOptions {
  RegistryInput input;
  DocumentCodes codes;  // for all documents; leave `name` empty, each document has its own
};

struct AddedToRegistry {
  std::uint64_t added = 0;         // documents with a new name
  std::uint64_t replaced = 0;      // documents with a known name and a changed text
  std::uint64_t unchanged = 0;     // documents with a known name and the same text
  std::uint64_t too_short = 0;     // too short for a fingerprint; only their names are registered
  std::uint64_t fingerprints = 0;  // stored by this call
  std::vector<Skipped> skipped;
};

struct RefreshRegistryOptions {
  RegistryInput input;  // the texts of registered documents, which must be given again
  DocumentCodes codes;  // owner and group with which they were added
  // Path of the key file that replaces the current key, or adds one if the registry has no key.
  // Empty: the key stays. To continue an interrupted change, open the registry with both keys and
  // pass the same path again.
  std::string new_key = {};
  bool suspicious = false;  // refresh only the documents that suspicions() lists
  // Called for each registered document that `input` does not contain; returns its text in UTF-8.
  // Null: such documents wait. If it fails, or returns another text than the registered one, the
  // document is listed and waits.
  std::function<Result<std::string>(const RegisteredDocument&)> fetch = {};
};

struct RefreshedRegistry {
  std::uint64_t draw = 0;       // number of the current sample, from 1
  std::uint64_t refreshed = 0;  // documents refreshed by this call
  std::uint64_t waiting = 0;    // documents that are still stored with an earlier sample
  std::vector<Skipped> skipped;
};

// A removed document that can be brought back.
struct DocumentSetAside {
  RegisteredDocument document;
  std::int64_t since = 0;  // seconds since 1970
};

struct ExportRegistryOptions {
  std::string output;                 // path of the segment to write
  DocumentCodes codes = {};           // documents to export; an empty code matches any
  std::uint64_t memory = 1ull << 30;  // bytes
  bool overwrite = false;             // also replaces a file that is not a segment
};

struct ExportedFromRegistry {
  std::uint64_t documents = 0;
  std::uint64_t fingerprints = 0;
};

// A half-open range: in symbols of normalized text and, for queries, also in bytes and lines of the
// text.
struct KnownRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  ByteRange bytes;
  std::uint64_t first_line = 0;  // from 1
  std::uint64_t last_line = 0;
};

// A registered document that shares fingerprints with a query. The shares are counted over
// fingerprints. They estimate the shares of all k-grams; the intervals are those of Wilson (1927).
struct RegistryHit {
  RegisteredDocument document;
  std::uint64_t shared = 0;  // number of distinct shared fingerprints
  Estimate contained;        // share of the query's fingerprints that the document has
  Estimate contains;         // share of the document's fingerprints that the query has
  // 2 · shared / (fingerprints of both), which is twice the ratio of Finkel 2002 §2.5. Equal texts
  // have 1.
  double symmetric = 0;
  // Sum over the shared fingerprints of log2(documents / documents with the fingerprint). Both
  // numbers of documents count only the owners that the search selects. So documents of other
  // owners do not affect the result.
  double evidence = 0;
  std::uint64_t rare = 0;          // shared fingerprints that no other document of these owners has
  std::vector<KnownRange> ranges;  // parts of the query that the document has
  // True if one text is more than four times as long as the other, and the registry stores a fixed
  // number of fingerprints per document. The ratio is then unreliable (Heintze 1996,
  // "Limitations").
  bool sizes_differ = false;
};

struct RegistrySearchOptions {
  std::uint64_t limit = 10;  // maximum number of hits, from 1
  // No hits in documents of this owner; empty: no owner is excluded.
  std::string exclude_owner = {};
  std::string only_owner = {};  // hits only in documents of this owner; empty: all owners
  std::string since = {};       // hits only in documents of this date or later; empty: all dates
  // Ignores fingerprints that more than this number of documents have. 0: the rule of the scheme.
  std::uint64_t max_share = 0;
  // Also returns documents that share only one fingerprint. By default the schemes passages and
  // koala hide them if both texts have at least 30 fingerprints, because unrelated texts often
  // share one by chance.
  bool singles = false;
  double containment = 0;  // minimum share of either text, 0 to 1; 0: any share
  // The document with this owner, group and name is not a hit.
  std::optional<DocumentCodes> except = {};
  std::vector<std::uint64_t> base = {};  // fingerprints to ignore, sorted; see base_of()
  // Both options look up fewer fingerprints. `coarse` replaces the first argument of the selector,
  // for example the window. The new selection must be a subset of the stored one
  // (whorl::comparable). `smallest` looks up only that number of smallest hashes. 0: all
  // fingerprints are looked up.
  //
  // With either option, shares of the document are estimates. With `coarse`, the search finds every
  // match that the wider window guarantees. With `smallest`, no match is guaranteed.
  std::uint64_t coarse = 0;
  std::uint64_t smallest = 0;
};

struct WatchOptions {
  std::string folder;
  RegistryInput input = {};  // leave `paths` empty
  DocumentCodes codes = {};  // for all documents; leave `name` empty, each document has its own
  RegistrySearchOptions search = {};
};

struct WatchSummary {
  std::uint64_t documents = 0;   // number of documents that were looked up and added
  std::vector<Skipped> skipped;  // each file at most once
};

// The result of a search: which parts of a text the registry knows, and from which documents.
struct RegistryAnswer {
  std::string name;                // name of the query
  std::uint64_t bytes = 0;         // length of its text
  std::uint64_t fingerprints = 0;  // number of distinct fingerprints that were looked up
  std::uint64_t common = 0;        // those ignored because too many documents have them
  std::uint64_t base = 0;          // those ignored because they are base code
  Estimate global;                 // share that at least one hit has (Finkel 2002 §2.5)
  std::vector<KnownRange> ranges;  // parts of the query that at least one hit has
  std::vector<RegistryHit> hits;   // best first: by evidence, or by match ratio with `koala`
  std::uint64_t found = 0;         // documents of the selected owners that share fingerprints
  // Documents hidden by RegistrySearchOptions::singles; not part of `found`.
  std::uint64_t hidden = 0;
  bool too_short = false;  // too short for a fingerprint, so nothing was looked up
};

// A document and the number of searches that hit it since it was stored or refreshed.
struct SearchedDocument {
  RegisteredDocument document;
  std::uint64_t searches = 0;
};

// Documents that unusually many searches hit. Someone who searches the pieces of a text can find
// out which of them are stored (Heintze 1996, "Security"). Such searches leave a trace. A document
// is suspicious if at least 20 searches hit it, and at least ten times as many as hit the median
// document.
struct SearchSuspicions {
  std::uint64_t searches = 0;               // number of searches that were counted
  std::uint64_t usual = 0;                  // number of searches that hit the median document
  std::vector<SearchedDocument> documents;  // the suspicious ones, most searches first
};

struct RegistryStats {
  std::string scheme;
  std::string recipe;  // id of the recipe
  bool keyed = false;
  bool changes_key = false;  // some documents wait for a new key
  std::uint64_t documents = 0;
  std::uint64_t postings = 0;  // including those of removed documents, until the next compaction
  std::uint64_t removed = 0;   // documents removed since the last compaction
  std::uint64_t bytes = 0;     // on disk
  double bytes_a_document = 0;
  double bytes_a_posting = 0;  // over all files
};

struct RegistryCheck {
  std::uint64_t documents = 0;
  std::uint64_t postings = 0;
  std::vector<std::string> faults;  // sentences; empty: the registry is undamaged
};

// An open registry.
//
// Any number of threads may use one reader at once. A reader sees everything that was acknowledged
// when it was opened. A writer is for one thread, and only one process at a time can have one.
//
// A call acknowledges its changes by returning; they are then on the disk. If a call fails or the
// process is killed, each batch of documents is either completely added or not at all.
class Registry {
 public:
  // Opens a registry for reading or for writing. Fails with not_found if there is no registry, with
  // unsupported if its format or recipe has another version, and with corrupt if it is damaged.
  // Fails with invalid_argument if another process writes, or if `key` is not the file of the
  // registry's key.
  //
  // `new_key` is the file of a new key that is currently replacing `key`. It is ignored at any
  // other time.
  static Result<Registry> read(const std::string& folder, const std::string& key = {},
                               const std::string& new_key = {});
  static Result<Registry> write(const std::string& folder, const std::string& key = {},
                                const std::string& new_key = {});
  Registry(Registry&&) noexcept;
  Registry& operator=(Registry&&) noexcept;
  ~Registry();

  // Adds the documents of the input. Inputs that cannot be read are listed as skipped.
  Result<AddedToRegistry> add(const AddToRegistryOptions& options, Progress& progress);
  // Adds one document from memory, UTF-8.
  Result<AddedToRegistry> add(const DocumentCodes& codes, std::string_view text);
  // Adds several documents at once. All of them are on the disk when it returns. A document is
  // listed as skipped if its codes are invalid or equal those of an earlier one.
  Result<AddedToRegistry> add(std::span<const RegistryText> documents);
  // True if a document with these codes is registered, and the registry stores exactly the
  // fingerprints of this text.
  Result<bool> has(const DocumentCodes& codes, std::string_view text) const;

  // Stores another sample of the fingerprints of each document whose text is given again. Someone
  // who found out by many searches which fingerprints are stored must start over (Heintze 1996,
  // "Security"). A new key is also a new sample, in every scheme.
  //
  // The first call starts a new sample and increases its number. Further calls, also after a kill,
  // continue the same sample until no document waits for it. `wait` is called for each document
  // that still needs its text. The person in the document's `contact` code may have the text. While
  // documents wait for a new key, searches look up by both keys. Compacts the registry, because the
  // old sample stays on the disk until the next compaction.
  //
  // Fails with invalid_argument if no new key is given and another sample is impossible or useless:
  // the registry has no key, or its scheme stores all fingerprints.
  using Waits = std::function<void(const RegisteredDocument&)>;
  Result<RefreshedRegistry> refresh(const RefreshRegistryOptions& options, const Waits& wait,
                                    Progress& progress);

  // Adds the documents of a segment, which is a file of fingerprints that `whorl fingerprint`
  // wrote. The lengths of their texts are unknown and count as 0. Needs memory for the whole
  // segment.
  //
  // Fails with unreadable if the file is not a segment, and with corrupt if it is damaged. Fails
  // with invalid_argument if the segment has another recipe than the registry, if the registry has
  // a key, or if its scheme is not passages.
  Result<AddedToRegistry> import_segment(const std::string& segment, const DocumentCodes& codes);

  // Adds the documents of a store of `whorl cluster`, named by their ids, to a registry of the
  // scheme sets. It adds only those shingles of each document that the recipe selects.
  //
  // Fails with not_found if there is no finished store. Fails with invalid_argument if the store
  // has other shingles than the recipe, or fewer of them. Also if the registry has a key or another
  // scheme.
  Result<AddedToRegistry> import_store(const std::string& store, const DocumentCodes& codes);

  // Writes the documents with these codes as a segment, for other registries with the same recipe.
  // Each fingerprint has the 48 bits that the registry stores, and 16 bits that are 0. The symbols
  // of a document are counted up to its last fingerprint. Sorts all postings within the given
  // memory.
  //
  // Fails with not_found if no document matches. Fails with invalid_argument if two documents have
  // the same name, if the registry has a key, or if its scheme is not passages. Also if the output
  // is a file that whorl must not replace.
  Result<ExportedFromRegistry> export_segment(const ExportRegistryOptions& options,
                                              Progress& progress) const;

  // Returns what is known of a text in memory, UTF-8. O(fingerprints) look-ups.
  Result<RegistryAnswer> search(std::string_view text,
                                const RegistrySearchOptions& options = {}) const;
  // Searches several texts on `threads` threads (0: one per core). Returns one answer per text, in
  // order. Fails with cancelled if `progress` is cancelled.
  Result<std::vector<RegistryAnswer>> search(std::span<const std::string_view> texts,
                                             const RegistrySearchOptions& options, unsigned threads,
                                             Progress& progress) const;
  // Searches every document of the input, and calls `take` with each answer, in order. Returns the
  // inputs that could not be read.
  using Answered = std::function<Result<void>(const RegistryAnswer&)>;
  Result<std::vector<Skipped>> search(const RegistryInput& input,
                                      const RegistrySearchOptions& options, const Answered& take,
                                      Progress& progress) const;
  // Returns the fingerprints of given texts, such as a template that all authors received, for
  // RegistrySearchOptions::base.
  Result<std::vector<std::uint64_t>> base_of(const RegistryInput& input, Progress& progress) const;

  // Watches a folder. Looks up each document that is not yet registered with its current text,
  // passes the answer to `take`, and then adds the document. It starts with the files that are
  // already in the folder and continues with each new one. A file is ready when it is closed or
  // moved in. The files of a new folder are ready after half a second without changes.
  //
  // Ends when `progress` is cancelled. If the process is killed and started again, no document is
  // missed. `take` may get the last answer twice.
  Result<WatchSummary> watch(const WatchOptions& options, const Answered& take, Progress& progress);

  // Visits all documents from the number `from` on, in the order in which they were added. A visit
  // returns true to continue.
  using Visit = std::function<Result<bool>(const RegisteredDocument&)>;
  Result<void> for_each_document(const Visit& visit, std::uint32_t from = 0) const;
  // Returns the document with this owner, group and name; nothing if it is not registered.
  Result<std::optional<RegisteredDocument>> find(const DocumentCodes& codes) const;

  // Removes all documents with these codes; an empty code matches any. Returns the number of
  // removed documents. Fails if all codes are empty. Their postings stay on the disk until the next
  // compaction, but are no longer found.
  Result<std::uint64_t> remove(const DocumentCodes& codes);
  // Removes the one document with this owner, group and name; an empty code matches only an empty
  // code. Returns true if it was registered.
  Result<bool> remove_one(const DocumentCodes& codes);

  // Removes the document with these codes so that restore() can bring it back. Returns true if it
  // was registered. Searches no longer find it. Its fingerprints stay on the disk until forget()
  // and the compaction after it. Older versions of whorl, without this function, forget the
  // document when they compact.
  Result<bool> set_aside(const DocumentCodes& codes);
  // Brings back the document with these codes that was set aside last. Returns true if there was
  // one. Fails with invalid_argument if another document with these codes was registered meanwhile.
  Result<bool> restore(const DocumentCodes& codes);
  // Removes permanently the documents that were set aside before this time, in seconds since 1970.
  // Returns their number. refresh() forgets all of them.
  Result<std::uint64_t> forget(std::int64_t before);
  // Returns the documents that restore() can bring back.
  Result<std::vector<DocumentSetAside>> documents_set_aside() const;

  // Rewrites the index, with one run per bucket and without removed documents. Needs disk space for
  // two copies of the index. Other processes can search meanwhile.
  Result<void> compact(Progress& progress);

  // Returns documents that unusually many searches hit. The folder of the registry contains the log
  // of searches, so only searches by users who may write to that folder are counted.
  Result<SearchSuspicions> suspicions() const;

  // Reopens the registry if it has changed. Returns true if it had. For readers that stay open:
  // changes that were acknowledged before the call are found after it.
  Result<bool> catch_up();

  Result<RegistryStats> stats() const;
  // Reads the whole registry and compares its tables.
  Result<RegistryCheck> check(Progress& progress) const;

  // Adds a backup to a folder of backups. The folder keeps the last three.
  Result<void> back_up(const std::string& folder) const;

 private:
  struct Opened;
  explicit Registry(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

// Calls `take` with the text of each document of the input, in order. The text is the one that
// Registry::add() would register. Its codes contain the name and, from a JSON line, the URL and
// date. Returns the inputs that could not be read.
using TakeRegistryText = std::function<Result<void>(RegistryText text)>;
Result<std::vector<Skipped>> for_each_registry_text(const RegistryInput& input,
                                                    const TakeRegistryText& take,
                                                    Progress& progress);

// Registry::watch() for programs that store documents elsewhere. Calls `take` with the documents
// that are already in options.folder, and then with each new one, under its codes. `take` returns
// true if the document was new.
using TakeWatched = std::function<Result<bool>(const RegistryText& text)>;
Result<WatchSummary> watch_folder(const WatchOptions& options, const TakeWatched& take,
                                  Progress& progress);

// Creates a registry in a new folder from the last backup.
Result<void> restore_registry(const std::string& backup, const std::string& folder);

// Return JSON objects; the first two are on one line each.
std::string to_json(const RegistryAnswer& answer);
std::string to_json(const RegisteredDocument& document);
std::string to_json(const AddedToRegistry& added);
std::string to_json(const RefreshedRegistry& refreshed);
std::string to_json(const ExportedFromRegistry& exported);
std::string to_json(const SearchSuspicions& suspicions);
std::string to_json(const RegistryStats& stats);
std::string to_json(const RegistryCheck& check);
// Returns one line of JSON. If you write this line to a .jsonl file, whorl reads the same document
// from it.
std::string to_json(const RegistryText& text);

}  // namespace whorl
