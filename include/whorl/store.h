// store: reads a finished store of cluster. Looks up texts, documents, clusters and lists of names.
// Visits all documents, clusters and pairs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/document.h"
#include "whorl/progress.h"
#include "whorl/record_source.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// The strongest similarity of two documents.
enum class SimilarityKind {
  identical,  // the same bytes as found
  lexical,    // the same normalized text
  sketch,     // the same sketch
  similar,    // they share shingles
};
// Returns "identical", "lexical", "sketch" or "similar", as JSON output has it.
std::string_view to_string(SimilarityKind kind);

struct StoredDocument {
  std::string id;
  std::string url;  // empty: none
  std::string date;
  std::uint64_t bytes = 0;
  // Number from 0 of its record in its RecordSource; skipped records count too. Each source counts
  // from 0, also if documents were added or stores were merged. None if the number is greater than
  // 4,294,967,293. Also none for a document from a file, except in stores of decide(), which counts
  // the records of all inputs.
  std::optional<std::uint64_t> row = {};
};

// A document compared with another one. The measures are counted on the full sets of shingles.
struct ComparedDocument {
  StoredDocument document;
  SimilarityKind kind = SimilarityKind::similar;
  double resemblance = 0;
  double contained = 0;  // share of this document that is in the other
  double contains = 0;   // share of the other that is in this document
  std::optional<std::uint64_t> cluster = {};
  std::uint64_t cluster_size = 1;
  std::uint64_t number = 0;  // of this document in the store, as DocumentEntry::number
};

struct StoredCluster {
  std::optional<std::uint64_t> number;  // none: a document without near-duplicates
  std::string survivor;                 // id of the kept document
  std::uint64_t survivor_number = 0;    // as DocumentEntry::number
  // Each compared with the kept document, in the order read.
  std::vector<ComparedDocument> members;
};

struct MatchOptions {
  // Minimum values, 0 to 1. A match must reach one of them. 0: not used. If both are 0, each
  // document that shares a shingle is a match.
  double resemblance = 0;
  double containment = 0;    // of either document in the other
  std::uint64_t limit = 10;  // maximum number of matches, from 1
  // Converts PDF and PostScript with other programs. Otherwise such a query is an error.
  bool convert = true;
};

// Options of matches_each().
struct BatchOptions {
  CollectionInput input;  // each document is a query; `features_field` is always the store's
  MatchOptions match;
  std::uint64_t memory = 2ull << 30;  // bytes, for waiting queries
  unsigned threads = 0;               // 0: one per core
};

struct BatchAnswer {
  std::string query;  // id of the query; without an id, its position: "new.jsonl:3"
  Result<std::vector<ComparedDocument>> matches;  // an error if it cannot be read or compared
};

struct StoredPassageOptions {
  // Minimum length in symbols. At least the length of a shingle of the store.
  std::uint64_t at_least = 50;
  std::uint64_t limit = 100;  // maximum number of passages, from 1
  bool convert = true;        // as in MatchOptions
  // Also finds parts that are nearly in a document: at least this share of their symbols is equal,
  // from 0.6 to below 1. Equal symbols count only in runs that are at least as long as a shingle
  // (docs/methods.md, "Near passages").
  std::optional<double> near = {};
};

// A position of a part in a stored document.
struct StoredPlace {
  std::uint64_t at = 0;  // its first symbol
  ByteRange bytes;       // in the text of the document as it was read
};

// A part of a text that occurs in the store.
struct StoredPassage {
  std::uint64_t at = 0;  // its first symbol
  std::uint64_t symbols = 0;
  ByteRange bytes;          // in the text as it was read
  std::string text;         // these bytes
  StoredDocument document;  // the first document that contains it
  // Number of documents that contain it. Documents that equal each other count as one.
  std::uint64_t documents = 1;
  // Positions of the whole part in `document`, in order, at most options.limit. Empty if the store
  // has no positions.
  std::vector<StoredPlace> places;
  std::uint64_t times = 0;  // number of all such positions; 0 if the store has no positions
  // With `near`: the share of equal symbols, rounded down to thousandths. In a store without
  // positions, it is the share of the part's symbols that are in shingles of the document.
  std::optional<double> equal = {};
};

// A document of a store, as for_each_document() passes it. Documents are numbered from 0 in the
// order read. Skipped records have no number here; `document.row` counts them.
struct DocumentEntry {
  std::uint64_t number = 0;
  StoredDocument document;
  std::optional<std::uint64_t> cluster = {};  // none: it is in no cluster
  // Number of the kept document of its cluster; its own number if it is in no cluster.
  std::uint64_t survivor = 0;
  bool survives() const { return survivor == number; }
};

// A pair of documents over the threshold, by their numbers, first < second.
struct StoredPair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  double resemblance = 0;
  double first_in_second = 0;  // share of the first document that is in the second
  double second_in_first = 0;  // share of the second document that is in the first
  bool exact = true;           // counted on all shingles; false: estimated from the sketches
};

// A name of a ranked list for group().
struct RankedName {
  std::string name;
  std::uint64_t rank = 0;  // from 1
  bool known = true;       // the store has a document with this name
};

