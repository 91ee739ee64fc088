#include "cli/interrupt.h"

#include <unistd.h>
#include <atomic>
#include <csignal>
#include <string_view>

#include "cli/flags.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kSentence =
    "whorl: a file of a registry can no longer be read: the disk failed, or another program "
    "shortened the file; run whorl registry check\n";

[[noreturn]] void end(int) {
  (void)!::write(STDERR_FILENO, kSentence.data(), kSentence.size());
  ::_exit(kFailed);
}

std::atomic<int> caught{0};
static_assert(std::atomic<int>::is_always_lock_free, "set from a signal handler");

void remember(int signal) { caught = signal; }

}  // namespace

void tell_of_lost_pages() {
  struct sigaction action = {};
  action.sa_handler = end;
  sigaction(SIGBUS, &action, nullptr);
}

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int interrupted() { return caught; }

}  // namespace whorl::cli
