// What a registry refuses, and in which words; how it lives with other processes and damage.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>

#include <thread>

#include "base/descriptor.h"
#include "registries.h"

namespace whorl {
namespace {

using test::prose;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class RegistryRefusals : public test::Registries {
 protected:
  template <class T>
  static Error error_of(const Result<T>& result) {
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
  }

  // The greatest file of sorted rows.
  std::filesystem::path rows_of(const std::string& folder) const {
    std::filesystem::path greatest;
    std::uintmax_t size = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder + "/db")) {
      if (entry.path().extension() != ".sst" || entry.file_size() <= size) continue;
      size = entry.file_size();
      greatest = entry.path();
    }
    return greatest;
  }
};

TEST_F(RegistryRefusals, AFolderThatIsNone) {
  std::filesystem::create_directory(folder_ / "other");
  folder_.write("other/mine.txt", "x");
  const Error none = error_of(Registry::read(folder_.path("other")));
  EXPECT_EQ(none.code, ErrorCode::not_found);
  EXPECT_THAT(none.message, HasSubstr("whorl registry create"));
  const Error full = error_of(create_registry({folder_.path("other"), "passages", {}, {}}));
  EXPECT_EQ(full.code, ErrorCode::invalid_argument);
  EXPECT_EQ(folder_.read("other/mine.txt"), "x");
}

TEST_F(RegistryRefusals, RecipesThatAreNotTheSchemes) {
  const auto create = [&](const std::string& scheme, const std::string& recipe) {
    return error_of(create_registry({folder_.path("new"), scheme, recipe, {}})).message;
  };
  EXPECT_THAT(create("koala", "text/k=50/winnow:w=10"), HasSubstr("the selector rare"));
  EXPECT_THAT(create("se", "text/k=50/winnow:w=10"), HasSubstr("a recipe of chunks"));
  EXPECT_THAT(create("passages", "words:se/breakpoint:c=10/variance"), HasSubstr("k-grams"));
  EXPECT_THAT(create("moss", ""), HasSubstr("passages, koala, se or sets"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "new"));
}

TEST_F(RegistryRefusals, ASecondWriter) {
  const std::string folder = make("one");
  const Registry first = write(folder);
  EXPECT_THAT(error_of(Registry::write(folder)).message, HasSubstr("another process writes"));
}

TEST_F(RegistryRefusals, RemovingAllAtOnce) {
  Registry registry = write(make("one"));
  add(registry, {.owner = "o", .name = "n"}, prose(300, 1));
  EXPECT_EQ(error_of(registry.remove({})).code, ErrorCode::invalid_argument);
  EXPECT_EQ(registry.remove({.owner = "o"}).value(), 1u);
}

TEST_F(RegistryRefusals, DamagedRowsAreNeverBelieved) {
  const std::string folder = make("one");
  {
    Registry registry = write(folder);
    for (unsigned i = 0; i < 30; ++i) add(registry, {.name = std::to_string(i)}, prose(800, i));
    ASSERT_TRUE(registry.compact(quiet_));
  }
  const std::filesystem::path rows = rows_of(folder);
  std::fstream file(rows, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(std::filesystem::file_size(rows) / 3));
  file.write("\x5a\x5a\x5a\x5a", 4);
  file.close();
  const auto registry = Registry::read(folder);
  if (!registry) {
    EXPECT_EQ(registry.error().code, ErrorCode::corrupt);
    return;
  }
  const auto checked = registry->check(quiet_);
  ASSERT_TRUE(checked);
  EXPECT_THAT(checked->faults, Not(IsEmpty()));
}

// Sorted files are mapped: what is missing of one is not there to be read.
TEST_F(RegistryRefusals, ACutFileIsDamageAndNoCrash) {
  const std::string folder = make("one");
  {
    Registry registry = write(folder);
    for (unsigned i = 0; i < 30; ++i) add(registry, {.name = std::to_string(i)}, prose(800, i));
    ASSERT_TRUE(registry.compact(quiet_));
  }
  const std::filesystem::path rows = rows_of(folder);
  for (const std::uintmax_t left : {std::filesystem::file_size(rows) - 1, std::uintmax_t{100}}) {
    std::filesystem::resize_file(rows, left);
    EXPECT_EQ(error_of(Registry::read(folder)).code, ErrorCode::corrupt) << left;
  }
}

