// The k-d tree in a file against a comparison with every vector.
#include "methods/kd_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

#include "../temp_folder.h"

namespace whorl::internal::methods {
namespace {

using test::TempFolder;
using testing::HasSubstr;
using Entry = KdTree::Entry;

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

// Few values per dimension, so that many distances are equal; some values are missing.
std::vector<Entry> random_entries(std::size_t count, std::uint32_t dimensions, double absent,
                                  std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Entry> out;
  for (std::size_t i = 0; i < count; ++i) {
    Entry& entry = out.emplace_back(Entry{"v" + std::to_string(i), {}});
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      const bool none = static_cast<double>(random() % 1000) < 1000 * absent;
      entry.vector.push_back(none ? kAbsent : static_cast<double>(random() % 9));
    }
  }
  return out;
}

std::optional<Neighbour> nearest_of_all(const std::vector<Entry>& entries, const Entry& query) {
  std::optional<Neighbour> best;
  for (const auto& [name, vector] : entries) {
    const auto far = distance(query.vector, vector);
    if (name == query.name || !far) continue;
    if (!best || std::tie(*far, name) < std::tie(best->distance, best->name)) {
      best = Neighbour{name, *far};
    }
  }
  return best;
}

TEST(KdTree, NeighboursAreThoseOfAComparisonWithAll) {
  const TempFolder folder("kd_tree");
  std::uint32_t seed = 0;
  for (const std::uint32_t dimensions : {1u, 2u, 4u, 7u}) {
    for (const double absent : {0.0, .2, .9}) {
      const auto entries = random_entries(150, dimensions, absent, ++seed);
      auto tree = KdTree::open(folder.path(std::to_string(seed)), dimensions);
      ASSERT_TRUE(tree) << tree.error().message;
      std::vector<Entry> added;
      for (const Entry& entry : entries) {
        ASSERT_TRUE(tree->add(entry.name, entry.vector));
        added.push_back(entry);
        const auto expected = nearest_of_all(added, entry);
        const auto found = tree->nearest(entry.name, entry.vector);
        ASSERT_TRUE(found) << found.error().message;
        ASSERT_EQ(found->has_value(), expected.has_value());
        if (!expected) continue;
        EXPECT_EQ((*found)->name, expected->name);
        EXPECT_EQ((*found)->distance, expected->distance);
      }
    }
  }
}

TEST(KdTree, LooksAtFewOfMany) {
  const TempFolder folder("kd_tree");
  auto tree = KdTree::open(folder.path("tree"), 2);
  std::mt19937 random(3);
  for (int i = 0; i < 2'000; ++i) {
    ASSERT_TRUE(tree->add(std::to_string(i), std::vector<double>{random() / 4e9, random() / 4e9}));
  }
  ASSERT_TRUE(tree->nearest("", std::vector<double>{.5, .5}));
  EXPECT_LT(tree->visited(), 200u);
}

TEST(KdTree, GoesOnWhereItWasClosed) {
  const TempFolder folder("kd_tree");
  const auto entries = random_entries(60, 3, .1, 5);
  for (const Entry& entry : entries) {
    auto tree = KdTree::open(folder.path("tree"), 3);
    ASSERT_TRUE(tree) << tree.error().message;
    ASSERT_TRUE(tree->add(entry.name, entry.vector));
  }
  auto tree = KdTree::open(folder.path("tree"), 3);
  const auto all = tree->entries();
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), entries.size());
  for (const Entry& entry : entries) {
    EXPECT_EQ((*tree->nearest(entry.name, entry.vector))->name,
              nearest_of_all(entries, entry)->name);
  }
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The vectors (1, 2) and (0, missing). The page on formats documents each byte of the file.
TEST(KdTree, WritesTheBytesThatAreDocumented) {
  const TempFolder folder("kd_tree");
  auto tree = KdTree::open(folder.path("tree"), 2);
  ASSERT_TRUE(tree->add("a", std::vector<double>{1, 2}));
  ASSERT_TRUE(tree->add("bc", std::vector<double>{0, 2}));
  using namespace std::string_literals;
  const std::string two = "\0\0\0\0\0\0\0\x40"s, one = "\0\0\0\0\0\0\xF0\x3F"s, none(8, '\0');
  const std::string second = "\x37\0\0\0\0\0\0\0"s;  // 12 + 24 + 2 + 16 + 1
  EXPECT_EQ(bytes_of(folder.path("tree")), "whorlkd1\2\0\0\0"s + second + none + none + "\1\0"s +
                                               one + two + "a" + none + none + none + "\2\0"s +
                                               none + two + "bc");
}

