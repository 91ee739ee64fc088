// A job: documents that were uploaded, and what is made of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/limits.h"
#include "serve/tokens.h"

namespace whorl::serve {

enum class JobState { waiting, running, done, failed, lost };

std::string_view name_of(JobState state);

struct Job {
  std::string id;                                 // 128 random bits
  std::string key;                                // as many: whoever has it may read the report
  std::string kind;                               // the name of a row of job_kinds()
  std::string owner;                              // "*": of one who sees all
  std::string upload;                             // the name of its file
  std::vector<std::string> arguments;             // of its program, as they were asked for
  std::map<std::string, std::string> asked = {};  // of what the service does after it
  std::int64_t created = 0;
  std::int64_t ended = 0;   // 0: not yet
  std::uint32_t begun = 0;  // how often
  JobState state = JobState::waiting;
  std::string message = {};  // what went wrong, or was left out

  // While it runs.
  std::string phase = {};
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: not known
};

// As the folder of a job keeps it. Nothing where the text is none that was written so.
std::string stored(const Job& job);
std::optional<Job> load_job(std::string_view text);

// As callers see it, in one line: with the addresses of its files once they are there.
std::string shown(const Job& job);

// 32 hexadecimal digits.
std::string random_name();
bool is_random_name(std::string_view name);

// What jobs there are: the program that a job runs on what was uploaded, and the files that are
// kept of it. A new kind is one row.

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
