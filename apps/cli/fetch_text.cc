#include "cli/fetch_text.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

extern char** environ;

namespace whorl::cli {
namespace {

std::vector<std::string> environment_of(const DocumentCodes& codes) {
  std::vector<std::string> all;
  for (char** at = environ; *at != nullptr; ++at) all.emplace_back(*at);
  all.push_back("WHORL_OWNER=" + codes.owner);
  all.push_back("WHORL_GROUP=" + codes.group);
  all.push_back("WHORL_NAME=" + codes.name);
  all.push_back("WHORL_DATE=" + codes.date);
  all.push_back("WHORL_URL=" + codes.url);
  all.push_back("WHORL_CONTACT=" + codes.contact);
  return all;
}

tl::unexpected<Error> refused(const std::string& why) {
  return fail(ErrorCode::unreadable, "the command of --fetch " + why);
}

// Runs a command in a shell and reads its standard output through a pipe.
class FetchCommand {
 public:
  Result<void> start(const std::string& command, const DocumentCodes& codes) {
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return refused(std::strerror(errno));
    read_ = pipe[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    std::vector<std::string> variables = environment_of(codes);
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
    std::string shell = "sh", flag = "-c", text = command;
    std::array<char*, 4> words{shell.data(), flag.data(), text.data(), nullptr};
    const int failed =
        posix_spawn(&child_, "/bin/sh", &actions, nullptr, words.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(pipe[1]);
    if (failed != 0) child_ = -1;
    return failed == 0 ? Result<void>{} : refused(std::strerror(failed));
  }

  // The output of the command, or nothing if it is longer than max_bytes.
  Result<std::optional<std::string>> output(std::uint64_t max_bytes) const {
    std::string text;
    std::array<char, 1 << 16> block;
    while (true) {
      const ssize_t got = ::read(read_, block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return refused(std::strerror(errno));
      if (got == 0) return text;
      if (text.size() + static_cast<std::size_t>(got) > max_bytes) return std::nullopt;
      text.append(block.data(), static_cast<std::size_t>(got));
    }
  }

  // Waits for the command and returns its status. The pipe is closed first, so that a command that
  // still writes ends too.
  int end() {
    if (read_ >= 0) ::close(std::exchange(read_, -1));
    int status = 0;
    if (child_ < 0) return status;
    while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return status;
  }

  ~FetchCommand() { end(); }

 private:
  pid_t child_ = -1;
  int read_ = -1;
};

}  // namespace

Result<std::string> fetch_text(const std::string& command, const RegisteredDocument& document,
                               std::uint64_t max_bytes) {
  FetchCommand run;
  if (const auto started = run.start(command, document.codes); !started) {
    return tl::unexpected(started.error());
  }
  auto text = run.output(max_bytes);
  const int status = run.end();
  if (!text) return tl::unexpected(text.error());
  if (!*text) return refused("printed more than --memory allows");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return refused(WIFEXITED(status) ? "ended with status " + std::to_string(WEXITSTATUS(status))
                                     : "was killed");
  }
  return std::move(**text);
}

}  // namespace whorl::cli