struct NameGroup {
  std::optional<std::uint64_t> cluster;  // none: a document in no cluster, or an unknown name
  std::vector<RankedName> names;         // by rank
};

// A finished store, open for reading. Opening loads only directories and takes milliseconds. Any
// number of threads may call all functions at once. A run that adds to the store, or forms its
// clusters again, replaces its files; open the store again after such a run.
class StoreReader {
 public:
  // Opens a store. Fails with not_found if there is no store, with invalid_argument if it is not
  // finished. Fails with unsupported if it has another format, and with corrupt if a file is
  // damaged. Data that this call does not read is checked when it is read.
  static Result<StoreReader> open(const std::string& store);
  StoreReader(StoreReader&&) noexcept;
  StoreReader& operator=(StoreReader&&) noexcept;
  ~StoreReader();

  std::uint64_t documents() const;
  std::uint64_t clusters() const;

  // Returns a cluster by its number, as in clusters.jsonl.
  Result<StoredCluster> cluster(std::uint64_t number) const;
  // Returns the clusters of the documents whose id or URL is `name`. Fails with not_found if there
  // is no such document.
  Result<std::vector<StoredCluster>> clusters_of(const std::string& name) const;

  // Returns the documents most similar to the first document whose id or URL is `name`, best first.
  // They may be in its cluster or not; the document itself is left out. Fails with not_found if
  // there is no such document.
  Result<std::vector<ComparedDocument>> matches_of(const std::string& name,
                                                   const MatchOptions& options = {}) const;

  // Returns the stored documents most similar to a text in UTF-8, best first. The text is processed
  // as the store's documents were. The order is by resemblance, or by the share of the text that
  // the document contains, whichever is greater. If stored documents equal each other, the result
  // has only the first of them.
  //
  // Looks up each shingle of the text, so the time grows with the text and not with the store.
  // Fails with invalid_argument if the text is too short for a shingle, or if the store has
  // features instead of texts.
  Result<std::vector<ComparedDocument>> matches(std::string_view text,
                                                const MatchOptions& options = {}) const;
  // The same for a record of any kind: a web page, a PDF, a list of features.
  Result<std::vector<ComparedDocument>> matches(const Record& record,
                                                const MatchOptions& options = {}) const;
  // The same for a file; "-" is standard input.
  Result<std::vector<ComparedDocument>> matches_file(const std::string& file,
                                                     const MatchOptions& options = {}) const;

  // The same for each document of a collection, on several threads. Calls `take` with each answer,
  // in the order of the documents; `take` returns true to continue. If a record cannot be read, for
  // example a line that is not JSON, its answer is an error. Returns all inputs that could not be
  // read, including those that are no records, such as damaged files.
  using Answered = std::function<Result<bool>(const BatchAnswer&)>;
  Result<std::vector<Skipped>> matches_each(const BatchOptions& options, const Answered& take,
                                            Progress& progress) const;

  // Returns the parts of a text in UTF-8 that occur in a document of the store, in the order of the
  // text. A part is a run of symbols; the document has all of its shingles. In a store with
  // `positions`, the shingles are also consecutive in the document, so it contains the run
  // literally, and the result has the positions. If runs of several documents overlap, a run is
  // returned only if it has a symbol that is in none of the longer runs.
  //
  // A store with all shingles (`sketch` "all") finds all parts, except in documents that were
  // classified as copies of an earlier one. A sampled sketch finds a document only if it contains a
  // sampled shingle of the run. With `near`, the result also has parts that are nearly in a
  // document: runs of equal symbols with short gaps between them. The order of these runs in the
  // document matters only in a store with `positions`.
  //
  // Fails with invalid_argument like matches(). Fails with unsupported if the store has only
  // samples of the shingles, or leaves out common shingles.
  Result<std::vector<StoredPassage>> passages(std::string_view text,
                                              const StoredPassageOptions& options = {}) const;
  // The same for a file; "-" is standard input.
  Result<std::vector<StoredPassage>> passages_of_file(
      const std::string& file, const StoredPassageOptions& options = {}) const;

  // Returns names, given in order of rank, grouped by cluster. A group has the rank of its best
  // name (Broder 1997, "compact search results").
  Result<std::vector<NameGroup>> group(const std::vector<std::string>& ranked) const;

  // Visit all entries in order, from the number `first` on. A visit returns true to continue. If it
  // fails, the call ends and returns its error. Only a window of the files is in memory.
  template <class Visited>
  using Visit = std::function<Result<bool>(const Visited&)>;
  Result<void> for_each_document(const Visit<DocumentEntry>& visit, std::uint64_t first = 0) const;
  // Measures the members of each cluster, like cluster().
  Result<void> for_each_cluster(const Visit<StoredCluster>& visit, std::uint64_t first = 0) const;
  // Visits the stored pairs, ordered by their numbers. Of documents that are identical, lexical or
  // sketch duplicates of each other, only the first is in pairs. Fails with unsupported if the
  // store was made with `pairs` "linked", because it has no pairs.
  Result<void> for_each_pair(const Visit<StoredPair>& visit) const;

 private:
  struct Opened;
  explicit StoreReader(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

}  // namespace whorl
