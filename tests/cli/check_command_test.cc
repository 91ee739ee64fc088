// whorl check from the command line, and damaged stores, which every command refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/flags.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class CheckCommand : public testing::Test {
 protected:
  CheckCommand() {
    folder_.write("pages/a.txt", "one two three four five six seven eight nine ten eleven");
    folder_.write("pages/b.txt", "one two three four five six seven eight nine ten eleven twelve");
    EXPECT_EQ(whorl({"cluster", "pages", "-o", "store", "-q"}).status, kDone);
    EXPECT_EQ(whorl({"sweep", "add", "web", "--date", "2026-05-01", "pages", "-q"}).status, kDone);
  }

  test::Outcome whorl(std::vector<std::string> arguments) {
    return test::run({.arguments = std::move(arguments), .folder = folder_.path()});
  }

  test::TemporaryFolder folder_;
};

TEST_F(CheckCommand, SaysThatAStoreIsSound) {
  for (const char* store : {"store", "web"}) {
    const test::Outcome outcome = whorl({"check", store});
    EXPECT_EQ(outcome.status, kDone) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("is sound"));
    EXPECT_THAT(whorl({"check", store, "-q"}).out, IsEmpty());
    EXPECT_EQ(json::parse(whorl({"check", store, "--json"}).out).at("sound"), true);
  }
}

TEST_F(CheckCommand, EndsWithStatus3WhereAFileIsDamagedOrGone) {
  folder_.write("store/pairs.1.bin", "nothing of whorl");
  const test::Outcome damaged = whorl({"check", "store", "--json"});
  EXPECT_EQ(damaged.status, kFailed);
  EXPECT_THAT(damaged.err, HasSubstr("store/pairs.1.bin: its header is wrong; restore"));
  EXPECT_EQ(json::parse(damaged.out).at("findings").at(0).at("file"), "pairs.1.bin");
  std::filesystem::remove(folder_.path() / "store/documents.1.bin");
  std::filesystem::remove(folder_.path() / "web/pages.1.bin");
  EXPECT_THAT(whorl({"check", "store"}).err, HasSubstr("store/documents.1.bin: is missing"));
  for (const auto& command : {std::vector<std::string>{"query", "store", "pages/a.txt"},
                              {"recluster", "store"},
                              {"sweep", "drift", "web"},
                              {"check", "web"}}) {
    const test::Outcome outcome = whorl(command);
    EXPECT_EQ(outcome.status, kFailed) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(": is missing, so "));
  }
}

TEST_F(CheckCommand, TellsOfADraftThatWasStopped) {
  std::filesystem::create_directories(folder_.path() / "web/draft-2026-06-01");
  for (const auto& file : std::filesystem::directory_iterator(folder_.path() / "store")) {
    const auto to = folder_.path() / "web/draft-2026-06-01" / file.path().filename();
    std::filesystem::copy(file.path(), to);
  }
  std::filesystem::rename(folder_.path() / "web/draft-2026-06-01/store.json",
                          folder_.path() / "web/draft-2026-06-01/store.next.json");
  const test::Outcome open = whorl({"check", "web"});
  EXPECT_EQ(open.status, kDone) << open.err;
  EXPECT_THAT(open.out, HasSubstr("draft-2026-06-01: a run is in progress or was interrupted"));
  folder_.write("web/draft-2026-06-01/names.1.bin", "");
  const test::Outcome damaged = whorl({"check", "web"});
  EXPECT_EQ(damaged.status, kFailed);
  EXPECT_THAT(damaged.err, HasSubstr("web/draft-2026-06-01/names.1.bin: "));
}

TEST_F(CheckCommand, TakesOneStore) {
  EXPECT_EQ(whorl({"check"}).status, kWrongUsage);
  EXPECT_EQ(whorl({"check", "store", "web"}).status, kWrongUsage);
  const test::Outcome none = whorl({"check", "pages"});
  EXPECT_EQ(none.status, kWrongUsage);
  EXPECT_THAT(none.err, HasSubstr("pages: contains no store of whorl"));
}

TEST_F(CheckCommand, AndOthersRefuseStoresOfAnotherFormat) {
  const std::vector<std::vector<std::string>> commands = {
      {"check", "store"},
      {"query", "store", "--cluster", "0"},
      {"recluster", "store"},
      {"cluster", "--into", "store", "pages"},
      {"cluster", "pages", "-o", "store"},
      {"merge", "store", "store2", "-o", "both"},
      {"dedup", "pages", "--against", "store", "-o", "kept.jsonl"},
      {"check", "web"},
      {"sweep", "drift", "web"},
      {"sweep", "locate", "web", "a.txt"},
      {"sweep", "add", "web", "--date", "2026-07-01", "pages"}};
  const std::pair<const char*, const char*> formats[] = {
      {"{\"format\":1}", ": has format 1, made by an unreleased version: build it again\n"},
      {"{\"format\":99}", ": was built by a later version of whorl (format 99)\n"}};
  for (const auto& [manifest, message] : formats) {
    folder_.write("store/store.json", manifest);
    folder_.write("web/sweeps.json", manifest);
    for (const auto& command : commands) {
      const test::Outcome outcome = whorl(command);
      EXPECT_EQ(outcome.status, kFailed) << outcome.err;
      EXPECT_THAT(outcome.err, HasSubstr(message)) << testing::PrintToString(command);
    }
    EXPECT_EQ(folder_.read("store/store.json"), manifest);
    EXPECT_EQ(folder_.read("web/sweeps.json"), manifest);
  }
}

}  // namespace
}  // namespace whorl::cli
