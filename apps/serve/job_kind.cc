#include "serve/job_kind.h"

#include <algorithm>
#include <array>

namespace whorl::serve {
namespace {

// The child has as much again for what it does not count.
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
    JobKind{"compare", Role::submit, compare, "", kCompareFiles},
    JobKind{"pairs", Role::submit, pairs, kPairsOutput, kPairsFiles},
    JobKind{"search", Role::search, texts, kTextsFile, kSearchFiles},
    JobKind{"register", Role::submit, texts, kTextsFile, kRegisterFiles},
};

}  // namespace

std::span<const JobKind> job_kinds() { return kKinds; }

const JobKind* find_job_kind(std::string_view name) {
  const auto row = std::ranges::find(kKinds, name, &JobKind::name);
  return row == kKinds.end() ? nullptr : &*row;
}

const JobKind& kind_of(const Job& job) { return *find_job_kind(job.kind); }

}  // namespace whorl::serve
