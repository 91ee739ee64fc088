#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

#include "input/source.h"
#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ReadPathTest : public ::testing::Test {
 protected:
  ReadResult read(const std::string& path) {
    NoProgress quiet;
    auto out = read_path(path, options, quiet);
    if (!out) {
      ADD_FAILURE() << out.error().message;
      return {};
    }
    return std::move(*out);
  }
  std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const Document& document : read(folder.path()).documents) out.push_back(document.name);
    return out;
  }
  std::vector<std::string> losses() {
    std::vector<std::string> out;
    for (const Skipped& skipped : read(folder.path()).skipped) {
      out.push_back(skipped.path + " " + skipped.reason);
    }
    return out;
  }

  TempFolder folder;
  ReadOptions options;
};

TEST_F(ReadPathTest, FilesComeByName) {
  for (const char* name : {"b/2.c", "b/1.c", "a.c", "b.c", "b/z/3.c"}) folder.write(name, name);
  EXPECT_THAT(names(), ElementsAre("a.c", "b.c", "b/1.c", "b/2.c", "b/z/3.c"));
  EXPECT_THAT(losses(), IsEmpty());
}

TEST_F(ReadPathTest, SingleFileHasItsBaseName) {
  const ReadResult out = read(folder.write("deep/main.c", "int x;"));
  ASSERT_EQ(out.documents.size(), 1u);
  EXPECT_EQ(out.documents[0].name, "main.c");
  EXPECT_EQ(out.documents[0].bytes, "int x;");
}

TEST_F(ReadPathTest, MissingPathIsAnError) {
  NoProgress quiet;
  const auto out = read_path(folder.at("no\xFFwhere"), options, quiet);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, ErrorCode::not_found);
  EXPECT_THAT(out.error().message, HasSubstr("no\\xFFwhere"));
}

TEST_F(ReadPathTest, SameResultAtAnyThreadCount) {
  for (int i = 0; i < 500; ++i) {
    folder.write(std::to_string(i % 7) + "/" + std::to_string(i), std::to_string(i));
  }
  options.threads = 1;
  const ReadResult one = read(folder.path());
  options.threads = 4;
  const ReadResult four = read(folder.path());
  ASSERT_EQ(one.documents.size(), 500u);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_EQ(one.documents[i].name, four.documents[i].name);
    EXPECT_EQ(one.documents[i].bytes, four.documents[i].bytes);
  }
}

TEST_F(ReadPathTest, SymbolicLinks) {
  folder.write("a/main.c", "x");
  fs::create_symlink("loop2", folder.at("loop1"));
  fs::create_symlink("loop1", folder.at("loop2"));
  fs::create_symlink("..", folder.at("a/up"));
  fs::create_symlink("/etc/passwd", folder.at("out"));
  fs::create_symlink("gone", folder.at("dangling"));
  fs::create_symlink("a/main.c", folder.at("in.c"));
  EXPECT_THAT(names(), ElementsAre("a/main.c", "in.c"));
  EXPECT_THAT(losses(),
              ElementsAre("a/up is a symbolic link to a folder that is read under its own name",
                          "dangling is a symbolic link to a file that does not exist",
                          "loop1 is a loop of symbolic links", "loop2 is a loop of symbolic links",
                          "out is a symbolic link out of the folder; whorl does not follow it"));
}

TEST_F(ReadPathTest, LinkedPathItselfIsFollowed) {
  folder.write("real/a.c", "x");
  fs::create_symlink("real", folder.at("link"));
  EXPECT_EQ(read(folder.at("link")).documents.size(), 1u);
}

TEST_F(ReadPathTest, PipesSocketsAndDevicesDoNotHang) {
  ASSERT_EQ(mkfifo(folder.at("pipe").c_str(), 0600), 0);
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder.at("socket");
  ASSERT_LT(path.size(), sizeof address.sun_path);
  std::copy(path.begin(), path.end(), address.sun_path);
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_THAT(losses(),
              ElementsAre("pipe is a pipe, not a file", "socket is a socket, not a file"));
  close(server);
  const ReadResult device = read("/dev/zero");
  ASSERT_EQ(device.skipped.size(), 1u);
  EXPECT_EQ(device.skipped[0].reason, "is a device, not a file");
}

TEST_F(ReadPathTest, UnreadableFilesAreListed) {
  if (geteuid() == 0) GTEST_SKIP() << "root can read everything";
  fs::permissions(folder.write("secret.c", "x"), fs::perms::none);
  fs::create_directories(folder.at("closed"));
  fs::permissions(folder.at("closed"), fs::perms::none);
  EXPECT_THAT(losses(), ElementsAre("closed is a folder that cannot be opened: Permission denied",
                                    "secret.c cannot be opened: Permission denied"));
}

