#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "input/source.h"
#include "make_archive.h"
#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::vector<std::string> names(const ReadResult& result) {
  std::vector<std::string> out;
  for (const Document& document : result.documents) out.push_back(document.name);
  return out;
}

std::vector<std::string> losses(const ReadResult& result) {
  std::vector<std::string> out;
  for (const Skipped& skipped : result.skipped) out.push_back(skipped.path + " " + skipped.reason);
  return out;
}

class ArchiveTest : public ::testing::Test {
 protected:
  ReadResult read(const std::string& name, std::string_view bytes) {
    NoProgress quiet;
    auto out = read_path(folder.write(name, bytes), options, quiet);
    if (!out) {
      ADD_FAILURE() << out.error().message;
      return {};
    }
    return std::move(*out);
  }

  TempFolder folder;
  ReadOptions options;
};

TEST_F(ArchiveTest, AllPackings) {
  const std::vector<Member> members = {{"src/main.c", "int main;\n", ""}, {"b.txt", "b", ""}};
  constexpr std::pair<const char*, Packing> kPackings[] = {
      {"a.zip", Packing::zip},         {"a.tar", Packing::tar},
      {"a.tar.gz", Packing::tar_gz},   {"a.tgz", Packing::tar_gz},
      {"a.tar.bz2", Packing::tar_bz2}, {"a.tar.xz", Packing::tar_xz},
      {"a.tar.zst", Packing::tar_zst}, {"a.7z", Packing::seven_zip},
      {"noname", Packing::zip},
  };
  for (const auto& [name, packing] : kPackings) {
    const ReadResult out = read(name, make_archive(packing, members));
    EXPECT_THAT(names(out),
                ElementsAre(std::string(name) + "/b.txt", std::string(name) + "/src/main.c"));
    EXPECT_THAT(losses(out), IsEmpty());
    ASSERT_FALSE(out.documents.empty());
    EXPECT_EQ(out.documents.back().bytes, "int main;\n");
  }
}

TEST_F(ArchiveTest, SingleCompressedFile) {
  const ReadResult out = read("notes.txt.gz", make_gzip("hello\n"));
  EXPECT_THAT(names(out), ElementsAre("notes.txt.gz/notes.txt"));
}

TEST_F(ArchiveTest, SingleCompressedFileIsReadPastADamagedMember) {
  const std::string whole = make_gzip("one\n") + make_gzip("two\n") + make_gzip("three\n");
  std::string damaged = whole;
  damaged[make_gzip("one\n").size()] = '\0';  // the first byte of the second member
  const ReadResult out = read("notes.txt.gz", damaged);
  EXPECT_THAT(names(out), ElementsAre("notes.txt.gz/notes.txt"));
  ASSERT_FALSE(out.documents.empty());
  EXPECT_EQ(out.documents.front().bytes, "one\n\nthree\n");
  EXPECT_THAT(losses(out), ElementsAre("notes.txt.gz is cut off or damaged once: what could be "
                                       "unpacked is read"));
  EXPECT_EQ(read("notes.txt.gz", whole).documents.front().bytes, "one\ntwo\nthree\n");
}

TEST_F(ArchiveTest, SingleCompressedFileOfAWideWindowIsListed) {
  options.limits.window_bytes = 8 << 20;
  const std::string narrow = make_packed(FilePacking::zstd, "narrow\n");
  const ReadResult out = read("notes.txt.zst", narrow + frame_of_window(24));
  EXPECT_THAT(losses(out),
              ElementsAre("notes.txt.zst needs 16 MiB for the window of its zstd frames "
                          "(zstd --long): give --memory 32 MiB or more"));
  options.limits = ReadLimits::within(std::uint64_t{512} << 20);
  EXPECT_THAT(losses(read("wide.txt.zst", frame_of_window(28))), IsEmpty());
}

TEST_F(ArchiveTest, NestedToADepth) {
  std::string archive = make_archive(Packing::zip, {{"deep.c", "x", ""}});
  for (int i = 0; i < 5; ++i) {
    archive = make_archive(i % 2 == 0 ? Packing::tar_gz : Packing::zip,
                           {{"in" + std::to_string(i), archive, ""}, {"f.c", "x", ""}});
  }
  const ReadResult out = read("a", archive);
  EXPECT_THAT(names(out), ElementsAre("a/f.c", "a/in4/f.c", "a/in4/in3/f.c", "a/in4/in3/in2/f.c"));
  EXPECT_THAT(losses(out),
              ElementsAre("a/in4/in3/in2/in1 is an archive nested too deeply: unpack it first"));
}

