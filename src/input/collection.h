// A collection: documents from folders, files, JSON lines, tables, web archives and standard input,
// read one after the other. So it need not fit in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash128.h"
#include "input/archives/byte_stream.h"
#include "input/input_identity.h"
#include "input/source.h"
#include "whorl/progress.h"
#include "whorl/record_source.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// What a collection returns: a document, or where to find it.

// The contents of a record. Other threads turn them into text later.
enum class RecordShape {
  file,        // `path` names a file to read
  text,        // `bytes` is UTF-8 text
  http,        // `bytes` is an HTTP response: unwrap_http() in input/convert/web_body.h
  content,     // `bytes` is of `content_type`: web_body()
  features,    // no text: `features` are the document's features
  row,         // a row of a table, by its names: nothing of its text was read
  unreadable,  // no document: `bytes` contains the reason
};

struct CollectionRecord {
  std::string id;     // the caller makes ids unique
  std::string url;    // empty: none
  std::string date;   // as written; empty: none
  std::string place;  // "pages.jsonl.gz:17", for messages
  RecordShape shape = RecordShape::text;
  std::string path;
  std::string bytes;
  std::string content_type;             // as in a header
  std::vector<std::uint64_t> features;  // hashes, in the order found
  std::string line;                     // as found, without its end; only if lines are kept
  std::string archived;                 // the record of a web archive, likewise, without line ends
  std::string table_row;    // the row of a CSV file, likewise, in UTF-8 with its line end
  std::size_t text_at = 0;  // the JSON string of the text in it, with its quotes
  std::size_t text_size = 0;
  double rank = std::numeric_limits<double>::quiet_NaN();  // the number in the rank field, if any
  std::uint64_t group = 0;   // group_named() of the value in the group field; 0 if it has none
  std::uint32_t input = 0;   // index of the collection's input, from 0
  std::uint64_t number = 0;  // for a row of a table: its number from 0 in its file
  std::uint64_t row = 0;  // its number from 0 among all records returned, including unreadable ones
  // Hash of all contents of a record of a stream, which has no other identity.
  base::Hash128 streamed;
  std::optional<base::Hash128> content = {};  // of `bytes`, if computed
};

// A record without an id gets its URL as id, or else its position.
inline void call_by_place(CollectionRecord& record) {
  if (record.id.empty()) record.id = record.url.empty() ? record.place : record.url;
}

// An unreadable record: keeps the names of `record` and the reason.
inline CollectionRecord unreadable(CollectionRecord record, std::string why) {
  CollectionRecord out;
  out.id = std::move(record.id);
  out.url = std::move(record.url);
  out.date = std::move(record.date);
  out.place = std::move(record.place);
  out.row = record.row;
  out.shape = RecordShape::unreadable;
  out.bytes = std::move(why);
  call_by_place(out);
  return out;
}

// Hashes that identify records by their contents.

// The number for a value of the group field; 0 if it is empty.
std::uint64_t group_named(std::string_view value);

// Sets `streamed`, from all members that describe a document except its position, and `content`.
void identify(CollectionRecord& record);

// The hash of the records `before` and one more.
base::Hash128 hash_after(const base::Hash128& before, const base::Hash128& record);

struct CollectionOptions {
  std::vector<std::string> include;  // globs, as in ReadOptions
  std::vector<std::string> exclude;
  std::string files_from;        // a list of further paths, one a line, or NUL between them; "-"
  std::string text_field;        // empty: "text" of JSON lines, and a CSV file is one document
  std::string features_field;    // of a JSON line: a list that replaces the text
  std::string id_field;          // empty: id, then url, else file:line
  std::string rank_field;        // empty: not read
  std::string group_field;       // likewise
  bool keep_lines = false;       // and records, for callers that write them again
  bool keep_unreadable = false;  // return these too, in their order
  bool names_only = false;       // of rows of Parquet, also those without a text
  std::vector<std::string> outputs;          // files that the run writes: neither listed nor read
  std::string standard_input;                // a file to read for "-"
  std::uint64_t record_bytes = 64ull << 20;  // a longer line or record is listed, not read
  // Limit for a zstd frame; members that need a larger window are not unpacked.
  std::uint64_t window_bytes = 128ull << 20;
  const Progress* progress = nullptr;  // asked while a list of paths is waited for
  std::uint64_t first_input = 0;       // files before this one, in order, are skipped
  // Also files from this one on.
  std::uint64_t end_input = std::numeric_limits<std::uint64_t>::max();
};

// Says that a record is longer than the limit of the options, and what to do.
std::string longer_than_a_record(std::uint64_t limit);

