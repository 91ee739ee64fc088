// Web archives: what is a document, and how a bad record costs no more than itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../processor_seconds.h"
#include "input/collection.h"
#include "make_archive.h"
#include "make_warc.h"
#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct WarcRead {
  std::vector<std::string> ids;
  std::vector<CollectionRecord> records;
  std::vector<Skipped> skipped;
  std::uint64_t revisits = 0;
};

WarcRead read_warc(const std::string& path, const CollectionOptions& options = {}) {
  WarcRead out;
  auto collection = Collection::open({path}, options);
  EXPECT_TRUE(collection);
  CollectionRecord record;
  while (*(*collection)->next(record)) {
    out.ids.push_back(record.id);
    out.records.push_back(record);
  }
  out.skipped = (*collection)->skipped();
  out.revisits = (*collection)->revisits();
  return out;
}

std::string page(char name) {
  return warc_record("response", std::string("http://a.org/") + name,
                     http_response(std::string("<p>page ") + name));
}

constexpr const char* kInfo = "software: crawler\r\n";

TEST(Warc, GivesResponsesResourcesAndConversionsByUrlAndDate) {
  const TempFolder folder;
  const std::string bytes =
      warc_record("warcinfo", "", kInfo, "application/warc-fields") +
      warc_record("request", "http://a.org/a", "GET / HTTP/1.1\r\n\r\n",
                  "application/http; msgtype=request") +
      page('a') + warc_record("resource", "<file:///b.txt>", "text b", "text/plain") +
      warc_record("conversion", "http://a.org/c", "text c", "text/plain") +
      warc_record("metadata", "http://a.org/a", "x: y\r\n", "application/warc-fields") +
      warc_record("response", "dns:a.org", "a.org 127.0.0.1", "text/dns");
  const WarcRead got = read_warc(folder.write("crawl.warc", bytes));
  EXPECT_THAT(got.ids, ElementsAre("http://a.org/a", "file:///b.txt", "http://a.org/c"));
  EXPECT_EQ(got.skipped.size(), 0u);
  EXPECT_EQ(got.records[0].shape, RecordShape::http);
  EXPECT_EQ(got.records[0].bytes, http_response("<p>page a"));
  EXPECT_EQ(got.records[0].date, "2026-05-01T10:00:00Z");
  EXPECT_THAT(got.records[0].place, HasSubstr("crawl.warc:3"));
  EXPECT_EQ(got.records[1].shape, RecordShape::content);
  EXPECT_EQ(got.records[1].content_type, "text/plain");
}

TEST(Warc, IsReadFromAGzipMemberARecord) {
  const TempFolder folder;
  const std::string path =
      folder.write("crawl.warc.gz", make_gzip(page('a')) + make_gzip(page('b')));
  EXPECT_THAT(read_warc(path).ids, ElementsAre("http://a.org/a", "http://a.org/b"));
  const std::string wet = warc_record("conversion", "http://a.org/c", "text", "text/plain");
  EXPECT_THAT(read_warc(folder.write("crawl.warc.wet.gz", make_gzip(wet))).ids,
              ElementsAre("http://a.org/c"));
}

TEST(Warc, KeepsWhatCameBeforeATruncation) {
  const TempFolder folder;
  std::string packed = make_gzip(page('a')) + make_gzip(page('b'));
  packed.resize(packed.size() - 20);
  const WarcRead cut = read_warc(folder.write("cut.warc.gz", packed));
  EXPECT_THAT(cut.ids, ElementsAre("http://a.org/a"));
  EXPECT_GE(cut.skipped.size(), 1u);

  const std::string plain = page('a') + page('b');
  const WarcRead within = read_warc(folder.write("cut.warc", plain.substr(0, plain.size() - 10)));
  EXPECT_THAT(within.ids, ElementsAre("http://a.org/a"));
  ASSERT_EQ(within.skipped.size(), 1u);
  EXPECT_THAT(within.skipped[0].path, HasSubstr("cut.warc:2"));
  EXPECT_THAT(within.skipped[0].reason, HasSubstr("ends within the record"));
}

TEST(Warc, GoesOnBehindADamagedMember) {
  const TempFolder folder;
  std::string damaged = make_gzip(page('b'));
  for (std::size_t i = 12; i < 40; ++i) damaged[i] = static_cast<char>(0xFF);
  const std::string path =
      folder.write("bad.warc.gz", make_gzip(page('a')) + damaged + make_gzip(page('c')));
  const WarcRead got = read_warc(path);
  EXPECT_THAT(got.ids, ElementsAre("http://a.org/a", "http://a.org/c"));
  ASSERT_GE(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped.back().reason, HasSubstr("damaged once"));
}

class BadRecord : public testing::TestWithParam<std::string> {};

TEST_P(BadRecord, CostsNoMoreThanItself) {
  const TempFolder folder;
  const WarcRead got = read_warc(folder.write("bad.warc", page('a') + GetParam() + page('b')));
  EXPECT_THAT(got.ids, ElementsAre("http://a.org/a", "http://a.org/b"));
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped[0].path, HasSubstr("bad.warc:2"));
}

