// A collection: any number of documents out of folders, files, JSON lines, tables, web archives and
// standard input, one after the other, so that it need not fit in memory.
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
#include "input/source.h"
#include "whorl/progress.h"
#include "whorl/record_source.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// What a collection hands on: a document, or where it is.

// What is in a record still; the work of turning it into text is left to many threads.
enum class RecordShape {
  file,        // `path` names a file to be read
  text,        // `bytes` is UTF-8 text
  http,        // `bytes` is an HTTP response: unwrap_http() in input/convert/web_body.h
  content,     // `bytes` is of `content_type`: web_body()
  features,    // no text: `features` are the document's
  unreadable,  // no document: `bytes` say why
};

struct CollectionRecord {
  std::string id;     // unique names are the caller's business
  std::string url;    // empty: none
  std::string date;   // as written; empty: none
  std::string place;  // "pages.jsonl.gz:17", for messages
  RecordShape shape = RecordShape::text;
  std::string path;
  std::string bytes;
  std::string content_type;             // as in a header
  std::vector<std::uint64_t> features;  // hashes, in the order found
  std::string line;                     // as found, without its end; only where lines are kept
  std::string archived;                 // of a web archive its record, likewise, without line ends
  std::string table_row;                // of CSV its row, likewise, in UTF-8 with its line end
  std::size_t text_at = 0;              // of it the JSON string of the text, with its quotes
  std::size_t text_size = 0;
  double rank = std::numeric_limits<double>::quiet_NaN();  // the number in the rank field, if any
  std::uint64_t group = 0;   // group_named() of the value in the group field; 0: it has none
  std::uint32_t input = 0;   // of the collection's, from 0
  std::uint64_t number = 0;  // of a row of a table: its number from 0 in its file
  std::uint64_t row = 0;     // its number from 0 among all records handed over, unreadable ones too
  base::Hash128 streamed;    // of all that is in a record of a stream, which has no other identity
  std::optional<base::Hash128> content = {};  // of `bytes`, once it is computed
};

// What has no id is called by its URL, else by its place.
inline void call_by_place(CollectionRecord& record) {
  if (record.id.empty()) record.id = record.url.empty() ? record.place : record.url;
}

// What is left of a record that is no document: its names, and why it is none.
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

// Names for records by what is in them.

// The number that stands for a value of the group field; 0 if it is empty.
std::uint64_t group_named(std::string_view value);

// Sets `streamed`, from all members that say what a document is but not its place, and `content`.
void identify(CollectionRecord& record);

// The name of the records `before` and one more.
base::Hash128 hash_after(const base::Hash128& before, const base::Hash128& record);

// An input as the file system describes it. A stream has a name alone.
struct InputIdentity {
  std::uint32_t argument = 0;  // the number from 1 of the path, among those named, that led to it
  std::string name;
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::string path = {};      // to open; empty: none
  bool has_records = false;   // it is a file of many documents
};

struct CollectionOptions {
  std::vector<std::string> include;  // globs, as in ReadOptions
  std::vector<std::string> exclude;
  std::string files_from;        // a list of further paths, one a line, or NUL between them; "-"
  std::string text_field;        // empty: "text" of JSON lines, and a CSV file is one document
  std::string features_field;    // of a JSON line: a list, in place of a text
  std::string id_field;          // empty: id, then url, else file:line
  std::string rank_field;        // empty: none is read
  std::string group_field;       // likewise
  bool keep_lines = false;       // and records, for those who write them again
  bool keep_unreadable = false;  // hand these on too, each in its place
  std::vector<std::string> outputs;          // what the run writes: neither listed nor read
  std::string standard_input;                // a file to read where "-" is asked for
  std::uint64_t record_bytes = 64ull << 20;  // a longer line or record is listed, not read
  // Of a zstd frame; the members that need a larger one are not unpacked.
  std::uint64_t window_bytes = 128ull << 20;
  const Progress* progress = nullptr;  // asked while a list of paths keeps one waiting
  std::uint64_t first_input = 0;       // of the files in order, those before are passed over
  std::uint64_t end_input = std::numeric_limits<std::uint64_t>::max();  // and from this one on
};

// That a record is longer than the limit of the options, and what to do.
std::string longer_than_a_record(std::uint64_t limit);