// Lists bad records and files in `skipped`, by position. Fails only if an input does not exist.
class Collection {
 public:
  // `inputs` are folders, files, globs (as in input/paths/glob.h, with their folders), and "-" for
  // JSON lines or WARC on standard input. The name of a file says its format. JSON lines (.jsonl,
  // .ndjson, .json) and web archives (.warc, .wet) may also have .gz, .zst, .bz2 or .xz. Parquet is
  // .parquet. If a text field is named and no features field, .csv and .tsv are CSV. All other
  // files are documents. Order: as given; names of a folder or glob sorted. A path of the list that
  // does not exist is listed as skipped.
  static Result<std::unique_ptr<Collection>> open(const std::vector<std::string>& inputs,
                                                  const CollectionOptions& options);
  virtual ~Collection() = default;

  // All inputs in reading order, each in its current state.
  virtual Result<void> for_each_input(
      const std::function<Result<void>(const InputIdentity&)>& visit) const = 0;

  // Pipes that are read from now on ask `progress`, which outlives them, whether to go on.
  virtual void watch(const Progress& progress) { (void)progress; }

  // True if its records come from a caller's source, which knows them by their numbers.
  virtual bool is_source() const { return false; }

  // True if an input is CSV with one document a row.
  virtual bool has_csv_rows() const { return false; }

  // The header of such an input, in UTF-8 with its byte order mark and its line end. Empty if it
  // cannot be read; reading its rows reports that.
  virtual std::string csv_header(const InputIdentity&) const { return {}; }

  // Bytes of the inputs read so far, before decompression. Callable while others read.
  virtual std::uint64_t taken_bytes() const { return 0; }

  // Fills `record` with the next one, including unreadable ones if they are kept; false at the end.
  virtual Result<bool> next(CollectionRecord& record) = 0;
  // All that was skipped so far; similar entries are counted, see input/skip_log.h.
  virtual std::vector<Skipped> skipped() const = 0;
  // Records so far that only say that a page did not change. They lose no text.
  virtual std::uint64_t revisits() const = 0;
};

// True if the name of a file says that it contains many records: JSON lines, a web archive or
// Parquet.
bool holds_records(std::string_view path);
bool is_web_archive(std::string_view path);

// One kind of file that contains many records. An unreadable record is returned in its order.
class RecordReader {
 public:
  virtual ~RecordReader() = default;
  virtual Result<bool> next(CollectionRecord& record) = 0;
  virtual std::uint64_t revisits() const { return 0; }
};

// Receives losses that are no record, such as the rest of a damaged file, and notes about what is
// read.
using Skip = std::function<void(std::string place, std::string reason, SkipKind kind)>;

// JSON lines: one object a line. A line is unreadable if it is no object or lacks the text or the
// features. Features are strings, or numbers as they are written. A UTF-8 byte order mark at the
// beginning of the stream is skipped.
std::unique_ptr<RecordReader> read_json_lines(std::unique_ptr<ByteStream> stream, std::string name,
                                              const CollectionOptions& options, Skip skip);

// CSV, or TSV by its name: one record a row. The text is in the column `options.text_field`; other
// columns are used like fields of JSON lines. A record's position is the first line of its row,
// "a.csv:2". Rows with more or fewer cells than the header are unreadable. A file without the
// column is skipped.
std::unique_ptr<RecordReader> read_csv(std::unique_ptr<ByteStream> stream, std::string name,
                                       const CollectionOptions& options, Skip skip);

// For the file `path`: see Collection::csv_header().
std::string csv_header_of(const std::string& path, const CollectionOptions& options);

// WARC and WET: HTTP responses, resources and conversions, by URL and date. Other records, such as
// requests and metadata, are no documents and are skipped; revisits are counted. Bad records are
// unreadable. Memory is one record.
std::unique_ptr<RecordReader> read_warc(std::unique_ptr<ByteStream> stream, std::string name,
                                        const CollectionOptions& options, Skip skip);

// The rows of a table, one document each. A row is unreadable if it has no text, too long a text or
// invalid UTF-8. `watch` counts bytes of the file by the share of its rows.
std::unique_ptr<RecordReader> read_parquet(const std::string& path, std::string name,
                                           const CollectionOptions& options,
                                           const StreamWatch& watch, Skip skip);

// A collection of the records of a caller's source.

// Reads `source`, which must outlive it, from its current position. Skips a record that is null,
// has more than `limit` bytes or is not valid UTF-8. An exception of the source becomes an error.
std::unique_ptr<Collection> read_records(RecordSource& source, const CollectionOptions& options,
                                         std::uint64_t limit = ReadLimits{}.file_bytes);

// A single record; fails if a collection would skip it.
Result<CollectionRecord> one_record(const Record& record, const CollectionOptions& options);

}  // namespace whorl::internal::input
