// Removes near-duplicates from a collection.
//
// For each removed document, the result has the reason and the kept document. dedup() writes the
// result to files; decide() passes the documents to the caller one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/estimate.h"
#include "whorl/progress.h"
#include "whorl/record_source.h"
#include "whorl/result.h"
#include "whorl/store.h"

namespace whorl {

struct DedupOptions {
  // The inputs, and how they are compared. `store` is the folder for the work. If it is empty, a
  // folder next to the output is used and removed when the output is complete.
  ClusterOptions cluster;
  // The file for the kept documents, in the order read. The ending of its name decides the format:
  // - .warc or .wet: the records of web archives, unchanged;
  // - .csv or .tsv: the header and the rows of CSV or TSV inputs, unchanged;
  // - .parquet: the rows in one Parquet file, with all columns;
  // - .txt: JSON lines unchanged, and only the id of any other document;
  // - else: JSON lines unchanged, and a JSON line with id, url and date of any other document.
  // The further ending .gz, .zst, .bz2 or .xz compresses the output. "-" is standard output.
  //
  // If this is a folder, or a name that ends in a slash, each input file has its own output file.
  // The output file has the same name and contains the kept documents of the input file. The input
  // files must be JSON lines, web archives, Parquet or CSV.
  std::string output;
  // Also writes the text of documents that were not read from JSON lines.
  bool texts = false;
  // The file with a JSON line for each removed document. If empty, it is `output` with ".removed"
  // before its ending. There is none if `output` is standard output, a device or a pipe.
  std::string removed;
  // Writes all documents. The member "whorl" of each line says whether the document would be
  // removed.
  bool annotate = false;
  // The number of documents kept of each cluster. The most preferred ones are kept, in the order of
  // preference that also decides the kept document.
  std::uint64_t keep = 1;
  // Removes all documents of a cluster with more members than this. 0: of no cluster.
  std::uint64_t drop_clusters_over = 0;
  // The name of a member that is added to each output line: the size of the document's cluster. The
  // output must be JSON lines. Empty: none.
  std::string weight;
  // Also replaces outputs that have changed since an earlier run wrote them, but never a file that
  // is read.
  bool overwrite = false;
  // Paths of other texts, in the forms that `inputs` allows, or the path of one store. A document
  // is removed if it is similar to one of these texts, contains one, or is contained in one.
  // Duplicates within the collection are kept. A store decides how documents are compared. Texts
  // are compared by all their shingles, unless the options ask for another sketch than the default.
  std::vector<std::string> against;
  std::string against_text_field;  // text field of `against`; empty: as for the input
  // A source that replaces `against`. It is read once, from its current position, and must live
  // until the call returns. Null: none.
  RecordSource* against_records = nullptr;
};

struct DedupSummary {
  ClusterSummary found;
  std::uint64_t documents = 0;  // documents read
  std::uint64_t kept = 0;
  // Removed documents, by reason.
  std::uint64_t identical = 0;
  std::uint64_t lexical = 0;
  std::uint64_t same_sketch = 0;
  std::uint64_t similar = 0;
  std::uint64_t large_cluster = 0;  // see DedupOptions::drop_clusters_over
  std::string removed;              // file that lists the removed documents; empty: none
  std::uint64_t left_out() const {
    return identical + lexical + same_sketch + similar + large_cluster;
  }
};

// The decision on one document.
struct DedupDecision {
  // The number of its record in the RecordSource or in all inputs, from 0, in the order read.
  // Skipped records count too. At most 4,294,967,293.
  std::uint64_t row = 0;
  StoredDocument document;
  // How the document is similar to the kept document; not set if it is kept.
  std::optional<SimilarityKind> reason = {};
  // True if all documents of its cluster are removed (DedupOptions::drop_clusters_over). `reason`
  // and the kept document are then not set.
  bool large_cluster = false;
  bool kept() const { return !reason && !large_cluster; }

  // This document is removed because it is similar to this kept document. For a document that is
  // kept, the document itself. If `kept_is_against`, the row is that of a document of
  // `against_records`; it is not set if `against` was read from files.
  std::optional<std::uint64_t> kept_row = {};
  std::string kept_id;
  bool kept_is_against = false;

  // The similarity to the kept document, counted as in StoreReader. The values are shares from 0 to
  // 1. They are exact, or estimates if the run keeps only sketches. For a kept document, they are
  // 1.
  Measure resemblance{{1, 1, 1}, true};
  Measure contained{{1, 1, 1}, true};  // share of this document that the kept one contains
  Measure contains{{1, 1, 1}, true};   // share of the kept document that this one contains

  // The number of its cluster, from 0, in the order of the first documents of the clusters; not set
  // if the document is in no cluster. The size also counts the documents compared against; 1 if the
  // document is in no cluster.
  std::optional<std::uint64_t> cluster = {};
  std::uint64_t cluster_size = 1;
};

// Returns true to continue, false to stop.
using DecisionVisitor = std::function<Result<bool>(const DedupDecision&)>;

// Returns the counts and the skipped documents as a JSON document.
std::string to_json(const DedupSummary& summary);

// Writes the collection without near-duplicates, and returns the counts. Reads the inputs twice: to
// find similar documents, and to write. A RecordSource is rewound before each reading. If a run was
// stopped, the same call continues it. Fails if the inputs change between the two readings.
Result<DedupSummary> dedup(const DedupOptions& options, Progress& progress);

// Calls `visit` with the decision on each document, in the order of the records, on the calling
// thread, and returns the counts. The decisions are the same as those of dedup(). Skipped records
// (null, not UTF-8, too long) have no decision. DedupSummary::found.skipped lists the first 10,000
// of them with their rows.
//
// Reads the inputs once, without rewind(), and stores no text. The options `output`, `removed`,
// `annotate`, `texts` and `weight` must have their default values.
//
// Without `cluster.store`, the work is done in a new folder in `cluster.limits.temporary`, which is
// removed at the end. The folder needs 8 bytes for each distinct shingle and about 150 bytes for
// each document. Single linkage, containment and `against` also need an index of the sketches,
// because their join reads it. Sketches larger than a quarter of the memory limit need it too. The
// index is about as large as the sketches.
//
// With `cluster.store`, the store is kept. It contains the index, because StoreReader reads it. If
// a call was stopped, the same call with a source that starts from the beginning continues it.
//
// The first decision comes after all records were read. Time and memory are those of dedup(). If
// `visit` returns false, the call ends and returns the counts so far. Fails as cluster() does; with
// cancelled if `progress` is cancelled; with unsupported if another function made `cluster.store`
// and it has no rows. An error of `visit` ends the call, which returns that error.
Result<DedupSummary> decide(const DedupOptions& options, const DecisionVisitor& visit,
                            Progress& progress);

}  // namespace whorl