TEST_F(ReadPathTest, OddNames) {
  folder.write("line\nbreak.c", "x");
  folder.write("quote\"'<b>.c", "x");
  folder.write("bad\xFF.c", "x");
  folder.write("bad\\xFF.c", "y");
  EXPECT_THAT(names(),
              ElementsAre("bad\\xFF.c", "bad\\xFF.c (2)", "line\nbreak.c", "quote\"'<b>.c"));
}

TEST_F(ReadPathTest, BinaryFilesAreListedAndTheirRestNotRead) {
  folder.write("a.out", std::string(1 << 20, '\1'));
  folder.write("empty.c", "");
  EXPECT_THAT(names(), ElementsAre("empty.c"));
  EXPECT_THAT(losses(), ElementsAre("a.out is a binary file, not text"));
  options.keep_binary = true;
  EXPECT_THAT(names(), ElementsAre("a.out", "empty.c"));
}

TEST_F(ReadPathTest, LargeFilesAreListed) {
  folder.write("big.c", std::string(100'000, 'x'));
  fs::resize_file(folder.write("sparse.c", std::string(70'000, 'x')), 1ull << 40);
  options.limits.file_bytes = 90'000;
  EXPECT_THAT(losses(), ElementsAre("big.c is larger than the limit of 90000 bytes a file",
                                    "sparse.c is larger than the limit of 90000 bytes a file"));
}

TEST_F(ReadPathTest, LitterIsLeftOutAndEmptyFoldersAreListed) {
  folder.write(".git/config", "x");
  folder.write("a/__pycache__/x.py", "x");
  folder.write("b/main.c", "x");
  fs::create_directories(folder.at("c/d"));
  EXPECT_THAT(names(), ElementsAre("b/main.c"));
  EXPECT_THAT(losses(), ElementsAre("a is a folder without any file to read",
                                    "c is a folder without any file to read"));
}

TEST_F(ReadPathTest, ToolFoldersAreListedUnlessAPatternNamesThem) {
  for (const char* tool : {"node_modules", "venv", ".venv", ".idea", ".vs", "target"}) {
    folder.write(std::string("a/") + tool + "/x.js", "x");
  }
  folder.write("a/main.js", "x");
  folder.write("b/target", "a file of this name is read");
  EXPECT_THAT(names(), ElementsAre("a/main.js", "b/target"));
  EXPECT_EQ(losses().size(), 6u);
  EXPECT_THAT(losses(),
              testing::Contains("a/venv is a folder of a tool and was skipped; to read it, use "
                                "--include '*' --include '**/venv/**'"));
  options.include = {"*", "**/venv/**"};
  EXPECT_THAT(names(), ElementsAre("a/main.js", "a/venv/x.js", "b/target"));
}

TEST_F(ReadPathTest, GlobsChoose) {
  for (const char* name : {"a/x.c", "a/x.h", "a/test/t.c", "build/y.c"}) folder.write(name, "x");
  options.include = {"*.c"};
  options.exclude = {"build/", "a/test/**"};
  EXPECT_THAT(names(), ElementsAre("a/x.c"));
}

// An archive may contain a file that matches, so it is opened although its own name does not match.
TEST_F(ReadPathTest, PatternsThatMatchNothingAreNamed) {
  for (const char* name : {"ann/a.c", "bob/b.c"}) folder.write(name, "x");
  options.include = {"*/week_03/*"};
  EXPECT_THAT(names(), testing::IsEmpty());
  EXPECT_THAT(losses()[0],
              testing::HasSubstr("has 2 files, and none matches --include '*/week_03/*'"));
  options.include = {"b.c"};
  EXPECT_THAT(losses(), ElementsAre("ann is a folder without any file to read"));
}

TEST_F(ReadPathTest, PathsCanBeLeftOut) {
  folder.write("base/t.c", "x");
  folder.write("a.c", "x");
  options.leave_out = {fs::canonical(folder.at("base")).string()};
  EXPECT_THAT(names(), ElementsAre("a.c"));
}

TEST_F(ReadPathTest, DeepFoldersAreReadOrListed) {
  std::string name;
  for (int i = 0; i < 300; ++i) name += "d/";
  folder.write(name + "x.c", "x");
  EXPECT_EQ(names().size(), 1u);
}

class Impatient final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return true; }
};

TEST_F(ReadPathTest, CanBeCancelled) {
  folder.write("a.c", "x");
  Impatient progress;
  const auto out = read_path(folder.path(), options, progress);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace whorl::internal::input
