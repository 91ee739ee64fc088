#include "jobs/compare/submissions/arguments.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/memory_budget.h"
#include "base/parallel.h"
#include "base/try.h"
#include "input/paths/names.h"
#include "input/paths/path_files.h"
#include "jobs/compare/submissions/exports.h"

namespace whorl::internal::compare::submissions {
namespace {

namespace fs = std::filesystem;

const char* flag_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::base:
      return "--base ";
    case Purpose::archived:
      return "--archive ";
    case Purpose::submissions:
      break;
  }
  return "";
}

std::string shown_form(const std::string& path) {
  std::error_code failed;
  std::string shown = fs::absolute(path, failed).lexically_normal().generic_string();
  if (failed) return path;
  if (shown.size() > 1 && shown.ends_with('/')) shown.pop_back();
  return shown;
}

std::string canonical_form(const std::string& path) {
  std::error_code ignored;
  std::string form = fs::weakly_canonical(fs::absolute(path, ignored), ignored).string();
  if (form.size() > 1 && form.ends_with('/')) form.pop_back();
  return form;
}

Result<Argument> resolve(const std::string& path, Purpose purpose) {
  std::error_code failed;
  Argument out;
  out.purpose = purpose;
  out.path = path;
  out.shown = shown_form(path);
  out.resolved = fs::canonical(path, failed).generic_string();
  if (failed) {
    const bool missing = failed == std::errc::no_such_file_or_directory;
    return fail(missing ? ErrorCode::not_found : ErrorCode::unreadable,
                flag_of(purpose) + path + ": " + input::why_unreadable(path, failed));
  }
  out.folder = fs::is_directory(out.resolved, failed);
  return out;
}

Result<std::vector<Argument>> resolve_all(const SubmissionInput& input) {
  std::vector<Argument> out;
  const auto add = [&](const std::vector<std::string>& paths, Purpose purpose) -> Result<void> {
    for (const std::string& path : paths) {
      WHORL_ASSIGN_OR_RETURN(Argument argument, resolve(path, purpose));
      out.push_back(std::move(argument));
    }
    return {};
  };
  const Result<void> added = add(input.paths, Purpose::submissions)
                                 .and_then([&] { return add(input.archives, Purpose::archived); })
                                 .and_then([&] { return add(input.base, Purpose::base); });
  WHORL_RETURN_IF_ERROR(added);
  // The last purpose of equal paths comes first and stays.
  std::sort(out.begin(), out.end(), [](const Argument& a, const Argument& b) {
    return std::tie(a.resolved, b.purpose, a.shown) < std::tie(b.resolved, a.purpose, b.shown);
  });
  const auto same = [](const Argument& a, const Argument& b) { return a.resolved == b.resolved; };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

input::ReadOptions read_options(const InputRun& run, const Argument& of,
                                const std::vector<Argument>& arguments) {
  input::ReadOptions out;
  out.limits = input::ReadLimits::within(run.memory);
  if (of.purpose != Purpose::base) {
    out.include = run.input.include;
    out.exclude = run.input.exclude;
    // Tables that name students are read in any case.
    if (!run.input.plain_names) {
      out.tables = {std::string(kGradescopeTable), std::string(kDolosTable)};
    }
  }
  if (!of.folder) return out;
  const std::string inside = of.resolved == "/" ? "/" : of.resolved + "/";
  for (const Argument& other : arguments) {
    if (other.resolved.starts_with(inside)) out.leave_out.push_back(other.resolved);
  }
  std::vector<std::string> aside = run.input.outputs;
  aside.push_back(run.input.metadata);
  for (const std::string& path : aside) {
    if (!path.empty()) out.leave_out.push_back(canonical_form(path));
  }
  return out;
}

Result<std::vector<input::PathFiles>> list_files(const InputRun& run,
                                                 const std::vector<Argument>& arguments,
                                                 base::MemoryTally& tally) {
  std::vector<std::optional<Result<input::PathFiles>>> listed(arguments.size());
  base::parallel_for(arguments.size(), run.threads, [&](std::size_t i) {
    const Argument& argument = arguments[i];
    input::ReadOptions reading = read_options(run, argument, arguments);
    reading.tally = &tally;
    listed[i] = input::PathFiles::list(argument.folder ? argument.resolved : argument.shown,
                                       std::move(reading));
  });
  std::vector<input::PathFiles> files;
  for (std::optional<Result<input::PathFiles>>& one : listed) {
    WHORL_ASSIGN_OR_RETURN(auto found, *std::move(one));
    files.push_back(std::move(found));
  }
  return files;
}

}  // namespace

Result<std::vector<Argument>> read_arguments(const InputRun& run, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(std::vector<Argument> arguments, resolve_all(run.input));
  const bool single = arguments.size() == 1;
  base::MemoryTally tally(base::MemoryBudget(run.memory).together());
  WHORL_ASSIGN_OR_RETURN(auto files, list_files(run, arguments, tally));
  std::uint64_t total = 0;
  for (const input::PathFiles& some : files) total += some.size();
  progress.phase("reading", total);
  std::vector<std::optional<Error>> errors(arguments.size());
  // The files of a single path are read on all threads; of several paths, each on one thread.
  base::parallel_for(arguments.size(), single ? 1 : run.threads, [&](std::size_t i) {
    auto read = input::read_files(std::move(files[i]), single ? run.threads : 1, progress);
    if (read) {
      arguments[i].content = std::move(*read);
    } else {
      errors[i] = read.error();
    }
  });
  for (const std::optional<Error>& error : errors) {
    if (error) return tl::unexpected(*error);
  }
  if (tally.is_over()) return input::too_much_to_hold(tally.limit());
  return arguments;
}

}  // namespace whorl::internal::compare::submissions
