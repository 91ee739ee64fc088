// A piece of a document in another language than the rest, and the lines of a text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tokens/code/blanks.h"
#include "tokens/language.h"
#include "whorl/document.h"

namespace whorl::internal::tokens::parts {

// The lines of a text, each without its line end.

struct Line {
  std::size_t begin = 0;
  std::string_view text;
  std::size_t end() const { return begin + text.size(); }
};

// Calls visit(line) for each. O(text).
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = code::line_end(text, begin);
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(Line{begin, line});
    begin = end + 1;
  }
}

struct Piece {
  ByteRange bytes;
  Detected read_as;
};

// Each of these returns the pieces of one kind of document, ascending and disjoint. O(text).
using PiecesOf = std::vector<Piece>(std::string_view text);

// Scripts and style sheets of HTML, Vue and Svelte. Content that a browser does not run (JSON,
// templates) is left out.
PiecesOf embedded_scripts;

// Fenced blocks of Markdown, and chunks of R Markdown and Quarto, if their language is known.
PiecesOf fenced_blocks;

// The code lines of literate Haskell: those that begin with '>', and those between \begin{code} and
// \end{code}.
PiecesOf literate_code;

// The prose cells of a notebook, in the text that input::convert_notebook() produces.
PiecesOf prose_cells;

}  // namespace whorl::internal::tokens::parts
