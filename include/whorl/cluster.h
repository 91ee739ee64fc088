// Finds near-duplicates in a collection of documents (Broder 1997). The collection may be larger
// than memory.
//
// A store is a directory. It contains the documents, the sketches, the sorted index of shingles,
// the pairs that reach a threshold, and the clusters. Each phase writes its own file. A run that
// was stopped continues with the first unfinished phase. docs/format.md describes the files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/estimate.h"
#include "whorl/progress.h"
#include "whorl/record_source.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

enum class Linkage {
  // Connected components of the graph of pairs (Broder 1997). A chain of similar documents may join
  // documents that are not similar.
  single,
  // Every member of a cluster reaches the threshold with the kept document of the cluster.
  survivor,
};

enum class SurvivorChoice {
  longest,  // most bytes, before decoding
  first,    // read first
  newest,   // latest date
  field,    // greatest number in a field of the JSON line or in a column
};

// Decides which documents are similar. Phase 4 can run again with other values: recluster().
struct ClusterThresholds {
  // Least resemblance of similar documents, from 0 to 1; 0: not used. Two documents are similar if
  // they reach one of the two thresholds.
  double resemblance = 0.5;
  // Least containment of either document in the other, from 0 to 1; 0: not used.
  double containment = 0;
  Linkage linkage = Linkage::single;
  SurvivorChoice survivor = SurvivorChoice::longest;
  std::string survivor_field;  // for SurvivorChoice::field; a new store records it
  bool operator==(const ClusterThresholds&) const = default;
};

// Says which documents are read, and what the fields of a JSON line or the columns of a table
// contain.
struct CollectionInput {
  // Folders, files, globs, JSON lines, Parquet, CSV, web archives, or "-" for standard input.
  std::vector<std::string> inputs;
  // Files and folders that the caller writes while the input is read. Folders are read without
  // them. An input that names one of them is refused. The store and the outputs of the job itself
  // are always treated this way.
  std::vector<std::string> outputs;
  std::string files_from;            // file with a list of further paths; "-": standard input
  std::string standard_input;        // file that is read in place of "-"; empty: none
  std::vector<std::string> include;  // globs that match names; empty: all
  std::vector<std::string> exclude;
  // Converts PDF and PostScript to text with other programs. If false, these files are listed as
  // skipped.
  bool convert = true;
  // The field of a JSON line that contains the text: "text", or "meta.text" for a member of another
  // object. Of Parquet, CSV and TSV, the column that contains the text; each row is a document. If
  // empty, "text" is used for JSON lines and Parquet, and a CSV or TSV file is one document.
  std::string text_field;
  std::string id_field;  // field or column with the id, in the same form
  std::string
      features_field;  // field of JSON lines with ready-made features; they replace the text
  // For cluster and dedup: a field or column that divides the documents into groups. Only documents
  // with the same value are compared. A value is a text, a number or a boolean, compared as
  // written. Documents without a value, or with an empty text as the value, form one group. If
  // empty, all documents are compared.
  std::string group_field;
  // A source that replaces `inputs` and `files_from`. dedup() reads it twice; cluster() and the
  // other jobs read it once, from its current position. The source must live until the call
  // returns. Null: none.
  RecordSource* records = nullptr;
  // The part of the files to read, for programs that divide the files among several calls. The
  // files of `inputs` and `files_from` are counted in their order, from 0. The call reads the files
  // from `first_input` up to, but without, `end_input`.
  std::uint64_t first_input = 0;
  std::uint64_t end_input = UINT64_MAX;
};

// How a document becomes a sketch.
struct ShingleMethod {
  std::string front_end;  // "words", "html:words", "text" …; empty: by file type
  // Symbols in a shingle, at least 1. Not set: 5, or 10 for sweeps.
  std::optional<std::uint32_t> shingle = {};
  std::string sketch = "mod:25";  // "mod:M", "vi", "min:S" or "all"
  // Documents with at most this many words also have shingles of ten letters, so two titles that
  // differ in one word are similar. Beyond this limit, the number of letter shingles falls. It
  // reaches 0 at twice as many words. Long documents have no letter shingles, so a short document
  // with letter shingles is not contained in a long one.
  //
  // 0: no document has letter shingles. Not set: 20 for a dedup by resemblance only, otherwise the
  // number of words in a shingle. Sweeps and stores with `positions` never have letter shingles.
  std::optional<std::uint32_t> letters_below = {};
};

// How pairs are found and counted.
struct JoinOptions {
  // "exact", "linked", "survivors", "classic", "supershingle:6" or "bands:14x8". If empty,
  // "survivors" is used for a dedup with `Linkage::survivor`, otherwise "exact".
  std::string pairs;
  // Shingles that occur in more documents than this are ignored. 0: the default of `pairs`.
  std::uint64_t common = 0;
  bool verify = true;  // count pairs on the full sets of shingles
  // The least resemblance or containment, from 0 to 1, of the pairs that the store keeps for
  // recluster(). 0: the thresholds.
  double keep_from = 0;
  // For cluster(): a file with pairs that another tool found. Only these pairs are counted. Each
  // line has two ids, separated by a tab. The file may be compressed. `pairs` must then be empty or
  // "exact". Documents with equal bytes, equal normalized text or equal sketches are in one cluster
  // even if the file does not list them.
  std::string candidates;
};

