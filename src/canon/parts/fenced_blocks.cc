#include <algorithm>
#include <optional>
#include <string>

#include "canon/parts/lines_of.h"
#include "canon/parts/piece.h"

namespace whorl::internal::canon::parts {
namespace {

// The line that opens a fenced block, or may close one (CommonMark 0.31 §4.5).
struct Fence {
  char mark = 0;  // '`' or '~'; 0: the line is no fence
  std::size_t length = 0;
  std::string_view info;  // what follows the marks
};

Fence fence_of(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t>");  // in a list or a quotation, too
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin);
  const char mark = line.front();
  if (mark != '`' && mark != '~') return {};
  const std::size_t length = std::min(line.find_first_not_of(mark), line.size());
  const std::string_view info = line.substr(length);
  const bool code_span = mark == '`' && info.find('`') != std::string_view::npos;
  return length < 3 || code_span ? Fence{} : Fence{mark, length, info};
}

bool closes(const Fence& fence, const Fence& opener) {
  return fence.mark == opener.mark && fence.length >= opener.length &&
         fence.info.find_first_not_of(" \t") == std::string_view::npos;
}

// "java", "{r setup, echo=FALSE}", "{.python .numberLines}", "js{1,3}".
std::string_view language_name(std::string_view info) {
  info.remove_prefix(std::min(info.find_first_not_of(" \t{.="), info.size()));
  return info.substr(0, info.find_first_of(" \t{},:="));
}

// By its name, or by its extension.
std::optional<Detected> code_of(std::string_view info) {
  const std::string_view name = language_name(info);
  if (name.empty()) return std::nullopt;
  auto found = language_named(name);
  if (!found) found = detect("x." + std::string(name), "", "");
  return found->front_end == "code" ? found : std::nullopt;
}

}  // namespace

std::vector<Piece> fenced_blocks(std::string_view text) {
  std::vector<Piece> found;
  Fence open;
  std::optional<Detected> language;  // of the open block
  for_each_line(text, [&](const Line& line) {
    const Fence fence = fence_of(line.text);
    if (open.mark == 0) {
      open = fence;
      if (fence.mark == 0) return;
      language = code_of(fence.info);
      if (language) found.push_back({{line.end(), line.end()}, *language});
    } else if (closes(fence, open)) {
      open = {};
    } else if (language) {
      found.back().bytes.end = line.end();
    }
  });
  return found;
}

}  // namespace whorl::internal::canon::parts
