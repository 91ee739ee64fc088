// Any bytes as the ranked names of `query --group`, with a store of three documents: every name is
// in one group, in order.
#include <stdlib.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "memory_stream.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"
#include "whorl/store.h"

namespace {

whorl::StoreReader small_store() {
  char folder[] = "/tmp/whorl-fuzz-XXXXXX";
  if (mkdtemp(folder) == nullptr) std::abort();
  const std::string input = std::string(folder) + "/in.jsonl";
  const std::string text = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
  std::ofstream lines(input);
  for (const char* id : {"a", "b"})
    lines << R"({"id":")" << id << R"(","text":")" << text << "\"}\n";
  lines << R"({"id":"c","text":"one two three"})"
        << "\n";
  lines.close();
  whorl::ClusterOptions options;
  options.input.inputs = {input};
  options.store = std::string(folder) + "/store";
  options.limits.memory = 64 << 20;  // what is reserved costs a sanitizer time
  options.limits.threads = 1;
  whorl::NoProgress progress;
  fuzz::require(whorl::cluster(options, progress).has_value());
  auto store = whorl::StoreReader::open(options.store);
  fuzz::require(store.has_value());
  return std::move(*store);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const whorl::StoreReader store = small_store();
  std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
  std::vector<std::string> names;
  for (std::string line; std::getline(text, line);) names.push_back(line);
  const auto groups = store.group(names);
  fuzz::require(groups.has_value());
  std::size_t grouped = 0;
  for (const whorl::NameGroup& group : *groups) {
    fuzz::require(!group.names.empty());
    grouped += group.names.size();
  }
  fuzz::require(grouped == names.size());
  return 0;
}
