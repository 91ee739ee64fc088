// Drafts: files under another name beside their place, until they are whole.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include <sys/types.h>

namespace whorl::internal::base {

// "kept.jsonl.4711.new" for "kept.jsonl" in process 4711.
std::filesystem::path draft_of(const std::filesystem::path& file);

// The process that writes, or wrote, `name` as a draft of a file called `of`; none where it is no
// such draft.
std::optional<pid_t> process_of_draft(std::string_view name, std::string_view of);

// Removes drafts of `file` that processes left behind which are no more.
void remove_dead_drafts(const std::filesystem::path& file);

}  // namespace whorl::internal::base
