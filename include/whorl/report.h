// CompareReport: the one result model of `compare`. The writers (JSON, HTML, CSV,
// SARIF) and the table on the terminal show it; none of them computes anything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/document.h"

namespace whorl {

enum class PassageKind {
  verbatim,  // the same text up to what the tokenizer drops
  renamed,   // the same symbols, other identifiers or literals
  edited,    // exact matches joined over small changes
};

// A location in a file: bytes of the viewable text (UTF-8), lines from 1, inclusive.
struct Location {
  std::uint32_t file = 0;  // index into CompareReport::files
  ByteRange view;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
};

// Passage::bits of a passage that is at least as improbable as that.
inline constexpr double kMostBits = 250;

// The most that Pair::once_in can be: the validation sets support no larger number.
inline constexpr std::uint64_t kMostPairs = 1'000;

struct Passage {
  Location a;
  Location b;
  std::uint32_t symbols = 0;  // matched symbols, the smaller of the two sides
  PassageKind kind = PassageKind::verbatim;
  double identity = 1.0;        // matched symbols / symbols of the longer side
  std::uint32_t shared_by = 2;  // submissions of this run in which it occurs
  // How improbable the passage is, in bits, from 0 to kMostBits: -log2 of the number of passages as
  // improbable as this that two independent submissions of these lengths are expected to share. The
  // n-grams of the other submissions of the run give the probabilities, without those of the two
  // students and of other copies of the passage (docs/methods.md, "Chance"; after Karlin and
  // Altschul 1990). Empty: CompareReport::not_estimated says why.
  std::optional<double> bits = {};
};

// A name that both submissions of a pair have: an identifier of a program.
struct RareName {
  std::string name;
  std::uint32_t shared_by = 2;  // students of this run who have it
};

struct Pair {
  std::uint32_t a = 0;  // indices into CompareReport::submissions, a < b
  std::uint32_t b = 0;
  double score = 0;          // what the default order ranks by
  double similarity = 0;     // share of both sides' symbols covered by passages
  double containment_a = 0;  // share of a's symbols covered
  double containment_b = 0;
  std::uint32_t longest = 0;     // symbols of the longest passage
  double evidence = 0;           // rarity-weighted symbols shared
  double resemblance = 0;        // share of all symbols of both, the common ones counted once
  double literals = 0;           // share of both sides' literals that both spell, passages or not
  double names = 0;              // share of one side's names, the rarer the weightier, in the other
  bool identical = false;        // equal normalized text, literals included: scores 1
  bool identical_names = false;  // identical, and every name is spelled the same
  // Of pairs of programs that different people wrote for the same task, at most one in `once_in`
  // shares a passage as improbable as the rarest of this pair, or agrees as closely as this pair
  // does by its score: 1 to kMostPairs, where 1 means more than one pair in ten. Measured on
  // validation sets (docs/quality.md, "Chance"), and at most n² / 9 beside n other submissions.
  // Empty: CompareReport::not_estimated says why.
  std::optional<std::uint64_t> once_in = {};
  bool class_too_small = false;  // with more submissions `once_in` could be larger
  // Other students who have at least half of what the two share, weighted by its rarity: from a few
  // on, a common source such as a template explains the pair.
  std::uint32_t also_in = 0;
  std::vector<RareName> rare_names;  // at most ten that few have, the rarest and longest first
  std::vector<Passage> passages;
};

// One file of a submission: its viewable text and how it was read.
struct FileEntry {
  std::string path;       // relative to the PATH given; archive members continue it
  std::string front_end;  // e.g. "code:java"
  std::string text;       // viewable text, valid UTF-8
  std::uint32_t lines = 0;
  std::uint32_t symbols = 0;
  std::uint32_t base_symbols = 0;
  std::vector<ByteRange> base;  // ranges of the viewable text masked as base code
  // Maps an offset of `text` to the bytes of the file as stored; identity when empty.
  // Pairs (view, original), ascending; between two of them the way back is linear.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> origin_runs;
  bool converted = false;  // text was extracted (PDF, docx …): offsets are of `text`
};

struct Submission {
  std::string name;
  std::string group;    // label from metadata, assignment or year; may be empty
  std::string student;  // attempts of one student are never compared
  std::string attempt;
  bool archived = false;             // of a past year: compared with new ones only
  std::vector<std::uint32_t> files;  // indices into CompareReport::files
  std::uint64_t symbols = 0;         // base code not counted
  std::uint64_t base_symbols = 0;
  // Where it was found, if its name is a person's that an export of a learning platform gives: the
  // path of its folder, or of its first file. Else empty.
  std::string path = {};
  // When it was handed in: "2026-03-01T10:11:12Z", with an offset such as "+02:00", without a zone
  // if none is known, or a date alone. Empty: not known.
  std::string handed_in = {};
  // What says so: "metadata", "name" (the names of files and folders) or "files" (the latest time
  // of its files and archive entries). Empty: nothing.
  std::string dated_by = {};
};

enum class SkipKind { skipped, fallback };

struct Skipped {
  std::string path;
  std::string reason;
  SkipKind kind = SkipKind::skipped;  // fallback: a note, and no loss
  // The number from 0 of the record, in the order read, skipped records included: of a record of a
  // RecordSource, a document of a collection, or a line of one. None: not about one record, or
  // read from a file by an earlier call.
  std::optional<std::uint64_t> row = {};
};

enum class Verdict { none, copied, allowed, unclear };

struct ReviewNote {
  std::string a;  // submission names
  std::string b;
  Verdict verdict = Verdict::none;
  std::string note;
};

// A passage that the reviewer ignores: the next run treats its text as base code.
struct IgnoredPassage {
  std::string file;  // a file name whose ending says how to read `text`, such as "passage.java"
  std::string text;  // UTF-8
};

// What a run was asked for.
struct RunOption {
  std::string name;   // of the flag
  std::string value;  // what was given, or the default
  bool given = false;
};

// How a report came about, for those who read it or repeat it.
struct RunDescription {
  std::string version;  // of the program
  std::string date;     // YYYY-MM-DD, UTC
  std::string command;  // without where its outputs went; empty: not told
  std::vector<RunOption> options;
};

// A registered document that shares fingerprints with a file (whorl/registry.h).
struct KnownSource {
  std::string owner;
  std::string group;
  std::string name;
  std::string date;
  std::string url;
  double contained = 0;  // share of the file's fingerprints that the document has
  double contains = 0;   // share of the document's fingerprints that the file has
  double evidence = 0;
  std::vector<std::array<std::uint64_t, 2>> lines;  // of the file: first and last, from 1
};

// A file of which a registry knows a part.
struct KnownFile {
  std::string path;
  double known = 0;                  // share of its fingerprints that any source has
  std::vector<KnownSource> sources;  // best first: by evidence
};

struct CompareReport {
  std::vector<std::string> recipes;  // ids, one a tokenizer in use
  // t of each recipe: two submissions are a pair when they share a run of t symbols, or a shorter
  // one and nearly all rare names of one of them.
  std::vector<std::uint32_t> guarantees = {};
  std::vector<FileEntry> files;
  std::vector<Submission> submissions;  // by name
  std::vector<Pair> pairs;              // in the order asked for
  std::vector<Skipped> skipped;         // by path
  // Sentences on exports of learning platforms whose names were recognised.
  std::vector<std::string> recognised = {};
  // Sentences on why some pairs have no Pair::once_in; empty if all have one.
  std::vector<std::string> not_estimated = {};
  // Pairs that share a passage and were cut by the limit or the least similarity.
  std::uint64_t omitted_pairs = 0;
  // Of similarity, 100 bins, over all pairs that share a passage.
  std::vector<std::uint64_t> histogram;
  // The part of each bin that is pairs cut. They are counted but not aligned, so that their
  // similarity is an estimate from shared k-grams. Empty where nothing was cut.
  std::vector<std::uint64_t> histogram_estimated = {};
  std::vector<ReviewNote> review;
  std::vector<IgnoredPassage> ignored = {};  // base code of this run, from its review file
  std::optional<RunDescription> run = {};    // compare() leaves it to the program that calls it
  // What a registry knows of the files; those it knows most of come first. Left to the program
  // that calls as well; not there: no registry was asked.
  std::optional<std::vector<KnownFile>> known = {};
};

}  // namespace whorl
