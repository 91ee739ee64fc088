#include "canon/parts/lines_of.h"
#include "canon/parts/piece.h"

namespace whorl::internal::canon::parts {

std::vector<Piece> literate_code(std::string_view text) {
  const Detected haskell{"code", "haskell", "content"};
  std::vector<Piece> found;
  bool in_block = false;
  for_each_line(text, [&](const Line& line) {
    if (line.text.starts_with("\\begin{code}")) {
      in_block = true;
    } else if (line.text.starts_with("\\end{code}")) {
      in_block = false;
    } else if (in_block) {
      found.push_back({{line.begin, line.end()}, haskell});
    } else if (line.text.starts_with('>')) {
      found.push_back({{line.begin + 1, line.end()}, haskell});
    }
  });
  return found;
}

}  // namespace whorl::internal::canon::parts
