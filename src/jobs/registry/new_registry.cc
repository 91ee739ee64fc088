#include "jobs/registry/new_registry.h"

#include <algorithm>
#include <span>

#include "base/draft.h"
#include "base/folder.h"
#include "base/ownership/folder.h"
#include "base/try.h"

namespace whorl::internal::registry {
namespace {

namespace fs = std::filesystem;

bool is_draft(const std::string& name, const fs::path& manifest) {
  return base::process_of_draft(name, manifest.filename().string()).has_value();
}

// True if the folder contains at least one draft of a manifest, and nothing else than drafts and a
// database.
bool is_half_made(const fs::path& folder) {
  const fs::path manifest = manifest_of(folder), database = database_of(folder).filename();
  bool drafts = false;
  for (const std::string& name : base::names_in(folder)) {
    if (name != database && !is_draft(name, manifest)) return false;
    drafts = drafts || name != database;
  }
  return drafts;
}

// True if another running process has a draft of the manifest.
bool is_being_made(const fs::path& folder, const fs::path& own) {
  const fs::path manifest = manifest_of(folder);
  base::remove_dead_drafts(manifest);
  const auto names = base::names_in(folder);
  return std::ranges::any_of(names, [&](const std::string& name) {
    return name != own.filename() && is_draft(name, manifest);
  });
}

tl::unexpected<Error> being_made(const fs::path& folder) {
  return fail(ErrorCode::invalid_argument,
              folder.string() + ": another whorl process creates a registry there");
}

}  // namespace

Result<NewRegistry> NewRegistry::begin(const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(manifest_of(folder), ignored)) {
    return fail(ErrorCode::invalid_argument,
                folder.string() + ": is a registry already; name another folder");
  }
  if (!base::ownership::is_free(folder) && !is_half_made(folder)) {
    return fail(ErrorCode::invalid_argument,
                folder.string() + " is not empty and was not changed; name another folder");
  }
  WHORL_RETURN_IF_ERROR(base::make_folder(folder));
  auto lock = base::lock_folder(folder);
  if (!lock) return being_made(folder);
  WHORL_ASSIGN_OR_RETURN(auto draft,
                         base::NewFile::open_named(base::FileSystem::real(), manifest_of(folder)));
  if (fs::exists(manifest_of(folder), ignored) || is_being_made(folder, draft.draft())) {
    return being_made(folder);
  }
  base::remove_tree(database_of(folder));
  return NewRegistry(folder, std::move(*lock), std::move(draft));
}

NewRegistry::~NewRegistry() {
  if (!manifest_.draft().empty()) base::remove_tree(database());
}

Result<void> NewRegistry::finish(const RegistryManifest& manifest) {
  const std::string text = text_of(manifest);
  WHORL_RETURN_IF_ERROR(manifest_.append(std::as_bytes(std::span(text))));
  auto finished = manifest_.finish();
  std::error_code ignored;
  if (!finished) fs::remove(manifest_of(folder_), ignored);  // it may already have its final name
  return finished;
}

}  // namespace whorl::internal::registry
