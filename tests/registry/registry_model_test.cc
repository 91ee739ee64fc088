// A registry compared with a plain version: random additions, replacements, removals, compactions
// and reopenings. After each of them both give the same answers.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "registries.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"

namespace whorl {
namespace {

using test::prose;

constexpr std::string_view kRecipe = "text/k=8/winnow:w=4";

// The stored part of a fingerprint: its high 48 bits.
std::set<std::uint64_t> hashes_of(const std::string& text) {
  const auto found = fingerprint(text, parse_recipe(kRecipe).value()).value();
  std::set<std::uint64_t> hashes;
  for (const std::uint64_t hash : found.hash) hashes.insert(hash >> 16);
  return hashes;
}

class Twin {
 public:
  void add(const std::string& name, const std::string& text) { documents_[name] = hashes_of(text); }
  void remove(const std::string& name) { documents_.erase(name); }
  // Of several that were set aside under one name, the last comes back first.
  void set_aside(const std::string& name) {
    if (auto found = documents_.extract(name)) aside_[name].push_back(std::move(found.mapped()));
  }
  bool can_restore(const std::string& name) const { return aside_.contains(name); }
  void restore(const std::string& name) {
    if (documents_.contains(name)) return;
    documents_[name] = std::move(aside_.at(name).back());
    aside_.at(name).pop_back();
    if (aside_.at(name).empty()) aside_.erase(name);
  }
  std::size_t size() const { return documents_.size(); }

  std::map<std::string, std::uint64_t> shared(const std::string& text) const {
    const auto query = hashes_of(text);
    std::map<std::string, std::uint64_t> out;
    for (const auto& [name, hashes] : documents_) {
      std::vector<std::uint64_t> both;
      std::ranges::set_intersection(query, hashes, std::back_inserter(both));
      if (!both.empty()) out[name] = both.size();
    }
    return out;
  }

 private:
  std::map<std::string, std::set<std::uint64_t>> documents_;
  std::map<std::string, std::vector<std::set<std::uint64_t>>> aside_;
};

class RegistryModel : public test::Registries, public testing::WithParamInterface<unsigned> {
 protected:
  // Few texts, parts of which occur again in others.
  static std::string text(std::mt19937& random) {
    std::string out;
    for (unsigned parts = random() % 4; parts > 0; --parts) out += prose(30, random() % 40);
    return out;
  }
};

TEST_P(RegistryModel, AnswersAsItsTwin) {
  std::mt19937 random(GetParam());
  const std::string folder = make("model", "passages", std::string(kRecipe));
  std::optional<Registry> registry = write(folder);
  Twin twin;
  for (int step = 0; step < 400; ++step) {
    const std::string name = "document " + std::to_string(random() % 30);
    const unsigned what = random() % 24;
    if (what < 13) {
      const std::string added = text(random);
      add(*registry, {.owner = "o", .name = name}, added);
      twin.add(name, added);
    } else if (what < 16) {
      ASSERT_TRUE(registry->remove({.name = name}));
      twin.remove(name);
    } else if (what < 17) {
      ASSERT_TRUE(registry->compact(quiet_));
    } else if (what < 18) {
      registry.reset();
      registry = write(folder);
    } else if (what < 21) {
      ASSERT_TRUE(registry->set_aside({.owner = "o", .name = name}));
      twin.set_aside(name);
    } else if (what < 23) {
      const DocumentCodes codes{.owner = "o", .name = name};
      const bool stands_in_the_way = registry->find(codes)->has_value();
      const auto restored = registry->restore(codes);
      if (!twin.can_restore(name)) {
        EXPECT_FALSE(restored.value());
      } else if (stands_in_the_way) {
        EXPECT_EQ(restored.error().code, ErrorCode::invalid_argument);
      } else {
        EXPECT_TRUE(restored.value());
        twin.restore(name);
      }
    } else {
      const std::string query = text(random);
      RegistrySearchOptions all;
      all.limit = 1000;
      std::map<std::string, std::uint64_t> shared;
      for (const RegistryHit& hit : search(*registry, query, all).hits) {
        shared[hit.document.codes.name] = hit.shared;
      }
      EXPECT_EQ(shared, twin.shared(query)) << "step " << step;
    }
  }
  EXPECT_EQ(registry->stats()->documents, twin.size());
  const auto checked = registry->check(quiet_);
  ASSERT_TRUE(checked);
  EXPECT_THAT(checked->faults, testing::IsEmpty());
  EXPECT_EQ(checked->documents, twin.size());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RegistryModel, testing::Range(0u, 4u));

}  // namespace
}  // namespace whorl
