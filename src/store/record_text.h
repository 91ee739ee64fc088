// The text of a record of a collection, out of its file or what came over the web.
#pragma once

#include <cstdint>
#include <string>

#include "base/hash128.h"
#include "input/charset/viewable.h"
#include "input/collection.h"
#include "input/convert/convert.h"
#include "input/room.h"
#include "whorl/result.h"

namespace whorl::internal::store {

struct RecordText {
  input::Viewable viewable;
  bool page = false;        // HTML
  std::uint64_t bytes = 0;  // as found
  base::Hash128 content;    // of the bytes as found
  std::string note;         // a fallback was taken
};

// Reads the file where the record is one, and unpacks what came over the web; a record of features
// has no text. Within `room`: where that is exceeded, `record` is as it was, else it has lost its
// content. Callable from any thread. O(bytes).
Result<RecordText> record_text(input::CollectionRecord& record, input::Conversions& conversions,
                               const input::Room& room);

// What people read of it: UTF-8, of pages what a browser shows. O(bytes).
std::string shown_text(RecordText text);

// What most records of this kind and size keep to.
input::Room expected_room(const input::CollectionRecord& record);

// What a record takes once its file, where it is one, is read too.
std::uint64_t held_bytes(const input::CollectionRecord& record);

}  // namespace whorl::internal::store
