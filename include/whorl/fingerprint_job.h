// fingerprint: the fingerprints of files, on their own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/chunks.h"
#include "whorl/fingerprint.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

struct FingerprintOptions {
  std::vector<std::string> paths;
  std::string recipe = "text/k=50/robust:w=100";
  std::vector<std::string> include;  // globs on names; empty: all
  std::vector<std::string> exclude;
  bool convert = true;     // PDF and PostScript, by other programs; else they are listed
  std::string output;      // path of a segment file (docs/format.md); empty: none
  bool overwrite = false;  // also replace a file that is no segment; never one that is read
  unsigned threads = 0;    // 0: one a core
  std::uint64_t memory = 2ull << 30;  // bytes; files that do not fit are listed
};

// The fingerprints of one document; views end with the call that hands them over.
struct FingerprintedDocument {
  std::string_view name;
  std::uint64_t symbols = 0;
  const Fingerprints& fingerprints;
  const ChunkSet* chunks = nullptr;  // in place of fingerprints, by a recipe of chunks
};

// Gets the documents in order of their names; false ends the job.
using FingerprintSink = std::function<bool(const FingerprintedDocument&)>;

struct FingerprintStats {
  std::string recipe;        // its id: with the versions of tokenizer and hash
  std::string_view kernels;  // the instruction set in use
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;    // of the documents as stored
  std::uint64_t symbols = 0;  // of their normalized text
  bool chunks = false;        // the recipe has chunks: what follows counts these
  std::uint64_t hashes = 0;   // k-grams; chunks before culling
  std::uint64_t fingerprints = 0;
  std::uint64_t longest_gap = 0;  // most k-grams in a row without a fingerprint
  double density = 0;             // fingerprints / hashes
  double expected_density = 0;    // on random input; 0 where it depends on the length
  std::vector<Skipped> skipped;   // by path
};

// Fingerprints every document under the paths. `sink` may be empty. Inputs that cannot be read
// are listed in the result, not errors; fails when a path is not there, the recipe is wrong, or the
// output cannot be written or nothing was read for it: then it is as it was. The same result at any
// thread count.
Result<FingerprintStats> fingerprint(const FingerprintOptions& options, const FingerprintSink& sink,
                                     Progress& progress);

// One line of JSON without its end: {"name": …, "symbols": …, "fingerprints": [[hash, position],
// …]} Hashes are strings of 16 hexadecimal digits, since JSON numbers hold only 53 bits. By a
// recipe of chunks: {"name": …, "symbols": …, "chunks_before_culling": …, "chunks": [[digest, first
// symbol, symbols, first byte, byte after the last], …]}; bytes are those of the document, or of
// the text that a converter built from it.
std::string json_line(const FingerprintedDocument& document);

// The statistics as one JSON object.
std::string to_json(const FingerprintStats& stats);

}  // namespace whorl
