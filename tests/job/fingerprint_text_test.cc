#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <random>
#include <thread>

#include "../huge_text.h"
#include "../temp_folder.h"
#include "fingerprints/job/block_job.h"
#include "fingerprints/select/select.h"
#include "tokens/front_ends.h"
#include "whorl/columns.h"
#include "whorl/fingerprint.h"
#include "whorl/fingerprint_job.h"

namespace whorl {
namespace {

using testing::HasSubstr;

NoProgress quiet;

Recipe recipe(const std::string& text) {
  auto parsed = parse_recipe(text);
  EXPECT_TRUE(parsed) << text << ": " << parsed.error().message;
  return *parsed;
}

bool equal(const Fingerprints& a, const Fingerprints& b) {
  return a.hash == b.hash && a.position == b.position;
}

// Words of several scripts, and entities, of about `size` bytes.
std::string prose(std::mt19937& random, std::size_t size) {
  const std::vector<std::string> words = {"some",  "Words",        "na\u00efve", "e\u0301t\u00e9",
                                          "42",    "\u65e5\u672c", "\ufb01n",    "<b>bold</b>",
                                          "&amp;", "x+=1;"};
  std::string text;
  while (text.size() < size) text += words[random() % words.size()] + " ";
  return text;
}

const std::vector<std::string> kRecipes = {
    "text/k=5/winnow:w=4",         "text/k=5/robust:w=7", "words/k=3/oc:w=5",
    "words:se/k=2/modmin:w=3",     "html/k=6/winnow:w=4", "html:words/k=2/modp:p=3",
    "code:c/k=4/safemodp:w=8,p=4", "bytes/k=8/min:50",    "consonants/k=4/winnow:w=4/seed=7"};

// The result of the job for files that contain the texts.
std::vector<Fingerprints> of_files(const std::vector<std::string>& texts, const std::string& name) {
  const test::TempFolder folder("fingerprint_text");
  FingerprintOptions options;
  options.recipe = name;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    options.paths.push_back(folder.write("f" + std::to_string(i) + ".txt", texts[i]));
  }
  std::vector<Fingerprints> found(texts.size());
  NoProgress progress;
  const auto stats = fingerprint(
      options,
      [&](const FingerprintedDocument& d) {
        found[std::stoul(std::string(d.name.substr(1)))] = d.fingerprints;
        return true;
      },
      progress);
  EXPECT_TRUE(stats) << stats.error().message;
  return found;
}

TEST(FingerprintText, EqualsThoseOfAFile) {
  std::mt19937 random(1);
  std::vector<std::string> texts;
  for (const std::size_t size : {1u, 30u, 600u, 20'000u}) texts.push_back(prose(random, size));
  for (const std::string& name : kRecipes) {
    const auto wanted = of_files(texts, name);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto found = fingerprint(texts[i], recipe(name));
      ASSERT_TRUE(found) << found.error().message;
      EXPECT_TRUE(equal(*found, wanted[i])) << name << ", text " << i;
    }
  }
}

TEST(FingerprintText, BytesThatAreNoUtf8CountAsReplacements) {
  const std::string broken = "some\xff words \xc3( and an end that breaks off \xe6\x97";
  const std::string replaced = "some\ufffd words \ufffd( and an end that breaks off \ufffd\ufffd";
  for (const char* name : {"text/k=3/winnow:w=2", "words/k=2/winnow:w=1", "html/k=3/winnow:w=2"}) {
    const auto found = fingerprint(broken, recipe(name));
    ASSERT_TRUE(found);
    EXPECT_GT(found->size(), 0u);
    EXPECT_TRUE(equal(*found, *fingerprint(replaced, recipe(name)))) << name;
  }
  const auto bytes = fingerprint(broken, recipe("bytes/k=3/winnow:w=1"));
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), broken.size() - 2);
}

TEST(FingerprintText, AnyBytesGoThroughEveryFrontEnd) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(random() % 300, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    for (const std::string& name : kRecipes) ASSERT_TRUE(fingerprint(bytes, recipe(name))) << name;
  }
}