std::string claiming(std::string_view length) {
  return warc_record("response", "http://a.org/bad", http_response("<p>bad"), "application/http",
                     length);
}

INSTANTIATE_TEST_SUITE_P(Lengths, BadRecord,
                         testing::Values(claiming("3"), claiming("100"), claiming("200"),
                                         claiming("-1"), claiming("many"),
                                         claiming("99999999999999999999"), claiming("9999999999"),
                                         "WARC/1.0\r\nWARC-Type: response\r\n\r\n"));

std::string header_claiming(std::size_t length) {
  const std::string digits = std::to_string(length);
  return "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: " +
         std::string(9 - digits.size(), '0') + digits + "\r\n\r\n";
}

// The first header requires all bytes in memory; each of the others declares an end where line ends
// begin.
TEST(Warc, LooksNoFurtherThanItHasToBehindARecord) {
  constexpr std::size_t kRecords = 5'000;
  const std::string line_ends(20'000'000, '\n');
  const std::size_t size = header_claiming(0).size();
  std::string bytes = header_claiming(kRecords * size + line_ends.size());
  for (std::size_t i = kRecords; i > 0; --i) bytes += header_claiming((i - 1) * size);
  bytes += line_ends + "no record";
  const TempFolder folder;
  const std::string path = folder.write("lines.warc", bytes);
  EXPECT_LT(processor_seconds([&] { EXPECT_GT(read_warc(path).skipped.size(), 0u); }), 20);
}

TEST(Warc, CountsRevisitsWhichAreNoLoss) {
  const TempFolder folder;
  const std::string revisit = warc_record("revisit", "http://a.org/a", "HTTP/1.1 200 OK\r\n\r\n");
  const WarcRead got =
      read_warc(folder.write("crawl.warc", revisit + page('a') + revisit + page('b')));
  EXPECT_THAT(got.ids, ElementsAre("http://a.org/a", "http://a.org/b"));
  EXPECT_EQ(got.skipped.size(), 0u);
  EXPECT_EQ(got.revisits, 2u);
}

TEST(Warc, ListsAHeaderWithoutAnEndOnce) {
  const TempFolder folder;
  const WarcRead got = read_warc(folder.write(
      "bad.warc", page('a') + "WARC/1.0\r\n" + std::string(100'000, 'x') + "\r\n\r\n" + page('b')));
  EXPECT_THAT(got.ids, ElementsAre("http://a.org/a", "http://a.org/b"));
  EXPECT_EQ(got.skipped.size(), 1u);
}

TEST(Warc, ListsAFileThatIsNoneOnce) {
  const TempFolder folder;
  const WarcRead got = read_warc(folder.write("no.warc", "one\ntwo\nthree\n"));
  EXPECT_EQ(got.ids.size(), 0u);
  EXPECT_EQ(got.skipped.size(), 1u);
  EXPECT_EQ(read_warc(folder.write("empty.warc", "")).skipped.size(), 0u);
}

TEST(Warc, ListsARecordOverTheLimit) {
  const TempFolder folder;
  CollectionOptions options;
  options.record_bytes = 1000;
  const std::string large =
      warc_record("response", "http://a.org/large", http_response(std::string(5000, 'x')));
  const WarcRead got =
      read_warc(folder.write("large.warc", page('a') + large + page('b')), options);
  EXPECT_THAT(got.ids, ElementsAre("http://a.org/a", "http://a.org/b"));
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_EQ(got.skipped[0].reason,
            "exceeds the limit of 1000 bytes per record; give more --memory");
}

// As wget writes where a page changes while it is counted.
TEST(Warc, ReadsARecordWhoseLengthIsOneByteShort) {
  const TempFolder folder;
  std::string short_by_one = page('a');
  const std::size_t at = short_by_one.find("Content-Length: ") + 16;
  const std::size_t end = short_by_one.find("\r\n", at);
  const int length = std::stoi(short_by_one.substr(at, end - at));
  short_by_one.replace(at, end - at, std::to_string(length - 1));
  const WarcRead plain = read_warc(folder.write("a.warc", short_by_one + page('b')));
  const WarcRead packed =
      read_warc(folder.write("a.warc.gz", make_gzip(short_by_one) + make_gzip(page('b'))));
  const WarcRead last = read_warc(folder.write("last.warc", page('b') + short_by_one));
  for (const WarcRead& got : {plain, packed, last}) {
    ASSERT_EQ(got.records.size(), 2u);
    ASSERT_EQ(got.skipped.size(), 1u);
    EXPECT_EQ(got.skipped[0].kind, SkipKind::fallback);
    EXPECT_THAT(got.skipped[0].reason, HasSubstr("one byte short"));
  }
  EXPECT_TRUE(plain.records[0].bytes.ends_with("page a"));
}

}  // namespace
}  // namespace whorl::internal::input
