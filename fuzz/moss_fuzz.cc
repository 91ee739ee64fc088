// Any bytes as lines of MOSS's protocol: what is read is within its limits, and no name leaves the
// archive that it is written to.
#include <cstdint>
#include <string>
#include <string_view>

#include "memory_stream.h"
#include "serve/moss_session.h"

namespace {

using namespace whorl::serve;

void check_name(const std::string& name, bool folders) {
  fuzz::require(!name.empty() && name.front() != '/' && name.find('\\') == name.npos);
  fuzz::require(("/" + name + "/").find("/../") == std::string::npos);
  fuzz::require(!folders || name.find('/') != name.npos);
}

void check_line(std::string_view text) {
  const auto line = parse_moss_line(text);
  if (!line) return;
  fuzz::require(text.size() <= kMostMossLine + 1);
  if (line->verb != MossVerb::file) return;
  fuzz::require(!line->text.empty());
  for (const bool folders : {false, true}) check_name(moss_name(line->text, folders), folders);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    check_line(rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  }
  return 0;
}