// Bad records and files go to `skipped`, by place; only an input that is not there is an error.
class Collection {
 public:
  // `inputs` are folders, files, globs (as in input/paths/glob.h, with their folders), and "-" for
  // JSON lines or WARC on standard input. By its name a file is JSON lines (.jsonl, .ndjson,
  // .json) or a web archive (.warc, .wet), also with .gz, .zst, .bz2, .xz; or Parquet (.parquet);
  // and with a text field named, CSV (.csv, .tsv), if no features are. Else it is a document.
  // Order: as given, names of a folder or glob sorted. A path of the list that is not there is
  // listed as skipped.
  static Result<std::unique_ptr<Collection>> open(const std::vector<std::string>& inputs,
                                                  const CollectionOptions& options);
  virtual ~Collection() = default;

  // All inputs in the order they are read, each as it is now.
  virtual Result<void> for_each_input(
      const std::function<Result<void>(const InputIdentity&)>& visit) const = 0;

  // Pipes that are read from here on ask `progress`, which outlives them, whether to go on.
  virtual void watch(const Progress& progress) { (void)progress; }

  // Whether its records come from a caller's source, which knows them by their numbers.
  virtual bool is_source() const { return false; }

  // Whether an input is CSV of which each row is a document.
  virtual bool has_csv_rows() const { return false; }

  // The header of such an input, in UTF-8 with its byte order mark and its line end. Empty if it
  // cannot be read, which is reported when its rows are.
  virtual std::string csv_header(const InputIdentity&) const { return {}; }

  // Bytes of the inputs, packed as they stand, that were taken so far. Callable while others read.
  virtual std::uint64_t taken_bytes() const { return 0; }

  // Fills `record` with the next one, unreadable ones among them where they are kept; false at the
  // end.
  virtual Result<bool> next(CollectionRecord& record) = 0;
  // All that was skipped so far; many alike are counted, see input/skip_log.h.
  virtual std::vector<Skipped> skipped() const = 0;
  // Records so far that only say that a page is as it was before: nothing of theirs is lost.
  virtual std::uint64_t revisits() const = 0;
};

// Whether a file is by its name one of many records: JSON lines, a web archive or Parquet.
bool holds_records(std::string_view path);
bool is_web_archive(std::string_view path);

// One kind of file that holds many records. What cannot be read of them is handed on in its place
// as an unreadable record.
class RecordReader {
 public:
  virtual ~RecordReader() = default;
  virtual Result<bool> next(CollectionRecord& record) = 0;
  virtual std::uint64_t revisits() const { return 0; }
};

// Takes what is lost and is no record, such as the rest of a damaged file, and notes on what is
// read.
using Skip = std::function<void(std::string place, std::string reason, SkipKind kind)>;

// JSON lines: one object a line. A line that is none, or lacks the text or the features, is
// unreadable. Features are strings, or numbers as they are written. A byte order mark of UTF-8 that
// the stream begins with is passed over, and is no part of the first line.
std::unique_ptr<RecordReader> read_json_lines(std::unique_ptr<ByteStream> stream, std::string name,
                                              const CollectionOptions& options, Skip skip);

// CSV, or TSV by its name: a row a record. The text is in the column `options.text_field`; other
// columns are taken as fields of JSON lines are. A record's place is the line on which its row
// begins, "a.csv:2". Rows with more or fewer cells than the header are unreadable. A file without
// the column is skipped.
std::unique_ptr<RecordReader> read_csv(std::unique_ptr<ByteStream> stream, std::string name,
                                       const CollectionOptions& options, Skip skip);

// Of the file `path`: see Collection::csv_header().
std::string csv_header_of(const std::string& path, const CollectionOptions& options);

// WARC and WET: HTTP responses, resources and conversions, by URL and date. Requests, metadata
// and the like are no documents and are passed over, revisits counted; bad records are unreadable.
// Memory is a record.
std::unique_ptr<RecordReader> read_warc(std::unique_ptr<ByteStream> stream, std::string name,
                                        const CollectionOptions& options, Skip skip);

// The rows of a table, one document each. A row without a text, or with one that is too long or is
// no UTF-8, is unreadable. `watch` counts bytes of the file by the share of its rows.
std::unique_ptr<RecordReader> read_parquet(const std::string& path, std::string name,
                                           const CollectionOptions& options,
                                           const StreamWatch& watch, Skip skip);

// A collection of the records that a caller's source hands over.

// Reads `source`, which must outlive it, from where it stands. A record of more than `limit` bytes
// or of a text that is no UTF-8, or one that is null, is skipped. What the source throws becomes an
// error.
std::unique_ptr<Collection> read_records(RecordSource& source, const CollectionOptions& options,
                                         std::uint64_t limit = ReadLimits{}.file_bytes);

// A record by itself; an error where a collection would skip it.
Result<CollectionRecord> one_record(const Record& record, const CollectionOptions& options);

}  // namespace whorl::internal::input
