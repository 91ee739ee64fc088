// The job of whorl/check.h: which manifests a folder has, and which files they name.

#include "whorl/check.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/folder.h"
#include "base/guard.h"
#include "base/json.h"
#include "base/try.h"
#include "store/check/whole_store.h"

namespace whorl::internal::store::check {
namespace {

using Path = base::FileSystem::Path;

constexpr const char* kSweeps = "sweeps.json";
constexpr const char* kStore = "store.json";
constexpr const char* kRun = "store.next.json";

// A damaged manifest is a finding; any other problem with it is an error.
template <class T>
Result<std::optional<T>> or_finding(Result<std::optional<T>> loaded, const std::string& name,
                                    StoreCheck& out) {
  if (loaded || loaded.error().code != ErrorCode::corrupt) return loaded;
  out.findings.push_back({name, "is not a manifest of whorl, or is damaged",
                          "restore it from a copy, or build the store again"});
  return std::nullopt;
}

class Check {
 public:
  Check(Path store, Progress& progress) : store_(std::move(store)), progress_(progress) {}

  Result<StoreCheck> run() {
    WHORL_RETURN_IF_ERROR(base::check_permitted(store_));
    const std::vector<std::string> names = base::names_in(store_);
    const auto has = [&](const char* name) {
      return std::ranges::find(names, name) != names.end();
    };
    if (has(kSweeps)) {
      WHORL_RETURN_IF_ERROR(sweeps(names));
    } else if (has(kStore) || has(kRun)) {
      WHORL_RETURN_IF_ERROR(cluster());
    } else {
      return fail(ErrorCode::not_found, store_.string() + ": contains no store of whorl");
    }
    return std::move(out_);
  }

 private:
  Result<void> cluster() {
    WHORL_ASSIGN_OR_RETURN(auto finished, finished_store());
    WHORL_ASSIGN_OR_RETURN(auto next,
                           or_finding(store::load_run(file_system_, store_), kRun, out_));
    const bool all_read = out_.sound();  // of manifests; otherwise other files cannot be judged
    out_.finished = finished.has_value() || !all_read;
    if (finished) {
      out_.documents = finished->ingest.documents;
      const store::StoreFiles files(file_system_, store_, finished->files);
      list(files, "");
      WHORL_RETURN_IF_ERROR(add(check_files(files, *finished, progress_), ""));
    }
    store::FileTable named = finished ? finished->files : store::FileTable{};
    if (next) {
      WHORL_RETURN_IF_ERROR(open_run(*next, finished ? &*finished : nullptr, ""));
      for (const auto& [name, file] : next->files.files) named.files["next " + name] = file;
    }
    if (all_read) out_.left = store::StoreFiles(file_system_, store_, std::move(named)).unnamed();
    return {};
  }

  // Nothing if a run began the store and is not done.
  Result<std::optional<store::Manifest>> finished_store() {
    auto finished = store::load_finished(file_system_, store_);
    if (finished) return std::optional(std::move(*finished));
    const bool begun = finished.error().code == ErrorCode::invalid_argument;
    if (begun) return std::nullopt;
    return or_finding<store::Manifest>(tl::unexpected(finished.error()), kStore, out_);
  }

  Result<void> sweeps(const std::vector<std::string>& names) {
    out_.kind = StoreCheck::Kind::sweeps;
    WHORL_ASSIGN_OR_RETURN(auto manifest,
                           or_finding(sweep::load(file_system_, store_), kSweeps, out_));
    if (manifest) {
      out_.finished = !manifest->sweeps.empty();
      out_.documents = manifest->versions();
      const store::StoreFiles files(file_system_, store_, manifest->files);
      list(files, "");
      out_.left = files.unnamed();
      WHORL_RETURN_IF_ERROR(add(check_files(files, *manifest, progress_), ""));
    }
    for (const std::string& name : names) {
      if (!name.starts_with("draft-") || !store::is_store(store_ / name)) continue;
      WHORL_RETURN_IF_ERROR(draft(name));
    }
    return {};
  }

  Result<void> draft(const std::string& name) {
    auto run = store::load_run(file_system_, store_ / name);
    WHORL_ASSIGN_OR_RETURN(auto found, or_finding(std::move(run), name + "/" + kRun, out_));
    return found ? open_run(*found, nullptr, name) : Result<void>{};
  }

  // Opens the files that it names and the finished store does not.
  Result<void> open_run(const store::Manifest& run, const store::Manifest* finished,
                        const std::string& folder) {
    out_.open_runs.push_back(folder.empty() ? kRun : folder);
    store::FileTable table = run.files;
    if (finished) {
      std::erase_if(table.files, [&](const auto& file) {
        const auto same = finished->files.files.find(file.first);
        return same != finished->files.files.end() && same->second == file.second;
      });
    }
    const store::StoreFiles files(file_system_, store_ / folder, std::move(table));
    list(files, folder);
    return add(check_run(files, progress_), folder);
  }

  void list(const store::StoreFiles& files, const std::string& folder) {
    for (const auto& [name, file] : files.table().files) {
      out_.files.push_back({(Path(folder) / file.name).string(), file.length.bytes});
    }
  }

  Result<void> add(Result<std::vector<StoreFinding>> found, const std::string& folder) {
    WHORL_RETURN_IF_ERROR(found);
    for (StoreFinding& finding : *found) {
      finding.file = (Path(folder) / finding.file).string();
      out_.findings.push_back(std::move(finding));
    }
    return {};
  }

  base::FileSystem& file_system_ = base::FileSystem::real();
  Path store_;
  Progress& progress_;
  StoreCheck out_;
};

// The contents of a store's manifests; they change if a writer publishes meanwhile.
std::string state_of(const Path& store) {
  std::string state;
  for (const char* name : {kSweeps, kStore, kRun}) {
    const auto text = base::read_all(base::FileSystem::real(), store / name, 1 << 30);
    state += text ? *text : std::string(name);
  }
  return state;
}

}  // namespace

}  // namespace whorl::internal::store::check

namespace whorl {

using namespace internal;

Result<StoreCheck> check_store(const std::string& store, Progress& progress) try {
  constexpr int kMostTimes = 5;
  for (int time = 1;; ++time) {
    const std::string before = store::check::state_of(store);
    auto checked = store::check::Check(store, progress).run();
    if (checked && checked->sound()) return checked;
    if (time == kMostTimes || store::check::state_of(store) == before) return checked;
  }
} catch (...) {
  return internal::base::caught();
}

std::string to_json(const StoreCheck& check) {
  using Json = nlohmann::ordered_json;
  Json files = Json::array(), findings = Json::array();
  for (const auto& file : check.files)
    files.push_back({{"name", file.name}, {"bytes", file.bytes}});
  for (const StoreFinding& finding : check.findings) {
    findings.push_back(
        {{"file", finding.file}, {"what", finding.what}, {"remedy", finding.remedy}});
  }
  const bool sweeps = check.kind == StoreCheck::Kind::sweeps;
  const Json all = {{"format", 1},
                    {"kind", sweeps ? "sweeps" : "cluster"},
                    {"sound", check.sound()},
                    {"finished", check.finished},
                    {sweeps ? "versions" : "documents", check.documents},
                    {"files", files},
                    {"findings", findings},
                    {"open_runs", check.open_runs},
                    {"left", check.left}};
  return internal::base::json_text(all, 2) + "\n";
}

}  // namespace whorl