// The resources that a run may use.
struct RunLimits {
  std::uint64_t memory = 2ull << 30;  // bytes
  unsigned threads = 0;               // 0: one for each core
  std::string temporary;  // folder for data that does not fit into memory; empty: the store
};

struct ClusterOptions {
  CollectionInput input;
  ShingleMethod shingling;
  JoinOptions join;
  ClusterThresholds thresholds;
  RunLimits limits;
  std::string store;         // directory of the store
  bool write_pairs = false;  // also write pairs.tsv
  std::uint64_t audit = 0;   // number of documents to compare with all others; 0: none
  // Stores the positions of each shingle. StoreReader::passages() needs them to locate a common
  // part in a stored document. The call fails with invalid_argument for features, if `join.verify`
  // is false, or if common shingles are ignored.
  bool positions = false;
};

// Precision and recall of the pairs. A random sample of documents is compared with all others.
struct ClusterAudit {
  std::uint64_t documents = 0;  // documents in the sample
  std::uint64_t truth = 0;      // pairs that reach a threshold
  std::uint64_t reported = 0;   // pairs that the run found
  std::uint64_t right = 0;      // found pairs that reach a threshold
  Estimate recall;
  Estimate precision;
};

// The counts of a run (stats.json in the store) and the costs of its phases (times.json).
struct ClusterSummary {
  struct Phase {
    std::string name;
    // Elapsed time. 0 if an earlier run had completed the phase.
    double seconds = 0;
    // Bytes of texts that the phase read, or of temporary files that it wrote.
    std::uint64_t bytes = 0;
    std::uint64_t kept = 0;  // bytes by which the phase enlarged the files of the store
  };
  std::vector<Phase> phases;
  // An earlier run had finished with the same inputs and thresholds, so nothing is new.
  bool done_before = false;
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;       // of the texts of the documents, before decoding
  std::uint64_t revisits = 0;    // records of web archives that say that a page has not changed
  std::uint64_t by_letters = 0;  // short documents; see ShingleMethod::letters_below
  // Documents with characters of scripts without spaces. Such a character is one symbol with a
  // weight: Han counts as 1 word, hiragana as 1/2, the other scripts as 1/4. So a shingle of k
  // words is k characters of Han, 2 k of hiragana, or 4 k of katakana, Thai, Lao, Khmer or Myanmar.
  std::uint64_t unspaced = 0;
  std::uint64_t identical = 0;    // documents with the same bytes as an earlier one
  std::uint64_t lexical = 0;      // documents with the same normalized text as an earlier one
  std::uint64_t same_sketch = 0;  // documents with the same sketch as an earlier one
  std::uint64_t postings = 0;
  std::uint64_t candidates = 0;
  std::uint64_t unknown_candidates = 0;  // lines of JoinOptions::candidates with an unknown id
  std::optional<std::uint64_t> pairs =
      0;  // pairs in the store; not set if the run did not search for all pairs
  std::uint64_t clusters = 0;
  std::uint64_t clustered = 0;  // documents in clusters
  std::optional<ClusterAudit> audit;
  std::vector<Skipped> skipped;
};

// Returns the summary as a JSON document: the content of stats.json, the phases of times.json, and
// `done_before`.
std::string to_json(const ClusterSummary& summary);

// Runs the phases that are not done yet, and returns the counts. Creates no store if no input could
// be read. The results are the same bytes for any number of threads and any memory limit.
//
// Fails if the store was made with other options, and names the first option that differs. Fails if
// inputs have changed since, and names some of them. Fails if the folder contains anything except a
// store.
Result<ClusterSummary> cluster(const ClusterOptions& options, Progress& progress);

// Adds the inputs to the existing store `options.store`, and returns the counts. The store keeps
// its method. The call fails if `options` ask for another one. Documents that the store contains
// are neither read nor counted again. With `sketch` "all", the result is the same as if all inputs
// were clustered at once.
//
// Default thresholds mean the thresholds of the store's clusters. If a run was stopped, the same
// call continues it. Until then, the store cannot be queried.
Result<ClusterSummary> cluster_into(const ClusterOptions& options, Progress& progress);

struct MergeOptions {
  std::vector<std::string> stores;  // two or more, made by the same method
  std::string output;               // a new store
  RunLimits limits{};
};

// Makes one store from several, and returns the counts. The documents keep their order. Only pairs
// of documents from different stores are searched. The clusters are formed with the thresholds of
// the first store.
Result<ClusterSummary> merge(const MergeOptions& options, Progress& progress);

// Forms the clusters again from the stored pairs (phase 4), and returns the counts.
//
// If `thresholds` has a lower containment than the store, or the store has none, the pairs are
// counted again first. The store then keeps the additional pairs. Sketches "min:S" cannot find such
// pairs, so the call fails for them. It also fails for a resemblance below that of the store. A
// store made with `pairs` "linked" accepts only its own thresholds, with single linkage.
Result<ClusterSummary> recluster(const std::string& store, const ClusterThresholds& thresholds,
                                 Progress& progress);

}  // namespace whorl
