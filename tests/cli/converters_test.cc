// PDF and PostScript from the command line, with and without converters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/flags.h"
#include "run_program.h"
#include "whorl/converters.h"

namespace whorl::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

// A converter in PATH that tries to leave its sandbox, a document for it, and two documents that
// need none.
class Converters : public testing::Test {
 protected:
  Converters() : path_(std::getenv("PATH")) {
    const auto bin = folder_.path() / "bin";
    folder_.write("bin/pdftotext", "#!/bin/sh\nread -r secret < '" +
                                       (folder_.path() / "secret").string() +
                                       "' && echo \"escaped with $secret\" && exit 0\nexit 1\n");
    std::filesystem::permissions(bin / "pdftotext", std::filesystem::perms::owner_all);
    setenv("PATH", (bin.string() + ":" + path_).c_str(), 1);
    folder_.write("secret", "a secret\n");
    folder_.write("in/essay.pdf", "%PDF-1.7\nan essay\n");
    for (const char* name : {"in/a.txt", "in/b.txt"}) {
      folder_.write(name, "one two three four five six seven eight nine ten eleven twelve\n");
    }
  }
  ~Converters() override { setenv("PATH", path_.c_str(), 1); }

  // The outcomes of all commands that read documents. Each of them skips the essay and reads the
  // others.
  std::vector<test::Outcome> outcomes(const std::vector<std::string>& more) const {
    std::vector<test::Outcome> out;
    for (std::vector<std::string> command : {std::vector<std::string>{"cluster", "-o", "store"},
                                             {"fingerprint"},
                                             {"compare", "-o", "report"},
                                             {"dedup", "-o", "kept.txt"},
                                             {"sweep", "add", "sweeps", "--date", "2026-05-01"}}) {
      command.insert(command.end(), more.begin(), more.end());
      command.push_back("in");
      out.push_back(test::run({.arguments = command, .folder = folder_.path()}));
    }
    return out;
  }

  test::TemporaryFolder folder_;
  const std::string path_;
};

TEST_F(Converters, AreNotStartedWhereTheyAreNotAllowed) {
  for (const test::Outcome& outcome : outcomes({"--no-convert"})) {
    EXPECT_THAT(outcome.err + outcome.out, HasSubstr("converters are switched off"));
    EXPECT_LT(outcome.status, kFailed) << outcome.err;
  }
}

TEST_F(Converters, ThatTryToGetOutAreListedAndTheRunGoesOn) {
  for (const ConverterConfinement& part : converter_confinement()) {
    if (!part.holds) GTEST_SKIP() << "this kernel keeps no converter from " << part.keeps;
  }
  for (const test::Outcome& outcome : outcomes({})) {
    EXPECT_THAT(outcome.err + outcome.out, HasSubstr("is a broken PDF"));
    EXPECT_THAT(outcome.err + outcome.out, Not(HasSubstr("a secret")));
    EXPECT_LT(outcome.status, kFailed) << outcome.err;
  }
}

}  // namespace
}  // namespace whorl::cli
