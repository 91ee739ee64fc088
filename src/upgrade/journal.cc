#include "upgrade/journal.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/new_file.h"
#include "base/try.h"

namespace whorl::internal::upgrade {
namespace {

using nlohmann::json;

constexpr const char* kFile = "store.upgrade.json";
constexpr int kFormat = 1;

Result<void> remove_file(const base::FileSystem::Path& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (!error) return {};
  return fail(ErrorCode::io, path.string() + ": cannot be removed: " + error.message());
}

}  // namespace

Result<void> save_journal(base::FileSystem& file_system, const base::FileSystem::Path& store,
                          const std::vector<std::string>& files) {
  const json journal = {{"format", kFormat}, {"remove", files}};
  return base::replace_file(file_system, store / kFile, base::json_text(journal) + "\n");
}

Result<void> finish_journal(base::FileSystem& file_system, const base::FileSystem::Path& store) {
  const auto text = base::read_all(file_system, store / kFile, 1 << 30);
  if (!text && text.error().code == ErrorCode::not_found) return {};
  WHORL_RETURN_IF_ERROR(text);
  const json journal = base::parse_json(*text);
  try {
    for (const std::string name : journal.at("remove")) {
      if (name.find('/') == name.npos) WHORL_RETURN_IF_ERROR(remove_file(store / name));
    }
  } catch (const json::exception&) {
    return fail(ErrorCode::corrupt, (store / kFile).string() +
                                        ": is damaged; remove it, and files like documents.bin "
                                        "that no whorl of now names: `whorl check` says which "
                                        "the store has");
  }
  return remove_file(store / kFile);
}

}  // namespace whorl::internal::upgrade
