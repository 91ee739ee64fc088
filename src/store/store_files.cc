#include "store/store_files.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/chained_file.h"
#include "base/checked_file.h"
#include "base/folder.h"
#include "base/go_on.h"
#include "base/random_word.h"
#include "base/try.h"

namespace whorl::internal::store {
namespace {

constexpr std::size_t kWindow = 256 * base::kCheckedBlock;

Result<void> verify(const base::ReadableFile& file, Progress& progress) {
  std::vector<std::byte> window(std::min<std::uint64_t>(kWindow, file.size()));
  for (std::uint64_t at = 0; at < file.size(); at += window.size()) {
    if (progress.cancelled())
      return fail(ErrorCode::cancelled, "stopped: the store was not changed");
    const std::span part(window.data(), std::min<std::uint64_t>(window.size(), file.size() - at));
    WHORL_RETURN_IF_ERROR(file.read(at, part));
    progress.advance(part.size());
  }
  return {};
}

constexpr std::string_view kFiles[] = {
    kInputsFile,       kDocumentsFile,    kNamesFile,    kSketchesFile,   kShinglesFile,
    kPositionsFile,    kPositionEndsFile, kGroupsFile,   kIndexFile,      kNameIndexFile,
    kStopShinglesFile, kPairsFile,        kNewPairsFile, kComponentsFile, kSurvivorsFile,
    kClustersFile,     kVersionsFile,     kPagesFile,
};

// "pairs.2.bin".
std::string name_on_disk(std::string_view name, std::uint64_t generation) {
  const std::size_t dot = name.rfind('.');
  return std::string(name.substr(0, dot)) + "." + std::to_string(generation) +
         std::string(name.substr(dot));
}

bool are_digits(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && std::ranges::all_of(text, digit);
}

// True if `on_disk` is a file of some generation: "pairs.2.bin", or "index-3.2.bin" of a series.
bool is_store_file(std::string_view on_disk) {
  const std::size_t stem = on_disk.find('.');
  const std::size_t ending = on_disk.rfind('.');
  if (stem == ending || !are_digits(on_disk.substr(stem + 1, ending - stem - 1))) return false;
  std::string_view name = on_disk.substr(0, stem);
  const std::size_t dash = name.find('-');
  if (dash != name.npos && are_digits(name.substr(dash + 1))) name = name.substr(0, dash);
  const std::string file = std::string(name) + std::string(on_disk.substr(ending));
  return std::ranges::find(kFiles, file) != std::end(kFiles);
}

// If a file of the table is missing, the store is damaged.
template <class File>
Result<File> or_gone(Result<File> opened, const base::FileSystem::Path& path) {
  if (opened || opened.error().code != ErrorCode::not_found) return opened;
  return fail(ErrorCode::corrupt, path.string() +
                                      ": is missing, so the store is damaged: restore the file "
                                      "from a copy, or build the store again");
}

}  // namespace

Result<void> verify(const StoreFiles& files, Progress& progress) {
  std::vector<std::unique_ptr<base::ReadableFile>> opened;
  std::uint64_t bytes = 0;
  for (const auto& [name, file] : files.table().files) {
    WHORL_ASSIGN_OR_RETURN(auto one, files.read(name));
    bytes += one->size();
    opened.push_back(std::move(one));
  }
  progress.phase("checking blocks", bytes);
  for (const auto& one : opened) WHORL_RETURN_IF_ERROR(verify(*one, progress));
  return {};
}

FileTable new_file_table() {
  FileTable table;
  table.store = {base::random_word(), base::random_word()};
  return table;
}

// Updates the table when its file is on the disk.
class StoreFiles::Writer final : public base::WritableFile {
 public:
  Writer(std::unique_ptr<base::CheckedWriter> file, std::shared_ptr<FileTable> table,
         std::string name, std::string on_disk)
      : file_(std::move(file)),
        table_(std::move(table)),
        name_(std::move(name)),
        on_disk_(std::move(on_disk)) {}

  Result<void> append(std::span<const std::byte> bytes) override { return file_->append(bytes); }
  Result<void> flush() override { return file_->flush(); }
  Result<void> sync() override {
    WHORL_RETURN_IF_ERROR(file_->sync());
    table_->files[name_] = {on_disk_, file_->length()};
    return {};
  }

