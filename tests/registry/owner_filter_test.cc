// What one owner sees does not depend on what others registered.
#include <gmock/gmock.h>

#include "jobs/registry/index.h"
#include "jobs/registry/manifest.h"
#include "registries.h"

namespace whorl {
namespace {

namespace registry = internal::registry;

using testing::ElementsAre;
using testing::IsEmpty;

class OneOwner : public test::Registries, public testing::WithParamInterface<std::string> {
 protected:
  static std::string text(unsigned number) {
    return test::prose(200, 7) + test::prose(200, 100 + number);
  }

  // 20 documents of the owner; 3 others were removed again, and one has another text now.
  void add_own(Registry& registry) const {
    for (unsigned i = 0; i < 23; ++i) {
      add(registry, {.owner = "own", .name = std::to_string(i)}, text(i));
    }
    for (unsigned i = 20; i < 23; ++i) {
      ASSERT_TRUE(*registry.remove_one({.owner = "own", .name = std::to_string(i)}));
    }
    add(registry, {.owner = "own", .name = "5"}, text(50));
  }

  // Copies, and documents that share a part with all of the owner's documents.
  void add_others(Registry& registry) const {
    std::vector<RegistryText> others;
    for (unsigned i = 0; i < 600; ++i) {
      others.push_back({{.owner = "other " + std::to_string(i % 3), .name = std::to_string(i)},
                        i % 2 == 0 ? text(i / 2 % 30) : test::prose(200, 7)});
    }
    ASSERT_TRUE(registry.add(others));
  }

  // All answers that an owner can get about some texts.
  static std::string answers(const Registry& registry, RegistrySearchOptions options) {
    std::string out;
    for (const double containment : {0.0, 0.3}) {
      for (const unsigned number : {0u, 5u, 20u, 50u, 99u}) {
        options.containment = containment;
        RegistryAnswer answer = search(registry, text(number) + test::prose(100, 3), options);
        for (RegistryHit& hit : answer.hits) hit.document.added = 0;
        out += to_json(answer) + "\n";
      }
    }
    return out;
  }
};

TEST_P(OneOwner, SeesTheSameWhateverOthersRegister) {
  const std::string folder = make("registry", GetParam());
  Registry registry = write(folder);
  add_own(registry);
  const std::string before = answers(registry, {.only_owner = "own"});
  EXPECT_EQ(answers(registry, {}), before) << "there are no others yet";
  add_others(registry);
  EXPECT_EQ(answers(registry, {.only_owner = "own"}), before);
  ASSERT_TRUE(registry.compact(quiet_));
  EXPECT_EQ(answers(registry, {.only_owner = "own"}), before);
  { const Registry closed = std::move(registry); }
  EXPECT_EQ(answers(read(folder), {.only_owner = "own"}), before);
}

TEST_P(OneOwner, IsFoundAmongOthersThatAreExcluded) {
  Registry registry = write(make("registry", GetParam()));
  add_own(registry);
  const std::string before = answers(registry, {});
  std::vector<RegistryText> others;
  for (unsigned i = 0; i < 300; ++i) {
    others.push_back({{.owner = "other", .name = std::to_string(i)}, text(i % 30)});
  }
  ASSERT_TRUE(registry.add(others));
  EXPECT_EQ(answers(registry, {.exclude_owner = "other"}), before);
}

INSTANTIATE_TEST_SUITE_P(All, OneOwner, testing::Values("passages", "koala", "se", "sets"));

using OwnerRows = test::Registries;

TEST_F(OwnerRows, ListTheDocumentsOfAnOwner) {
  const std::string folder = make("registry");
  Registry registry = write(folder);
  for (const char* const owner : {"a", "b", "a", "", "c"}) {
    static unsigned number = 0;
    add(registry, {.owner = owner, .name = std::to_string(number)}, test::prose(100, number));
    ++number;
  }
  ASSERT_TRUE(*registry.remove_one({.owner = "c", .name = "4"}));
  EXPECT_THAT(registry.check(quiet_)->faults, IsEmpty());
  { const Registry closed = std::move(registry); }
  const auto index = registry::Index::open(folder, registry::Access::read, {});
  EXPECT_THAT(**index->documents_of("a"), ElementsAre(0, 2));
  EXPECT_THAT(**index->documents_of(""), ElementsAre(3));
  EXPECT_THAT(**index->documents_of("c"), IsEmpty());
}

TEST_F(OwnerRows, FollowWhatIsAddedAndRemovedAfterASearch) {
  Registry registry = write(make("registry"));
  const std::string text = test::prose(200, 1);
  add(registry, {.owner = "a", .name = "of a"}, text);
  const RegistrySearchOptions own = {.only_owner = "b"};
  EXPECT_THAT(names(search(registry, text, own)), IsEmpty());
  add(registry, {.owner = "b", .name = "first"}, text);
  EXPECT_THAT(names(search(registry, text, own)), ElementsAre("first"));
  add(registry, {.owner = "b", .name = "second"}, text);
  EXPECT_THAT(names(search(registry, text, own)), ElementsAre("first", "second"));
  ASSERT_TRUE(*registry.remove_one({.owner = "b", .name = "first"}));
  EXPECT_THAT(names(search(registry, text, own)), ElementsAre("second"));
}

TEST_F(OwnerRows, AreWrittenWhereAProgramWithoutThemWrote) {
  const std::string folder = make("registry");
  {
    Registry registry = write(folder);
    for (unsigned i = 0; i < 4; ++i) {
      add(registry, {.owner = i % 2 == 0 ? "a" : "b", .name = std::to_string(i)},
          test::prose(100, i));
    }
  }
  {
    auto database =
        registry::Database::open(registry::database_of(folder), registry::Access::write);
    registry::Changes changes;
    database->remove(changes, registry::Table::facts, registry::owner_key("a", 2));
    database->put(changes, registry::Table::facts, registry::owner_key("b", 7), {});
    auto facts = *database->get(registry::Table::facts, registry::kFactsKey);
    facts->replace(facts->find("\"owners\""), 8, "\"before\"");
    database->put(changes, registry::Table::facts, registry::kFactsKey, *facts);
    ASSERT_TRUE(database->commit(std::move(changes)));
  }
  {
    const auto index = registry::Index::open(folder, registry::Access::read, {});
    EXPECT_THAT(**index->documents_of("a"), ElementsAre(0, 2));
  }
  const Registry registry = write(folder);
  EXPECT_THAT(registry.check(quiet_)->faults, IsEmpty());
  const auto index = registry::Index::open(folder, registry::Access::read, {});
  EXPECT_TRUE(index->facts().owners);
  EXPECT_THAT(**index->documents_of("a"), ElementsAre(0, 2));
  EXPECT_THAT(**index->documents_of("b"), ElementsAre(1, 3));
}

}  // namespace
}  // namespace whorl
