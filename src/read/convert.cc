#include "read/convert.h"

#include <algorithm>
#include <utility>

#include "read/charset.h"

namespace whorl::internal::read {

Result<Viewable> converted_text(std::string text, std::string language) {
  Viewable out;
  out.text = valid_utf8(std::move(text));
  out.converted = true;
  out.language = std::move(language);
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  if (std::all_of(out.text.begin(), out.text.end(), is_blank)) {
    return fail(ErrorCode::unsupported, "holds no text that can be extracted (scanned pages?)");
  }
  return out;
}

}  // namespace whorl::internal::read
