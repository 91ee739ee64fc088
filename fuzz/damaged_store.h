// Valid stores, and the same stores with changed bytes in a file and correct checksums.
//
// An input is the number of a store and of a file, the change of the file's length, an offset in
// it, and bytes that are combined with those at the offset by exclusive or. So small inputs are
// nearly correct files.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "jobs/collection/sweep/manifest.h"
#include "memory_stream.h"
#include "store/manifest.h"
#include "store/store_files.h"
#include "whorl/cluster.h"
#include "whorl/sweep.h"

namespace fuzz {

namespace fs = std::filesystem;
using namespace whorl;
using internal::store::FileTable;
using internal::store::StoreFiles;

inline NoProgress quiet;

using Manifest = std::variant<internal::store::Manifest, internal::sweep::SweepManifest>;

// A store as it was written.
struct SoundStore {
  std::vector<std::pair<std::string, std::string>> files;  // name and content
  Manifest manifest;
};

// Pages. Some are edited copies of others, some are equal.
inline std::string pages(unsigned seed) {
  std::string lines;
  for (unsigned page = 0; page < 12; ++page) {
    std::string text;
    for (unsigned word = 0; word < 60; ++word) {
      const bool edited = page % 4 > 1 && word == page;
      text += "w" + std::to_string((page / 4 * 60 + word) * 7919u + (edited ? seed : 0u)) + " ";
    }
    const std::string number = std::to_string(page);
    lines += R"({"id":"d)" + number + R"(","url":"http://h.org/)" + number + R"(","text":")" +
             text + "\"}\n";
  }
  return lines;
}

inline std::vector<std::pair<std::string, std::string>> contents(const fs::path& folder,
                                                                 const FileTable& table) {
  const StoreFiles files(internal::base::FileSystem::real(), folder, table);
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [name, stored] : table.files) {
    std::string bytes(files.bytes(name), '\0');
    require((*files.read(name))->read(0, std::as_writable_bytes(std::span(bytes))) == bytes.size());
    found.emplace_back(name, std::move(bytes));
  }
  return found;
}

// So that reserved and unused memory costs a sanitizer little.
constexpr std::uint64_t kMemory = 64 << 20;

inline SoundStore cluster_store(const fs::path& folder, const std::string& pairs,
                                std::uint64_t common) {
  ClusterOptions options;
  options.input.inputs = {(folder / "pages.jsonl").string()};
  options.store = (folder / ("store" + pairs + std::to_string(common))).string();
  options.join = {.pairs = pairs, .common = common};
  options.limits.memory = kMemory;
  options.shingling = {.front_end = "", .shingle = 3, .sketch = common > 0 ? "min:20" : "mod:2"};
  require(cluster(options, quiet).has_value());
  auto& disk = internal::base::FileSystem::real();
  auto manifest = *internal::store::load_finished(disk, options.store);
  return {contents(options.store, manifest.files), std::move(manifest)};
}

inline SoundStore sweep_store(const fs::path& folder) {
  AddSweepOptions options;
  options.store = (folder / "sweeps").string();
  options.limits.memory = kMemory;
  options.input.inputs = {(folder / "pages.jsonl").string()};
  for (unsigned month = 1; month < 4; ++month) {
    std::ofstream(folder / "pages.jsonl") << pages(month);
    options.date = "2026-0" + std::to_string(month) + "-01";
    require(add_sweep(options, quiet).has_value());
  }
  auto& disk = internal::base::FileSystem::real();
  auto manifest = **internal::sweep::load(disk, options.store);
  return {contents(options.store, manifest.files), std::move(manifest)};
}

inline std::vector<SoundStore> make_stores() {
  std::string folder = (fs::temp_directory_path() / "whorl-fuzz-XXXXXX").string();
  require(mkdtemp(folder.data()) != nullptr);
  std::ofstream(fs::path(folder) / "pages.jsonl") << pages(1);
  std::vector<SoundStore> made = {cluster_store(folder, "exact", 0),
                                  cluster_store(folder, "linked", 0),
                                  cluster_store(folder, "exact", 2), sweep_store(folder)};
  fs::remove_all(folder);
  return made;
}

// The file after the change that the input describes.
inline std::string damaged(std::string bytes, const std::uint8_t* data, std::size_t size) {
  const int longer = static_cast<std::int8_t>(data[0]);
  const std::size_t cut = longer < 0 ? static_cast<std::size_t>(-longer) : 0;
  bytes.resize(bytes.size() - std::min(cut, bytes.size()) + (longer > 0 ? data[0] : 0u));
  const std::size_t offset = data[1] + 256u * data[2];
  for (std::size_t i = 3; i < size && offset + i - 3 < bytes.size(); ++i) {
    bytes[offset + i - 3] = static_cast<char>(bytes[offset + i - 3] ^ data[i]);
  }
  return bytes;
}

inline void write(StoreFiles& files, const std::string& name, const std::string& bytes) {
  auto file = files.write(name);
  require(file && (*file)->append(std::as_bytes(std::span(bytes))) && (*file)->sync());
}

// The file table of the store with the damage that an input of at least 5 bytes describes, after
// its files are written; `changed` is true if any differs.
struct Damaged {
  const SoundStore& store;
  FileTable table;
  bool changed = false;
};

inline Damaged write_damaged(internal::base::FileSystem& disk, const fs::path& folder,
                             const std::uint8_t* data, std::size_t size) {
  static const std::vector<SoundStore> stores = make_stores();
  const SoundStore& store = stores[data[0] % stores.size()];
  const std::size_t chosen = data[1] % store.files.size();
  StoreFiles files(disk, folder, internal::store::new_file_table());
  bool changed = false;
  for (std::size_t i = 0; i < store.files.size(); ++i) {
    const auto& [name, bytes] = store.files[i];
    const std::string now = i == chosen ? damaged(bytes, data + 2, size - 2) : bytes;
    changed = changed || now != bytes;
    write(files, name, now);
  }
  return {store, files.table(), changed};
}

}  // namespace fuzz
