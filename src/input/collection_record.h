// What a collection hands on: a document, or where it is.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/hash128.h"

namespace whorl::internal::input {

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
  std::size_t text_at = 0;              // of it the JSON string of the text, with its quotes
  std::size_t text_size = 0;
  double rank = std::numeric_limits<double>::quiet_NaN();  // the number in the rank field, if any
  std::uint32_t input = 0;                                 // of the collection's, from 0
  base::Hash128 streamed;  // of all that is in a record of a stream, which has no other identity
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
  out.shape = RecordShape::unreadable;
  out.bytes = std::move(why);
  call_by_place(out);
  return out;
}

// Names for records by what is in them.

// Of all members that say what a document is; not of its place.
base::Hash128 hash_of(const CollectionRecord& record);

// The name of the records `before` and one more.
base::Hash128 hash_after(const base::Hash128& before, const base::Hash128& record);

}  // namespace whorl::internal::input
