// CompareReport: the result of `compare`. The writers (JSON, HTML, CSV, SARIF) and the table on the
// terminal show it; none of them computes anything.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/document.h"

namespace whorl {

enum class PassageKind {
  verbatim,  // the same text, except for what the tokenizer drops
  renamed,   // the same symbols with other identifiers or literals
  edited,    // several exact matches with small changes between them
};

// A location in a file: a half-open range of bytes of the viewable text, and its lines.
struct Location {
  std::uint32_t file = 0;  // index into CompareReport::files
  ByteRange view;
  std::uint32_t first_line = 0;  // from 1
  std::uint32_t last_line = 0;   // inclusive
};

// The maximum of Passage::bits. Less probable passages also have this value.
inline constexpr double kMostBits = 250;

// The maximum of Pair::once_in. The validation sets support no larger number.
inline constexpr std::uint64_t kMostPairs = 1'000;

struct Passage {
  Location a;
  Location b;
  std::uint32_t symbols = 0;  // matched symbols, of the side with fewer
  PassageKind kind = PassageKind::verbatim;
  double identity = 1.0;        // matched symbols / symbols of the longer side
  std::uint32_t shared_by = 2;  // number of submissions of this run that contain it
  // How improbable the passage is, in bits, from 0 to kMostBits. The value is -log2 of the expected
  // number of equally improbable passages that two independent submissions of these lengths share.
  //
  // The probabilities come from the n-grams of the other submissions of the run. Submissions of the
  // two students and other copies of the passage are left out (docs/methods.md, "Chance"; after
  // Karlin and Altschul 1990). Empty: not estimated; CompareReport::not_estimated gives the reason.
  std::optional<double> bits = {};
};

// A name (an identifier of a program) that both submissions of a pair contain.
struct RareName {
  std::string name;
  std::uint32_t shared_by = 2;  // number of students of this run who use it
};

struct Pair {
  std::uint32_t a = 0;  // indices into CompareReport::submissions, a < b
  std::uint32_t b = 0;
  double score = 0;          // the default order ranks by it
  double similarity = 0;     // share of both sides' symbols that passages cover
  double containment_a = 0;  // share of the symbols of a that passages cover
  double containment_b = 0;
  std::uint32_t longest = 0;     // symbols of the longest passage
  double evidence = 0;           // shared symbols, weighted by rarity
  double resemblance = 0;        // share of all symbols of both; common symbols are counted once
  double literals = 0;           // share of both sides' literals that occur on both, in any order
  double names = 0;              // share of one side's names in the other; rare names weigh more
  bool identical = false;        // equal normalized text, including literals; the score is 1
  bool identical_names = false;  // identical, and all names are spelled the same
  // Assume that different people wrote programs for the same task. At most one pair in `once_in` of
  // these programs agrees as closely as this pair. Such a pair shares a passage as improbable as
  // the rarest passage of this pair, or has at least the score of this pair.
  //
  // From 1 (more than one pair in ten) to kMostPairs, and at most n² / 9 if there are n other
  // submissions. Measured on validation sets (docs/quality.md, "Chance"). Empty: not estimated;
  // CompareReport::not_estimated gives the reason.
  std::optional<std::uint64_t> once_in = {};
  bool class_too_small = false;  // with more submissions, `once_in` could be larger
  // Number of other students who have at least half of what the pair shares, weighted by rarity. If
  // there are a few, a common source such as a template explains the pair.
  std::uint32_t also_in = 0;
  std::vector<RareName> rare_names;  // at most 10: used by the fewest students first, then longest
  std::vector<Passage> passages;
};

// One file of a submission: its viewable text, and how it was read.
struct FileEntry {
  std::string path;       // relative to the given path; includes the path inside an archive
  std::string front_end;  // name of the tokenizer, for example "code:java"
  std::string text;       // viewable text, valid UTF-8
  std::uint32_t lines = 0;
  std::uint32_t symbols = 0;
  std::uint32_t base_symbols = 0;
  std::vector<ByteRange> base;  // ranges of the viewable text that are masked as base code
  // Maps offsets of `text` to offsets of the stored file. Pairs (offset in `text`, offset in the
  // file), ascending; between two pairs the mapping is linear. Empty: the offsets are equal.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> origin_runs;
  bool converted = false;  // the text was extracted (PDF, docx …); offsets are those of `text`
};

struct Submission {
  std::string name;
  std::string group;    // label from metadata, assignment or year; may be empty
  std::string student;  // submissions of the same student are never compared
  std::string attempt;
  bool archived = false;             // from a past year: only compared with new submissions
  std::vector<std::uint32_t> files;  // indices into CompareReport::files
  std::uint64_t symbols = 0;         // without base code
  std::uint64_t base_symbols = 0;
  // Path of the folder or of the first file, if the name is the name of a person from an export of
  // a learning platform. Otherwise empty.
  std::string path = {};
  // Time of submission: "2026-03-01T10:11:12Z", with an offset such as "+02:00", without a zone if
  // the zone is unknown, or only a date. Empty: unknown.
  std::string handed_in = {};
  // The source of `handed_in`: "metadata", "name" (of files and folders), or "files" (the latest
  // time of a file or archive entry). Empty: none.
  std::string dated_by = {};
};

enum class SkipKind { skipped, fallback };

struct Skipped {
  std::string path;
  std::string reason;
  SkipKind kind = SkipKind::skipped;  // fallback: only a note, nothing is lost
  // Number of the record, from 0, in the order of reading; skipped records count. A record is one
  // of a RecordSource, a document of a collection, or a line of a document. Empty: the entry is not
  // about one record, or an earlier call read the record from a file.
  std::optional<std::uint64_t> row = {};
};

enum class Verdict { none, copied, allowed, unclear };

struct ReviewNote {
  std::string a;  // names of submissions
  std::string b;
  Verdict verdict = Verdict::none;
  std::string note;
};

// A passage that the reviewer ignores. The next run treats its text as base code.
struct IgnoredPassage {
  std::string
      file;  // file name, such as "passage.java"; its extension gives the language of `text`
  std::string text;  // UTF-8
};

// An option of a run and its value.
struct RunOption {
  std::string name;   // of the flag
  std::string value;  // the given value, or the default
  bool given = false;
};

// How a report was computed: for readers, and to repeat the run.
struct RunDescription {
  std::string version;  // of the program
  std::string date;     // YYYY-MM-DD, UTC
  std::string command;  // without the options that name outputs; empty: not recorded
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
  // Shared parts of the file: their first and last lines, from 1.
  std::vector<std::array<std::uint64_t, 2>> lines;
};

// A file that shares text with registered documents.
struct KnownFile {
  std::string path;
  double known = 0;                  // share of its fingerprints that at least one source has
  std::vector<KnownSource> sources;  // most evidence first
};

struct CompareReport {
  std::vector<std::string> recipes;  // ids, one for each tokenizer that was used
  // The guarantee threshold t of each recipe, in symbols. Two submissions are a pair if they share
  // a run of t symbols. A shorter run is enough if they also share nearly all rare names of one of
  // them.
  std::vector<std::uint32_t> guarantees = {};
  std::vector<FileEntry> files;
  std::vector<Submission> submissions;  // by name
  std::vector<Pair> pairs;              // in the order of RankingOptions::sort
  std::vector<Skipped> skipped;         // by path
  // Sentences about exports of learning platforms whose names were recognised.
  std::vector<std::string> recognised = {};
  // Sentences that say why pairs have no Pair::once_in. Empty: all pairs have one.
  std::vector<std::string> not_estimated = {};
  // Pairs that share a passage but are not listed because of the limit or the minimum similarity.
  std::uint64_t omitted_pairs = 0;
  // Number of pairs by similarity, in 100 bins. Counts all pairs that share a passage.
  std::vector<std::uint64_t> histogram;
  // The part of each bin that comes from omitted pairs. These are not aligned, so their similarity
  // is estimated from shared k-grams. Empty: no pair was omitted.
  std::vector<std::uint64_t> histogram_estimated = {};
  std::vector<ReviewNote> review;
  std::vector<IgnoredPassage> ignored = {};  // base code of this run, from its review file
  std::optional<RunDescription> run = {};    // set by the calling program, not by compare()
  // Files that share text with a registry, the largest share first. Set by the calling program, not
  // by compare(). Empty: no registry was searched.
  std::optional<std::vector<KnownFile>> known = {};
};

}  // namespace whorl
