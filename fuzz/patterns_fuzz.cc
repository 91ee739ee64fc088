// A pattern, and below it a name: as a glob and as a layout. The plain twin of a glob agrees.
#include <cstdint>
#include <string_view>

#include "input/paths/glob.h"
#include "jobs/compare/submissions/layout.h"
#include "memory_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl::internal;
  const std::string_view text(reinterpret_cast<const char*>(data),
                              std::min<std::size_t>(size, 2000));
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view pattern = text.substr(0, end);
  const std::string_view name = text.substr(std::min(end + 1, text.size()));
  const bool matches = input::glob_match(pattern, name);
  (void)input::glob_match_name(pattern, name);
  if (pattern.find_first_of("*?[") == pattern.npos) fuzz::require(matches == (pattern == name));
  if (name.find('/') == name.npos) fuzz::require(input::glob_match("*", name));
  fuzz::require(input::glob_match("**", name));

  const auto layout = compare::submissions::Layout::parse(pattern);
  if (!layout) {
    fuzz::require(!layout.error().message.empty());
    return 0;
  }
  if (const auto match = layout->match(name)) fuzz::require(!match->submission.empty());
  return 0;
}
