// store: what a store of cluster knows of a text, a document, a cluster or a list of names, and all
// of its documents, clusters and pairs one after the other.
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

// How two documents are similar, the strongest relation.
enum class SimilarityKind {
  identical,  // the same bytes as found
  lexical,    // the same normalized text
  sketch,     // the same sketch
  similar,    // by the shingles they share
};
// "identical", "lexical", "sketch" or "similar", as it occurs in JSON.
std::string_view to_string(SimilarityKind kind);

struct StoredDocument {
  std::string id;
  std::string url;  // empty: none
  std::string date;
  std::uint64_t bytes = 0;
  // The number from 0 of its record in its RecordSource, skipped records included. Each source
  // counts from 0, also where documents were added or stores merged. None: its number is over
  // 4,294,967,293, or the document was read from a file and not by decide(), which counts the
  // records of all inputs.
  std::optional<std::uint64_t> row = {};
};

// A document beside another, counted on the full sets of shingles.
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
  std::optional<std::uint64_t> number;  // none: a document that is alone
  std::string survivor;
  std::uint64_t survivor_number = 0;      // as DocumentEntry::number
  std::vector<ComparedDocument> members;  // beside the kept document, in the order read
};

struct MatchOptions {
  double resemblance = 0;    // 0 to 1; reaching either is enough; both 0: whatever shares a shingle
  double containment = 0;    // 0 to 1; of one in the other, whichever side
  std::uint64_t limit = 10;  // from 1
  bool convert = true;       // a PDF or PostScript, by another program; else it is refused
};

// Many questions at once.
struct BatchOptions {
  CollectionInput input;  // each document is a question; features are those of the store
  MatchOptions match;
  std::uint64_t memory = 2ull << 30;  // bytes, for the questions that wait
  unsigned threads = 0;               // 0: one a core
};

struct BatchAnswer {
  std::string query;  // the id of the question; of what has none its place, "new.jsonl:3"
  Result<std::vector<ComparedDocument>> matches;  // an error where it cannot be read or compared
};

struct StoredPassageOptions {
  std::uint64_t at_least = 50;  // symbols; as many as a shingle of the store has, or more
  std::uint64_t limit = 100;    // passages, from 1
  bool convert = true;          // as in MatchOptions
  // Parts that are nearly in a document: of their symbols at least this share is equal, from 0.6 to
  // below 1. Equal symbols count in runs of a shingle or more (docs/methods.md, "Near passages").
  std::optional<double> near = {};
};

// Where a part of a text occurs in a stored document.
struct StoredPlace {
  std::uint64_t at = 0;  // its first symbol
  ByteRange bytes;       // of the document's text as it was read
};

// A part of a text that occurs in the store.
struct StoredPassage {
  std::uint64_t at = 0;  // its first symbol
  std::uint64_t symbols = 0;
  ByteRange bytes;              // of the text as it was read
  std::string text;             // these
  StoredDocument document;      // the first that contains it
  std::uint64_t documents = 1;  // that hold it; of those that equal each other one counts
  // Where all of it occurs in `document`, in order, at most options.limit positions; none where the
  // store keeps no positions.
  std::vector<StoredPlace> places;
  std::uint64_t times = 0;  // how many positions there are; 0: the store keeps no positions
  // With `near`: the share of equal symbols, rounded down to thousandths. In a store without
  // positions: of the symbols of this part, those that are in shingles of the document.
  std::optional<double> equal = {};
};

// A document of a store as for_each_document() shows it. Documents are numbered from 0 in the order
// read; skipped records have no number here. `document.row` counts them.
struct DocumentEntry {
  std::uint64_t number = 0;
  StoredDocument document;
  std::optional<std::uint64_t> cluster = {};  // none: it is alone
  std::uint64_t survivor = 0;  // number of its cluster's kept document; its own where it is alone
  bool survives() const { return survivor == number; }
};

// A pair of documents over the threshold, by their numbers, first < second.
struct StoredPair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  double resemblance = 0;
  double first_in_second = 0;  // share of the first that is in the second
  double second_in_first = 0;
  bool exact = true;  // counted on all shingles; else estimated from the sketches
};

// A name of a ranked list that is grouped.
struct RankedName {
  std::string name;
  std::uint64_t rank = 0;  // from 1
  bool known = true;       // the store has it
};

struct NameGroup {
  std::optional<std::uint64_t> cluster;  // none: alone, or unknown
  std::vector<RankedName> names;         // by rank
};

