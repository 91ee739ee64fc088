// RecordSource: passes documents to cluster, dedup and sweep one at a time, from memory or from any
// other source. So a collection does not need to be in files.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "whorl/result.h"

namespace whorl {

// A document of a source. It is equivalent to a JSON line with the same members. The store also
// contains its number in the source (StoredDocument::row).
struct Record {
  std::string id;    // empty: the url is used, or name() and the number of the record, from 1
  std::string url;   // empty: none
  std::string date;  // as written; empty: none
  // UTF-8. If `media_type` is set: the bytes of a web page, a PDF or an office file. At most 2 GiB.
  std::string text;
  std::string media_type;  // as in HTTP: "text/html; charset=latin1"; empty: `text` is UTF-8
  // The features of the document. They replace the text if CollectionInput::features_field is not
  // empty.
  std::vector<std::string> features;
  // The number in the field that ClusterThresholds::survivor_field names; NaN: none.
  double rank = std::numeric_limits<double>::quiet_NaN();
  // The value in the field that CollectionInput::group_field names; empty: none.
  std::string group;
  // A JSON object in one line. dedup writes this line if the document is kept. If empty, it writes
  // an object with id, url and date.
  std::string line;
  // True if the record has no text. An empty text is a text. Such a record is not a document. It is
  // listed as skipped, with its number, and its other members are ignored.
  bool null = false;
};

class RecordSource {
 public:
  virtual ~RecordSource() = default;

  // Stores the next record in `record`, which is empty, and returns true. Returns false at the end.
  // Only one thread calls it at a time, but not always the same one.
  //
  // An error or an exception ends the run with an Error that names the record. The same call with a
  // source that starts from the beginning continues the run. A record that is null, not UTF-8 or
  // too long does not end the run; it is listed as skipped.
  virtual Result<bool> next(Record& record) = 0;

  // Returns the name of the source in messages ("records:17") and in a store's list of inputs. A
  // stopped run continues only with a source of the same name and the same records. It reads again
  // the records that the store contains, compares them, and skips them.
  virtual std::string name() const { return "records"; }

  // Starts again from the first record. dedup() needs it because it reads its input twice. The
  // default fails with unsupported.
  virtual Result<void> rewind() {
    return fail(ErrorCode::unsupported,
                name() +
                    ": the source cannot begin again, and dedup reads it twice; decide() reads it "
                    "once");
  }
};

}  // namespace whorl