 private:
  std::unique_ptr<base::CheckedWriter> file_;
  std::shared_ptr<FileTable> table_;
  std::string name_;
  std::string on_disk_;
};

namespace {

// Asks before each read whether to go on.
class WatchedFile final : public base::ReadableFile {
 public:
  WatchedFile(std::unique_ptr<base::ReadableFile> file, const Progress* progress)
      : file_(std::move(file)), progress_(progress) {}

  std::uint64_t size() const override { return file_->size(); }
  Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> buffer) const override {
    WHORL_RETURN_IF_ERROR(base::go_on(progress_));
    return file_->read(offset, buffer);
  }

 private:
  std::unique_ptr<base::ReadableFile> file_;
  const Progress* progress_;
};

}  // namespace

StoreFiles::StoreFiles(base::FileSystem& file_system, base::FileSystem::Path folder,
                       FileTable table)
    : file_system_(&file_system),
      folder_(std::move(folder)),
      table_(std::make_shared<FileTable>(std::move(table))) {}

void StoreFiles::add_part(const std::string& name, StoreFiles part) {
  parts_[name].push_back(std::move(part));
}

std::uint64_t StoreFiles::bytes(std::string_view name) const {
  const auto found = table_->files.find(name);
  return found == table_->files.end() ? 0 : found->second.length.bytes;
}

Result<std::unique_ptr<base::ReadableFile>> StoreFiles::read(std::string_view name) const {
  if (const auto parts = parts_.find(name); parts != parts_.end()) {
    std::vector<std::unique_ptr<base::ReadableFile>> files;
    for (const StoreFiles& part : parts->second) {
      WHORL_ASSIGN_OR_RETURN(auto file, part.read(name));
      files.push_back(std::move(file));
    }
    return std::make_unique<base::ChainedFile>(std::move(files));
  }
  const auto found = table_->files.find(name);
  if (found == table_->files.end()) {
    return fail(ErrorCode::corrupt, folder_.string() + ": the manifest does not name " +
                                        std::string(name) + ": build the store again");
  }
  const StoredFile& file = found->second;
  WHORL_ASSIGN_OR_RETURN(auto opened, or_gone(base::read_checked(*file_system_, folder_ / file.name,
                                                                 identity(file.name), file.length),
                                              folder_ / file.name));
  if (progress_ == nullptr) return opened;
  return std::make_unique<WatchedFile>(std::move(opened), progress_);
}

Result<std::unique_ptr<base::WritableFile>> StoreFiles::write(const std::string& name) {
  std::string on_disk = name_on_disk(name, table_->generation);
  WHORL_ASSIGN_OR_RETURN(
      auto file, base::CheckedWriter::create(*file_system_, folder_ / on_disk, identity(on_disk)));
  return std::make_unique<Writer>(std::move(file), table_, name, std::move(on_disk));
}

Result<std::unique_ptr<base::WritableFile>> StoreFiles::append(const std::string& name) {
  const auto found = table_->files.find(name);
  if (found == table_->files.end()) return write(name);
  const StoredFile& stored = found->second;
  const base::FileSystem::Path path = folder_ / stored.name;
  WHORL_ASSIGN_OR_RETURN(
      auto file, or_gone(base::CheckedWriter::resume(*file_system_, path, identity(stored.name),
                                                     stored.length),
                         path));
  return std::make_unique<Writer>(std::move(file), table_, name, stored.name);
}

void StoreFiles::drop(std::string_view name) {
  const auto found = table_->files.find(name);
  if (found != table_->files.end()) table_->files.erase(found);
}

std::vector<std::string> StoreFiles::unnamed() const {
  std::vector<std::string> names = base::names_in(folder_);
  std::erase_if(names, [&](const std::string& on_disk) {
    return !is_store_file(on_disk) || std::ranges::any_of(table_->files, [&](const auto& file) {
      return file.second.name == on_disk;
    });
  });
  std::ranges::sort(names);
  return names;
}

void StoreFiles::remove_unnamed() const {
  for (const std::string& on_disk : unnamed()) {
    std::error_code ignored;
    std::filesystem::remove(folder_ / on_disk, ignored);
  }
}

}  // namespace whorl::internal::store