// A finished store, opened to be read: nothing is loaded but directories, so opening takes
// milliseconds. All calls may be made by any number of threads at once. A run that adds to the
// store or forms its clusters anew replaces its files: open it again after that.
class StoreReader {
 public:
  // Fails with not_found where there is no store, invalid_argument where it is not finished,
  // unsupported where it is of another format, corrupt where a file of it is damaged. What is not
  // read now is checked when it is.
  static Result<StoreReader> open(const std::string& store);
  StoreReader(StoreReader&&) noexcept;
  StoreReader& operator=(StoreReader&&) noexcept;
  ~StoreReader();

  std::uint64_t documents() const;
  std::uint64_t clusters() const;

  // A cluster by its number, as in clusters.jsonl.
  Result<StoredCluster> cluster(std::uint64_t number) const;
  // The clusters of the documents whose id or URL is `name`; an error where there is none.
  Result<std::vector<StoredCluster>> clusters_of(const std::string& name) const;

  // The stored documents most similar to the first document whose id or URL is `name`, in its
  // cluster or not, itself left out; an error where there is none. Best first.
  Result<std::vector<ComparedDocument>> matches_of(const std::string& name,
                                                   const MatchOptions& options = {}) const;

  // The stored documents most similar to a text, which is UTF-8 and is compared as the store's
  // were. Best first: by resemblance or by how much of the text is there, whichever is more.
  // Looks up each shingle of the text, so time grows with it and not with the store. Of stored
  // documents that equal each other the first represents all. Fails with invalid_argument where
  // the text is too short for a shingle, or the store is one of features.
  Result<std::vector<ComparedDocument>> matches(std::string_view text,
                                                const MatchOptions& options = {}) const;
  // The same of a record of whatever kind: a web page, a PDF, a list of features.
  Result<std::vector<ComparedDocument>> matches(const Record& record,
                                                const MatchOptions& options = {}) const;
  // The same of a file or, with "-", of standard input.
  Result<std::vector<ComparedDocument>> matches_file(const std::string& file,
                                                     const MatchOptions& options = {}) const;

  // The same of each document of a collection, in order, on several threads. A record that cannot
  // be read, a line that is no JSON say, is answered in its place with an error, so that answers
  // are in the order of the questions; what could not be read is returned too, with what is no
  // record: a file that is damaged. `take` says whether to go on.
  using Answered = std::function<Result<bool>(const BatchAnswer&)>;
  Result<std::vector<Skipped>> matches_each(const BatchOptions& options, const Answered& take,
                                            Progress& progress) const;

  // Which parts of a text, which is UTF-8, occur in a document of the store, in the order of the
  // text: runs of symbols all of whose shingles the document has; in a store with `positions` one
  // after the other, so that the run occurs there as it is, and its positions are given. Where runs
  // of several documents overlap, one is given while it has a symbol that no longer one has. Of a
  // store of all shingles (`sketch` "all") none is missed that occurs in a document which was not
  // taken for a copy of an earlier one; a thinned sketch brings only documents if it keeps their
  // shingle of the run. Fails with invalid_argument as matches() does, and with
  // unsupported where the store keeps no more than samples or leaves out common shingles.
  // With `near`, parts that are nearly in a document are found too: runs of equal symbols with
  // short gaps between. The order of the runs in the document counts in a store with `positions`
  // only.
  Result<std::vector<StoredPassage>> passages(std::string_view text,
                                              const StoredPassageOptions& options = {}) const;
  // The same of a file or, with "-", of standard input.
  Result<std::vector<StoredPassage>> passages_of_file(
      const std::string& file, const StoredPassageOptions& options = {}) const;

  // Names in order of rank, grouped by cluster; groups are at the rank of their best name
  // (Broder 1997, "compact search results").
  Result<std::vector<NameGroup>> group(const std::vector<std::string>& ranked) const;

  // One visit each, in order, from the number `first` on. A visit returns whether to go on; its
  // error ends the call and is returned. Memory is a window of the files.
  template <class Visited>
  using Visit = std::function<Result<bool>(const Visited&)>;
  Result<void> for_each_document(const Visit<DocumentEntry>& visit, std::uint64_t first = 0) const;
  // Measures the members of each cluster, as cluster() does.
  Result<void> for_each_cluster(const Visit<StoredCluster>& visit, std::uint64_t first = 0) const;
  // The pairs that the store keeps, by their numbers. Of documents that are identical, lexical or
  // sketch duplicates of each other only the first is in pairs. Fails with unsupported where the
  // store was made with `pairs` "linked", which keeps none.
  Result<void> for_each_pair(const Visit<StoredPair>& visit) const;

 private:
  struct Opened;
  explicit StoreReader(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

}  // namespace whorl
