// Keys: the files that they are read from, and what is known of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "../temp_folder.h"
#include "whorl/key.h"

namespace whorl {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kDigits = "000102030405060708090a0b0c0d0e0f";

class KeyFiles : public testing::Test {
 protected:
  std::string file(const std::string& content, mode_t mode = 0600) const {
    const std::string path = folder_ / "key";
    std::ofstream(path, std::ios::binary) << content;
    EXPECT_EQ(::chmod(path.c_str(), mode), 0);
    return path;
  }

  std::string refusal(const std::string& content, mode_t mode = 0600) const {
    const auto key = read_key(file(content, mode));
    return key ? "accepted" : key.error().message;
  }

 private:
  test::TempFolder folder_{"key"};
};

TEST_F(KeyFiles, OfTheirOwnerAloneAreRead) {
  EXPECT_EQ(refusal(kDigits), "accepted");
  EXPECT_EQ(refusal(std::string(kDigits) + "\n"), "accepted");
  EXPECT_EQ(refusal(kDigits, 0400), "accepted");
  EXPECT_EQ(refusal(std::string(1024, 'F')), "accepted");
  for (const mode_t mode : {0640, 0604, 0644, 0660, 0602, 0610, 0777}) {
    EXPECT_THAT(refusal(kDigits, mode), HasSubstr("run chmod 600"));
  }
}

TEST_F(KeyFiles, OfOtherContentsAreRefusedAndNeverPrinted) {
  EXPECT_THAT(refusal(""), HasSubstr("has 0 characters; a key is written with 32 to 1024"));
  EXPECT_THAT(refusal("00010203"), HasSubstr("make one with"));
  EXPECT_THAT(refusal(std::string(1026, '0')), HasSubstr("too many"));
  EXPECT_THAT(refusal(std::string(5000, '0')), HasSubstr("too many"));
  EXPECT_THAT(refusal(std::string(33, '0')), HasSubstr("an even number"));
  const std::string almost = std::string(kDigits) + "secretsecret";
  EXPECT_THAT(refusal(almost), HasSubstr("characters other than hexadecimal digits"));
  EXPECT_THAT(refusal(almost), Not(HasSubstr("0405")));
}

TEST_F(KeyFiles, ThatAreNone) {
  EXPECT_THAT(read_key("/nowhere/key").error().message, HasSubstr("cannot be read"));
  EXPECT_THAT(read_key("/dev/null").error().message, HasSubstr("is not a file"));
  EXPECT_THAT(read_key("/").error().message, HasSubstr("is not a file"));
}

TEST_F(KeyFiles, GiveTheKeyOfTheirBytes) {
  std::vector<std::uint8_t> bytes(16);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  const Key key = make_key(bytes).value();
  EXPECT_EQ(read_key(file(kDigits)).value().id(), key.id());
  EXPECT_EQ(key.id().size(), 16u);
  EXPECT_EQ(key.check_value().size(), 32u);
  EXPECT_TRUE(key.matches(key.check_value()));
  EXPECT_FALSE(key.matches(key.id()));
  bytes[0] ^= 1;
  const Key other = make_key(bytes).value();
  EXPECT_NE(other.id(), key.id());
  EXPECT_FALSE(other.matches(key.check_value()));
  EXPECT_FALSE(make_key(std::span(bytes).first(15)));
}

}  // namespace
}  // namespace whorl