TEST(FingerprintText, ShortTextsHaveNone) {
  for (const char* text : {"", "abcd", "....", "a.b.c.d"}) {
    const auto found = fingerprint(text, recipe("text/k=5/winnow:w=4"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size(), 0u);
  }
  EXPECT_EQ(fingerprint(std::string_view(), recipe("bytes/k=1/winnow:w=1"))->size(), 0u);
}

// A text that is processed in blocks.
TEST(FingerprintText, LargeTextsAreTakenAsSmallOnesAre) {
  std::mt19937 random(3);
  std::string large;
  while (large.size() < 2'000) large += "word" + std::to_string(random()) + ", ";
  while (large.size() < internal::job::kLargeText) large += large;
  large.resize(internal::job::kLargeText);
  const Recipe by = recipe("text/k=20/winnow:w=30");
  const auto found = fingerprint(large, by);
  ASSERT_TRUE(found);
  internal::input::Viewable viewable;
  viewable.text = large;
  const auto whole = internal::select::select(
      internal::tokens::find_front_end("text")->canonicalize(viewable, ""), by);
  EXPECT_TRUE(equal(*found, whole));
}

TEST(FingerprintText, ATextOf4GiBIsRefusedUnread) {
  const test::HugeText huge;
  for (const std::string& name : kRecipes) {
    const auto found = fingerprint(huge.view(), recipe(name));
    ASSERT_FALSE(found) << name;
    EXPECT_EQ(found.error().code, ErrorCode::limit_exceeded);
    EXPECT_THAT(found.error().message, HasSubstr("4294967296 bytes"));
    EXPECT_THAT(found.error().message, HasSubstr("up to 4294967294"));
  }
}

struct WrongRecipe {
  Recipe recipe;
  std::vector<std::string> says;
};

std::vector<WrongRecipe> wrong_recipes() {
  const Recipe good = recipe("text/k=5/winnow:w=4");
  std::vector<WrongRecipe> wrong;
  const auto with = [&](auto change, std::vector<std::string> says) {
    Recipe changed = good;
    change(changed);
    wrong.push_back({changed, std::move(says)});
  };
  wrong.push_back({Recipe(), {"there is no tokenizer ''", "text, words"}});
  with([](Recipe& r) { r.k = 0; }, {"k is 0", "1 to 1048576"});
  with([](Recipe& r) { r.k = ~0u; }, {"k is 4294967295", "1 to 1048576"});
  with([](Recipe& r) { r.front_end = "texts"; }, {"'texts'", "text, words"});
  with([](Recipe& r) { r.front_end = "words:se"; }, {"'words:se'"});
  with([](Recipe& r) { r.argument = "se"; }, {"'text' does not take 'se'"});
  with([](Recipe& r) { r.front_end = "code", r.argument = "klingon"; }, {"klingon", "java"});
  with([](Recipe& r) { r.selector.name = "best"; }, {"'best'", "winnow, robust"});
  with([](Recipe& r) { r.selector.name = ""; }, {"''", "winnow, robust"});
  with([](Recipe& r) { r.selector.args = {}; }, {"'winnow' has 0 arguments", "takes w"});
  with([](Recipe& r) { r.selector.args = {4, 4}; }, {"'winnow' has 2 arguments", "takes w"});
  with([](Recipe& r) { r.selector.args = {0}; }, {"w is 0", "1 to 1048576"});
  with([](Recipe& r) { r.selector.args = {~0ull}; }, {"w is 18446744073709551615"});
  with([](Recipe& r) { r.selector = {"oc", {4}}; }, {"'oc' has 1 arguments", "takes w, s"});
  with([](Recipe& r) { r.selector = {"oc", {4, 9}}; }, {"'oc' is refused"});
  return wrong;
}

TEST(FingerprintText, RecipesBuiltByHandAreChecked) {
  const TextColumn none;
  for (const WrongRecipe& wrong : wrong_recipes()) {
    const auto found = fingerprint("any text", wrong.recipe);
    ASSERT_FALSE(found) << print(wrong.recipe);
    EXPECT_EQ(found.error().code, ErrorCode::invalid_argument);
    for (const std::string& part : wrong.says) {
      EXPECT_THAT(found.error().message, HasSubstr(part)) << print(wrong.recipe);
    }
    EXPECT_FALSE(fingerprint_column(none, wrong.recipe, 1, quiet));
    EXPECT_FALSE(comparable(wrong.recipe, recipe("text/k=5/winnow:w=4")));
    EXPECT_FALSE(comparable(recipe("text/k=5/winnow:w=4"), wrong.recipe));
    EXPECT_FALSE(id(wrong.recipe).empty());
  }
  Recipe by_hand{"text", "", 5, {"winnow", {4}}, 0};
  EXPECT_TRUE(fingerprint("any text", by_hand));
}

// Every seventh row is null.
class Texts {
 public:
  explicit Texts(std::size_t rows) {
    std::mt19937 random(4);
    for (std::size_t i = 0; i < rows; ++i) texts_.push_back(prose(random, random() % 2'000));
  }
  std::optional<std::string_view> text(std::size_t row) const {
    if (row % 7 == 3) return std::nullopt;
    return texts_[row];
  }
  TextColumn column() const {
    return {texts_.size(), [this](std::size_t row) { return text(row); }};
  }

 private:
  std::vector<std::string> texts_;
};

TEST(FingerprintColumn, RowsAreThoseOfOneText) {
  const Texts texts(1'000);
  const Recipe by = recipe("words/k=3/robust:w=4");
  for (const unsigned threads : {0u, 1u, 2u, 8u}) {
    const auto found = fingerprint_column(texts.column(), by, threads, quiet);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->size(), 1'000u);
    ASSERT_EQ(found->offsets.size(), 1'001u);
    ASSERT_EQ(found->offsets.back(), found->hash.size());
    ASSERT_EQ(found->position.size(), found->hash.size());
    for (std::size_t row = 0; row < found->size(); ++row) {
      const auto text = texts.text(row);
      ASSERT_EQ(found->valid[row], text ? 1 : 0);
      const Fingerprints one = text ? *fingerprint(*text, by) : Fingerprints();
      const auto begin = static_cast<std::ptrdiff_t>(found->offsets[row]);
      const auto end = static_cast<std::ptrdiff_t>(found->offsets[row + 1]);
      ASSERT_TRUE(std::equal(one.hash.begin(), one.hash.end(), found->hash.begin() + begin,
                             found->hash.begin() + end));
      ASSERT_TRUE(std::equal(one.position.begin(), one.position.end(),
                             found->position.begin() + begin, found->position.begin() + end));
    }
  }
}

// Asks to stop at the nth row that is read.
class CancelAt final : public Progress {
 public:
  explicit CancelAt(std::uint64_t row) : left_(row) {}
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t rows) override { rows_ += rows; }
  bool cancelled() const override { return asked_.fetch_add(1) + 1 >= left_; }
  std::uint64_t rows() const { return rows_; }

 private:
  std::uint64_t left_;
  mutable std::atomic<std::uint64_t> asked_ = 0;
  std::atomic<std::uint64_t> rows_ = 0;
};

TEST(FingerprintColumn, ACancelledCallReadsNoFurtherRow) {
  std::atomic<std::size_t> read = 0;
  const TextColumn column{100'000, [&](std::size_t) -> std::optional<std::string_view> {
                            ++read;
                            return "some text that is short";
                          }};
  for (const unsigned threads : {1u, 8u}) {
    read = 0;
    CancelAt cancel(1'000);
    const auto found = fingerprint_column(column, recipe("text/k=5/winnow:w=4"), threads, cancel);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::cancelled);
    EXPECT_LT(read, 1'000u + threads);
  }
  CancelAt late(~0ull);
  ASSERT_TRUE(fingerprint_column(column, recipe("text/k=5/winnow:w=4"), 8, late));
  EXPECT_EQ(late.rows(), 100'000u);
}

TEST(FingerprintColumn, ALargeRowIsLeftInTheMiddle) {
  const std::string large(40 << 20, 'x');
  const TextColumn column{1, [&](std::size_t) { return std::optional<std::string_view>(large); }};
  CancelAt cancel(3);  // the block of rows, the row, its first part
  const auto found = fingerprint_column(column, recipe("text/k=5/winnow:w=4"), 1, cancel);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::cancelled);
}

TEST(FingerprintColumn, OfNoRowsIsEmpty) {
  const auto found = fingerprint_column({}, recipe("text/k=5/winnow:w=4"), 8, quiet);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->size(), 0u);
  EXPECT_EQ(found->offsets, std::vector<std::uint64_t>{0});
}

TEST(FingerprintColumn, ErrorsNameTheFirstRow) {
  const test::HugeText huge;
  const TextColumn column{2'000, [&](std::size_t row) {
                            return std::optional(row == 900 || row == 1'700 ? huge.view() : "text");
                          }};
  for (const unsigned threads : {1u, 8u}) {
    const auto found = fingerprint_column(column, recipe("text/k=2/winnow:w=1"), threads, quiet);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::limit_exceeded);
    EXPECT_THAT(found.error().message, testing::StartsWith("row 900: the text has 4294967296"));
  }
  EXPECT_FALSE(fingerprint_column({3, nullptr}, recipe("text/k=2/winnow:w=1"), 1, quiet));
}

TEST(FingerprintColumn, NeverWorksOnMoreThreadsThanItIsTold) {
  std::atomic<int> at_once = 0, most = 0;
  const TextColumn column{500, [&](std::size_t) -> std::optional<std::string_view> {
                            const int now = ++at_once;
                            int seen = most;
                            while (seen < now && !most.compare_exchange_weak(seen, now)) {
                            }
                            std::this_thread::yield();
                            --at_once;
                            return "some text that is short";
                          }};
  for (const unsigned threads : {1u, 3u}) {
    most = 0;
    ASSERT_TRUE(fingerprint_column(column, recipe("text/k=5/winnow:w=4"), threads, quiet));
    EXPECT_LE(most, static_cast<int>(threads));
  }
}

TEST(FingerprintText, AnyThreadAtOnce) {
  const Texts texts(60);
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t row = 0; row < 60; ++row) {
        const std::string& name = kRecipes[(row + t) % kRecipes.size()];
        EXPECT_TRUE(fingerprint(texts.text(row).value_or(""), recipe(name)));
      }
      const Recipe by = recipe(kRecipes[t % kRecipes.size()]);
      EXPECT_TRUE(fingerprint_column(texts.column(), by, 2, quiet));
    });
  }
}

}  // namespace
}  // namespace whorl