TEST_F(RegistryRefusals, FormatsAndRecipesOfOtherVersions) {
  const auto changed = [&](const std::string& what, const std::string& to) {
    const std::string folder = make(to);
    std::string manifest = folder_.read(to + "/registry.json");
    manifest.replace(manifest.find(what), what.size(), to);
    folder_.write(to + "/registry.json", manifest);
    return error_of(Registry::read(folder));
  };
  const Error format = changed("\"format\": 2", "\"format\": 99");
  EXPECT_EQ(format.code, ErrorCode::unsupported) << format.message;
  const Error earlier = changed("\"format\": 2", "\"format\": 1");
  EXPECT_EQ(earlier.code, ErrorCode::unsupported);
  EXPECT_THAT(earlier.message, EndsWith("made by an unreleased version: build it again"));
  EXPECT_EQ(changed("passages", "passagos").code, ErrorCode::corrupt) << "by its checksum";
}

TEST_F(RegistryRefusals, NamesWithLineEndsAreNamesLikeOthers) {
  Registry registry = write(make("one"));
  const DocumentCodes codes{.owner = "o\n2", .name = "a\nb\r\"c\".txt"};
  add(registry, codes, prose(300, 1));
  EXPECT_EQ(registry.find(codes).value()->codes, codes);
  const RegistryAnswer answer = search(registry, prose(300, 1));
  EXPECT_EQ(answer.hits.front().document.codes, codes);
  EXPECT_THAT(to_json(answer), Not(HasSubstr("\n"))) << "a line a document";
  EXPECT_THAT(to_json(answer), HasSubstr("a\\nb"));
  EXPECT_EQ(registry.remove(codes).value(), 1u);
}

TEST_F(RegistryRefusals, EmptyAndBinaryDocuments) {
  std::filesystem::create_directory(folder_ / "texts");
  folder_.write("texts/empty", "");
  folder_.write("texts/binary", std::string("\0\x01\xff\xfe", 4) + prose(300, 1));
  Registry registry = write(make("one"));
  AddToRegistryOptions options;
  options.input.paths = {folder_.path("texts")};
  const auto added = registry.add(options, quiet_);
  ASSERT_TRUE(added) << added.error().message;
  EXPECT_EQ(added->added, 2u);
  EXPECT_EQ(added->too_short, 1u);
  ASSERT_EQ(added->skipped.size(), 1u) << "what of its bytes was no text";
  EXPECT_EQ(added->skipped.front().path, "binary");
  EXPECT_TRUE(search(registry, "").too_short);
}

TEST_F(RegistryRefusals, TheSameAgainChangesNothing) {
  const std::string folder = make("one");
  std::filesystem::create_directory(folder_ / "texts");
  folder_.write("texts/a.txt", prose(300, 1));
  folder_.write("texts/b.txt", prose(300, 2));
  Registry registry = write(folder);
  AddToRegistryOptions options;
  options.input.paths = {folder_.path("texts")};
  options.codes.owner = "o";
  EXPECT_EQ(registry.add(options, quiet_)->added, 2u);
  folder_.write("texts/b.txt", prose(300, 3));
  const auto again = registry.add(options, quiet_);
  EXPECT_EQ(again->unchanged, 1u);
  EXPECT_EQ(again->replaced, 1u);
  options.codes.group = "next year";
  EXPECT_EQ(registry.add(options, quiet_)->added, 2u);
  EXPECT_EQ(registry.stats()->documents, 4u);
}

