// A job: documents that were uploaded, and what is made of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace whorl::serve
