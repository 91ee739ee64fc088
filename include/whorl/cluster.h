// cluster: near-duplicates of a collection that need not fit in memory (Broder 1997).
//
// A store is a directory: documents, sketches, the sorted shingle index, the pairs over a
// threshold and the clusters. Each phase leaves its file behind; a run that was stopped goes
// on with the first phase that is not done. Formats: docs/format.md.
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
  single,    // components of the graph of pairs (Broder 1997): chains may join unlike documents
  survivor,  // every member reaches the threshold with its cluster's kept document itself
};

enum class SurvivorChoice {
  longest,  // most bytes as found
  first,    // read first
  newest,   // latest date
  field,    // greatest number in a field of the JSON line, or a column
};

// What decides which documents are similar; phase 4 can be run again with other values.
struct ClusterThresholds {
  double resemblance = 0.5;  // 0 to 1; 0: not used. Reaching either measure is enough
  double containment = 0;    // of one in the other, whichever side; 0: not used
  Linkage linkage = Linkage::single;
  SurvivorChoice survivor = SurvivorChoice::longest;
  std::string survivor_field;  // for SurvivorChoice::field; kept in the store when it is made
  bool operator==(const ClusterThresholds&) const = default;
};

// Which documents are read, and what each field of a JSON line or column of a table is.
struct CollectionInput {
  std::vector<std::string>
      inputs;  // folders, files, globs, JSON lines, Parquet, CSV, web archives, "-"
  // Files and folders that the caller writes from what is read: they are left out of folders, and
  // refused where they are named. The job's own store and outputs are among them anyhow.
  std::vector<std::string> outputs;
  std::string files_from;            // a list of further paths; "-": standard input
  std::string standard_input;        // a file to read where "-" is asked for; empty: none
  std::vector<std::string> include;  // globs on names; empty: all
  std::vector<std::string> exclude;
  bool convert = true;  // PDF and PostScript, by other programs; else they are listed
  // The field of a JSON line with the text, as "text", or as "meta.text" inside another; or the
  // column of Parquet, CSV and TSV, of which each row is a document. Empty: "text" of JSON lines
  // and Parquet; a CSV or TSV file is one document then.
  std::string text_field;
  std::string id_field;        // likewise
  std::string features_field;  // of JSON lines: ready-made features in place of texts
  // Of cluster and dedup: only documents with the same value in this field or column are compared.
  // A value is a text, a number or a boolean, as written. Documents without one, or with an empty
  // text, are a group of their own. Empty: all documents are compared.
  std::string group_field;
  // In place of inputs and files_from: read once, from its path, by cluster and its kin, and
  // twice by dedup. Must live until the call returns. Null: none.
  RecordSource* records = nullptr;
  // The part of the files to read, for programs that divide the files among several calls. Counts
  // the files of `inputs` and `files_from` in their order, from 0: reads from `first_input` on, up
  // to the file before `end_input`.
  std::uint64_t first_input = 0;
  std::uint64_t end_input = UINT64_MAX;
};

// How a document becomes a sketch.
struct ShingleMethod {
  std::string front_end;  // "words", "html:words", "text" …; empty: by kind of file
  std::optional<std::uint32_t> shingle = {};  // symbols a shingle, from 1; nothing: 5, of sweeps 10
  std::string sketch = "mod:25";              // "mod:M", "vi", "min:S" or "all"
  // Documents with at most this many words also have shingles of ten letters. Their number falls to
  // none at twice as many words. So two titles that differ in one word are similar. Long documents
  // have no letter shingles, so a short document with them is not contained in a long one. 0: no
  // document has them. Nothing: 20 for a dedup by resemblance only, else as many as a shingle has
  // words. Sweeps and stores with `positions` never have them.
  std::optional<std::uint32_t> letters_below = {};
};

// How pairs are found and counted.
struct JoinOptions {
  // "exact", "linked", "survivors", "classic", "supershingle:6" or "bands:14x8". Empty: exact, or
  // kept documents where dedup links by them.
  std::string pairs;
  std::uint64_t common = 0;  // shingles of more documents are left out; 0: as `pairs` needs
  bool verify = true;        // count pairs on the full sets of shingles
  double keep_from = 0;      // pairs kept for reclustering; 0: from the thresholds on
  // Of cluster(): a file of the only pairs that are counted, which another tool found: two ids a
  // line, and a tab between them. It may be packed. Then `pairs` is empty or "exact". Documents
  // that are equal, byte by byte, in normalized text or in sketch, are in one cluster anyhow.
  std::string candidates;
};

