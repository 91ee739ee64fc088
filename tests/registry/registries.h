// Registries for tests.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "../temp_folder.h"
#include "whorl/registry.h"

namespace whorl::test {

// Words that look like prose; the same seed gives the same words.
inline std::string prose(std::size_t words, unsigned seed) {
  std::mt19937 random(seed);
  std::string out;
  for (std::size_t i = 0; i < words; ++i) {
    for (unsigned letters = 2 + random() % 7; letters > 0; --letters) {
      out += static_cast<char>('a' + random() % 26);
    }
    out += i % 12 == 11 ? '\n' : ' ';
  }
  return out;
}

class Registries : public testing::Test {
 protected:
  std::string make(const std::string& name, const std::string& scheme = "passages",
                   const std::string& recipe = {}, const std::string& key = {}) const {
    const auto made = create_registry({folder_.path(name), scheme, recipe, key});
    EXPECT_TRUE(made) << made.error().message;
    return folder_.path(name);
  }

  static Registry write(const std::string& folder, const std::string& key = {},
                        const std::string& new_key = {}) {
    auto registry = Registry::write(folder, key, new_key);
    EXPECT_TRUE(registry) << registry.error().message;
    return std::move(*registry);
  }
  static Registry read(const std::string& folder, const std::string& key = {}) {
    auto registry = Registry::read(folder, key);
    EXPECT_TRUE(registry) << registry.error().message;
    return std::move(*registry);
  }

  static AddedToRegistry add(Registry& registry, const DocumentCodes& codes,
                             const std::string& text) {
    const auto added = registry.add(codes, text);
    EXPECT_TRUE(added) << added.error().message;
    return *added;
  }

  static RegistryAnswer search(const Registry& registry, const std::string& text,
                               const RegistrySearchOptions& options = {}) {
    const auto answer = registry.search(text, options);
    EXPECT_TRUE(answer) << answer.error().message;
    return *answer;
  }

  static std::vector<std::string> names(const RegistryAnswer& answer) {
    std::vector<std::string> names;
    for (const RegistryHit& hit : answer.hits) names.push_back(hit.document.codes.name);
    return names;
  }

  TempFolder folder_{"registry"};
  NoProgress quiet_;
};

}  // namespace whorl::test
