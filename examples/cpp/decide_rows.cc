// Says of each row of a column of texts whether to keep it. The rows are read once.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "whorl/dedup.h"

namespace {

// A row without a value is null. A source that can be read once leaves rewind() as it is.
class Rows final : public whorl::RecordSource {
 public:
  whorl::Result<bool> next(whorl::Record& record) override {
    if (at_ == texts_.size()) return false;
    const std::optional<std::string>& text = texts_[at_];
    record.id = "row-" + std::to_string(at_++);
    record.null = !text;
    if (text) record.text = *text;
    return true;
  }

 private:
  std::vector<std::optional<std::string>> texts_ = {
      "a ship at sea in a storm is safer than a ship that nears the coast", std::nullopt,
      "the quick brown fox jumps over the lazy dog near the river bank",
      "caf\xE9 in an encoding that is not UTF-8",
      "a ship at sea in a storm is safer than a ship that nears the coast"};
  std::size_t at_ = 0;
};

}  // namespace

int main() {
  Rows rows;
  whorl::DedupOptions options;
  options.cluster.input.records = &rows;
  options.cluster.thresholds.linkage = whorl::Linkage::survivor;
  whorl::NoProgress progress;
  const auto done = whorl::decide(
      options,
      [](const whorl::DedupDecision& decision) -> whorl::Result<bool> {
        const int row = static_cast<int>(decision.row);
        if (decision.kept()) {
          std::printf("row %d: kept\n", row);
        } else {
          std::printf("row %d: %s to row %d\n", row, to_string(*decision.reason).data(),
                      static_cast<int>(decision.kept_row.value_or(0)));
        }
        return true;
      },
      progress);
  if (!done) {
    std::fprintf(stderr, "%s\n", done.error().message.c_str());
    return 1;
  }
  for (const whorl::Skipped& skipped : done->found.skipped) {
    if (!skipped.row) continue;
    std::printf("row %d: skipped, %s\n", static_cast<int>(*skipped.row), skipped.reason.c_str());
  }
}
