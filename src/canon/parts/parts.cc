#include "canon/parts/parts.h"

#include <algorithm>
#include <utility>

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

// The parts of a document, each as long as the document: as many as may be held.
class Parts {
 public:
  Parts(const Detected& whole, std::string_view text) : text_(text), blank_(blanks_like(text)) {
    parts_.push_back({whole, std::string(text)});
  }

  static bool may_have_two(std::string_view text) { return 2 * text.size() <= kMostBytes; }

  // A piece in one language more than may be held stays in the whole.
  void move(const Piece& piece) {
    Part* const part = part_in(piece.read_as);
    if (part == nullptr || part == &parts_.front()) return;
    copy_piece(text_, piece.bytes, part->text);
    copy_piece(blank_, piece.bytes, parts_.front().text);
  }

  // Also whole, as `language`.
  void add_whole(const Detected& language) {
    if (has_room()) parts_.push_back({language, std::string(text_)});
  }

  std::vector<Part> take() { return std::move(parts_); }

 private:
  static constexpr std::size_t kMostBytes = 64 << 20;

  bool has_room() const { return (parts_.size() + 1) * text_.size() <= kMostBytes; }

  // Null: there is no room for it.
  Part* part_in(const Detected& language) {
    const auto known = std::ranges::find_if(parts_, [&](const Part& part) {
      return part.read_as.front_end == language.front_end &&
             part.read_as.argument == language.argument;
    });
    if (known != parts_.end()) return &*known;
    if (!has_room()) return nullptr;
    return &parts_.emplace_back(Part{language, blank_});
  }

  std::string_view text_;
  std::string blank_;
  std::vector<Part> parts_;
};

}  // namespace

std::vector<Part> parts_of(std::string_view name, const read::Viewable& document,
                           const Detected& whole, MarkupOf markup_of) {
  PiecesOf* const find = pieces_of(name, whole);
  if (find == nullptr || !Parts::may_have_two(document.text)) return {};
  const std::vector<Piece> pieces = find(document.text);
  const bool markup = whole.front_end == "html" && markup_of == MarkupOf::all_pages;
  if (pieces.empty() && !markup) return {};
  Parts parts(whole, document.text);
  for (const Piece& piece : pieces) parts.move(piece);
  if (markup) parts.add_whole({"markup", "", "content"});
  return parts.take();
}

}  // namespace whorl::internal::canon::parts
