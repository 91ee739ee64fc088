#include "repeats/pieces.h"

#include <algorithm>

namespace whorl::internal::repeats {
namespace {

// Where the symbol begins; of the one after the last, where the text ends.
std::size_t byte_of(const NumberedText& text, std::uint64_t symbol) {
  const std::uint64_t local = symbol - text.first_symbol;
  if (local == text.canon.size()) return text.text.size();
  return text.canon.origin.bytes(local, local + 1).begin;
}

// Appends a piece, or makes the last one longer where it touches it.
void add_piece(Piece piece, std::vector<Piece>& pieces) {
  if (pieces.empty() || pieces.back().end != piece.begin) {
    pieces.push_back(piece);
    return;
  }
  Piece& last = pieces.back();
  const Passage* begin = last.passages.data();
  last.end = piece.end;
  last.symbols += piece.symbols;
  last.passages = {begin, piece.passages.data() + piece.passages.size()};
}

// Whether the symbol is of the same character as the one before it, as the 2 of ½ is.
bool goes_on(const NumberedText& text, std::uint64_t symbol) {
  return symbol > text.first_symbol && symbol < text.first_symbol + text.canon.size() &&
         byte_of(text, symbol) == byte_of(text, symbol - 1);
}

// From the first symbol of passages that touch each other to the next that stays: what stands
// between two words that are cut is cut with them. A character of which a symbol stays, stays.
std::vector<Piece> runs(const NumberedText& text, std::span<const Passage> passages) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < passages.size();) {
    const std::size_t first = i;
    while (++i < passages.size() && passages[i].at == passages[i - 1].end()) {
    }
    std::uint64_t begin = passages[first].at, end = passages[i - 1].end();
    while (begin < end && goes_on(text, begin)) ++begin;
    while (begin < end && goes_on(text, end)) --end;
    if (begin == end) continue;
    pieces.push_back({byte_of(text, begin), byte_of(text, end), end - begin,
                      passages.subspan(first, i - first)});
  }
  return pieces;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

std::size_t line_end(std::string_view text, std::size_t begin) {
  const std::size_t end = text.find('\n', begin);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// The end of the paragraph that begins there, with the blank lines after it.
std::size_t paragraph_end(std::string_view text, std::size_t begin) {
  bool blank = false;
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t end = line_end(text, at);
    const bool is_blank_line = is_blank(text.substr(at, end - at));
    if (blank && !is_blank_line) return at;
    blank = is_blank_line;
    at = end;
  }
  return text.size();
}

// Walks the units of a text beside its passages.
class UnitWalk {
 public:
  UnitWalk(const NumberedText& text, std::span<const Passage> passages)
      : text_(text), passages_(passages), symbol_(text.first_symbol) {}

  // The unit [begin, end), which follows the last one, as a piece where all its symbols are
  // repeated and it has some.
  void take(std::size_t begin, std::size_t end, std::vector<Piece>& pieces) {
    const std::uint64_t first = symbol_;
    const std::uint64_t all = text_.first_symbol + text_.canon.size();
    while (symbol_ < all && byte_of(text_, symbol_) < end) ++symbol_;
    while (at_ < passages_.size() && passages_[at_].end() <= first) ++at_;
    std::uint64_t covered = first;
    std::size_t i = at_;
    for (; i < passages_.size() && passages_[i].at <= covered && covered < symbol_; ++i) {
      covered = passages_[i].end();
    }
    if (symbol_ == first || covered < symbol_) return;
    add_piece({begin, end, symbol_ - first, passages_.subspan(at_, i - at_)}, pieces);
  }

 private:
  const NumberedText& text_;
  std::span<const Passage> passages_;
  std::uint64_t symbol_;
  std::size_t at_ = 0;  // the first passage that may reach into the next unit
};

}  // namespace

std::vector<Piece> pieces_of(const NumberedText& text, std::span<const Passage> passages,
                             CutUnit unit) {
  if (passages.empty()) return {};
  if (unit == CutUnit::run) return runs(text, passages);
  std::vector<Piece> pieces;
  UnitWalk walk(text, passages);
  for (std::size_t begin = 0; begin < text.text.size();) {
    const std::size_t end =
        unit == CutUnit::line ? line_end(text.text, begin) : paragraph_end(text.text, begin);
    walk.take(begin, end, pieces);
    begin = end;
  }
  return pieces;
}

}  // namespace whorl::internal::repeats
