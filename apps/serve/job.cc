#include "serve/job.h"

#include <sodium.h>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "serve/json_text.h"
#include "serve/time.h"

namespace whorl::serve {
namespace {

namespace base = internal::base;

// The child plans with half of its limit. The other half is for memory that it does not count.
std::string memory(const Limits& limits) {
  return "--memory=" + std::to_string(limits.job_memory / 2);
}

std::vector<std::string> compare(const std::string& upload, const Limits& limits) {
  return {"compare", upload, "--output=report", "--progress-json", "--quiet", memory(limits)};
}

std::vector<std::string> pairs(const std::string& upload, const Limits& limits) {
  return {"registry", "pairs", upload, "--json", "--quiet", memory(limits)};
}

std::vector<std::string> texts(const std::string& upload, const Limits& limits) {
  return {"registry", "texts", upload, "--json", "--quiet", memory(limits)};
}

constexpr std::array<std::string_view, 3> kCompareFiles = {"report.html", "report.json",
                                                           "pairs.csv"};
constexpr std::array<std::string_view, 1> kPairsFiles = {"pairs.json"};
constexpr std::array<std::string_view, 1> kSearchFiles = {"answers.jsonl"};
constexpr std::array<std::string_view, 1> kRegisterFiles = {"added.json"};

constexpr std::array kKinds = {
    JobKind{"compare", Role::submit, compare, "", kCompareFiles, true},
    JobKind{"pairs", Role::submit, pairs, kPairsOutput, kPairsFiles},
    JobKind{"search", Role::search, texts, kTextsFile, kSearchFiles},
    JobKind{"register", Role::submit, texts, kTextsFile, kRegisterFiles},
};

using Json = nlohmann::ordered_json;

constexpr std::size_t kRandomBytes = 16;
constexpr std::size_t kNameCharacters = 200;  // characters
constexpr std::array<std::string_view, 5> kStates = {"waiting", "running", "done", "failed",
                                                     "lost"};

std::string dumped(const Json& json) { return json_text(json); }

JobState state_of(const std::string& name) {
  const auto at = std::ranges::find(kStates, name);
  return static_cast<JobState>(at - kStates.begin());
}

Json files_of(const Job& job) {
  const std::string begin = "/api/jobs/" + job.id + "/";
  Json json = Json::object();
  for (const std::string_view name : kind_of(job).files) {
    json[std::string(name)] = begin + std::string(name) + "?key=" + job.key;
  }
  return json;
}

}  // namespace

std::span<const JobKind> job_kinds() { return kKinds; }

const JobKind* find_job_kind(std::string_view name) {
  const auto row = std::ranges::find(kKinds, name, &JobKind::name);
  return row == kKinds.end() ? nullptr : &*row;
}

const JobKind& kind_of(const Job& job) { return *find_job_kind(job.kind); }

std::string_view name_of(JobState state) { return kStates.at(static_cast<std::size_t>(state)); }

std::string stored(const Job& job) {
  return dumped({{"id", job.id},
                 {"key", job.key},
                 {"kind", job.kind},
                 {"owner", job.owner},
                 {"upload", job.upload},
                 {"name", job.name},
                 {"arguments", job.arguments},
                 {"asked", job.asked},
                 {"created", job.created},
                 {"ended", job.ended},
                 {"begun", job.begun},
                 {"erased", job.erased},
                 {"state", name_of(job.state)},
                 {"message", job.message}});
}

std::optional<Job> load_job(std::string_view text) {
  const Json json = parse_json(text);
  try {
    Job job;
    job.id = json.at("id");
    job.key = json.at("key");
    job.kind = json.value("kind", "compare");
    job.owner = json.at("owner");
    job.upload = json.at("upload");
    job.name = json.value("name", "");
    job.arguments = json.at("arguments").get<std::vector<std::string>>();
    job.asked = json.value("asked", decltype(job.asked){});
    job.created = json.at("created");
    job.ended = json.at("ended");
    job.begun = json.at("begun");
    job.erased = json.value("erased", std::int64_t{0});
    job.state = state_of(json.at("state"));
    job.message = json.at("message");
    const bool known = find_job_kind(job.kind) != nullptr;
    if (known && job.state <= JobState::lost && is_random_name(job.id)) return job;
  } catch (const Json::exception&) {
    // The file is no job.
  }
  return std::nullopt;
}

std::string shown(const Job& job) {
  Json json = {{"id", job.id},
               {"kind", job.kind},
               {"state", name_of(job.state)},
               {"created", spelled(job.created)}};
  if (!job.name.empty()) json["name"] = job.name;
  if (job.ended != 0) json["ended"] = spelled(job.ended);
  if (job.erased != 0) json["erased"] = spelled(job.erased);
  if (job.state == JobState::running) {
    json["phase"] = job.phase;
    json["done"] = job.done;
    json["total"] = job.total;
  }
  if (!job.message.empty()) json["message"] = job.message;
  if (job.state == JobState::done && job.erased == 0) json["files"] = files_of(job);
  return dumped(json);
}

std::string job_name(std::string_view text) {
  std::string name;
  std::size_t at = 0;
  for (std::size_t i = 0; i < kNameCharacters && at < text.size(); ++i) {
    const auto [c, bytes] = base::decode_utf8(text, at);
    base::append_utf8(c < ' ' || c == 0x7f ? ' ' : c, name);
    at += bytes;
  }
  return name;
}

std::string random_name() {
  std::array<unsigned char, kRandomBytes> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  std::string name(2 * kRandomBytes + 1, '\0');
  sodium_bin2hex(name.data(), name.size(), bytes.data(), bytes.size());
  name.pop_back();
  return name;
}

bool is_random_name(std::string_view name) {
  return name.size() == 2 * kRandomBytes && std::ranges::all_of(name, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace whorl::serve
