#include "base/draft.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string>

#include "base/folder.h"

namespace whorl::internal::base {
namespace {

constexpr std::string_view kEnding = ".new";

bool is_alive(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

}  // namespace

std::filesystem::path draft_of(const std::filesystem::path& file) {
  std::filesystem::path draft = file;
  return draft += "." + std::to_string(::getpid()) + std::string(kEnding);
}

std::optional<pid_t> process_of_draft(std::string_view name, std::string_view of) {
  if (!name.starts_with(of) || !name.ends_with(kEnding)) return std::nullopt;
  name.remove_prefix(of.size());
  if (name.size() < kEnding.size() + 2 || name.front() != '.') return std::nullopt;
  const std::string_view digits = name.substr(1, name.size() - 1 - kEnding.size());
  pid_t process = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), process);
  if (error != std::errc() || end != digits.end() || process <= 0) return std::nullopt;
  return process;
}

void remove_dead_drafts(const std::filesystem::path& file) {
  const std::filesystem::path parent = file.parent_path();
  const std::string of = file.filename().string();
  for (const std::string& name : names_in(parent.empty() ? "." : parent)) {
    const std::optional<pid_t> process = process_of_draft(name, of);
    if (process && !is_alive(*process)) ::unlink((parent / name).c_str());
  }
}

}  // namespace whorl::internal::base
