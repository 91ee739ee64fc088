// Registry::watch: documents that arrive in a folder are looked up, reported, and added, in that
// order. If it is killed in between, they are looked up again.

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "base/descriptor.h"
#include "base/folder.h"
#include "base/guard.h"
#include "base/try.h"
#include "base/unshown.h"
#include "jobs/registry/adder.h"
#include "jobs/registry/opened_registry.h"
#include "jobs/registry/search.h"
#include "jobs/registry/search_log.h"
#include "whorl/result.h"

namespace whorl::internal::registry {
namespace {

// FolderWatch: reports the files of a folder when they are complete.

// A file is complete when its writer closes it or moves it in. The files of a folder that arrives
// as a whole are complete when none has changed for half a second.
class FolderWatch {
 public:
  // All existing files are complete at once. Fails if the folder does not exist, or if the system
  // cannot watch more folders.
  static Result<FolderWatch> open(const std::filesystem::path& folder);

  // Files that became complete, in order of their paths; waits up to `most` for some. If the system
  // lost events, returns all existing files.
  Result<std::vector<std::filesystem::path>> wait(std::chrono::milliseconds most);

 private:
  using Clock = std::chrono::steady_clock;

  explicit FolderWatch(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Result<void> watch(const std::filesystem::path& folder, Clock::time_point complete);
  Result<void> read_events();
  Result<void> take_event(int watched, std::uint32_t mask, const std::string& name);

  std::filesystem::path folder_;
  base::Descriptor events_;
  std::map<int, std::filesystem::path> folders_;                 // by the number of their watch
  std::map<std::filesystem::path, Clock::time_point> complete_;  // when files become complete
};

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

Result<FolderWatch> FolderWatch::open(const fs::path& folder) {
  FolderWatch watch(folder);
  watch.events_.reset(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (watch.events_.get() < 0) return failed(folder, "cannot be watched");
  WHORL_RETURN_IF_ERROR(watch.watch(folder, Clock::now()));
  return watch;
}

// The watch begins before the folder is listed, so that files that arrive meanwhile are seen twice
// rather than never.
Result<void> FolderWatch::watch(const fs::path& folder, Clock::time_point complete) {
  const int number = inotify_add_watch(events_.get(), folder.c_str(), kEvents);
  if (number < 0 && errno == ENOSPC) {
    return fail(ErrorCode::limit_exceeded, folder.string() +
                                               ": the system cannot watch more folders; raise "
                                               "fs.inotify.max_user_watches with sysctl");
  }
  if (number < 0 && folder != folder_) return {};  // it was removed again
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

}  // namespace

}  // namespace whorl::internal::registry

namespace whorl {

using namespace internal;

namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::milliseconds(200);
constexpr std::size_t kSettledAfter = 1000;  // documents; so that readers open fast

class Watching {
 public:
  Watching(const WatchOptions& options, const TakeWatched& take, Progress& progress)
      : options_(options), take_(take), progress_(progress) {}

  Result<WatchSummary> run() {
    WHORL_ASSIGN_OR_RETURN(auto folder, registry::FolderWatch::open(options_.folder));
    while (!progress_.cancelled()) {
      WHORL_ASSIGN_OR_RETURN(const auto files, folder.wait(kPatience));
      for (const fs::path& file : files) {
        if (progress_.cancelled()) break;
        WHORL_RETURN_IF_ERROR(take_file(file));
      }
    }
    return std::move(summary_);
  }

 private:
  // The name that the document would have if the whole folder were added.
  std::string name_of(const fs::path& file, const std::string& name) const {
    const fs::path parent = file.parent_path().lexically_relative(options_.folder);
    return parent.empty() || parent == "." ? name : (parent / name).generic_string();
  }

  Result<void> take_file(const fs::path& file) {
    RegistryInput input = options_.input;
    input.paths = {file.string()};
    const auto take = [&](RegistryText text) -> Result<void> {
      std::string name = name_of(file, text.codes.name);
      text.codes = options_.codes;
      text.codes.name = std::move(name);
      WHORL_ASSIGN_OR_RETURN(const bool taken, take_(text));
      summary_.documents += taken ? 1 : 0;
      return {};
    };
    base::Unshown quiet(progress_);
    auto skipped = for_each_registry_text(input, take, quiet);
    if (!skipped && skipped.error().code == ErrorCode::not_found) return {};  // removed again
    if (!skipped && skipped.error().code == ErrorCode::cancelled) return {};
    WHORL_RETURN_IF_ERROR(skipped);
    for (Skipped& one : *skipped) {
      one.path = name_of(file, one.path);
      if (told_.insert(one.path).second) summary_.skipped.push_back(std::move(one));
    }
    return {};
  }

  const WatchOptions& options_;
  const TakeWatched& take_;
  Progress& progress_;
  WatchSummary summary_;
  std::set<std::string> told_;  // names of skipped files
};

// Looks a document up, reports it, and adds it.
class Arrivals {
 public:
  Arrivals(registry::Index& index, const fs::path& folder, const RegistrySearchOptions& search,
           const Registry::Answered& take)
      : index_(index), folder_(folder), search_(search), take_(take) {}

  Result<bool> operator()(const RegistryText& arrived) {
    registry::Adder adder(index_);
    const std::uint64_t bytes = arrived.text.size();
    WHORL_ASSIGN_OR_RETURN(const auto features, registry::stored(arrived.text, index_.method()));
    WHORL_ASSIGN_OR_RETURN(const bool known, adder.has(arrived.codes, bytes, features));
    if (known) return false;
    RegistrySearchOptions search = search_;
    search.except = arrived.codes;
    WHORL_ASSIGN_OR_RETURN(auto answer, registry::search(index_, arrived.text, search));
    answer.name = arrived.codes.name;
    registry::note_search(folder_, answer);
    WHORL_RETURN_IF_ERROR(take_(answer));
    WHORL_RETURN_IF_ERROR(adder.take(arrived.codes, bytes, features));
    WHORL_RETURN_IF_ERROR(adder.commit());
    if (++documents_ % kSettledAfter == 0) WHORL_RETURN_IF_ERROR(index_.database().settle());
    return true;
  }

 private:
  registry::Index& index_;
  const fs::path& folder_;  // of the registry
  const RegistrySearchOptions& search_;
  const Registry::Answered& take_;
  std::uint64_t documents_ = 0;
};

}  // namespace

Result<WatchSummary> watch_folder(const WatchOptions& options, const TakeWatched& take,
                                  Progress& progress) try {
  return Watching(options, take, progress).run();
} catch (...) {
  return base::caught();
}

Result<WatchSummary> Registry::watch(const WatchOptions& options, const Answered& take,
                                     Progress& progress) try {
  WHORL_RETURN_IF_ERROR(opened_->recover());
  Arrivals arrivals(opened_->index, opened_->folder, options.search, take);
  auto summary = watch_folder(options, std::ref(arrivals), progress);
  WHORL_RETURN_IF_ERROR(summary);
  WHORL_RETURN_IF_ERROR(opened_->index.database().settle());
  return summary;
} catch (...) {
  return base::caught();
}

}  // namespace whorl
