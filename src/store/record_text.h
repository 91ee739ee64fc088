// The text of a record of a collection, from its file or its HTTP body.
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
  std::uint64_t bytes = 0;  // before conversion
  base::Hash128 content;    // of the bytes before conversion
  std::string note;         // a fallback was taken
};

// Reads the file if the record is one, and decodes HTTP bodies; a record of features has no text.
// If `room` is exceeded, `record` does not change; otherwise its content is moved out. Callable
// from any thread. O(bytes).
Result<RecordText> record_text(input::CollectionRecord& record, input::Conversions& conversions,
                               const input::Room& room);

// The text for readers: UTF-8, for pages the text that a browser shows. O(bytes).
std::string shown_text(RecordText text);

// Limits that suffice for most records of this kind and size.
input::Room expected_room(const input::CollectionRecord& record);

// The memory of a record, including its file if it is one.
std::uint64_t held_bytes(const input::CollectionRecord& record);

}  // namespace whorl::internal::store
