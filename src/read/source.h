// Reading: paths, directories and archives in, documents out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "read/viewable.h"
#include "whorl/document.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// Safety limits on what untrusted input may cost.
struct ReadLimits {
  std::uint64_t file_bytes = 2ull << 30;        // one file or archive member
  std::uint64_t expanded_bytes = 8ull << 30;    // all that one archive expands to, nested ones included
  double expansion_ratio = 1000;                // of an archive, once over 64 MiB
  std::uint32_t archive_members = 1'000'000;
  std::uint32_t archive_depth = 4;
};

struct ReadOptions {
  std::vector<std::string> include;  // globs on names; empty: all
  std::vector<std::string> exclude;
  ReadLimits limits;
};

// What reading found: documents in order of name, and what could not be read and why.
struct ReadResult {
  std::vector<Document> documents;
  std::vector<Skipped> skipped;
};

// Reads a file, a directory (recursively) or an archive (zip, tar.*, 7z; nested). Names
// are relative to `path`; a single file keeps its base name. Symbolic links are followed
// inside `path` once, loops and links that leave it are listed as skipped. Fails only when
// `path` itself is not there.
Result<ReadResult> read_path(const std::string& path, const ReadOptions& options,
                             Progress& progress);

// Turns a document into viewable text: decodes charsets (UTF-8 with or without BOM, UTF-16,
// legacy by detection), extracts text of notebooks, PDF, PostScript, docx, odt, rtf. Error
// with a reason when it is binary, encrypted or broken. `note` gets a sentence when a
// fallback was taken (e.g. bytes replaced).
Result<Viewable> view(const Document& document, std::string& note);

}  // namespace whorl
