#include "registry/folder_watch.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/folder.h"
#include "base/try.h"

namespace whorl::internal::registry {
namespace {

namespace fs = std::filesystem;

constexpr auto kQuiet = std::chrono::milliseconds(500);
constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR;

tl::unexpected<Error> failed(const fs::path& path, std::string what) {
  const std::string reason = std::generic_category().message(errno);
  return fail(ErrorCode::unreadable, path.string() + ": " + std::move(what) + ": " + reason);
}

std::chrono::milliseconds until(std::chrono::steady_clock::time_point then) {
  const auto left = then - std::chrono::steady_clock::now();
  return std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(left));
}

}  // namespace

Result<FolderWatch> FolderWatch::open(const fs::path& folder) {
  FolderWatch watch(folder);
  watch.events_.reset(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (watch.events_.get() < 0) return failed(folder, "cannot be watched");
  WHORL_RETURN_IF_ERROR(watch.watch(folder, Clock::now()));
  return watch;
}

// The watch is there before the folder is listed, so that what comes meanwhile is seen twice rather
// than never.
Result<void> FolderWatch::watch(const fs::path& folder, Clock::time_point complete) {
  const int number = inotify_add_watch(events_.get(), folder.c_str(), kEvents);
  if (number < 0 && errno == ENOSPC) {
    return fail(ErrorCode::limit_exceeded, folder.string() +
                                               ": the system watches no more folders; raise "
                                               "fs.inotify.max_user_watches with sysctl");
  }
  if (number < 0 && folder != folder_) return {};  // it is gone again
  if (number < 0) return failed(folder, "cannot be watched");
  folders_[number] = folder;
  for (const std::string& name : base::names_in(folder)) {
    const fs::path path = folder / name;
    std::error_code ignored;
    if (fs::is_symlink(path, ignored)) continue;
    if (fs::is_directory(path, ignored)) {
      WHORL_RETURN_IF_ERROR(watch(path, complete));
    } else if (fs::is_regular_file(path, ignored)) {
      complete_[path] = complete;
    }
  }
  return {};
}

Result<void> FolderWatch::take_event(int watched, std::uint32_t mask, const std::string& name) {
  if ((mask & IN_Q_OVERFLOW) != 0) return watch(folder_, Clock::now());
  if ((mask & IN_IGNORED) != 0) {
    folders_.erase(watched);
    return {};
  }
  const auto folder = folders_.find(watched);
  if (folder == folders_.end() || name.empty()) return {};
  const fs::path path = folder->second / name;
  if ((mask & IN_ISDIR) != 0) return watch(path, Clock::now() + kQuiet);
  if ((mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0) complete_[path] = Clock::now();
  return {};
}

Result<void> FolderWatch::read_events() {
  alignas(inotify_event) std::array<char, 64 * 1024> buffer;
  while (true) {
    const ssize_t bytes = ::read(events_.get(), buffer.data(), buffer.size());
    if (bytes <= 0) return {};
    for (const char* at = buffer.data(); at < buffer.data() + bytes;) {
      inotify_event event;
      std::memcpy(&event, at, sizeof event);
      const std::string name = event.len == 0 ? "" : at + sizeof event;
      WHORL_RETURN_IF_ERROR(take_event(event.wd, event.mask, name));
      at += sizeof event + event.len;
    }
  }
}

Result<std::vector<fs::path>> FolderWatch::wait(std::chrono::milliseconds most) {
  for (const auto& [path, complete] : complete_) most = std::min(most, until(complete));
  pollfd events{events_.get(), POLLIN, 0};
  if (::poll(&events, 1, static_cast<int>(most.count())) > 0) WHORL_RETURN_IF_ERROR(read_events());
  std::vector<fs::path> files;
  const auto now = Clock::now();
  for (auto at = complete_.begin(); at != complete_.end();) {
    if (at->second > now) {
      ++at;
      continue;
    }
    files.push_back(at->first);
    at = complete_.erase(at);
  }
  return files;
}

}  // namespace whorl::internal::registry
