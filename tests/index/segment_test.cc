#include "passages/index/segment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace whorl::internal::index {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kGolden = WHORL_SOURCE_DIR "/tests/index/golden/version1.whorlseg";

const SegmentDocument kFirst = {"ann/main.c", 120, {{0xFEDCBA9876543210u, 7}, {3, 90}}};
const SegmentDocument kSecond = {"empty", 0, {}};

std::vector<std::uint8_t> file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class SegmentFile : public testing::Test {
 protected:
  SegmentFile()
      : path_(testing::TempDir() + "whorl_segment_test." + std::to_string(::getpid()) +
              ".whorlseg") {
    auto writer = SegmentWriter::create(path_, "bytes/k=5/winnow:w=4 (bytes 1, hash 1)");
    EXPECT_TRUE(writer);
    for (const auto& d : {kFirst, kSecond}) writer->add(d.name, d.symbols, d.fingerprints);
    EXPECT_TRUE(writer->finish());
    bytes_ = file_bytes(path_);
  }
  ~SegmentFile() override { fs::remove(path_); }

  std::string path_;
  std::vector<std::uint8_t> bytes_;
};

void expect_whole(const Result<Segment>& segment) {
  ASSERT_TRUE(segment) << segment.error().message;
  EXPECT_EQ(segment->recipe, "bytes/k=5/winnow:w=4 (bytes 1, hash 1)");
  ASSERT_EQ(segment->documents.size(), 2u);
  EXPECT_EQ(segment->documents[0].name, kFirst.name);
  EXPECT_EQ(segment->documents[0].symbols, kFirst.symbols);
  EXPECT_EQ(segment->documents[0].fingerprints.hash, kFirst.fingerprints.hash);
  EXPECT_EQ(segment->documents[0].fingerprints.position, kFirst.fingerprints.position);
  EXPECT_EQ(segment->documents[1].fingerprints.size(), 0u);
}

TEST_F(SegmentFile, ReadsWhatWasWritten) { expect_whole(read_segment(path_)); }

// Stored files of every version must stay readable.
TEST_F(SegmentFile, VersionOneIsReadForEver) {
  expect_whole(read_segment(kGolden));
  EXPECT_EQ(file_bytes(kGolden), bytes_);
}

TEST_F(SegmentFile, NoticesEveryChangedByte) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    auto broken = bytes_;
    broken[i] ^= 0x40;
    EXPECT_FALSE(parse_segment(broken)) << "byte " << i;
  }
}

TEST_F(SegmentFile, NoticesEveryCut) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    EXPECT_FALSE(parse_segment(std::span(bytes_).first(size))) << "cut at " << size;
  }
}

TEST_F(SegmentFile, SaysWhatIsWrong) {
  EXPECT_THAT(parse_segment({}).error().message, HasSubstr("is not a segment"));
  EXPECT_THAT(parse_segment(std::span(bytes_).first(20)).error().message, HasSubstr("is cut off"));
  EXPECT_THAT(read_segment("/nowhere").error().message, HasSubstr("/nowhere"));
  auto other = bytes_;
  other[8] = 9;
  EXPECT_THAT(parse_segment(other).error().message, HasSubstr("version 9"));
}

TEST_F(SegmentFile, LeavesNothingBehindWhenUnfinished) {
  const std::string path = path_ + ".unfinished";
  { auto writer = SegmentWriter::create(path, "x"); }
  for (const auto& entry : fs::directory_iterator(fs::path(path).parent_path())) {
    EXPECT_FALSE(entry.path().string().starts_with(path)) << entry.path();
  }
}

}  // namespace
}  // namespace whorl::internal::index
