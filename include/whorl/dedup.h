// dedup: a collection without its near-duplicates, and for each document that is left out
// the reason and the one that stays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/cluster.h"

namespace whorl {

struct DedupOptions {
  // What is read and how it is compared. `store` is where the work is kept; empty: beside the
  // output, until that is whole.
  ClusterOptions cluster;
  // The survivors in the order read: JSON lines as they were found, byte by byte; of any other
  // document its id, url and date as a JSON line, or, where the name ends in .txt, its id alone;
  // where it ends in .warc or .wet, the records of web archives as they were found. Packed by the
  // ending .gz, .zst, .bz2 or .xz; "-": standard output. A folder, or a name that ends in a slash:
  // a file for each file of JSON lines or web archive, named as it is, its survivors.
  std::string output;
  bool texts = false;  // lines of documents that are no JSON lines have their text too
  // A JSON line for each document that was left out. Empty: `output` with ".removed" before its
  // ending, or none where that is standard output, a device or a pipe.
  std::string removed;
  // All documents are written, each line with a member "whorl" that says what would be done.
  bool annotate = false;
  // Also replace outputs that are not as an earlier run left them; never a file that is read.
  bool overwrite = false;
  // Texts, named as inputs are, or one store. Removed are documents that resemble, contain or are
  // contained in one of it; duplicates within the collection are kept. How documents are compared
  // is the store's; texts are compared by all their shingles, unless another sketch than the
  // default is asked for.
  std::vector<std::string> against;
  std::string against_text_field;  // of these texts; empty: as of the input
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
  std::string removed;  // the file that lists them; empty: none
  std::uint64_t left_out() const { return identical + lexical + same_sketch + similar; }
};

// The counts and what was skipped as a JSON document.
std::string to_json(const DedupSummary& summary);

// Reads the inputs twice: to find which documents are similar, and to write; a RecordSource is
// rewound before either. A run that is stopped goes on when it is called again. Fails when the
// inputs have changed between the two.
Result<DedupSummary> dedup(const DedupOptions& options, Progress& progress);

}  // namespace whorl
