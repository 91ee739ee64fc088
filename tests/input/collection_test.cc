// Collections: where documents come from, and hostile JSON lines. Bad records are listed, and the
// records around them are read.
#include "input/collection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "input/skip_log.h"
#include "make_archive.h"
#include "temp_folder.h"

namespace whorl::internal::input {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Read {
  std::vector<CollectionRecord> records;
  std::vector<Skipped> skipped;

  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    for (const CollectionRecord& record : records) all.push_back(record.id);
    return all;
  }
};

Read read(const std::vector<std::string>& inputs, const CollectionOptions& options = {}) {
  Read out;
  auto collection = Collection::open(inputs, options);
  EXPECT_TRUE(collection);
  CollectionRecord record;
  while (*(*collection)->next(record)) out.records.push_back(record);
  out.skipped = (*collection)->skipped();
  return out;
}

TEST(Collection, ExpandsGlobsWithFolders) {
  const TempFolder folder;
  folder.write("p/a.txt", "a");
  folder.write("p/q/b.txt", "b");
  folder.write("p/q/c.md", "c");
  const std::string root = folder.path() + "/p/";
  EXPECT_THAT(read({root + "*.txt"}).ids(), ElementsAre(root + "a.txt"));
  EXPECT_THAT(read({root + "**/*.txt"}).ids(), ElementsAre(root + "a.txt", root + "q/b.txt"));
  EXPECT_THAT(read({root + "q/[bc].*"}).ids(), ElementsAre(root + "q/b.txt", root + "q/c.md"));
  EXPECT_EQ(Collection::open({root + "*.pdf"}, {}).error().code, ErrorCode::not_found);
  EXPECT_EQ(Collection::open({folder.at("no/*.txt")}, {}).error().code, ErrorCode::not_found);
}

TEST(JsonLines, NameWhatIsInAnotherFormAndHowToConvertIt) {
  const TempFolder folder;
  const std::u16string wide = u"\uFEFF{\"text\": \"a\"}\n{\"text\": \"b\"}\n";
  const std::string utf16(reinterpret_cast<const char*>(wide.data()), wide.size() * 2);
  const std::pair<std::string, const char*> files[] = {
      {folder.write("array.json", "[\n{\"text\": \"a\"},\n{\"text\": \"b\"}\n]\n"), "jq -c '.[]'"},
      {folder.write("marked.json", "\xEF\xBB\xBF [{\"text\": \"a\"}]"), "jq -c '.[]'"},
      {folder.write("array.jsonl.gz", make_gzip("[{\"text\": \"a\"}]")), "jq -c '.[]'"},
      {folder.write("wide.jsonl", utf16), "iconv -f UTF-16"},
      {folder.write("marked.jsonl.gz", make_gzip(utf16)), "iconv -f UTF-16"}};
  for (const auto& [path, command] : files) {
    const Read got = read({path});
    EXPECT_TRUE(got.records.empty());
    ASSERT_EQ(got.skipped.size(), 1u) << path;
    EXPECT_EQ(got.skipped[0].path, path);
    EXPECT_THAT(got.skipped[0].reason, HasSubstr(command));
  }
}

// A member with damaged first bytes looks like data between members.
TEST(Collection, ListsADamagedHeadOfALaterGzipMember) {
  const TempFolder folder;
  const std::string one = make_gzip(R"({"text": "a"})"
                                    "\n"),
                    two = make_gzip(R"({"text": "b"})"
                                    "\n");
  std::string damaged = two;
  damaged[0] = 'x';
  const Read got = read({folder.write("in.jsonl.gz", one + damaged + two)});
  EXPECT_EQ(got.records.size(), 2u);
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped[0].reason, HasSubstr("is cut off or damaged once"));
  const Read padded = read({folder.write("padded.jsonl.gz", one + std::string(512, '\0') + two)});
  EXPECT_EQ(padded.records.size(), 2u);
  EXPECT_TRUE(padded.skipped.empty());
}

TEST(Collection, ReadsAListOfPathsAndListsTheMissing) {
  const TempFolder folder;
  const std::string a = folder.write("a b.txt", "a");
  const std::string c = folder.write("sub/c.txt", "c");
  CollectionOptions options;
  options.files_from =
      folder.write("list", a + "\r\n\n" + folder.at("no") + "\n" + folder.at("sub"));
  const Read got = read({}, options);
  EXPECT_THAT(got.ids(), ElementsAre(a, c));
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_EQ(got.skipped[0].path, folder.at("no"));
  options.files_from = folder.write("nul", a + '\0' + c + '\0');
  EXPECT_THAT(read({}, options).ids(), ElementsAre(a, c));
  options.files_from = folder.at("none");
  EXPECT_FALSE(Collection::open({}, options));
}

