#include "cli/streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>

#include "cli/flags.h"
#include "cli/text.h"

namespace whorl::cli {
namespace {

int output_failed(int error) {
  if (error == EPIPE || reader_is_gone()) return kReaderGone;
  tell("whorl: standard output cannot be written: {}\n", std::strerror(error));
  return kFailed;
}

}  // namespace

void prepare_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    // open() returns the lowest free descriptor, which is this one. It is opened for the wrong
    // direction, so that using it fails as a closed descriptor does.
    (void)::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

bool reader_is_gone() {
  pollfd output{STDOUT_FILENO, 0, 0};
  return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

int end_of_output(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  return output_failed(errno);
}

int thrown(std::exception_ptr exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::bad_alloc&) {
    tell("whorl: there is not enough memory\n");
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return output_failed(error.code().value());
    tell("whorl: {}\n", printable(error.what()));
  } catch (const std::exception& error) {
    tell("whorl: {}\n", printable(error.what()));
  }
  return kFailed;
}

}  // namespace whorl::cli
