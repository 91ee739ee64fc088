#include "base/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <fstream>
#include <string>

#include "../temp_folder.h"

namespace whorl::internal::base {
namespace {

using std::chrono::steady_clock;

steady_clock::time_point in(int seconds) {
  return steady_clock::now() + std::chrono::seconds(seconds);
}

ChildPlan shell(const std::string& script) {
  return {.program = "/bin/sh", .arguments = {"sh", "-c", script}};
}

std::string output(const ChildPlan& plan) {
  std::string out;
  const auto end = run_child(plan, in(60), [&](std::string_view bytes) {
    out += bytes;
    return true;
  });
  EXPECT_TRUE(end && end->status == 0 && !end->late);
  return out;
}

bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

bool runs(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

TEST(ChildProcess, HasTheStreamsAndTheFolderThatItIsGiven) {
  const test::TempFolder folder("child_process");
  const std::string path = (folder / "input").parent_path();
  const int input = open(folder.write("input", "some input").c_str(), O_RDONLY | O_CLOEXEC);
  const int file = open(folder.path("output").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ChildPlan plan = shell("cat; pwd >&2");
  plan.folder = path;
  plan.streams = {input, file, -1};
  plan.watched = STDERR_FILENO;
  EXPECT_EQ(output(plan), path + "\n");
  EXPECT_EQ(folder.read("output"), "some input");
  close(input);
  close(file);
}

TEST(ChildProcess, InheritsNoDescriptorsAndNoSignals) {
  // Without O_CLOEXEC, as another library may open it.
  const int open_one = open("/dev/null", O_RDONLY);
  const auto before = signal(SIGUSR1, SIG_IGN);
  sigset_t blocked, mask;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &blocked, &mask);
  // 3 is the folder that `ls` reads.
  EXPECT_EQ(output(shell("exec ls /proc/self/fd")), "0\n1\n2\n3\n");
  EXPECT_EQ(output(shell("exec grep -cE 'Sig(Blk|Ign):.0+$' /proc/self/status")), "2\n");
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  signal(SIGUSR1, before);
  close(open_one);
}

TEST(ChildProcess, RunsTheHookBeforeTheProgram) {
  ChildPlan plan = shell("umask");
  plan.before_program = [] { umask(0123); };
  EXPECT_EQ(output(plan), "0123\n");
}

TEST(ChildProcess, IsKilledWithItsGroupWhenToldToStop) {
  std::string started;
  const auto end = run_child(shell("trap '' TERM; sleep 60 & echo $!; wait"), in(60),
                             [&](std::string_view bytes) {
                               started += bytes;
                               return !started.ends_with('\n');
                             });
  ASSERT_TRUE(end);
  EXPECT_EQ(WTERMSIG(end->status), SIGKILL);
  EXPECT_FALSE(end->late);
  started.pop_back();
  for (int i = 0; i < 500 && runs(started); ++i) usleep(10'000);
  EXPECT_FALSE(runs(started));
  EXPECT_FALSE(has_children());
}

TEST(ChildProcess, IsKilledAtTheDeadlineAlsoAfterItsLastOutput) {
  for (const char* script : {"exec sleep 60", "exec sleep 60 >&-"}) {
    const auto end = run_child(shell(script), in(1), [](std::string_view) { return true; });
    ASSERT_TRUE(end);
    EXPECT_TRUE(end->late) << script;
    EXPECT_FALSE(has_children()) << script;
  }
}

TEST(ChildProcess, SaysWhyAProgramCannotBeRun) {
  const auto take = [](std::string_view) { return true; };
  const auto missing = run_child({"/no/program", {"program"}}, in(60), take);
  EXPECT_EQ(missing.error(), std::errc::no_such_file_or_directory);
  const auto folder = run_child({"/", {"folder"}}, in(60), take);
  EXPECT_EQ(folder.error(), std::errc::permission_denied);
  EXPECT_FALSE(has_children());
}

}  // namespace
}  // namespace whorl::internal::base
