// The memory that columns take, as the system measures it.
#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "../sanitizer.h"
#include "base/heap.h"
#include "whorl/columns.h"

namespace whorl {
namespace {

// A value of /proc/self/status in bytes.
std::uint64_t status(const std::string& key) {
  std::ifstream lines("/proc/self/status");
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key + ":")) return std::stoull(line.substr(key.size() + 1)) << 10;
  }
  return 0;
}

// Restarts the measurement of the largest resident memory.
bool reset_peak() {
  return static_cast<bool>(std::ofstream("/proc/self/clear_refs") << "5\n" << std::flush);
}

TEST(SketchColumn, TheResultIsInMemoryOnce) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer's allocator keeps what is freed";
  std::string text;
  for (int word = 0; word < 20'000; ++word) text += "w" + std::to_string(word) + " ";
  const TextColumn column{500, [&](std::size_t) { return std::optional<std::string_view>(text); }};
  NoProgress quiet;
  internal::base::release_freed_memory();
  const std::uint64_t before = status("VmRSS");
  if (!reset_peak()) GTEST_SKIP() << "the system does not count the peak anew";
  const auto made = sketch_column(column, *parse_sketch_method("words/k=5/all"), 2, quiet);
  const std::uint64_t peak = status("VmHWM");
  ASSERT_TRUE(made);
  const std::uint64_t result = made->hashes.size() * sizeof(made->hashes.front());
  ASSERT_GT(result, 70'000'000u);
  EXPECT_GT(peak - before, result);  // shows that the measurement works
  EXPECT_LT(peak - before, result * 14 / 10);
}

}  // namespace
}  // namespace whorl