// What a run may use.
struct RunLimits {
  std::uint64_t memory = 2ull << 30;  // bytes
  unsigned threads = 0;               // 0: one a core
  std::string temporary;              // where what does not fit is spilled; empty: in the store
};

struct ClusterOptions {
  CollectionInput input;
  ShingleMethod shingling;
  JoinOptions join;
  ClusterThresholds thresholds;
  RunLimits limits;
  std::string store;         // directory of the store
  bool write_pairs = false;  // also pairs.tsv
  std::uint64_t audit = 0;   // documents to check against all others; 0: none
  // Keep where each shingle occurs, so that StoreReader::passages() tells where in a stored
  // document a part occurs. Not of features, nor without `join.verify` or common shingles.
  bool positions = false;
};

// What the pairs of a random sample of documents are worth, against counting each with all.
struct ClusterAudit {
  std::uint64_t documents = 0;  // sampled
  std::uint64_t truth = 0;      // pairs over the thresholds
  std::uint64_t reported = 0;   // pairs that were found
  std::uint64_t right = 0;      // … and are over the thresholds
  Estimate recall;
  Estimate precision;
};

// What a run counted, stats.json in the store, and what its phases took, times.json.
struct ClusterSummary {
  struct Phase {
    std::string name;
    double seconds = 0;  // wall; 0 where the phase had been done before
    // Of texts that were read, or of temporary files that were written.
    std::uint64_t bytes = 0;
    std::uint64_t kept = 0;  // bytes by which it made the files of the store larger
  };
  std::vector<Phase> phases;
  bool done_before = false;  // of the same inputs, with the same thresholds: nothing is new
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;       // of the documents' texts as found
  std::uint64_t revisits = 0;    // records of web archives that say a page is as it was
  std::uint64_t by_letters = 0;  // short documents: see ShingleMethod::letters_below
  // Documents with characters of scripts without spaces. Each character is a word: a shingle of k
  // words is k characters of Han, 2 k of hiragana, 4 k of katakana, Thai, Lao, Khmer or Myanmar.
  std::uint64_t unspaced = 0;
  std::uint64_t identical = 0;    // documents equal to an earlier one, byte by byte
  std::uint64_t lexical = 0;      // … in normalized text
  std::uint64_t same_sketch = 0;  // … in sketch
  std::uint64_t postings = 0;
  std::uint64_t candidates = 0;
  std::uint64_t unknown_candidates = 0;    // lines of JoinOptions::candidates with an unknown id
  std::optional<std::uint64_t> pairs = 0;  // kept; none where not all were sought
  std::uint64_t clusters = 0;
  std::uint64_t clustered = 0;  // documents in them
  std::optional<ClusterAudit> audit;
  std::vector<Skipped> skipped;
};

// The summary as a JSON document: the content of stats.json, the phases of times.json, and
// `done_before`.
std::string to_json(const ClusterSummary& summary);

// Runs the phases that are not done yet. Refuses a store made with other options, naming the
// first that differs, one of inputs that have changed since, naming some, and a folder that
// contains other things than a store. Where nothing could be read, no store is made. Same bytes out
// at any thread count and memory limit.
Result<ClusterSummary> cluster(const ClusterOptions& options, Progress& progress);

// Adds the inputs to `options.store`, which stays as it was made: a method asked for that is
// not its own is refused. What is in the store is neither read nor counted again; with
// `sketch` "all" the same comes out as of clustering all inputs at once. Thresholds that are the
// defaults are those of the store's clusters. A run that was stopped goes on when it is
// called again, and the store answers nothing until then.
Result<ClusterSummary> cluster_into(const ClusterOptions& options, Progress& progress);

struct MergeOptions {
  std::vector<std::string> stores;  // two or more, made by the same method
  std::string output;               // a new store
  RunLimits limits{};
};

// A store of the documents of several, in their order; only pairs across them are sought.
// Clusters are formed under the thresholds of the first.
Result<ClusterSummary> merge(const MergeOptions& options, Progress& progress);

// Phase 4 alone, from what phase 3 kept. For a containment under that kept, or where none was,
// pairs are counted again first, and the store keeps them from there on; "min" sketches cannot find
// them and are refused. Refuses a resemblance under that kept, and where `pairs` was "linked" all
// but the same thresholds and single linkage.
Result<ClusterSummary> recluster(const std::string& store, const ClusterThresholds& thresholds,
                                 Progress& progress);

}  // namespace whorl
