// whorl registry refresh --fetch: a command of the user prints the texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "cli/flags.h"
#include "run_program.h"

namespace whorl::cli {
namespace {

using testing::HasSubstr;

class Fetch : public testing::Test {
 protected:
  Fetch() {
    for (int i = 0; i < 3; ++i) folder_.write("t/" + std::to_string(i), text(i));
    folder_.write("key", std::string(64, 'c'));
    ::chmod((folder_.path() / "key").c_str(), 0600);
    run({"create", "r", "--scheme", "koala"});
    run({"add", "r", "t", "--owner", "press"});
  }

  static std::string text(int number) {
    std::string all;
    for (int i = 0; i < 1500; ++i) {
      for (int left = i * i + 7919 * number; left > 0; left /= 26) {
        all += static_cast<char>('a' + left % 26);
      }
      all += ' ';
    }
    return all;
  }

  test::Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "registry");
    arguments.insert(arguments.end(), {"--key", "key"});
    return test::run({.arguments = std::move(arguments), .folder = folder_.path()});
  }

  test::Outcome refresh(const std::string& command) {
    return run({"refresh", "r", "--memory", "64M", "--fetch", command});
  }

  test::TemporaryFolder folder_;
};

TEST_F(Fetch, FindsTheCodesInTheEnvironment) {
  const auto done = refresh("test \"$WHORL_OWNER\" = press && cat \"t/$WHORL_NAME\"");
  EXPECT_EQ(done.status, kDone) << done.err;
  EXPECT_THAT(done.out, HasSubstr("3 documents refreshed, 0 of an earlier sample"));
}

TEST_F(Fetch, ListsWhatCouldNotBeHad) {
  const auto some = refresh("test $WHORL_NAME = 1 && cat t/1 || exit 7");
  EXPECT_EQ(some.status, kInputsSkipped);
  EXPECT_THAT(some.out, HasSubstr("1 document refreshed, 2 of an earlier sample"));
  EXPECT_THAT(some.err, HasSubstr("2: the command of --fetch ended with status 7"));
  EXPECT_THAT(refresh("yes 2>/dev/null").err, HasSubstr("more than --memory allows"));
  EXPECT_THAT(refresh("kill -9 $$").err, HasSubstr("was killed"));
  EXPECT_THAT(refresh("echo moved").err, HasSubstr("not the registered one"));
}

}  // namespace
}  // namespace whorl::cli
