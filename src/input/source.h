// Reading: paths, directories and archives give documents; documents give text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory_budget.h"
#include "input/charset/viewable.h"
#include "input/convert/convert.h"
#include "input/room.h"
#include "whorl/document.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Limits for untrusted input. Input that a limit stops is listed as skipped.
struct ReadLimits {
  std::uint64_t file_bytes = 2ull << 30;      // one file or archive member
  std::uint64_t expanded_bytes = 8ull << 30;  // total expanded size of one archive and those in it
  std::uint64_t window_bytes = 128ull << 20;  // of a zstd frame or an xz stream
  double expansion_ratio = 1000;              // expanded / stored bytes, once 64 MiB are expanded
  std::uint32_t archive_members = 1'000'000;  // of one archive, nested ones included
  std::uint32_t archive_depth = 4;            // an archive in an archive is at depth 2
  bool by_memory = false;                     // these sizes come from the run's memory

  // These limits, or lower ones that fit in `memory`.
  static ReadLimits within(std::uint64_t memory);
};

struct ReadOptions {
  // Globs on names, see input/paths/glob.h: a pattern without '/' matches the last part of a name.
  // A folder or archive that an exclude pattern matches is left out with all its contents.
  std::vector<std::string> include;  // empty: all
  std::vector<std::string> exclude;
  std::vector<std::string> tables;  // names of files that are read whatever `include` says
  // Files and folders on disk (absolute, resolved) that are neither read nor listed.
  std::vector<std::string> leave_out;
  bool keep_binary = false;  // also return binary files; otherwise they are listed as skipped
  unsigned threads = 0;      // 0: one a core
  ReadLimits limits;
  // Memory of documents read; if its limit is exceeded, reading ends early.
  base::MemoryTally* tally = nullptr;
};

// Memory of a document.
std::uint64_t held_bytes(const Document& document);

// Returns `text` if it fits in `room`, else an error.
Result<Viewable> within_room(Result<Viewable> text, const Room& room);

// True if the text of a document may be much longer than the document, because a converter unpacks
// it.
bool may_grow(std::string_view name, std::string_view bytes);

// The documents, and the files that could not be read with their reasons; both by name.
struct ReadResult {
  std::vector<Document> documents;
  std::vector<Skipped> skipped;
};

// Reads a file, a directory (recursively) or an archive (zip, tar, 7z, a single compressed file;
// compressed by gzip, bzip2, xz or zstd; nested). Names are relative to a directory, a single file
// has its base name, and members of an archive continue its name. All are valid UTF-8 (other bytes
// are written as \xHH), unique, and free of "." and "..". The result does not depend on the number
// of threads or the order of directories.
//
// Left out silently: files of version control and operating systems (see kLitter in
// input/paths/name_filter.cc: .git, .svn, .DS_Store, __pycache__ …), and what `include` and
// `exclude` leave out. Listed as notes: folders of tools (kToolFolders there). Listed as skipped:
//
//   - files that cannot be opened, that are not regular or over a limit;
//   - binary files;
//   - symbolic links that loop, lead out of `path` or to a folder (it is read under its own name;
//     links to files inside are followed);
//   - folders in `path` and archives without any file;
//   - archives that are encrypted or broken (the members before the break are kept).
//
// Fails if `path` does not exist, or with ErrorCode::cancelled.
Result<ReadResult> read_path(const std::string& path, const ReadOptions& options,
                             Progress& progress);

// Turns a document into viewable text: decodes charsets (UTF-8 with or without BOM, UTF-16 and
// UTF-32, legacy ones by detection), and extracts the text of notebooks, PDF, PostScript, docx, odt
// and rtf. Fails with a reason if the document is binary, encrypted or broken. `note` gets a
// sentence if a fallback was used (bytes replaced, a notebook read as plain text), else it is
// cleared. A document that needs more than `room` fails with ErrorCode::limit_exceeded. UTF-8 is
// moved, not copied. Safe to call from several threads with the same `conversions`.
Result<Viewable> view(Document document, std::string& note, Conversions& conversions,
                      const Room& room = {});
Result<Viewable> view(std::string_view name, std::string bytes, std::string& note,
                      Conversions& conversions, const Room& room = {});

}  // namespace whorl::internal::input
