// dedup: a collection without its near-duplicates, and for each document that is left out
// the reason and the one that stays: as files, or handed over one by one.
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
  // What is read and how it is compared. `store` is where the work is kept; empty: beside the
  // output, until that is whole.
  ClusterOptions cluster;
  // The kept documents in the order read: JSON lines as they were found, byte by byte; of any other
  // document its id, url and date as a JSON line, or, where the name ends in .txt, its id alone;
  // where it ends in .warc or .wet, the records of web archives as they were found; where it ends
  // in .csv or .tsv, the header and the rows of such inputs as they were found; where it ends in
  // .parquet, the rows of one Parquet file with all columns. Packed by the
  // ending .gz, .zst, .bz2 or .xz; "-": standard output. A folder, or a name that ends in a slash:
  // a file for each file of JSON lines, web archive, Parquet or CSV, named as it is, its kept
  // documents.
  std::string output;
  bool texts = false;  // lines of documents that are no JSON lines have their text too
  // A JSON line for each document that was left out. Empty: `output` with ".removed" before its
  // ending, or none where that is standard output, a device or a pipe.
  std::string removed;
  // All documents are written, each line with a member "whorl" that says what would be done.
  bool annotate = false;
  // The number of documents of each cluster that stay: the best by the preference that decides the
  // kept document.
  std::uint64_t keep = 1;
  // All documents of a cluster with more members than this are left out; 0: of none.
  std::uint64_t drop_clusters_over = 0;
  // A member of each line that is written, with the size of the document's cluster; empty: none.
  // The output is JSON lines.
  std::string weight;
  // Also replace outputs that are not as an earlier run left them; never a file that is read.
  bool overwrite = false;
  // Texts, named as inputs are, or one store. Removed are documents that resemble, contain or are
  // contained in one of it; duplicates within the collection are kept. How documents are compared
  // is the store's; texts are compared by all their shingles, unless another sketch than the
  // default is asked for.
  std::vector<std::string> against;
  std::string against_text_field;  // of these texts; empty: as of the input
  // A source of these texts, in place of `against`. It is read once, from its path, and must
  // live until the call returns. Null: none.
  RecordSource* against_records = nullptr;
};

struct DedupSummary {
  ClusterSummary found;
  std::uint64_t documents = 0;  // read
  std::uint64_t kept = 0;
  // Left out, by reason.
  std::uint64_t identical = 0;
  std::uint64_t lexical = 0;
  std::uint64_t same_sketch = 0;
  std::uint64_t similar = 0;
  std::uint64_t large_cluster = 0;  // see DedupOptions::drop_clusters_over
  std::string removed;              // the file that lists them; empty: none
  std::uint64_t left_out() const {
    return identical + lexical + same_sketch + similar + large_cluster;
  }
};

// What is decided of a document.
struct DedupDecision {
  // The number from 0 of its record, in the order read, skipped records included: of the
  // RecordSource, or of all inputs. At most 4,294,967,293.
  std::uint64_t row = 0;
  StoredDocument document;
  std::optional<SimilarityKind> reason = {};  // how it is similar to the one that it is removed for
  // It is removed with all documents of its cluster (DedupOptions::drop_clusters_over). Then there
  // is no reason and no kept document.
  bool large_cluster = false;
  bool kept() const { return !reason && !large_cluster; }

  // The kept document that it is removed for; a kept document is its own. The row is one of the
  // documents compared against if `kept_is_against`; it is none if those were read from files.
  std::optional<std::uint64_t> kept_row = {};
  std::string kept_id;
  bool kept_is_against = false;

  // Against that document, as StoreReader counts them: shares from 0 to 1, exact, or estimated if
  // the run keeps sketches alone. 1 of a kept document.
  Measure resemblance{{1, 1, 1}, true};
  Measure contained{{1, 1, 1}, true};  // share of this document that is in the kept one
  Measure contains{{1, 1, 1}, true};   // share of the kept one that is in this document

  // The number from 0 of its cluster, in the order of their first documents, and how many documents
  // are in it, those compared against included. None and 1: it is alone.
  std::optional<std::uint64_t> cluster = {};
  std::uint64_t cluster_size = 1;
};

// Returns whether to go on.
using DecisionVisitor = std::function<Result<bool>(const DedupDecision&)>;

// The counts and what was skipped as a JSON document.
std::string to_json(const DedupSummary& summary);

// Reads the inputs twice: to find which documents are similar, and to write; a RecordSource is
// rewound before either. A run that is stopped goes on when it is called again. Fails when the
// inputs have changed between the two.
Result<DedupSummary> dedup(const DedupOptions& options, Progress& progress);

// Calls `visit` with the decision on each document, in the order of the records, on the calling
// thread. The decisions are those that dedup() writes. Skipped records (null, not UTF-8, too long)
// have no decision; DedupSummary::found.skipped lists the first 10,000 with their rows.
//
// Reads the inputs once: rewind() is not called, and no text is kept. The options `output`,
// `removed`, `annotate`, `texts` and `weight` stay as they are by default. Without `cluster.store`
// the work is in a folder of its own below `cluster.limits.temporary`, which is removed at the end;
// it takes 8 bytes a distinct shingle and about 150 bytes a document. Single linkage, containment
// and `against` need an index of the sketches too, because their join reads it. So do sketches of
// more than a quarter of the memory. The index is about as large as the sketches.
//
// With `cluster.store` the store stays. It has the index, because StoreReader reads it. A call that
// was stopped goes on when it is given again, with a source that begins anew.
//
// Decisions come after all records were read; time and memory are those of dedup(). Errors are
// those of cluster(); cancelled if `progress` says so; unsupported if `cluster.store` was made by
// another function and has no rows; and any error of `visit`, which ends the call. If `visit`
// returns false, the call ends with the counts so far.
Result<DedupSummary> decide(const DedupOptions& options, const DecisionVisitor& visit,
                            Progress& progress);

}  // namespace whorl
