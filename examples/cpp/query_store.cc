// Makes a small store of texts that are in memory, then asks it which of them are similar to
// another.
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/store.h"

namespace {

class Texts final : public whorl::RecordSource {
 public:
  whorl::Result<bool> next(whorl::Record& record) override {
    if (at_ == texts_.size()) return false;
    record.id = texts_[at_].first;
    record.text = texts_[at_++].second;
    return true;
  }

 private:
  std::vector<std::pair<std::string, std::string>> texts_ = {
      {"fox", "the quick brown fox jumps over the lazy dog near the river bank"},
      {"cat", "the quick brown cat jumps over the lazy dog near the river bank"},
      {"sea", "a ship at sea in a storm is safer than a ship that nears the coast"}};
  std::size_t at_ = 0;
};

int failed(const whorl::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main() {
  Texts texts;
  whorl::ClusterOptions options;
  options.input.records = &texts;
  options.shingling.shingle = 3;  // words
  options.shingling.sketch = "all";
  options.store = (std::filesystem::current_path() / "store").string();
  whorl::NoProgress progress;
  const auto made = whorl::cluster(options, progress);
  if (!made) return failed(made.error());
  std::printf("%d documents, %d cluster\n", static_cast<int>(made->documents),
              static_cast<int>(made->clusters));

  const auto store = whorl::StoreReader::open(options.store);
  if (!store) return failed(store.error());
  const auto found = store->matches("a quick brown fox jumps over the lazy dog");
  if (!found) return failed(found.error());
  for (const whorl::ComparedDocument& d : *found) {
    std::printf("%s: resemblance %.2f, it has %.2f of the text\n", d.document.id.c_str(),
                d.resemblance, d.contains);
  }
}