TEST(Collection, ReadsListsOfFeatures) {
  const TempFolder folder;
  CollectionOptions options;
  options.features_field = "tags";
  const std::string path = folder.write("songs.jsonl", R"({"id":"a","tags":["x","y",3,-1.5]})"
                                                       "\n"
                                                       R"({"id":"b","tags":["y","x","3"]})"
                                                       "\n"
                                                       R"({"id":"c","tags":[["x"]]})"
                                                       "\n"
                                                       R"({"id":"d","tags":"x"})"
                                                       "\n"
                                                       R"({"id":"e","text":"no tags"})"
                                                       "\n"
                                                       R"({"id":"f","tags":[]})"
                                                       "\n");
  const Read got = read({path, folder.write("a.txt", "text")}, options);
  EXPECT_THAT(got.ids(), ElementsAre("a", "b", "f"));
  EXPECT_EQ(got.skipped.size(), 4u);
  const auto& a = got.records[0].features;
  const auto& b = got.records[1].features;
  ASSERT_EQ(a.size(), 4u);
  EXPECT_THAT(b, ElementsAre(a[1], a[0], a[2]));  // numbers are kept as they are written
}

// Returns the same block again and again.
class LongStream final : public ByteStream {
 public:
  LongStream(std::string before, std::uint64_t length, std::string after)
      : before_(std::move(before)), left_(length), after_(std::move(after)) {}

  Result<std::string_view> next() override {
    if (step_ == 0 && ++step_) return before_;
    if (left_ > 0) {
      const std::uint64_t now = std::min<std::uint64_t>(left_, block_.size());
      left_ -= now;
      return std::string_view(block_).substr(0, now);
    }
    if (step_ == 1 && ++step_) return after_;
    return std::string_view();
  }

 private:
  std::string before_;
  std::uint64_t left_;
  std::string after_;
  std::string block_ = std::string(1 << 20, 'x');
  int step_ = 0;
};

TEST(JsonLines, PassesOverALineOfTwoGigabytes) {
  std::vector<Skipped> skipped;
  const auto reader =
      read_json_lines(std::make_unique<LongStream>("{\"id\":\"a\",\"text\":\"", 2'000'000'000,
                                                   "\"}\n{\"id\":\"b\",\"text\":\"short\"}\n"),
                      "pages.jsonl", {}, [&](std::string place, std::string reason, SkipKind) {
                        skipped.push_back({std::move(place), std::move(reason)});
                      });
  CollectionRecord record;
  ASSERT_TRUE(*reader->next(record));
  EXPECT_EQ(record.shape, RecordShape::unreadable);
  EXPECT_EQ(record.id, "pages.jsonl:1");
  EXPECT_EQ(record.bytes, "the line exceeds the limit of 64 MiB per record; split it into several");
  ASSERT_TRUE(*reader->next(record));
  EXPECT_EQ(record.id, "b");
  EXPECT_FALSE(*reader->next(record));
  EXPECT_TRUE(skipped.empty());
}