// A program that adds text by text keeps an index that can be searched fast, without removed texts.
TEST_F(RegistryRefusals, TextsOneByOneAreCompactedWhenTheyAreMany) {
  Registry registry = write(make("one", "passages", "text/k=20/winnow:w=2"));
  add(registry, {.name = "a"}, prose(15'000, 1));
  add(registry, {.name = "a"}, prose(15'000, 2));
  ASSERT_LT(registry.stats()->postings, 150'000u);
  EXPECT_EQ(registry.stats()->removed, 0u);
  EXPECT_EQ(search(registry, prose(300, 2)).hits.size(), 1u);
  EXPECT_TRUE(search(registry, prose(300, 1)).hits.empty());
  add(registry, {.name = "a"}, prose(300, 3));
  EXPECT_EQ(registry.stats()->removed, 1u) << "few are left as they are";
}

TEST_F(RegistryRefusals, OfTwoDocumentsOfOneNameTheSecondIsListed) {
  for (const char* const year : {"2025", "2026"}) {
    std::filesystem::create_directory(folder_ / year);
    folder_.write(std::string(year) + "/main.txt", prose(300, *year));
  }
  Registry registry = write(make("one"));
  AddToRegistryOptions options;
  options.input.paths = {folder_.path("2025"), folder_.path("2026")};
  const auto added = registry.add(options, quiet_);
  ASSERT_TRUE(added);
  EXPECT_EQ(added->added, 1u);
  ASSERT_THAT(added->skipped, SizeIs(1));
  EXPECT_THAT(added->skipped.front().reason, HasSubstr("--group"));
}

TEST_F(RegistryRefusals, ABackupIsTheRegistryAsItWas) {
  const std::string folder = make("one");
  {
    Registry registry = write(folder);
    add(registry, {.name = "before"}, prose(300, 1));
    ASSERT_TRUE(registry.back_up(folder_.path("backups")));
    add(registry, {.name = "after"}, prose(300, 2));
    EXPECT_FALSE(registry.back_up(folder));
  }
  ASSERT_TRUE(restore_registry(folder_.path("backups"), folder_.path("restored")));
  const Registry restored = read(folder_.path("restored"));
  EXPECT_EQ(names(search(restored, prose(300, 1))), std::vector<std::string>{"before"});
  EXPECT_EQ(restored.stats()->documents, 1u);
  EXPECT_THAT(restored.check(quiet_)->faults, IsEmpty());
  EXPECT_FALSE(restore_registry(folder_.path("backups"), folder));
}

TEST_F(RegistryRefusals, TheDatabaseOfAnotherRegistry) {
  const std::string one = make("one"), other = make("other");
  std::filesystem::remove_all(one + "/db");
  std::filesystem::copy(other + "/db", one + "/db");
  const auto registry = Registry::read(one);
  ASSERT_FALSE(registry);
  EXPECT_EQ(registry.error().code, ErrorCode::corrupt);
  EXPECT_THAT(registry.error().message, HasSubstr("is the database of another registry"));
}

TEST_F(RegistryRefusals, ABackupWhileAnotherIsMadeThere) {
  const std::string copies = folder_.path("copies");
  std::filesystem::create_directory(copies);
  const Registry registry = read(make("one"));
  {
    const internal::base::Descriptor other(::open(copies.c_str(), O_RDONLY | O_DIRECTORY));
    ASSERT_EQ(::flock(other.get(), LOCK_EX), 0);
    const auto refused = registry.back_up(copies);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("another whorl process makes a backup"));
  }
  EXPECT_TRUE(registry.back_up(copies));
}

TEST_F(RegistryRefusals, BackupsBesideThoseOfAnotherRegistry) {
  const std::string copies = folder_.path("copies");
  ASSERT_TRUE(read(make("one")).back_up(copies));
  const auto other = read(make("other")).back_up(copies);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("backups of another registry"));
  EXPECT_TRUE(read(folder_.path("one")).back_up(copies));
}

TEST_F(RegistryRefusals, ReadersSearchBesideAWriter) {
  const std::string folder = make("one");
  Registry writer = write(folder);
  add(writer, {.name = "0"}, prose(300, 0));
  std::jthread adding([&] {
    for (unsigned i = 1; i < 60; ++i) {
      add(writer, {.name = std::to_string(i)}, prose(300, i));
      if (i % 20 == 0) {
        EXPECT_TRUE(writer.compact(quiet_));
      }
    }
  });
  for (int i = 0; i < 30; ++i) {
    const auto registry = Registry::read(folder);
    ASSERT_TRUE(registry) << registry.error().message;
    EXPECT_EQ(names(search(*registry, prose(300, 0))), std::vector<std::string>{"0"});
  }
}

TEST_F(RegistryRefusals, AReaderThatStaysCatchesUp) {
  const std::string folder = make("one");
  Registry writer = write(folder);
  Registry reader = read(folder);
  EXPECT_FALSE(*reader.catch_up());
  for (unsigned i = 0; i < 4; ++i) {
    add(writer, {.name = std::to_string(i)}, prose(300, i));
    if (i == 2) {
      ASSERT_TRUE(writer.compact(quiet_));
    }
    EXPECT_TRUE(*reader.catch_up());
    EXPECT_THAT(names(search(reader, prose(300, i))), testing::ElementsAre(std::to_string(i)));
  }
}

}  // namespace
}  // namespace whorl
