#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "input/sandbox/child.h"
#include "input/sandbox/sandbox.h"
#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

namespace fs = std::filesystem;

// Runs tests/input/hostile_child.cc, which is found in PATH like a converter.
class HostileChild : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = std::getenv("PATH");
    setenv("PATH", (std::string(WHORL_HOSTILE_FOLDER) + ":" + path_).c_str(), 1);
    limits_.seconds = 1;
    limits_.memory_bytes = 1ull << 30;
  }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  Result<std::string> run(std::string action, std::string path = {}) const {
    return run_child({"hostile_child", std::move(action), std::move(path)}, "", limits_);
  }
  std::string outcome(std::string action, std::string path = {}) const {
    const auto out = run(std::move(action), std::move(path));
    return out ? *out : "error: " + out.error().message;
  }

  std::string path_;
  ChildLimits limits_;
};

TEST_F(HostileChild, OpensNoSocketsAndStartsNoProcesses) {
  if (!can_filter_system_calls()) GTEST_SKIP() << "this kernel filters no system calls";
  EXPECT_EQ(outcome("socket"), "refused\n");
  EXPECT_EQ(outcome("fork"), "refused\n");
  EXPECT_EQ(outcome("kill"), "refused\n");
  EXPECT_EQ(outcome("thread"), "done\n");
}

TEST_F(HostileChild, OpensNoFilesButItsOwn) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  const TempFolder folder;
  std::ofstream(folder.at("secret")) << "secret";
  EXPECT_EQ(outcome("read", folder.at("secret")), "refused\n");
  EXPECT_EQ(outcome("read", "/etc/passwd"), "refused\n");
  EXPECT_EQ(outcome("read", "/proc/" + std::to_string(getpid()) + "/environ"), "refused\n");
  EXPECT_EQ(outcome("write", folder.at("new")), "refused\n");
  EXPECT_EQ(outcome("write", "/dev/null"), "done\n");
  EXPECT_FALSE(fs::exists(folder.at("new")));
}

TEST_F(HostileChild, HasAFolderThatIsRemoved) {
  std::string folder = outcome("folder");
  ASSERT_FALSE(folder.empty());
  folder.pop_back();
  EXPECT_EQ(folder[0], '/') << folder;
  EXPECT_FALSE(fs::exists(folder));
}

TEST_F(HostileChild, InheritsNoDescriptors) {
  // Without O_CLOEXEC, as another library may open it.
  const int open_one = open("/dev/null", O_RDONLY);
  EXPECT_EQ(outcome("descriptors"), "0\n");
  close(open_one);
}

TEST_F(HostileChild, IsStoppedByItsLimits) {
  for (const char* action : {"memory", "sleep", "spin"}) {
    const auto begin = std::chrono::steady_clock::now();
    const auto out = run(action);
    ASSERT_FALSE(out) << action << ": " << *out;
    EXPECT_EQ(out.error().code, ErrorCode::limit_exceeded) << action << out.error().message;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(6)) << action;
  }
}

// A child process of `parent`; 0 if there is none.
pid_t child_of(pid_t parent) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    pid_t process = 0;
    pid_t its_parent = 0;
    std::string name;
    std::string state;
    if (file >> process >> name >> state >> its_parent && its_parent == parent) return process;
  }
  return 0;
}

bool runs(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number;
  std::string name;
  std::string state;
  return file >> number >> name >> state && state != "Z";
}

template <class Condition>
bool comes_true(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST_F(HostileChild, EndsWithTheRunThatStartedIt) {
  limits_.seconds = 60;
  const pid_t run_of_it = fork();
  if (run_of_it == 0) {
    // On a thread, as in real runs.
    std::thread([this] { run("sleep"); }).join();
    _exit(0);
  }
  pid_t converter = 0;
  ASSERT_TRUE(comes_true([&] { return (converter = child_of(run_of_it)) != 0; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ASSERT_TRUE(runs(converter));
  kill(run_of_it, SIGKILL);
  waitpid(run_of_it, nullptr, 0);
  EXPECT_TRUE(comes_true([&] { return !runs(converter); }));
}

}  // namespace
}  // namespace whorl::internal::input
