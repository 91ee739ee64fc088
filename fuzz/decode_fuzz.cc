// Any bytes as each kind of document: text comes out valid, with a way back that stays inside.
#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "input/charset/charset.h"
#include "input/convert/convert.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_way_back(const whorl::internal::input::Viewable& text, std::size_t bytes) {
  if (text.origin_runs.empty()) {
    require(text.converted || text.text.size() == bytes);
    return;
  }
  require(text.origin_runs.back().first == text.text.size());
  require(text.origin_runs.back().second == bytes);
  std::uint64_t last = 0;
  for (std::size_t i = 0; i <= text.text.size(); ++i) {
    const std::uint64_t offset = whorl::internal::input::original_offset(text.origin_runs, i);
    require(last <= offset && offset <= bytes);
    last = offset;
  }
}

whorl::Result<whorl::internal::input::Viewable> read_as(unsigned kind, const std::string& bytes) {
  std::string note;
  switch (kind) {
    case 0:
      return whorl::internal::input::convert_notebook(bytes);
    case 1:
      return whorl::internal::input::convert_rtf(bytes);
    case 2:
      return whorl::internal::input::convert_docx(bytes);
    case 3:
      return whorl::internal::input::convert_odt(bytes);
    default:
      return whorl::internal::input::decode(bytes, note);
  }
}

}  // namespace

// The first byte says what the others are read as.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto text = read_as(data[0] % 8, bytes);
  if (!text) {
    require(!text.error().message.empty());
    return 0;
  }
  require(simdjson::validate_utf8(text->text));
  check_way_back(*text, bytes.size());
  return 0;
}
