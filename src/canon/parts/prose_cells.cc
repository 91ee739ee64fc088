#include <algorithm>

#include "canon/parts/lines_of.h"
#include "canon/parts/piece.h"

namespace whorl::internal::canon::parts {
namespace {

// What a comment begins with in the notebook's language: its first cell opens with such a line.
std::string_view comment_prefix(std::string_view text) {
  return text.substr(0, std::min(text.find(" %%"), text.size()));
}

}  // namespace

// The percent format: "# %%" opens a cell of code, "# %% [markdown]" one of prose in comments.
std::vector<Piece> prose_cells(std::string_view text) {
  const std::string_view comment = comment_prefix(text);
  std::vector<Piece> found;
  bool prose = false;
  for_each_line(text, [&](const Line& line) {
    if (!line.text.starts_with(comment)) return;
    const std::string_view rest = line.text.substr(comment.size());
    if (rest.starts_with(" %%")) {
      prose = rest.starts_with(" %% [");
    } else if (prose) {
      found.push_back({{line.begin + comment.size(), line.end()}, {"text", "", "content"}});
    }
  });
  return found;
}

}  // namespace whorl::internal::canon::parts
