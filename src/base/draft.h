// Drafts: files under another name next to the final one, until they are complete.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include <sys/types.h>

namespace whorl::internal::base {

// "kept.jsonl.4711.new" for "kept.jsonl" in process 4711.
std::filesystem::path draft_of(const std::filesystem::path& file);

// The process that writes, or wrote, `name` as a draft of a file called `of`; nothing if it is no
// such draft.
std::optional<pid_t> process_of_draft(std::string_view name, std::string_view of);

// Removes drafts of `file` whose processes have ended.
void remove_dead_drafts(const std::filesystem::path& file);

}  // namespace whorl::internal::base