// Vectors survive a crash during a later write.
TEST(KdTree, LeavesOutWhatAKillLeft) {
  const TempFolder folder("kd_tree");
  const auto entries = random_entries(3, 2, 0, 6);
  std::vector<std::string> states;
  {
    auto tree = KdTree::open(folder.path("tree"), 2);
    for (const Entry& entry : entries) {
      ASSERT_TRUE(tree->add(entry.name, entry.vector));
      states.push_back(bytes_of(folder.path("tree")));
    }
  }
  for (std::size_t cut = states[1].size(); cut <= states[2].size(); ++cut) {
    // The third node is written up to `cut`, and no link leads to it.
    folder.write("cut", states[1] + states[2].substr(states[1].size(), cut - states[1].size()));
    auto tree = KdTree::open(folder.path("cut"), 2);
    ASSERT_TRUE(tree) << cut << ": " << tree.error().message;
    EXPECT_EQ(tree->entries()->size(), 2u) << cut;
    ASSERT_TRUE(tree->add(entries[2].name, entries[2].vector));
    EXPECT_EQ(bytes_of(folder.path("cut")).substr(0, states[2].size()), states[2]) << cut;
  }
}

TEST(KdTree, RefusesOtherFilesAndVectors) {
  const TempFolder folder("kd_tree");
  folder.write("text", "something else altogether");
  folder.write("short", "who");
  EXPECT_THAT(KdTree::open(folder.path("text"), 2).error().message, HasSubstr("not a k-d tree"));
  EXPECT_THAT(KdTree::open(folder.path("short"), 2).error().message, HasSubstr("not a k-d tree"));
  EXPECT_THAT(KdTree::open(folder.path("tree"), 0).error().message, HasSubstr("1 to 256"));
  EXPECT_THAT(KdTree::open(folder.path("tree"), 257).error().message, HasSubstr("1 to 256"));
  auto tree = KdTree::open(folder.path("tree"), 2);
  EXPECT_THAT(KdTree::open(folder.path("tree"), 3).error().message, HasSubstr("2 dimensions"));
  EXPECT_THAT(tree->add("a", std::vector<double>{1}).error().message, HasSubstr("2 numbers"));
  EXPECT_FALSE(KdTree::open(folder.path("none/tree"), 2));
}

// After any byte changed, the search ends with an answer or with an error that names the file.
TEST(KdTree, SurvivesDamage) {
  const TempFolder folder("kd_tree");
  const auto entries = random_entries(12, 2, .2, 7);
  {
    auto tree = KdTree::open(folder.path("tree"), 2);
    for (const Entry& entry : entries) ASSERT_TRUE(tree->add(entry.name, entry.vector));
  }
  const std::string whole = bytes_of(folder.path("tree"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] + 1 + static_cast<char>(at % 250));
    folder.write("damaged", damaged);
    auto tree = KdTree::open(folder.path("damaged"), 2);
    if (!tree) {
      EXPECT_THAT(tree.error().message, HasSubstr("damaged"));
      continue;
    }
    const auto found = tree->nearest("", std::vector<double>{1, 1});
    if (!found) {
      EXPECT_THAT(found.error().message, HasSubstr("damaged"));
    }
  }
}

}  // namespace
}  // namespace whorl::internal::methods
