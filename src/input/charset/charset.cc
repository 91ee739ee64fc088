#include "input/charset/charset.h"

#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/allocated.h"
#include "base/ascii_case.h"
#include "base/utf8.h"
#include "input/charset/content.h"
#include "input/charset/run_builder.h"
#include "input/charset/wide.h"

namespace whorl::internal::input {
namespace {

constexpr const char* kFallback = "windows-1252";
constexpr std::size_t kEvidenceBytes = 1 << 18;

// Names that mean a larger charset on the web (WHATWG Encoding, "names and labels").
struct Label {
  std::string_view label;
  const char* charset;
};
constexpr Label kLabels[] = {
    {"iso-8859-1", "windows-1252"},
    {"latin1", "windows-1252"},
    {"us-ascii", "windows-1252"},
    {"ascii", "windows-1252"},
    {"iso-8859-9", "windows-1254"},
    {"iso-8859-11", "windows-874"},
    {"tis-620", "windows-874"},
    {"gb2312", "gb18030"},
    {"gbk", "gb18030"},
    {"gb_2312-80", "gb18030"},
    {"shift_jis", "windows-31j"},
    {"x-sjis", "windows-31j"},
    {"sjis", "windows-31j"},
    {"euc-kr", "windows-949"},
    {"ks_c_5601-1987", "windows-949"},
    {"big5-hkscs", "big5"},
    {"x-euc-jp", "euc-jp"},
    {"x-gbk", "gb18030"},
};

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

struct CloseDetector {
  void operator()(uchardet_t detector) const { uchardet_delete(detector); }
};
using Detector = std::unique_ptr<std::remove_pointer_t<uchardet_t>, CloseDetector>;

Converter open_converter(const char* name) {
  UErrorCode status = U_ZERO_ERROR;
  Converter converter(ucnv_open(name, &status));
  base::throw_if_out_of_memory(status == U_MEMORY_ALLOCATION_ERROR);
  return U_FAILURE(status) ? nullptr : std::move(converter);
}

// Evidence begins at the first byte beyond ASCII, because the head of a source file may have none.
std::string_view evidence(std::string_view bytes) {
  const auto first = std::find_if(bytes.begin(), bytes.end(),
                                  [](char c) { return static_cast<signed char>(c) < 0; });
  const auto at = static_cast<std::size_t>(first - bytes.begin());
  return bytes.substr(at - std::min<std::size_t>(at, 256), kEvidenceBytes);
}

std::string detect(std::string_view bytes) {
  const Detector detector(base::allocated(uchardet_new()));
  const std::string_view sample = evidence(bytes);
  if (uchardet_handle_data(detector.get(), sample.data(), sample.size()) != 0) return {};
  uchardet_data_end(detector.get());
  const std::string name = uchardet_get_charset(detector.get());
  // Both are wrong: such bytes were accepted as UTF-8 before.
  return name == "ASCII" || name == "UTF-8" ? std::string() : name;
}

// One byte a character: uses a table of 256.
Viewable decode_single_bytes(std::string_view bytes, UConverter* converter, const char* name) {
  std::array<char32_t, 256> table;
  for (int i = 0; i < 256; ++i) {
    const char byte = static_cast<char>(i);
    const char* at = &byte;
    UErrorCode status = U_ZERO_ERROR;
    ucnv_reset(converter);
    const UChar32 c = ucnv_getNextUChar(converter, &at, at + 1, &status);
    table[static_cast<std::size_t>(i)] = U_FAILURE(status) ? 0xFFFD : static_cast<char32_t>(c);
  }
  table[0] = 0xFFFD;
  RunBuilder out(bytes.size());
  for (const char byte : bytes) {
    const char32_t c = table[static_cast<unsigned char>(byte)];
    c == 0xFFFD ? out.replace(1) : out.add(c, 1);
  }
  return out.finish(name);
}

Viewable decode_multi_bytes(std::string_view bytes, UConverter* converter, const char* name) {
  RunBuilder out(bytes.size());
  const char* const end = bytes.data() + bytes.size();
  for (const char* at = bytes.data(); at < end;) {
    const char* const begin = at;
    UErrorCode status = U_ZERO_ERROR;
    const UChar32 c = ucnv_getNextUChar(converter, &at, end, &status);
    const auto taken = static_cast<std::uint64_t>(at - begin);
    if (status == U_INDEX_OUTOFBOUNDS_ERROR) {  // the remaining bytes are no character
      out.skip(static_cast<std::uint64_t>(end - begin));
      at = end;
    } else if (U_FAILURE(status) || c == 0xFFFD || c == 0) {
      at = std::max(at, begin + 1);
      out.replace(static_cast<std::uint64_t>(at - begin));
    } else {
      // A byte that encodes two characters gives the second one without consuming a byte.
      out.add(static_cast<char32_t>(c), taken);
    }
  }
  return out.finish(name);
}

Viewable decode_by(UConverter* converter, std::string_view bytes, const char* name) {
  return ucnv_getMaxCharSize(converter) == 1 ? decode_single_bytes(bytes, converter, name)
                                             : decode_multi_bytes(bytes, converter, name);
}

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

// Text in a legacy charset rarely contains valid UTF-8 sequences: none for single Latin letters,
// one in ten for Chinese.
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

Viewable decode_legacy(std::string_view bytes, std::string& note) {
  std::string name = detect(bytes);
  Converter converter = name.empty() ? nullptr : open_converter(name.c_str());
  if (converter == nullptr) {
    note = "has an unknown charset; read as windows-1252";
    name = kFallback;
    converter = open_converter(kFallback);
  }
  return converter == nullptr ? Viewable() : decode_by(converter.get(), bytes, name.c_str());
}

std::string larger_charset(std::string name) {
  const auto* alias = std::find_if(std::begin(kLabels), std::end(kLabels), [&](const Label& l) {
    return base::equal_in_any_case(l.label, name);
  });
  return alias == std::end(kLabels) ? std::move(name) : alias->charset;
}

std::optional<Viewable> decode_labelled(std::string_view bytes, std::string_view label) {
  constexpr std::size_t kLongestLabel = 40;
  std::string name;
  for (const char c : label.substr(0, kLongestLabel)) {
    const char low = base::to_lower(c);
    if ((low >= 'a' && low <= 'z') || (low >= '0' && low <= '9') || low == '-' || low == '_') {
      name += low;
    }
  }
  if (name.empty() || name.starts_with("utf") || name.starts_with("ucs")) return std::nullopt;
  name = larger_charset(std::move(name));
  const Converter converter = open_converter(name.c_str());
  if (converter == nullptr) return std::nullopt;
  return decode_by(converter.get(), bytes, name.c_str());
}

std::string decode_as(std::string_view bytes, const std::string& charset) {
  Converter converter = open_converter(charset.c_str());
  if (converter == nullptr) converter = open_converter(kFallback);
  return converter == nullptr ? std::string()
                              : decode_by(converter.get(), bytes, charset.c_str()).text;
}

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

}  // namespace whorl::internal::input
