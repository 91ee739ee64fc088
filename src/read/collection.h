// A collection: any number of documents out of folders, files, JSON lines and standard
// input, one after the other, so that it need not fit in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "read/byte_stream.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

enum class RecordShape {
  file,  // `path` names a file still to be read: workers do that
  text,  // `bytes` is UTF-8 text
};

struct CollectionRecord {
  std::string id;     // unique names are the caller's business
  std::string url;    // empty: none
  std::string date;   // as written; empty: none
  std::string place;  // "pages.jsonl.gz:17", for messages
  RecordShape shape = RecordShape::text;
  std::string path;
  std::string bytes;
};

struct CollectionOptions {
  std::vector<std::string> include;  // globs, as in ReadOptions
  std::vector<std::string> exclude;
  std::string text_field = "text";
  std::string id_field;                      // empty: id, then url, else file:line
  std::uint64_t record_bytes = 64ull << 20;  // a longer line or record is listed, not read
};

// Bad records and files go to `skipped`, by place; only an input that is not there is an error.
class Collection {
 public:
  // `inputs` are folders, files, and "-" for JSON lines on standard input. A file is JSON
  // lines by its name (.jsonl, .ndjson, .json, also with .gz, .zst, .bz2, .xz), else a document.
  // Order: as given, names of a folder sorted.
  static Result<std::unique_ptr<Collection>> open(const std::vector<std::string>& inputs,
                                                  const CollectionOptions& options);
  virtual ~Collection() = default;

  // Fills `record` with the next one; false at the end.
  virtual Result<bool> next(CollectionRecord& record) = 0;
  virtual const std::vector<Skipped>& skipped() const = 0;
};

// One kind of file that holds many records.
class RecordReader {
 public:
  virtual ~RecordReader() = default;
  virtual Result<bool> next(CollectionRecord& record) = 0;
};

using Skip = std::function<void(std::string place, std::string reason)>;

// JSON lines: one object a line. A line that is none, or lacks the text, goes to `skip`.
std::unique_ptr<RecordReader> read_json_lines(std::unique_ptr<ByteStream> stream, std::string name,
                                              const CollectionOptions& options, Skip skip);

}  // namespace whorl
