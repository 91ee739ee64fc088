#include "serve/job_run.h"

#include <sys/wait.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "serve/child.h"
#include "serve/document_json.h"
#include "serve/job.h"
#include "serve/json_text.h"
#include "serve/search_options.h"
#include "serve/text_line.h"

namespace whorl::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBatchDocuments = 64;
constexpr std::size_t kBatchBytes = 4 << 20;
constexpr std::uint64_t kMostPairs = 1 << 30;  // bytes

struct Work {
  SharedRegistry& registry;
  const Limits& limits;
  const Job& job;
  const fs::path& folder;
  const Told& told;

  std::ofstream result(std::string_view name) const {
    return std::ofstream(folder / kReportFolder / name, std::ios::binary);
  }
};

// Names of documents begin with the name of the archive.
std::string prefix_of(const Job& job) { return job.upload + "/"; }

// Iterates over the texts of a job until it is stopped.
class Texts {
 public:
  Texts(const Work& work, DocumentCodes fallback, std::string phase)
      : stream_(work.folder / kTextsFile, std::ios::binary),
        lines_(stream_, std::move(fallback), work.limits.body),
        told_(work.told),
        prefix_(prefix_of(work.job)),
        phase_(std::move(phase)) {
    std::error_code none;
    total_ = fs::file_size(work.folder / kTextsFile, none);
  }

  std::optional<TextLine> next() {
    stopped_ = stopped_ || !told_(phase_, lines_.bytes(), total_);
    if (stopped_) return std::nullopt;
    auto line = lines_.next();
    if (line) std::visit([&](auto& one) { without_prefix(name_of(one)); }, *line);
    return line;
  }
  bool stopped() const { return stopped_; }

 private:
  static std::string& name_of(RegistryText& text) { return text.codes.name; }
  static std::string& name_of(Skipped& skipped) { return skipped.path; }
  void without_prefix(std::string& name) const {
    if (name.starts_with(prefix_)) name.erase(0, prefix_.size());
  }

  std::ifstream stream_;
  TextLines lines_;
  const Told& told_;
  const std::string prefix_;
  const std::string phase_;  // progress of this phase is counted in bytes
  std::uint64_t total_ = 0;
  bool stopped_ = false;
};

JobEnd failed(const Error& error) { return {JobState::failed, error.message}; }

JobEnd end_of(std::ofstream& result, std::uint64_t left_out) {
  if (!result.flush()) return {JobState::failed, "the disk is full; upload it again later"};
  if (left_out == 0) return {JobState::done};
  return {JobState::done, "some inputs were skipped; the result lists them"};
}

Json skipped_line(const Skipped& skipped) {
  return {{"name", skipped.path},
          {skipped.kind == SkipKind::skipped ? "skipped" : "fallback", skipped.reason}};
}

JobEnd finish_pairs(const Work& work) {
  std::error_code none;
  const fs::path file = work.folder / kPairsOutput;
  if (fs::file_size(file, none) > kMostPairs) {
    return {JobState::failed, "there are too many pairs; ask for fewer with 'top'"};
  }
  std::ifstream pairs(file, std::ios::binary);
  std::ofstream result = work.result("pairs.json");
  const std::string prefix = "\"" + prefix_of(work.job);
  for (std::string line; std::getline(pairs, line);) {
    const std::size_t at = line.find(prefix);
    const bool begins = at != line.npos && (at == 0 || line[at - 1] != '\\');
    if (begins) line.erase(at + 1, prefix.size() - 1);
    result << line << '\n';
  }
  return end_of(result, 0);
}

JobEnd look_up(const Work& work) {
  auto options = parse_search_options(work.job.asked);
  if (!options) return failed(options.error());
  const Caller caller{.name = {}, .owner = work.job.owner};
  if (!caller.sees_all()) options->only_owner = caller.owner;
  Texts texts(work, {}, "looking up");
  std::ofstream result = work.result("answers.jsonl");
  std::uint64_t left_out = 0;
  while (const auto line = texts.next()) {
    if (const auto* const skipped = std::get_if<Skipped>(&*line)) {
      ++left_out;
      result << written(skipped_line(*skipped));
      continue;
    }
    const auto& document = std::get<RegistryText>(*line);
    auto answer = work.registry.read(
        [&](const Registry& registry) { return registry.search(document.text, *options); });
    if (!answer) return failed(answer.error());
    answer->name = document.codes.name;
    result << written(shown(*answer, caller));
  }
  if (texts.stopped()) return {JobState::failed};
  return end_of(result, left_out);
}

void add_to(AddedToRegistry& all, AddedToRegistry more) {
  for (const auto count :
       {&AddedToRegistry::added, &AddedToRegistry::replaced, &AddedToRegistry::unchanged,
        &AddedToRegistry::too_short, &AddedToRegistry::fingerprints}) {
    all.*count += more.*count;
  }
  all.skipped.insert(all.skipped.end(), std::move_iterator(more.skipped.begin()),
                     std::move_iterator(more.skipped.end()));
}

