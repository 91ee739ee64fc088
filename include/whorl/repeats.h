// repeats: text that is repeated inside documents, found and cut out of all but the first.
//
// Two runs of t symbols that are equal share a fingerprint by winnowing (Schleimer 2003 §3), so
// what shares none is left aside after one pass, and the runs that may be repeats are few enough
// to be sorted out of core. No repeat of t symbols is missed. Formats: docs/format.md, "passages".
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

// What is cut where a run of symbols is repeated.
enum class CutUnit {
  run,        // from its first symbol to the next that stays
  line,       // lines all of whose symbols are repeated
  paragraph,  // paragraphs, which blank lines part, all of whose symbols are repeated
};

struct RepeatOptions {
  CollectionInput input;
  std::string front_end = "words";  // or "text": what a symbol is. Pages are read as their text
  std::uint32_t at_least = 50;      // t: symbols a repeat has at least, from 2
  // Also cuts passages in which at least this share of the words is equal, from 0.6 to below 1.
  // Equal words count in runs of three or more (docs/methods.md, "Near passages"). Needs the
  // tokenizer "words". None: only equal runs are cut.
  std::optional<double> near;
  CutUnit unit = CutUnit::run;
  // Of paragraphs: one is cut if at least this share of its n-grams of `at_least` symbols is
  // earlier, above 0. One of fewer symbols is cut if all of them are repeated. None: paragraphs are
  // cut all of whose symbols are repeated.
  std::optional<double> share;
  // Texts, named as inputs are; for a store, the inputs it was built from are read again.
  // Empty: a run is repeated that occurs earlier in the input. Else one that occurs in these,
  // wherever it occurs in the input; they are not written.
  std::vector<std::string> against;
  std::string against_text_field;  // of these texts; empty: as of the input
  std::string mask;                // written in place of what is cut
  bool mark = false;  // nothing is cut: each line tells its repeats in a member "whorl"
  // A document of which a greater share of symbols is to be cut is left out; none: it is not.
  std::optional<double> drop_above;
  // The documents in the order read: JSON lines as they were found, but for what is cut of their
  // text; of any other document its id, url, date and text as a JSON line. "-": standard output.
  std::string output;
  // What was cut of each document and where it was before, and the lines left out: with it and
  // the output the input can be put together again. Empty: `output` with ".removed" before its
  // ending, or none where that is standard output, a device or a pipe.
  std::string removed;
  std::string report;      // the commonest passages, as JSON lines; empty: none
  bool overwrite = false;  // as in DedupOptions
  RunLimits limits;
};

// A passage that occurs more than once.
struct RepeatedPassage {
  std::uint64_t times = 0;    // it was found again
  std::uint64_t symbols = 0;  // of it; less than `at_least`: what an earlier passage left of a run
  std::string document;       // id of the first that has it
  std::uint64_t symbol = 0;   // where it begins in it, in symbols
  std::string text;           // as it occurs in the first that repeats it
};

struct RepeatSummary {
  std::uint64_t documents = 0;         // of the input
  std::uint64_t against = 0;           // documents of `against`
  std::uint64_t against_short = 0;     // of these, that have fewer than `at_least` symbols
  std::uint64_t bytes = 0;             // of their texts, as they were found
  std::uint64_t symbols = 0;           // of the documents of the input
  std::uint64_t repeats = 0;           // passages that were found again
  std::uint64_t repeated_symbols = 0;  // in them
  std::uint64_t cut_symbols = 0;       // of documents that are kept; of `mark`: that would be
  std::uint64_t cut_documents = 0;     // documents of which something was cut
  std::uint64_t dropped = 0;           // left out by `drop_above`
  std::uint64_t kept() const { return documents - dropped; }
  std::vector<RepeatedPassage> commonest;  // by times, then symbols; at most 100
  std::string removed;                     // the file that lists what was cut; empty: none
  std::vector<Skipped> skipped;            // of `against` too
};

// The counts, the commonest passages and what was skipped as a JSON document.
std::string to_json(const RepeatSummary& summary);

// Finds and cuts. A run of t symbols is a repeat where the same symbols occur in an earlier
// document, or earlier in the same one without overlapping it; runs of t that agree in 88 bits of a
// hash whose key is drawn anew each time are taken for equal. Passages are the unions of such runs.
//
// Reads the inputs three times, standard input from a copy. The same bytes out at any number of
// threads and limit of memory; outputs appear whole or not at all, and a run that was stopped
// begins again. Fails where an input changed meanwhile. O(n) for n symbols, and a sort of those
// that may be repeats. And 24 bytes a document.
Result<RepeatSummary> cut_repeats(const RepeatOptions& options, Progress& progress);

}  // namespace whorl
