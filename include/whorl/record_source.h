// RecordSource: documents that are handed to cluster, dedup and sweep one at a time, from memory
// or from wherever the caller has them, so that a collection need not be in files.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "whorl/result.h"

namespace whorl {

// A document of a source. Equivalent to a JSON line with the same members; the store also keeps its
// number in the source (StoredDocument::row).
struct Record {
  std::string id;    // empty: the url, else the source's name and the record's number from 1
  std::string url;   // empty: none
  std::string date;  // as written; empty: none
  // UTF-8, or, where `media_type` says so, the bytes of a web page, a PDF or an office file. At
  // most 2 GiB.
  std::string text;
  std::string media_type;  // as in a header: "text/html; charset=latin1"; empty: `text` is UTF-8
  // In place of a text, where CollectionInput::features_field is not empty: the document's
  // features.
  std::vector<std::string> features;
  // The number of the field that ClusterThresholds::survivor_field names; NaN: none.
  double rank = std::numeric_limits<double>::quiet_NaN();
  // The value of the field that CollectionInput::group_field names; empty: none.
  std::string group;
  // A JSON object in one line, which dedup writes where the document is kept; empty: one of id, url
  // and date is written.
  std::string line;
  // The record has no text at all, unlike one with an empty text. It is listed as skipped, with its
  // number, and is no document; its other members do not count.
  bool null = false;
};

class RecordSource {
 public:
  virtual ~RecordSource() = default;

  // Fills `record`, which is empty, with the next one; false at the end. Called by one thread at a
  // time, not always the same one. An error, or an exception, ends the run with an Error that names
  // the record; when the same call is given again, with a source that begins anew, the run goes on.
  // A record that is null, is not UTF-8 or is too long is listed as skipped, and the run goes on.
  virtual Result<bool> next(Record& record) = 0;

  // The name of the source in messages ("records:17") and among the inputs that a store was built
  // from. A store goes on only with a source of the same name and the same records: those that it
  // has read are read again, compared, and passed over.
  virtual std::string name() const { return "records"; }

  // Begins again with the first record: dedup reads its input twice. The default is an Error.
  virtual Result<void> rewind() {
    return fail(ErrorCode::unsupported,
                name() +
                    ": the source cannot begin again, and dedup reads it twice; decide() reads it "
                    "once");
  }
};

}  // namespace whorl
