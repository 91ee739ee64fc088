// Checked files give back what was written, whatever lengths they grow by, and nothing else.
#include "base/checked_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "../temp_folder.h"

namespace whorl::internal::base {
namespace {

std::string random_bytes(std::size_t size) {
  std::mt19937 random(static_cast<std::uint32_t>(size) + 1);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  return bytes;
}

class CheckedFile : public testing::Test {
 protected:
  CheckedLength write(const std::string& bytes, const FileIdentity& identity) {
    auto file = CheckedWriter::create(FileSystem::real(), path_, identity);
    EXPECT_TRUE(file);
    EXPECT_TRUE((*file)->append(std::as_bytes(std::span(bytes))) && (*file)->sync());
    return (*file)->length();
  }

  Result<std::string> read(const FileIdentity& identity, const CheckedLength& length,
                           std::uint64_t offset = 0, std::size_t size = SIZE_MAX) {
    auto file = read_checked(FileSystem::real(), path_, identity, length);
    if (!file) return tl::unexpected(file.error());
    std::string bytes(std::min<std::size_t>(size, (*file)->size()), '\0');
    auto got = (*file)->read(offset, std::as_writable_bytes(std::span(bytes)));
    if (!got) return tl::unexpected(got.error());
    bytes.resize(*got);
    return bytes;
  }

