// What jobs there are: the program that a job runs on what was uploaded, and the files that are
// kept of it. A new kind is one row.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/job.h"
#include "serve/limits.h"
#include "serve/tokens.h"

namespace whorl::serve {

struct JobKind {
  std::string_view name;
  Role role;  // needed to begin such a job and to see it
  // Of whorl, apart from those that were asked for.
  std::vector<std::string> (*arguments)(const std::string& upload, const Limits& limits);
  // Where its standard output goes, in the folder of the job; empty: nowhere.
  std::string_view output;
  std::span<const std::string_view> files;  // of the folder `report`
};

std::span<const JobKind> job_kinds();
const JobKind* find_job_kind(std::string_view name);
// Of a job that was added or loaded, which has one.
const JobKind& kind_of(const Job& job);

// The names that the service itself gives to files of a job's folder.
inline constexpr std::string_view kReportFolder = "report";
inline constexpr std::string_view kReviewFile = "review.json";
inline constexpr std::string_view kTextsFile = "texts.jsonl";
inline constexpr std::string_view kPairsOutput = "pairs.out";

}  // namespace whorl::serve
