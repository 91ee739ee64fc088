#include "repeats/json_cut.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace whorl::internal::repeats {
namespace {

// An escape of a JSON string: how long it is there, and in the text.
struct Escape {
  std::size_t raw;
  std::size_t text;
};

std::uint32_t code_unit(std::string_view escape) {
  std::uint32_t unit = 0;
  std::from_chars(escape.data() + 2, escape.data() + 6, unit, 16);
  return unit;
}

Escape escape_at(std::string_view raw) {
  if (raw[1] != 'u') return {2, 1};
  const std::uint32_t unit = code_unit(raw);
  if (unit >= 0xD800 && unit < 0xDC00) return {12, 4};
  return {6, unit < 0x80 ? std::size_t{1} : unit < 0x800 ? std::size_t{2} : std::size_t{3}};
}

// Walks a JSON string by the offsets of the text that it stands for.
class Walk {
 public:
  explicit Walk(std::string_view raw) : raw_(raw), escape_(raw.find('\\')) {}

  // What leads to the offset `end`.
  std::string_view to(std::size_t end) {
    const std::size_t begin = at_;
    while (text_ < end) {
      const std::size_t plain = std::min(end - text_, std::min(escape_, raw_.size()) - at_);
      at_ += plain;
      text_ += plain;
      if (text_ < end) take_escape();
    }
    return raw_.substr(begin, at_ - begin);
  }

  std::string_view rest() const { return raw_.substr(at_); }

 private:
  void take_escape() {
    const Escape escape = escape_at(raw_.substr(at_));
    at_ += escape.raw;
    text_ += escape.text;
    escape_ = raw_.find('\\', at_);
  }

  std::string_view raw_;
  std::size_t escape_;    // where the next is
  std::size_t at_ = 1;    // in `raw_`
  std::size_t text_ = 0;  // the same place in the text
};

}  // namespace

CutString cut_json_string(std::string_view raw, std::span<const Piece> pieces,
                          std::string_view mask) {
  CutString out{"\"", {}};
  Walk walk(raw);
  for (const Piece& piece : pieces) {
    out.kept += walk.to(piece.begin);
    out.cut.push_back(walk.to(piece.end));
    out.kept += mask;
  }
  out.kept += walk.rest();
  return out;
}

}  // namespace whorl::internal::repeats
