// Computes the fingerprints of files, without comparing them.
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
  std::vector<std::string> include;  // globs that match names; empty: all
  std::vector<std::string> exclude;
  // Converts PDF and PostScript to text with other programs. If false, these files are listed as
  // skipped.
  bool convert = true;
  std::string output;                 // path of a segment file (docs/format.md); empty: none
  bool overwrite = false;             // also replaces a file that is no segment, but never an input
  unsigned threads = 0;               // 0: one for each core
  std::uint64_t memory = 2ull << 30;  // bytes; files that do not fit are listed as skipped
};

// The fingerprints of one document. Its references are valid only during the call of the sink.
struct FingerprintedDocument {
  std::string_view name;
  std::uint64_t symbols = 0;
  const Fingerprints& fingerprints;
  const ChunkSet* chunks = nullptr;  // replace the fingerprints if the recipe has chunks
};

// Receives the documents in the order of their names. Returns false to stop the job.
using FingerprintSink = std::function<bool(const FingerprintedDocument&)>;

struct FingerprintStats {
  std::string recipe;        // its id, with the versions of tokenizer and hash
  std::string_view kernels;  // the instruction set in use
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;    // of the documents as stored, before decoding
  std::uint64_t symbols = 0;  // of the normalized texts
  bool chunks = false;        // true: the next counts are of chunks, not of k-grams
  std::uint64_t hashes = 0;   // k-grams, or chunks before culling
  std::uint64_t fingerprints = 0;
  std::uint64_t longest_gap = 0;  // longest run of k-grams without a fingerprint
  double density = 0;             // fingerprints / hashes
  double expected_density = 0;    // on random input; 0: it depends on the length
  std::vector<Skipped> skipped;   // sorted by path
};

// Computes the fingerprints of every document under the paths, and returns the statistics. `sink`
// may be empty. Inputs that cannot be read are listed in the result. Fails if a path does not
// exist or the recipe is invalid. Fails if the output cannot be written, or if no document was read
// for it; an existing output is then unchanged. Fails with cancelled if `sink` returns false.
// The result does not depend on the number of threads.
Result<FingerprintStats> fingerprint(const FingerprintOptions& options, const FingerprintSink& sink,
                                     Progress& progress);

// Returns a JSON object in one line, without a line end:
// {"name": …, "symbols": …, "fingerprints": [[hash, position], …]}.
// Hashes are strings of 16 hexadecimal digits, because JSON numbers have only 53 bits of precision.
// For a recipe with chunks:
// {"name": …, "symbols": …, "chunks_before_culling": …, "chunks": [[digest, first symbol, symbols,
// first byte, byte after the last], …]}.
// Byte offsets refer to the document, or to the text that a converter made from it.
std::string json_line(const FingerprintedDocument& document);

// Returns the statistics as one JSON object.
std::string to_json(const FingerprintStats& stats);

}  // namespace whorl
