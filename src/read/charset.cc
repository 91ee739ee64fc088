#include "read/charset.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "read/content.h"
#include "read/legacy.h"
#include "read/run_builder.h"
#include "read/wide.h"

namespace whorl::internal::read {
namespace {

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Sequences beyond ASCII, as UTF-8 sees them.
struct Sequences {
  std::uint64_t valid = 0;
  std::uint64_t broken = 0;
};

Sequences count_sequences(std::string_view text) {
  Sequences count;
  for (std::size_t i = 0; i < text.size();) {
    if (is_ascii(text[i])) {
      ++i;
      continue;
    }
    const base::Utf8Step step = base::utf8_step(text.substr(i));
    ++(step.valid ? count.valid : count.broken);
    i += step.bytes;
  }
  return count;
}

// In legacy charsets few sequences happen to be valid UTF-8: none of single Latin letters, one in
// ten of Chinese.
bool is_mostly_utf8(std::string_view text) {
  const Sequences count = count_sequences(text);
  return count.valid >= 2 * count.broken;
}

Viewable repair_utf8(std::string_view text) {
  RunBuilder out(text.size());
  if (text.starts_with(base::kUtf8Bom)) {
    out.skip(base::kUtf8Bom.size());
    text.remove_prefix(base::kUtf8Bom.size());
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    const base::Utf8Step step = base::utf8_step(text.substr(i));
    if (!step.valid || text[i] == '\0') {
      out.copy(text.substr(begin, i - begin));
      out.replace(step.bytes);
      begin = i + step.bytes;
    }
    i += step.bytes;
  }
  out.copy(text.substr(begin));
  return out.finish("UTF-8");
}

Viewable whole_utf8(std::string text) {
  Viewable out;
  out.text = std::move(text);
  if (out.text.starts_with(base::kUtf8Bom)) {
    out.text.erase(0, base::kUtf8Bom.size());
    out.origin_runs = {{0, base::kUtf8Bom.size()},
                       {out.text.size(), out.text.size() + base::kUtf8Bom.size()}};
  }
  return out;
}

std::string replaced_note(const Viewable& text) {
  if (text.invalid == 0) return {};
  return std::to_string(text.invalid) +
         (text.invalid == 1 ? " byte sequence is" : " byte sequences are") + " not valid " +
         text.charset + " and shown as U+FFFD";
}

}  // namespace

std::string valid_utf8(std::string text) {
  return base::is_utf8(text) ? text : repair_utf8(text).text;
}

Result<Viewable> decode(std::string bytes, std::string& note) {
  note.clear();
  if (is_binary(bytes)) return fail(ErrorCode::unsupported, std::string(kBinaryReason));
  Viewable out;
  if (const WideEncoding wide = wide_encoding(bytes); wide != WideEncoding::none) {
    out = decode_wide(bytes, wide);
  } else if (base::is_utf8(bytes)) {
    if (bytes.find('\0') == bytes.npos) return whole_utf8(std::move(bytes));
    out = repair_utf8(bytes);
  } else if (is_mostly_utf8(bytes)) {
    out = repair_utf8(bytes);
  } else {
    out = decode_legacy(bytes, note);
  }
  if (note.empty()) note = replaced_note(out);
  return out;
}

Result<Viewable> decode_declared(std::string bytes, std::string_view charset, std::string& note) {
  note.clear();
  const bool ascii = std::all_of(bytes.begin(), bytes.end(), is_ascii);
  const bool legacy = !is_binary(bytes) && wide_encoding(bytes) == WideEncoding::none &&
                      (ascii || !base::is_utf8(bytes));
  if (legacy) {
    if (std::optional<Viewable> decoded = decode_labelled(bytes, charset)) {
      note = replaced_note(*decoded);
      return std::move(*decoded);
    }
  }
  return decode(std::move(bytes), note);
}

}  // namespace whorl::internal::read
