// Compressed files of several members: only damaged members are lost, and the damage is reported.
#include "input/archives/member_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "make_archive.h"
#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

using testing::HasSubstr;

struct UnpackedText {
  std::string text;
  std::string error;  // empty if the stream is sound
};

UnpackedText unpack(const std::string& path, const StreamWatch& watch = {}) {
  UnpackedText out;
  auto stream = ByteStream::open(path, watch);
  while (stream) {
    const auto block = (*stream)->next();
    if (!block) out.error = block.error().message;
    if (!block || block->empty()) return out;
    out.text.append(*block);
  }
  out.error = stream.error().message;
  return out;
}

struct Form {
  FilePacking packing;
  const char* name;
};
constexpr Form kForms[] = {{FilePacking::gzip, "a.gz"},
                           {FilePacking::bzip2, "a.bz2"},
                           {FilePacking::xz, "a.xz"},
                           {FilePacking::zstd, "a.zst"}};

class PackedFile : public testing::TestWithParam<Form> {
 protected:
  std::string pack(std::string_view bytes) const { return make_packed(GetParam().packing, bytes); }
  UnpackedText unpacked(const std::string& bytes) const {
    return unpack(folder_.write(GetParam().name, bytes));
  }

 private:
  TempFolder folder_;
};

TEST_P(PackedFile, HasAnyNumberOfMembersWithZerosBetween) {
  EXPECT_EQ(unpacked(pack("one\n")).text, "one\n");
  EXPECT_EQ(unpacked(pack("")).text, "");
  const UnpackedText several = unpacked(pack("one\n") + pack("") + std::string(512, '\0') +
                                        pack("two\n") + std::string(512, '\0'));
  EXPECT_EQ(several.text, "one\ntwo\n");
  EXPECT_EQ(several.error, "");
}

TEST_P(PackedFile, LosesAMemberWithADamagedHeadAndReportsIt) {
  for (const std::size_t at : {0, 1, 3}) {
    std::string damaged = pack("two\n");
    damaged[at] = static_cast<char>(damaged[at] ^ 0xA5);
    const UnpackedText later = unpacked(pack("one\n") + damaged + pack("three\n"));
    EXPECT_THAT(later.text, testing::AllOf(HasSubstr("one\n"), HasSubstr("three\n")));
    EXPECT_THAT(later.error, HasSubstr("damaged once")) << at;
    const UnpackedText last = unpacked(pack("one\n") + damaged);
    EXPECT_THAT(last.text, HasSubstr("one\n"));
    EXPECT_THAT(last.error, HasSubstr("damaged once")) << at;
    const UnpackedText first = unpacked(damaged + pack("three\n"));
    EXPECT_THAT(first.text, HasSubstr("three\n"));
    EXPECT_THAT(first.error, HasSubstr("damaged once")) << at;
  }
}

TEST_P(PackedFile, KeepsSoundMembersAroundADamagedBody) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * 7919 % 10'007) + '\n';
  std::string damaged = pack(text);
  for (std::size_t at = damaged.size() / 2; at < damaged.size() / 2 + 30; ++at) damaged[at] = 'x';
  const UnpackedText got = unpacked(pack("one\n") + damaged + pack("three\n"));
  EXPECT_TRUE(got.text.starts_with("one\n"));
  EXPECT_TRUE(got.text.ends_with("\nthree\n"));
  EXPECT_THAT(got.error, HasSubstr("damaged once"));
}

TEST_P(PackedFile, KeepsWhatCameBeforeATruncation) {
  const std::string packed = pack("two\n");
  for (std::size_t cut = 1; cut < packed.size(); ++cut) {
    const UnpackedText got = unpacked(pack("one\n") + packed.substr(0, cut));
    EXPECT_TRUE(got.text.starts_with("one\n")) << cut;
    EXPECT_THAT(got.error, HasSubstr("damaged once")) << cut;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, PackedFile, testing::ValuesIn(kForms));

TEST(ZstdWindow, IsAsWideAsTheMemoryAllows) {
  const TempFolder folder;
  const std::string narrow = make_packed(FilePacking::zstd, "narrow\n");
  const std::string path = folder.write("a.zst", narrow + frame_of_window(24) + narrow);
  EXPECT_EQ(unpack(path).text, "narrow\nwide\nnarrow\n");
  const UnpackedText refused = unpack(path, {.window_bytes = 8 << 20});
  EXPECT_EQ(refused.text, "narrow\n\nnarrow\n");
  EXPECT_THAT(refused.error, HasSubstr("needs 16 MiB for the window of its zstd frames"));
  EXPECT_THAT(refused.error, HasSubstr("give --memory 32 MiB or more"));
}

TEST(XzWindow, IsAsWideAsTheMemoryAllows) {
  const TempFolder folder;
  const std::string narrow = make_packed(FilePacking::xz, "narrow\n");
  // A dictionary of 64 MiB, as `xz -9` uses.
  const std::string path = folder.write("a.xz", narrow + stream_of_window(64 << 20) + narrow);
  EXPECT_EQ(unpack(path).text, "narrow\nwide\nnarrow\n");
  const UnpackedText refused = unpack(path, {.window_bytes = 16 << 20});
  EXPECT_EQ(refused.text, "narrow\n\nnarrow\n");
  EXPECT_THAT(refused.error, HasSubstr("for the window of its xz streams: give --memory"));
}

TEST(PlainFile, ComesAsItIsUnderAnyName) {
  const TempFolder folder;
  for (const char* name : {"a.gz", "a.zst", "a"}) {
    const UnpackedText got = unpack(folder.write(name, "BZh is no member\n"));
    EXPECT_EQ(got.text, "BZh is no member\n");
    EXPECT_EQ(got.error, "");
  }
}

}  // namespace
}  // namespace whorl::internal::input
