// A converter that misbehaves: hostile_child ACTION [PATH]. It prints "refused" if the system
// prevented the action, otherwise "done".
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

namespace {

int tell(bool done) {
  std::puts(done ? "done" : "refused");
  return 0;
}

int open_socket() { return tell(socket(AF_INET, SOCK_STREAM, 0) >= 0); }
int read_file(const char* path) { return tell(open(path, O_RDONLY) >= 0); }
int write_file(const char* path) { return tell(open(path, O_WRONLY | O_CREAT, 0600) >= 0); }
int kill_parent() { return tell(kill(getppid(), SIGUSR1) == 0); }

int fork_children() {
  const pid_t child = fork();
  if (child == 0) {
    for (;;) pause();
  }
  return tell(child > 0);
}

int take_memory() {
  constexpr std::size_t kBytes = std::size_t{1} << 30;
  std::vector<std::vector<char>> all;
  for (int i = 0; i < 4; ++i) all.emplace_back(kBytes, 'x');
  return tell(true);
}

int sleep_for_ever() {
  for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGXCPU}) signal(number, SIG_IGN);
  for (;;) pause();
}

int spin_for_ever() {
  signal(SIGXCPU, SIG_IGN);
  for (;;) std::atomic_signal_fence(std::memory_order_seq_cst);
}

int count_descriptors() {
  int open_ones = 0;
  for (int number = 3; number < 1024; ++number) open_ones += fcntl(number, F_GETFD) >= 0;
  std::printf("%d\n", open_ones);
  return 0;
}

int start_thread() {
  bool ran = false;
  std::thread([&ran] { ran = true; }).join();
  return tell(ran);
}

int use_own_folder() {
  std::FILE* file = std::fopen("scratch", "w");
  if (file == nullptr) return tell(false);
  std::fputs("x", file);
  std::fclose(file);
  std::puts(std::getenv("TMPDIR"));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view action = count > 1 ? arguments[1] : "";
  const char* path = count > 2 ? arguments[2] : "";
  if (action == "socket") return open_socket();
  if (action == "read") return read_file(path);
  if (action == "write") return write_file(path);
  if (action == "kill") return kill_parent();
  if (action == "fork") return fork_children();
  if (action == "memory") return take_memory();
  if (action == "sleep") return sleep_for_ever();
  if (action == "spin") return spin_for_ever();
  if (action == "descriptors") return count_descriptors();
  if (action == "thread") return start_thread();
  if (action == "folder") return use_own_folder();
  return 2;
}
