// Sweeps of pages whose shingles a test chooses, as lists of features.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../temp_folder.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {

using Features = std::vector<int>;
using FeaturePages = std::map<std::string, Features>;  // by URL

class FeatureSweeps : public testing::Test {
 protected:
  std::string store() const { return folder_.path("web"); }

  AddSweepOptions options(const std::string& date, const std::string& file) const {
    AddSweepOptions o;
    o.store = store();
    o.date = date;
    o.input.inputs = {folder_.path(file)};
    o.input.features_field = "features";
    o.shingling.sketch = "all";
    o.limits.threads = 1;
    o.limits.memory = 16 << 20;
    return o;
  }

  std::string write(const std::string& file, const FeaturePages& pages) const {
    std::string lines;
    for (const auto& [url, features] : pages) {
      lines += nlohmann::json{{"url", url}, {"features", features}}.dump() + "\n";
    }
    return folder_.write(file, lines);
  }

  SweepSummary add(const std::string& date, const FeaturePages& pages) {
    write("pages.jsonl", pages);
    auto added = add_sweep(options(date, "pages.jsonl"), quiet_);
    EXPECT_TRUE(added) << added.error().message;
    return added ? *added : SweepSummary();
  }

  std::uintmax_t size_of(const char* file) const {
    return std::filesystem::file_size(std::filesystem::path(store()) / file);
  }

  test::TempFolder folder_{"features"};
  NoProgress quiet_;
};

inline Features range(int begin, int end) {
  Features list;
  for (int i = begin; i < end; ++i) list.push_back(i);
  return list;
}

}  // namespace whorl::internal::sweep
