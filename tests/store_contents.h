// What the files of stores hold, whatever they are called on the disk.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "store/manifest.h"

namespace whorl::test {

namespace store = internal::store;

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline store::Manifest manifest_of(const std::filesystem::path& folder) {
  auto manifest = store::load_finished(internal::base::FileSystem::real(), folder);
  EXPECT_TRUE(manifest) << manifest.error().message;
  return *manifest;
}

// Where `documents.bin` is, say.
inline std::filesystem::path file_of(const std::filesystem::path& folder, const std::string& name) {
  return folder / manifest_of(folder).files.files.at(name).name;
}

// The contents of a file of blocks, or the bytes of another file. Empty if it does not exist.
inline std::string contents_of(const std::filesystem::path& folder, const std::string& name) {
  if (!name.ends_with(".bin")) return bytes_of(folder / name);
  const store::StoreFiles files(internal::base::FileSystem::real(), folder,
                                manifest_of(folder).files);
  if (!files.has(name)) return {};
  auto file = files.read(name);
  EXPECT_TRUE(file) << file.error().message;
  std::string contents((*file)->size(), '\0');
  const auto got = (*file)->read(0, std::as_writable_bytes(std::span(contents)));
  EXPECT_TRUE(got) << got.error().message;
  return contents;
}

// Puts other contents, under right checksums, in the place of a file's.
inline void rewrite(const std::filesystem::path& folder, const std::string& name,
                    const std::string& contents) {
  store::Manifest manifest = manifest_of(folder);
  ++manifest.files.generation;
  store::StoreFiles files(internal::base::FileSystem::real(), folder, manifest.files);
  auto file = files.write(name);
  ASSERT_TRUE(file && (*file)->append(std::as_bytes(std::span(contents))) && (*file)->sync());
  manifest.files = files.table();
  ASSERT_TRUE(store::save(internal::base::FileSystem::real(), folder, manifest));
  ASSERT_TRUE(store::publish(internal::base::FileSystem::real(), folder));
}

}  // namespace whorl::test
