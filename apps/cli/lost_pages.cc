#include "cli/lost_pages.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

#include "cli/flags.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kSentence =
    "whorl: a file of a registry cannot be read any more: the disk has failed, or another program "
    "cut the file; see whorl registry check\n";

[[noreturn]] void end(int) {
  (void)!::write(STDERR_FILENO, kSentence.data(), kSentence.size());
  ::_exit(kFailed);
}

}  // namespace

void tell_of_lost_pages() {
  struct sigaction action = {};
  action.sa_handler = end;
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace whorl::cli
