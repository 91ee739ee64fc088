// Registry::watch: what comes into a folder is looked up, told, and added, in that order: whoever
// is killed in between looks it up again.
#include <set>

#include "base/guard.h"
#include "base/try.h"
#include "registry/adder.h"
#include "registry/each_text.h"
#include "registry/folder_watch.h"
#include "registry/opened_registry.h"
#include "registry/search.h"

namespace whorl {

using namespace internal;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSettledAfter = 1000;  // documents, so that readers open fast

// A document that came in.
struct Arrived {
  DocumentCodes codes;
  std::string text;
  registry::Features features;
};

class Watching {
 public:
  Watching(registry::Index& index, const WatchOptions& options, const Registry::Answered& take,
           Progress& progress)
      : index_(index), options_(options), take_(take), progress_(progress) {}

  Result<WatchSummary> run() {
    WHORL_ASSIGN_OR_RETURN(auto folder, registry::FolderWatch::open(options_.folder));
    while (!progress_.cancelled()) {
      WHORL_ASSIGN_OR_RETURN(const auto files, folder.wait(kPatience));
      for (const fs::path& file : files) {
        if (progress_.cancelled()) break;
        WHORL_RETURN_IF_ERROR(take_file(file));
      }
    }
    WHORL_RETURN_IF_ERROR(index_.database().settle());
    return std::move(summary_);
  }

 private:
  static constexpr auto kPatience = std::chrono::milliseconds(200);

  // The name that the document has where the whole folder is added.
  std::string name_of(const fs::path& file, const std::string& name) const {
    const fs::path parent = file.parent_path().lexically_relative(options_.folder);
    return parent.empty() || parent == "." ? name : (parent / name).generic_string();
  }

  Result<void> take_file(const fs::path& file) {
    RegistryInput input = options_.input;
    input.paths = {file.string()};
    const auto work = [&](const registry::FoundDocument& found,
                          std::string_view text) -> Result<Arrived> {
      Arrived arrived{options_.codes, std::string(text), {}};
      arrived.codes.name = name_of(file, found.document.name);
      WHORL_ASSIGN_OR_RETURN(arrived.features, registry::stored(text, index_.method()));
      return arrived;
    };
    NoProgress quiet;
    auto skipped = registry::for_each_text<Arrived>(
        input, quiet, work, [&](Arrived arrived) { return take_in(std::move(arrived)); });
    if (!skipped && skipped.error().code == ErrorCode::not_found) return {};  // gone again
    WHORL_RETURN_IF_ERROR(skipped);
    for (Skipped& one : *skipped) {
      one.path = name_of(file, one.path);
      if (told_.insert(one.path).second) summary_.skipped.push_back(std::move(one));
    }
    return {};
  }

  Result<void> take_in(Arrived arrived) {
    registry::Adder adder(index_);
    const std::uint64_t bytes = arrived.text.size();
    WHORL_ASSIGN_OR_RETURN(const bool known, adder.has(arrived.codes, bytes, arrived.features));
    if (known) return {};
    RegistrySearchOptions search = options_.search;
    search.except = arrived.codes;
    WHORL_ASSIGN_OR_RETURN(auto answer, registry::search(index_, arrived.text, search));
    answer.name = arrived.codes.name;
    WHORL_RETURN_IF_ERROR(take_(answer));
    WHORL_RETURN_IF_ERROR(adder.take(std::move(arrived.codes), bytes, arrived.features));
    WHORL_RETURN_IF_ERROR(adder.commit());
    if (++summary_.documents % kSettledAfter == 0) return index_.database().settle();
    return {};
  }

  registry::Index& index_;
  const WatchOptions& options_;
  const Registry::Answered& take_;
  Progress& progress_;
  WatchSummary summary_;
  std::set<std::string> told_;  // names of what was skipped
};

}  // namespace

Result<WatchSummary> Registry::watch(const WatchOptions& options, const Answered& take,
                                     Progress& progress) try {
  return Watching(opened_->index, options, take, progress).run();
} catch (...) {
  return base::caught();
}

}  // namespace whorl
