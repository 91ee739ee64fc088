// repeats: finds text that is repeated within or between documents, and cuts all but the first
// occurrence.
//
// Two equal runs of t symbols share a fingerprint by winnowing (Schleimer 2003 §3). So one pass
// excludes all runs without a shared fingerprint, and the remaining runs are few enough to be
// sorted out of core. No repeat of t symbols is missed. Formats: docs/format.md, "passages".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// The part of a text that is cut if symbols are repeated.
enum class CutUnit {
  run,        // the repeated run, from its first symbol up to the next symbol that is kept
  line,       // lines in which all symbols are repeated
  paragraph,  // paragraphs in which all symbols are repeated; blank lines separate paragraphs
};

struct RepeatOptions {
  CollectionInput input;
  std::string front_end = "words";  // tokenizer, "words" or "text"; web pages are read as text
  std::uint32_t at_least = 50;      // t: minimum length of a repeat in symbols, from 2
  // Also cuts passages in which at least this share of the words is equal, from 0.6 to below 1.
  // Equal words count only in runs of three or more (docs/methods.md, "Near passages"). Needs the
  // tokenizer "words". None: only equal runs are cut.
  std::optional<double> near;
  CutUnit unit = CutUnit::run;
  // For paragraphs: cuts a paragraph if at least this share of its n-grams of `at_least` symbols
  // occurs earlier, above 0 to 1. A paragraph with fewer symbols is cut if all of them are
  // repeated. None: paragraphs are cut if all symbols are repeated.
  std::optional<double> share;
  // Paths of texts, in the forms that `inputs` allows. If a path is a store, the inputs from which
  // the store was built are read again. Empty: a run is a repeat if it occurs earlier in the input.
  // Otherwise: a run of the input is a repeat if it occurs in these texts. They are not written.
  std::vector<std::string> against;
  std::string against_text_field;  // of these texts; empty: that of the input
  std::string mask;                // replaces each part that is cut
  // Cuts nothing. Instead, each line lists its repeats in a member "whorl".
  bool mark = false;
  // Leaves out a document if more than this share of its symbols would be cut, 0 to 1. None: leaves
  // out no document.
  std::optional<double> drop_above;
  // The documents in the order read, as JSON lines. JSON lines of the input stay as they were
  // found, except that their text is cut. Other documents have a line with id, url, date and text.
  // "-": standard output.
  std::string output;
  // The file that lists what was cut from each document and where that text occurs first. It also
  // has the lines of documents that were left out. The input can be restored from this file and the
  // output. Empty: `output` with ".removed" before its ending. There is no such file with `mark`,
  // or if the output is standard output, a device or a pipe.
  std::string removed;
  std::string report;      // the most frequent passages, as JSON lines; empty: none
  bool overwrite = false;  // as in DedupOptions
  RunLimits limits;
};

// A passage that occurs more than once.
struct RepeatedPassage {
  std::uint64_t times = 0;  // number of repetitions, without the first occurrence
  // Length of the passage. It is less than `at_least` if the beginning of its run belongs to the
  // previous passage.
  std::uint64_t symbols = 0;
  std::string document;      // id of the document with the first occurrence
  std::uint64_t symbol = 0;  // position of the first occurrence in it, in symbols
  std::string text;          // of the first repetition, its first 400 bytes
};

struct RepeatSummary {
  std::uint64_t documents = 0;         // of the input
  std::uint64_t against = 0;           // documents of `against`
  std::uint64_t against_short = 0;     // documents of `against` with fewer than `at_least` symbols
  std::uint64_t bytes = 0;             // of the input's texts, as they were found
  std::uint64_t symbols = 0;           // of the documents of the input
  std::uint64_t repeats = 0;           // repetitions of passages
  std::uint64_t repeated_symbols = 0;  // in these repetitions
  std::uint64_t cut_symbols = 0;       // cut from kept documents; with `mark`, that would be cut
  std::uint64_t cut_documents = 0;     // documents from which something was cut
  std::uint64_t dropped = 0;           // documents left out by `drop_above`
  std::uint64_t kept() const { return documents - dropped; }
  std::vector<RepeatedPassage> commonest;  // by times, then symbols; at most 100
  std::string removed;                     // the file that lists what was cut; empty: none
  std::vector<Skipped> skipped;            // also of `against`
};

// Returns the counts, the most frequent passages and the skipped inputs as a JSON document.
std::string to_json(const RepeatSummary& summary);

// Finds and cuts repeats. A run of t symbols is a repeat if the same symbols occur in an earlier
// document, or earlier in the same document without overlap. Passages are the unions of such runs.
// Runs count as equal if 88 bits of their hash are equal; the key of the hash is random and new in
// each call.
//
// Reads the inputs three times; standard input is copied first. Fails if an input changed between
// these passes. The output bytes do not depend on the number of threads or the memory limit. An
// output file is either written completely or not at all. An interrupted run starts over. O(n) time
// for n symbols, and a sort of the symbols that may be repeats. Needs 24 bytes of memory
// per document.
Result<RepeatSummary> cut_repeats(const RepeatOptions& options, Progress& progress);

}  // namespace whorl