TEST_F(ArchiveTest, NamesCannotLeaveAndStayUnique) {
  const ReadResult out = read(
      "a.zip",
      make_archive(Packing::zip, {{"../../x.c", "1", ""}, {"/x.c", "2", ""}, {"x.c", "3", ""}}));
  EXPECT_THAT(names(out), ElementsAre("a.zip/x.c", "a.zip/x.c (2)", "a.zip/x.c (3)"));
}

TEST_F(ArchiveTest, NamesDoNotDependOnTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "C.UTF-8");
  const std::vector<Member> members = {{"\u00fc/\u65e5.c", "x", ""}};
  const std::string zip = make_archive(Packing::zip, members);
  const std::string seven = make_archive(Packing::seven_zip, members);
  std::setlocale(LC_ALL, "C");
  EXPECT_THAT(names(read("a.zip", zip)), ElementsAre("a.zip/\u00fc/\u65e5.c"));
  EXPECT_THAT(names(read("a.7z", seven)), ElementsAre("a.7z/\u00fc/\u65e5.c"));
  std::setlocale(LC_ALL, before.c_str());
}

// As the Explorer of Windows and other old programs pack them: no flag of UTF-8.
TEST_F(ArchiveTest, NamesInCodePagesOfOldAreRight) {
  const auto zip = [&](const std::vector<std::string>& members) {
    std::vector<Member> files;
    for (const std::string& name : members) files.push_back({name, "x", ""});
    return names(read("a.zip", make_archive(Packing::zip, files)));
  };
  // Code page 850: "M\x81ller", "K\x94ln", "Ren\x82", "Fran\x87ois", "\x8A", "Nu\xA4ez", "S\xD2".
  EXPECT_THAT(zip({"M\x81ller/a.c", "plain/a.c"}),
              ElementsAre("a.zip/Müller/a.c", "a.zip/plain/a.c"));
  EXPECT_THAT(zip({"K\x94ln.c", "Ren\x82.c"}), ElementsAre("a.zip/Köln.c", "a.zip/René.c"));
  EXPECT_THAT(zip({"Fran\x87ois.c",
                   "Nu\xA4"
                   "ez.c"}),
              ElementsAre("a.zip/François.c", "a.zip/Nuñez.c"));
  // windows-1252.
  EXPECT_THAT(zip({"M\xFCller.c", "Ren\xE9.c"}), ElementsAre("a.zip/Müller.c", "a.zip/René.c"));
  // Shift-JIS: 佐藤 and 日本語.
  EXPECT_THAT(zip({"\x8D\xB2\x93\xA1/a.c", "\x93\xFA\x96\x7B\x8C\xEA/a.c"}),
              ElementsAre("a.zip/佐藤/a.c", "a.zip/日本語/a.c"));
  EXPECT_THAT(zip({"M\xC3\xBCller.c", "M\x81hle.c"}),  // one name each
              ElementsAre("a.zip/Mühle.c", "a.zip/Müller.c"));
}

