// A job: uploaded documents, and the program that processes them.
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
  std::string id;         // 128 random bits
  std::string key;        // 128 random bits; a client that has them may read the report
  std::string kind;       // the name of a row of job_kinds()
  std::string owner;      // "*": a caller who may see all
  std::string upload;     // the name of its file
  std::string name = {};  // from the caller; may be empty
  std::vector<std::string> arguments;             // for its program, from the request
  std::map<std::string, std::string> asked = {};  // for the steps of the service after it
  std::int64_t created = 0;
  std::int64_t ended = 0;   // 0: not yet
  std::uint32_t begun = 0;  // how often it was started
  std::int64_t erased = 0;  // when it was moved to the trash; 0: it is not in the trash
  JobState state = JobState::waiting;
  std::string message = {};  // errors, or inputs left out

  std::uint64_t bytes = 0;  // of its folder, after the end

  // While it runs.
  std::string phase = {};
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: not known
};

// The text in the folder of a job. Nothing if the text was not written by stored().
std::string stored(const Job& job);
std::optional<Job> load_job(std::string_view text);

// The JSON for callers, on one line; with the addresses of its files once they exist.
std::string shown(const Job& job);

// A text as the name of a job: on one line, and at most 200 characters.
std::string job_name(std::string_view text);

// 32 hexadecimal digits.
std::string random_name();
bool is_random_name(std::string_view name);

// The kinds of jobs: the program that a job runs on the upload, and the files that are kept. A new
// kind is one row.

struct JobKind {
  std::string_view name;
  Role role;  // needed to begin such a job and to see it
  // Arguments of whorl, besides those of the request.
  std::vector<std::string> (*arguments)(const std::string& upload, const Limits& limits);
  // The file for its standard output, in the folder of the job; empty: none.
  std::string_view output;
  std::span<const std::string_view> files;  // of the folder `report`
  bool restorable = false;  // a finished job is moved to the trash before it is erased
};

std::span<const JobKind> job_kinds();
const JobKind* find_job_kind(std::string_view name);
// The job must have been added or loaded, so that its kind exists.
const JobKind& kind_of(const Job& job);

// The names of the service's own files in a job's folder.
inline constexpr std::string_view kReportFolder = "report";
inline constexpr std::string_view kReviewFile = "review.json";
inline constexpr std::string_view kTextsFile = "texts.jsonl";
inline constexpr std::string_view kPairsOutput = "pairs.out";

}  // namespace whorl::serve
