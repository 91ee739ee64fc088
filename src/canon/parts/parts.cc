#include "canon/parts/parts.h"

#include <algorithm>

#include "base/ascii_case.h"
#include "canon/code/word_list.h"
#include "canon/parts/piece.h"

namespace whorl::internal::canon::parts {
namespace {

// Documents whose language says nothing of their kind.
struct Kind {
  std::string_view extensions;
  PiecesOf* pieces;
};
constexpr Kind kKinds[] = {
    {"md markdown rmd qmd", fenced_blocks},
    {"lhs", literate_code},
    {"ipynb", prose_cells},
};

PiecesOf* pieces_of(std::string_view name, const Detected& whole) {
  if (whole.front_end == "html") return embedded_scripts;
  const std::string extension = base::lower_case(name.substr(name.find_last_of('.') + 1));
  const auto* kind = std::ranges::find_if(
      kKinds, [&](const Kind& k) { return code::has_word(k.extensions, extension); });
  return kind == std::end(kKinds) ? nullptr : kind->pieces;
}

std::string blanks_like(std::string_view text) {
  std::string blank(text);
  std::ranges::replace_if(
      blank, [](char c) { return c != '\n' && c != '\r'; }, ' ');
  return blank;
}

void copy_piece(std::string_view from, const ByteRange& bytes, std::string& to) {
  to.replace(bytes.begin, bytes.end - bytes.begin, from, bytes.begin, bytes.end - bytes.begin);
}

Part& part_in(const Detected& language, std::string_view blank, std::vector<Part>& parts) {
  const auto known = std::ranges::find_if(parts, [&](const Part& part) {
    return part.read_as.front_end == language.front_end &&
           part.read_as.argument == language.argument;
  });
  if (known != parts.end()) return *known;
  return parts.emplace_back(Part{language, std::string(blank)});
}

}  // namespace

std::vector<Part> parts_of(std::string_view name, const read::Viewable& document,
                           const Detected& whole) {
  std::vector<Part> parts;
  PiecesOf* const find = pieces_of(name, whole);
  if (find == nullptr) return parts;
  const std::vector<Piece> pieces = find(document.text);
  if (pieces.empty()) return parts;
  const std::string blank = blanks_like(document.text);
  parts.push_back({whole, document.text});
  for (const Piece& piece : pieces) copy_piece(blank, piece.bytes, parts.front().text);
  for (const Piece& piece : pieces) {
    copy_piece(document.text, piece.bytes, part_in(piece.read_as, blank, parts).text);
  }
  return parts;
}

}  // namespace whorl::internal::canon::parts