// Registers in batches, so that searches can run in between.
class Registering {
 public:
  explicit Registering(const Work& work) : work_(work) {}

  Result<void> take(TextLine line) {
    if (auto* const skipped = std::get_if<Skipped>(&line)) {
      all_.skipped.push_back(std::move(*skipped));
      return {};
    }
    batch_.push_back(std::get<RegistryText>(std::move(line)));
    bytes_ += batch_.back().text.size();
    const bool full = batch_.size() >= kBatchDocuments || bytes_ >= kBatchBytes;
    return full ? commit() : Result<void>{};
  }
  Result<void> commit() {
    auto added = work_.registry.change([&](Registry& registry) { return registry.add(batch_); });
    if (!added) return tl::unexpected(added.error());
    add_to(all_, *std::move(added));
    batch_.clear();
    bytes_ = 0;
    return {};
  }
  const AddedToRegistry& all() const { return all_; }

 private:
  const Work& work_;
  AddedToRegistry all_;
  std::vector<RegistryText> batch_;
  std::size_t bytes_ = 0;
};

JobEnd register_all(const Work& work) {
  const auto asked = [&](const char* const name) {
    const auto found = work.job.asked.find(name);
    return found == work.job.asked.end() ? std::string() : found->second;
  };
  const DocumentCodes codes{asked("owner"), asked("group"), {},
                            asked("date"),  asked("url"),   asked("contact")};
  Texts texts(work, codes, "registering");
  Registering registering(work);
  while (auto line = texts.next()) {
    if (const auto taken = registering.take(*std::move(line)); !taken) {
      return failed(taken.error());
    }
  }
  if (texts.stopped()) return {JobState::failed};
  if (const auto done = registering.commit(); !done) return failed(done.error());
  std::ofstream result = work.result("added.json");
  result << to_json(registering.all());
  return end_of(result, registering.all().skipped.size());
}

struct Finish {
  std::string_view kind;
  JobEnd (*run)(const Work& work);
};
constexpr std::array kFinishes = {Finish{"pairs", finish_pairs}, Finish{"search", look_up},
                                  Finish{"register", register_all}};

constexpr std::size_t kMostMessage = 2000;
// Exit statuses of whorl.
constexpr int kDone = 0;
constexpr int kInputsSkipped = 2;

// The output of a child: progress as JSON lines. The last other line explains how it ended.
class Telling {
 public:
  void take(std::string_view bytes) {
    rest_ += bytes;
    for (std::size_t end = rest_.find('\n'); end != rest_.npos; end = rest_.find('\n')) {
      take_line(rest_.substr(0, end));
      rest_.erase(0, end + 1);
    }
    if (rest_.size() > kMostMessage) rest_.clear();
  }

  std::string phase;
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::string message;

 private:
  void take_line(const std::string& line) {
    const auto json = parse_json(line);
    if (!json.is_object()) {
      message = line.substr(0, kMostMessage);
      return;
    }
    phase = json.value("phase", "");
    done = json.value("done", std::uint64_t{0});
    total = json.value("total", std::uint64_t{0});
  }

  std::string rest_;
};

ChildPlan plan_of(const Job& job, const JobPlace& place, const Limits& limits) {
  const JobKind& kind = kind_of(job);
  ChildPlan plan{.program = place.program,
                 .arguments = kind.arguments(job.upload, limits),
                 .folder = place.folder,
                 .memory = limits.job_memory,
                 .file = limits.job_file,
                 .seconds = limits.job_seconds};
  if (!kind.output.empty()) plan.output = place.folder + "/" + std::string(kind.output);
  for (const auto* more : {&job.arguments, &place.extra}) {
    plan.arguments.insert(plan.arguments.end(), more->begin(), more->end());
  }
  return plan;
}

JobEnd end_of(int status, std::string message) {
  const bool ended = WIFEXITED(status);
  if (ended && WEXITSTATUS(status) == kDone) return {JobState::done};
  if (ended && WEXITSTATUS(status) == kInputsSkipped) {
    return {JobState::done, "some inputs were skipped; the result lists them"};
  }
  if (message.starts_with("whorl: ")) message.erase(0, 7);
  if (message.empty()) message = "the job ended without a message; it may have reached a limit";
  return {JobState::failed, std::move(message)};
}

}  // namespace

JobEnd finish_job(SharedRegistry& registry, const Limits& limits, const Job& job,
                  const fs::path& folder, const Told& told) {
  const auto row = std::ranges::find(kFinishes, job.kind, &Finish::kind);
  if (row == kFinishes.end()) return {JobState::done};
  return row->run({registry, limits, job, folder, told});
}

JobEnd run_job(const Job& job, const JobPlace& place, const Limits& limits, const Told& told) {
  Telling telling;
  const auto status = run_child(plan_of(job, place, limits), [&](std::string_view bytes) {
    telling.take(bytes);
    return told(telling.phase, telling.done, telling.total);
  });
  if (!status) return {JobState::failed, status.error().message};
  if (!*status) return {JobState::failed, "the job was ended because it took too long"};
  return end_of(**status, telling.message);
}

}  // namespace whorl::serve