TEST(JsonLines, HandOnWhatIsUnreadableInItsPlaceWhereThatIsKept) {
  const TempFolder folder;
  const std::string in = folder.write("in.jsonl",
                                      "garbage\n\n"
                                      R"({"text":null,"id":"late"})"
                                      "\n"
                                      R"({"id":"a","text":"a"})"
                                      "\n"
                                      R"({"url":"http://a/","text":["a"]})"
                                      "\n"
                                      R"({"id":")" +
                                          std::string(70'000, 'i') + R"(","text":"a"})");
  CollectionOptions options;
  options.keep_unreadable = true;
  const Read got = read({in}, options);
  EXPECT_THAT(got.ids(), ElementsAre(in + ":1", "late", "a", "http://a/", in + ":6"));
  EXPECT_EQ(got.records[0].bytes, "the line is not a JSON object");
  EXPECT_EQ(got.records[1].bytes, "the text field is not a string");
  EXPECT_EQ(got.records[1].place, in + ":3");
  EXPECT_EQ(got.skipped.size(), 4u);
  EXPECT_THAT(read({in}).ids(), ElementsAre("a"));
}

TEST(JsonLines, NameFieldsInWholeCharacters) {
  const TempFolder folder;
  std::string name = "x";
  while (name.size() < 80) name += "é";
  const Read got = read({folder.write("in.jsonl", "{\"" + name + "\":1}\n")});
  ASSERT_EQ(got.skipped.size(), 1u);
  EXPECT_TRUE(got.skipped[0].reason.ends_with("; it has " + name.substr(0, 59)));
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

class BadLine : public testing::TestWithParam<std::string> {};

TEST_P(BadLine, CostsNoMoreThanItself) {
  const TempFolder folder;
  std::vector<std::string> reasons;
  // With these sizes the line is parsed in a copy, and in place.
  for (const std::size_t behind : {1u, 1000u}) {
    const std::string path = folder.write(
        "pages.jsonl", "{\"id\":\"a\",\"text\":\"a\"}\n" + GetParam() +
                           "\n{\"id\":\"b\",\"text\":\"" + std::string(behind, 'b') + "\"}\n");
    const Read got = read({path});
    EXPECT_THAT(got.ids(), ElementsAre("a", "b"));
    ASSERT_EQ(got.skipped.size(), 1u);
    EXPECT_EQ(got.skipped[0].path, path + ":2");
    EXPECT_FALSE(got.skipped[0].reason.empty());
    reasons.push_back(got.skipped[0].reason);
  }
  EXPECT_EQ(reasons[0], reasons[1]);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadLine,
    testing::Values("not json", "[1,2]", "{", "{}", "null", "\"text\"", R"({"text":3})",
                    R"({"text":"a"} {"text":"b"})", R"({"text":"a)", R"({"text":"\ud800"})",
                    "{\"text\":\"caf\xE9\"}", "{\"text\":" + nested(1'000'000) + "}",
                    "{\"deep\":" + std::string(1'000'000, '[') + "}",
                    "{\"id\":\"" + std::string(70'000, 'i') + "\",\"text\":\"a\"}"));

TEST(JsonLines, AreTheSameWhereverABlockOfTheFileEnds) {
  const TempFolder folder;
  std::string lines;
  std::vector<std::string> texts;
  for (std::size_t i = 0; lines.size() < 1'500'000; ++i) {
    texts.push_back(std::string(i * i * 31 % 9'001, static_cast<char>('a' + i % 26)));
    if (i % 50 == 0) texts.back() += std::string(300'000, 'x');  // longer than a block
    lines += "{\"text\":\"" + texts.back() + "\\n\"}\n";
  }
  CollectionOptions options;
  options.keep_lines = true;
  const Read got = read({folder.write("pages.jsonl", lines)}, options);
  ASSERT_EQ(got.records.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const CollectionRecord& record = got.records[i];
    ASSERT_EQ(record.bytes, texts[i] + "\n") << i;
    ASSERT_EQ(record.line.substr(record.text_at, record.text_size), "\"" + texts[i] + "\\n\"") << i;
  }
}

// The reason for which a file with this line is skipped.
std::string reason_of(const std::string& line) {
  const TempFolder folder;
  const Read got = read({folder.write("pages.jsonl", line + "\n")});
  EXPECT_TRUE(got.records.empty()) << line;
  return got.skipped.size() == 1 ? got.skipped.front().reason : "";
}

TEST(JsonLines, AreSkippedForTheReasonThatIsTrue) {
  const std::string escape = "the text field has an invalid escape";
  EXPECT_EQ(reason_of(R"({"text":"caf\ud83d"})"), escape);
  EXPECT_EQ(reason_of(R"({"text":"\ude00 caf","id":"a"})"), escape);
  EXPECT_EQ(reason_of(R"({"text":"bad \q","meta":{"a":[1]}})"), escape);
  EXPECT_EQ(reason_of(R"({"text":null,"id":"a"})"), "the text field is not a string");
  EXPECT_EQ(reason_of(R"({"text":["a","b"],"id":"a"})"), "the text field is not a string");
  EXPECT_EQ(reason_of(R"({"text":3,"text":"b"})"), "the text field is not a string");
  EXPECT_EQ(reason_of(R"({"\ud83d":1,"text":"b"})"), "the name of a field has an invalid escape");
}

constexpr std::string_view kMark = "\xEF\xBB\xBF";

TEST(JsonLines, MayBeginWithAByteOrderMark) {
  const TempFolder folder;
  const std::string lines = R"({"id":"a","text":"a"})"
                            "\n"
                            R"({"id":"b","text":"b"})"
                            "\n";
  const std::string marked = std::string(kMark) + lines;
  CollectionOptions options;
  options.keep_lines = true;
  for (const std::string& path :
       {folder.write("plain.jsonl", marked), folder.write("packed.jsonl.gz", make_gzip(marked))}) {
    const Read got = read({path}, options);
    EXPECT_THAT(got.ids(), ElementsAre("a", "b"));
    EXPECT_TRUE(got.skipped.empty());
    const CollectionRecord& first = got.records.front();
    EXPECT_EQ(first.line, R"({"id":"a","text":"a"})");
    EXPECT_EQ(first.line.substr(first.text_at, first.text_size), "\"a\"");
  }
  options.standard_input = folder.write("copied", marked);
  EXPECT_THAT(read({"-"}, options).ids(), ElementsAre("a", "b"));
}

TEST(JsonLines, HaveNoByteOrderMarkButAtTheirBegin) {
  const TempFolder folder;
  const std::string mark(kMark);
  const std::string line = R"({"id":"a","text":"a"})";
  const std::string path =
      folder.write("pages.jsonl", mark + "\n" + mark + line + "\n" + line + mark + "\n");
  const Read got = read({path});
  EXPECT_TRUE(got.records.empty());
  ASSERT_EQ(got.skipped.size(), 2u);
  EXPECT_EQ(got.skipped[0].path, path + ":2");
  EXPECT_EQ(got.skipped[1].path, path + ":3");
  const Read twice = read({folder.write("twice.jsonl", mark + mark + line + "\n")});
  EXPECT_EQ(twice.skipped.size(), 1u);
}

TEST(JsonLines, IgnoresDeepNestingBesideTheText) {
  const TempFolder folder;
  const std::string path =
      folder.write("pages.jsonl", "{\"deep\":" + nested(1000) + ",\"id\":\"a\",\"text\":\"a\"}\n");
  EXPECT_THAT(read({path}).ids(), ElementsAre("a"));
}

TEST(JsonLines, FindFieldsInsideOthersByTheirPath) {
  const TempFolder folder;
  const std::string in = folder.write(
      "in.jsonl",
      R"({"text":"no","meta":{"id":"a","date":"x","inner":{"text":"yes \u00e9","rank":[1]},"rank":2}})"
      "\n"
      R"({"meta":{"inner":{"text":"two","id":3}},"date":"2026"})"
      "\n"
      R"({"meta.inner.text":"plain","meta":1})"
      "\n"
      R"({"meta":{"inner":"flat"}})"
      "\n"
      R"({"meta":{"inner":{"text":"torn)"
      "\n");
  CollectionOptions options;
  options.text_field = "meta.inner.text";
  options.id_field = "meta.id";
  options.rank_field = "meta.rank";
  options.keep_lines = true;
  const Read found = read({in}, options);
  ASSERT_EQ(found.records.size(), 3u);
  const CollectionRecord& first = found.records[0];
  EXPECT_EQ(first.bytes, "yes é");
  EXPECT_EQ(first.id, "a");
  EXPECT_EQ(first.date, "");
  EXPECT_EQ(first.rank, 2);
  EXPECT_EQ(first.line.substr(first.text_at, first.text_size), R"("yes \u00e9")");
  EXPECT_EQ(found.records[1].bytes, "two");
  EXPECT_EQ(found.records[1].id, in + ":2");
  EXPECT_EQ(found.records[1].date, "2026");
  EXPECT_EQ(found.records[2].bytes, "plain");
  ASSERT_EQ(found.skipped.size(), 2u);
  EXPECT_THAT(found.skipped[0].reason, HasSubstr("no field 'meta.inner.text'"));
}

TEST(JsonLines, KeepWhatCameBeforeATruncation) {
  const TempFolder folder;
  std::string lines;
  for (int i = 0; i < 100'000; ++i) {
    lines +=
        "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + std::to_string(i * 7919) + "\"}\n";
  }
  std::string packed = make_gzip(lines);
  packed.resize(packed.size() / 2);
  const Read got = read({folder.write("cut.jsonl.gz", packed)});
  EXPECT_GT(got.records.size(), 1000u);
  ASSERT_GE(got.skipped.size(), 1u);
  EXPECT_THAT(got.skipped.back().path, HasSubstr("cut.jsonl.gz"));
  EXPECT_THAT(got.skipped.back().reason, testing::StartsWith("is cut off or damaged"));
}

TEST(SkipLog, CountsByReasonWhatItDoesNotList) {
  SkipLog log;
  for (std::size_t i = 0; i < SkipLog::kListed + 7; ++i) log.add({std::to_string(i), "is bad"});
  log.add({"x", "is worse"});
  EXPECT_EQ(log.count(), SkipLog::kListed + 8);
  const auto list = log.list();
  ASSERT_EQ(list.size(), SkipLog::kListed + 2);
  EXPECT_EQ(list[SkipLog::kListed].path, "and 7 more");
  EXPECT_EQ(list[SkipLog::kListed].reason, "is bad");
}

TEST(SkipLog, TakesInWhatOthersListed) {
  SkipLog first, second, whole;
  for (std::size_t i = 0; i < SkipLog::kListed + 7; ++i) {
    first.add({std::to_string(i), "is bad"});
    whole.add({std::to_string(i), "is bad"});
  }
  for (const char* place : {"x", "y"}) {
    second.add({place, "is worse"});
    whole.add({place, "is worse"});
  }
  SkipLog both;
  both.add_all(first.list());
  both.add_all(second.list());
  EXPECT_EQ(both.count(), whole.count());
  const auto as_text = [](const std::vector<Skipped>& list) {
    std::string text;
    for (const Skipped& one : list) text += one.path + ": " + one.reason + "\n";
    return text;
  };
  EXPECT_EQ(as_text(both.list()), as_text(whole.list()));
}

}  // namespace
}  // namespace whorl::internal::input