TEST_F(ArchiveTest, EntriesHaveTheirTimes) {
  const std::string tar = make_archive(Packing::tar, {{"a.c", "x", "", 1'772'359'200}});
  const ReadResult out = read("a.tar", tar);
  ASSERT_EQ(out.documents.size(), 1U);
  EXPECT_EQ(out.documents[0].modified, 1'772'359'200);
}

TEST_F(ArchiveTest, LinksInsideAreListed) {
  const ReadResult out =
      read("a.tar", make_archive(Packing::tar, {{"a.c", "x", ""}, {"evil", "", "/etc/passwd"}}));
  EXPECT_THAT(names(out), ElementsAre("a.tar/a.c"));
  EXPECT_THAT(losses(out),
              ElementsAre("a.tar/evil is a symbolic link inside an archive, which is not "
                          "followed"));
}

TEST_F(ArchiveTest, EncryptedMembersAreListed) {
  const ReadResult out = read("a.zip", make_archive(Packing::encrypted_zip, {{"a.c", "x", ""}}));
  EXPECT_THAT(names(out), IsEmpty());
  EXPECT_THAT(losses(out), ElementsAre("a.zip/a.c is encrypted: unpack it with its password"));
}

TEST_F(ArchiveTest, TruncatedKeepsWhatCameBefore) {
  std::string noise(200'000, ' ');
  std::uint32_t state = 1;
  for (char& c : noise) c = static_cast<char>('a' + ((state = state * 1664525 + 1013904223) >> 27));
  const std::string whole =
      make_archive(Packing::tar_gz, {{"a.c", "first", ""}, {"b.c", noise, ""}, {"c.c", "x", ""}});
  const ReadResult out = read("a.tar.gz", whole.substr(0, whole.size() / 2));
  EXPECT_THAT(names(out), ElementsAre("a.tar.gz/a.c"));
  EXPECT_THAT(losses(out), ElementsAre(StartsWith("a.tar.gz breaks off after 2 files: truncated"),
                                       StartsWith("a.tar.gz/b.c cannot be unpacked: truncated")));
}

TEST_F(ArchiveTest, WhatIsNoArchiveIsSaid) {
  EXPECT_THAT(losses(read("a.zip", "this is plain text")),
              ElementsAre(StartsWith("a.zip cannot be unpacked")));
  EXPECT_THAT(losses(read("b.zip", "")), SizeIs(1));
  EXPECT_THAT(losses(read("c.zip", make_archive(Packing::zip, {}))),
              ElementsAre("c.zip is an archive without any file"));
  for (const char* name : {"a.parquet", "a"}) {
    EXPECT_THAT(losses(read(name, std::string("PAR1\x15\x04\x15\x00\x02\x01", 10))),
                ElementsAre(HasSubstr("if its name ends in .parquet")));
  }
  EXPECT_THAT(losses(read("a.txt", "PAR1 of the book")), ElementsAre());
  EXPECT_THAT(losses(read("a.arrow", std::string("ARROW1\0\0", 8))),
              ElementsAre(HasSubstr("JSON lines")));
  EXPECT_THAT(losses(read("d.rar", "Rar!\x1A\x07\x01\x01")), ElementsAre(HasSubstr("RAR archive")));
}

TEST_F(ArchiveTest, BombIsStopped) {
  const std::string zeros(80 << 20, ' ');
  const std::string bomb = make_archive(
      Packing::tar_zst, {{"ok.c", "int x;", ""}, {"bomb.c", zeros, ""}, {"late.c", "x", ""}});
  ASSERT_LT(bomb.size(), 80u << 10);
  const ReadResult out = read("bomb.tar.zst", bomb);
  EXPECT_THAT(names(out), ElementsAre("bomb.tar.zst/ok.c"));
  EXPECT_THAT(losses(out), Contains(HasSubstr("expands to more than the limits allow")));
}

TEST_F(ArchiveTest, NestedBombIsStopped) {
  options.limits.expanded_bytes = 10 << 20;
  const std::string leaf = make_archive(Packing::zip, {{"x.c", std::string(3 << 20, ' '), ""}});
  std::vector<Member> members;
  for (int i = 0; i < 20; ++i) members.push_back({"in" + std::to_string(i) + ".zip", leaf, ""});
  const ReadResult out = read("a.zip", make_archive(Packing::zip, members));
  EXPECT_THAT(out.documents, SizeIs(3));
  EXPECT_THAT(losses(out), Contains(AllOf(StartsWith("a.zip was read only up to file"))));
}

TEST_F(ArchiveTest, MembersAreCounted) {
  options.limits.archive_members = 5;
  std::vector<Member> members;
  for (int i = 0; i < 20; ++i) members.push_back({std::to_string(i), "x", ""});
  const ReadResult out = read("a.zip", make_archive(Packing::zip, members));
  EXPECT_THAT(out.documents, SizeIs(5));
  EXPECT_THAT(losses(out), SizeIs(1));
}

TEST_F(ArchiveTest, LargeMembersAreListed) {
  options.limits.file_bytes = 1000;
  const ReadResult out = read(
      "a.zip", make_archive(Packing::zip, {{"big", std::string(1001, 'x'), ""}, {"ok", "x", ""}}));
  // The archive itself is small.
  EXPECT_THAT(names(out), ElementsAre("a.zip/ok"));
  EXPECT_THAT(losses(out), ElementsAre("a.zip/big is larger than the limit of 1000 bytes a file"));
}

TEST_F(ArchiveTest, LitterAndGlobsHoldInside) {
  options.include = {"*.c"};
  options.exclude = {"build"};
  const ReadResult out = read(
      "a.zip",
      make_archive(Packing::zip, {{"__MACOSX/._a.c", "x", ""},
                                  {"build/b.c", "x", ""},
                                  {"a.c", "x", ""},
                                  {"a.txt", "x", ""},
                                  {"in.zip", make_archive(Packing::zip, {{"d.c", "", ""}}), ""}}));
  EXPECT_THAT(names(out), ElementsAre("a.zip/a.c", "a.zip/in.zip/d.c"));
  EXPECT_THAT(losses(out), ElementsAre(StartsWith("a.zip/__MACOSX is a folder of a tool")));
}

}  // namespace
}  // namespace whorl::internal::input
