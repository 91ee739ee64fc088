// Registry::watch: what comes into a folder is looked up, told, and added, in that order: whoever
// is killed in between looks it up again.
#include <functional>
#include <set>

#include "base/guard.h"
#include "base/try.h"
#include "base/unshown.h"
#include "registry/adder.h"
#include "registry/folder_watch.h"
#include "registry/opened_registry.h"
#include "registry/search.h"
#include "registry/search_log.h"

namespace whorl {

using namespace internal;

namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::milliseconds(200);
constexpr std::size_t kSettledAfter = 1000;  // documents, so that readers open fast

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
  // The name that the document has where the whole folder is added.
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
    if (!skipped && skipped.error().code == ErrorCode::not_found) return {};  // gone again
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
  std::set<std::string> told_;  // names of what was skipped
};

// Looks a document up, tells it, and adds it.
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