  test::TempFolder folder_{"checked"};
  FileSystem::Path path_ = folder_ / "file.bin";
  const FileIdentity identity_{{1, 2}, "file.bin"};
};

constexpr std::size_t kSizes[] = {0, 1, 4095, 4096, 4097, 8192, 64 * 4096, 64 * 4096 + 1, 300'000};

TEST_F(CheckedFile, GivesBackAnyPartOfWhatWasWritten) {
  for (const std::size_t size : kSizes) {
    const std::string bytes = random_bytes(size);
    const CheckedLength length = write(bytes, identity_);
    EXPECT_EQ(length.bytes, size);
    EXPECT_EQ(*read(identity_, length), bytes) << size;
    for (const std::size_t begin : {std::size_t{0}, std::size_t{1}, size / 2, size}) {
      for (const std::size_t count : {std::size_t{1}, std::size_t{5000}, size}) {
        const std::string part = begin < size ? bytes.substr(begin, std::min(count, size)) : "";
        EXPECT_EQ(*read(identity_, length, begin, count), part) << size << ": " << begin;
      }
    }
  }
}

// A block that one read leaves behind serves the next, of its own file alone.
TEST_F(CheckedFile, GivesPartsOfManyFilesInAnyOrder) {
  constexpr std::size_t kFiles = 40;  // more than have a block in memory
  std::vector<std::string> contents;
  std::vector<std::unique_ptr<ReadableFile>> files;
  for (std::size_t i = 0; i < kFiles; ++i) {
    contents.push_back(random_bytes(10'000 + i));
    const CheckedLength length = write(contents[i], identity_);
    const auto path = folder_ / std::to_string(i);
    std::filesystem::rename(path_, path);
    files.push_back(*read_checked(FileSystem::real(), path, identity_, length));
  }
  std::mt19937 random(4);
  for (int turn = 0; turn < 5'000; ++turn) {
    const std::size_t file = random() % (turn % 2 == 0 ? 3 : kFiles);
    const std::size_t begin = random() % contents[file].size();
    std::string part(random() % 6'000, '\0');
    const auto got = files[file]->read(begin, std::as_writable_bytes(std::span(part)));
    ASSERT_TRUE(got);
    ASSERT_EQ(part.substr(0, *got), contents[file].substr(begin, part.size())) << turn;
  }
}

// Whatever it is handed at a time, and whenever readers are to see it, the file is the same.
TEST_F(CheckedFile, HasTheBytesOfOneThatIsWrittenAtOnce) {
  const std::string bytes = random_bytes(700'000);
  const CheckedLength length = write(bytes, identity_);
  const std::string at_once = folder_.read("file.bin");
  std::mt19937 random(5);
  for (const std::size_t most : {200u, 5'000u, 400'000u}) {
    auto file = *CheckedWriter::create(FileSystem::real(), path_, identity_);
    std::size_t written = 0;
    for (std::size_t turn = 0; written < bytes.size(); ++turn) {
      const std::string part = bytes.substr(written, random() % most);
      ASSERT_TRUE(file->append(std::as_bytes(std::span(part))));
      written += part.size();
      if (turn % 16 != 0) continue;
      ASSERT_TRUE(file->flush());
      const std::string head = bytes.substr(0, written);
      ASSERT_EQ(*read(identity_, file->length()), head) << most << ": " << turn;
    }
    ASSERT_TRUE(file->sync());
    EXPECT_EQ(file->length(), length);
    EXPECT_EQ(folder_.read("file.bin"), at_once) << most;
  }
}

// Like a run that is interrupted again and again: the bytes written after each saved length are cut
// off.
TEST_F(CheckedFile, IsNotMadeLongerByWhatIsToBeKeptOfIt) {
  FileSystem& files = FileSystem::real();
  folder_.write("short", "six by");
  const auto refused = files.write(folder_ / "short", 7);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::corrupt);
  EXPECT_EQ(folder_.read("short"), "six by");
  EXPECT_TRUE(files.write(folder_ / "short", 3));
  EXPECT_EQ(folder_.read("short"), "six");
}

TEST_F(CheckedFile, GrowsFromAnyLengthItHasHad) {
  const std::string bytes = random_bytes(20'000);
  std::string all = bytes.substr(0, 10);
  CheckedLength kept = write(all, identity_);
  for (const std::size_t more : {1u, 4085u, 4096u, 1u, 5000u}) {
    const CheckedLength before = kept;
    for (const std::string& lost : {std::string(), std::string("lost"), std::string(9000, 'x')}) {
      auto file = CheckedWriter::resume(FileSystem::real(), path_, identity_, before);
      ASSERT_TRUE(file) << file.error().message;
      ASSERT_TRUE((*file)->append(std::as_bytes(std::span(lost))) && (*file)->sync());
      // Who knows the length before reads on.
      EXPECT_EQ(*read(identity_, before), all);
    }
    auto file = CheckedWriter::resume(FileSystem::real(), path_, identity_, before);
    ASSERT_TRUE(file);
    const std::string part = bytes.substr(all.size(), more);
    ASSERT_TRUE((*file)->append(std::as_bytes(std::span(part))) && (*file)->sync());
    all += part;
    kept = (*file)->length();
    EXPECT_EQ(*read(identity_, kept), all);
  }
}

TEST_F(CheckedFile, IsRefusedWhereABitOrItsLengthIsAnother) {
  const CheckedLength length = write(random_bytes(9000), identity_);
  const std::string whole = folder_.read("file.bin");
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    folder_.write("file.bin", flipped);
    const auto found = read(identity_, length);
    ASSERT_FALSE(found) << at;
    EXPECT_EQ(found.error().code, ErrorCode::corrupt);
    EXPECT_NE(found.error().message.find("file.bin"), std::string::npos);
    if (at % 98 == 0) {
      folder_.write("file.bin", whole.substr(0, at));
      EXPECT_FALSE(read(identity_, length)) << at;
      EXPECT_FALSE(CheckedWriter::resume(FileSystem::real(), path_, identity_, length)) << at;
    }
  }
  folder_.write("file.bin", whole);
  EXPECT_TRUE(read(identity_, length));
  EXPECT_FALSE(read(identity_, {length.bytes - 1, length.tail}));
  EXPECT_FALSE(read(identity_, {length.bytes + 1, length.tail}));
  EXPECT_FALSE(read(identity_, {UINT64_MAX, length.tail}));
}

TEST_F(CheckedFile, IsRefusedOfAnotherOwnerOrNameAndWithBlocksInAnotherOrder) {
  const CheckedLength length = write(random_bytes(4 * 4096), identity_);
  EXPECT_FALSE(read({{1, 3}, "file.bin"}, length));
  EXPECT_FALSE(read({{1, 2}, "other.bin"}, length));
  std::string swapped = folder_.read("file.bin");
  const std::size_t head = swapped.size() - 4 * (4096 + 8);
  std::swap_ranges(swapped.begin() + static_cast<std::ptrdiff_t>(head),
                   swapped.begin() + static_cast<std::ptrdiff_t>(head + 4104),
                   swapped.begin() + static_cast<std::ptrdiff_t>(head + 4104));
  folder_.write("file.bin", swapped);
  EXPECT_FALSE(read(identity_, length));
}

}  // namespace
}  // namespace whorl::internal::base
