// Compares two strings and prints the passages that they share.
#include <cstdio>
#include <string_view>

#include "whorl/match.h"

namespace {

constexpr std::string_view kOld =
    "Every library is built of rooms. A room has one purpose, and its name says which. "
    "What two rooms share moves to a room below them.";
constexpr std::string_view kNew =
    "What two rooms share moves to a room below them! Tests check it: every library is built "
    "of rooms; a room has ONE purpose.";

void print(std::string_view text, whorl::ByteRange range) {
  const std::string_view part = text.substr(range.begin, range.end - range.begin);
  std::printf("  bytes %zu to %zu: %.*s\n", static_cast<std::size_t>(range.begin),
              static_cast<std::size_t>(range.end), static_cast<int>(part.size()), part.data());
}

}  // namespace

int main() {
  // Four words in a row are noise; five or more are always found.
  const auto recipe = whorl::parse_recipe("words/k=4/winnow:w=2");
  if (!recipe) return 1;
  const auto passages = whorl::passages(kOld, kNew, *recipe);
  if (!passages) {
    std::fprintf(stderr, "%s\n", passages.error().message.c_str());
    return 1;
  }
  for (const whorl::TextPassage& passage : *passages) {
    std::printf("%u words\n", passage.symbols);
    print(kOld, passage.a);
    print(kNew, passage.b);
  }
}
