// Processing in blocks gives the same result as processing the whole text: for texts of every kind
// and any number of threads.

#include "fingerprints/job/block_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "fingerprints/select/select.h"
#include "tokens/consonants.h"
#include "tokens/front_ends.h"
#include "tokens/text.h"
#include "whorl/recipe.h"

namespace whorl::internal::job {
namespace {

constexpr std::size_t kSize = (1 << 20) + 777;

BlockSource source_of(const std::string& text) {
  return {text.size(), [&](std::uint64_t offset, std::span<char> to) -> Result<std::size_t> {
            return offset < text.size() ? text.copy(to.data(), to.size(), offset) : 0;
          }};
}

std::string repeat(const std::string& unit) {
  std::string out;
  while (out.size() < kSize) out += unit;
  return out;
}

std::string prose(const std::vector<std::string>& words) {
  std::mt19937 random(3);
  std::string out;
  while (out.size() < kSize) out += words[random() % words.size()] + " ";
  return out;
}

std::vector<std::string> words(std::size_t count, const std::vector<std::string>& letters) {
  std::mt19937 random(4);
  std::vector<std::string> out(count);
  for (std::string& word : out) {
    for (unsigned i = 0; i < 1 + random() % 9; ++i) word += letters[random() % letters.size()];
  }
  return out;
}

void expect_as_whole(const std::string& text, const tokens::Canon& canon,
                     const std::string& recipe_text) {
  const Recipe recipe = parse_recipe(recipe_text).value();
  const Fingerprints expected = select::select(canon, recipe);
  for (const unsigned threads : {1u, 3u}) {
    const auto found = fingerprint_blocks(source_of(text), recipe, threads, true);
    ASSERT_TRUE(found) << recipe_text;
    EXPECT_EQ(found->bytes, text.size());
    EXPECT_EQ(found->symbols, canon.size());
    EXPECT_TRUE(found->fingerprints.position == expected.position) << recipe_text;
    EXPECT_TRUE(found->fingerprints.hash == expected.hash) << recipe_text;
    EXPECT_EQ(found->count, expected.size());
  }
}

void expect_as_whole(const std::string& text) {
  const tokens::Canon canon = tokens::text_canon(text);
  for (const char* recipe :
       {"text/k=50/robust:w=100", "text/k=50/winnow:w=100", "text/k=300/robust:w=2000",
        "text/k=5/winnow:w=4", "text/k=1/robust:w=1", "text/k=50/oc:w=100", "text/k=5/oc:w=4",
        "text/k=50/modmin:w=100", "text/k=50/modmin:w=20"}) {
    expect_as_whole(text, canon, recipe);
  }
}

TEST(BlockJob, TakesProse) { expect_as_whole(prose(words(500, {"a", "B", "e", "t", "9", "r"}))); }

TEST(BlockJob, TakesPeriodicText) {
  expect_as_whole(repeat("a"));
  expect_as_whole(repeat("ab"));
  expect_as_whole(repeat("The same sentence over and over again, of no great length. "));
}

TEST(BlockJob, TakesTextBeyondAscii) {
  const std::vector<std::string> letters = {"a", "\u00e9", "e\u0301", "\u0142", "\u4e2d", "\ufb01"};
  expect_as_whole(prose(words(500, letters)));
  // Blocks of wide characters among blocks of narrow ones.
  std::string text = prose(words(200, {"a", "b", "c"}));
  for (std::size_t at = 256 << 10; at + 100 < text.size(); at += (512 << 10) + 50'000) {
    text.insert(at, "\u00fc\u00fc");
  }
  expect_as_whole(text);
}

TEST(BlockJob, TakesStretchesWithoutASymbol) {
  expect_as_whole(repeat(" "));
  std::string text = prose({"abc", "defg", "hij"});
  text.replace(100'000, 700'000, 700'000, '.');
  expect_as_whole(text);
}

TEST(BlockJob, TakesConsonantsBehindTheirPrologue) {
  for (const std::string& text :
       {prose(words(500, {"b", "a", "r", "c", "e", "t", "9"})), repeat("b"),
        prose(words(500, {"\u00f1", "a", "c\u030c", "\ufb01", "\u4e2d", "t", "\u00df"})),
        prose({"bcd", "fgh"}).substr(0, 4'000), prose({"bcd", "fgh"}).substr(0, 300)}) {
    const tokens::Canon canon = tokens::consonants_canon(text);
    for (const char* recipe : {"consonants/k=20/robust:w=6", "consonants/k=20/winnow:w=6",
                               "consonants/k=5/oc:w=30", "consonants/k=300/robust:w=2000"}) {
      expect_as_whole(text, canon, recipe);
    }
  }
}

TEST(BlockJob, TakesEveryFrontEndAndSelectorOfTheTablesThatCan) {
  const std::string text = prose(words(500, {"a", "B", "c", "t", "9", "e\u0301"}));
  input::Viewable document;
  document.text = text;
  std::size_t taken = 0;
  for (const tokens::FrontEnd& front_end : tokens::front_ends()) {
    const bool pieces = front_end.blocks != nullptr;
    const tokens::Canon canon = pieces ? front_end.canonicalize(document, "") : tokens::Canon();
    for (const select::Selector& selector : select::selectors()) {
      Recipe recipe{std::string(front_end.name), "", 12, {std::string(selector.name), {7}}, 0};
      if (selector.complete != nullptr) selector.complete(recipe.k, recipe.selector.args);
      const bool can = pieces && selector.mark_minima != nullptr;
      EXPECT_EQ(fits_blocks(recipe), can) << print(recipe);
      if (can) expect_as_whole(text, canon, print(recipe));
      taken += can;
    }
  }
  EXPECT_GT(taken, 0u);
}

TEST(BlockJob, LeavesToOthersWhereThePrologueMayEndLater) {
  const Recipe recipe = parse_recipe("consonants/k=5/robust:w=4").value();
  const std::string text = repeat("\u4e2d\u6587 ") + prose({"bcd", "fgh"});
  EXPECT_FALSE(fingerprint_blocks(source_of(text), recipe, 2, true));
}

TEST(BlockJob, TakesBytes) {
  std::mt19937 random(5);
  std::string bytes(kSize, '\0');
  for (const bool zeros : {true, false}) {
    if (!zeros) std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
    const tokens::Canon canon{tokens::Bytes(bytes.begin(), bytes.end()), tokens::Origin()};
    expect_as_whole(bytes, canon, "bytes/k=50/robust:w=100");
    expect_as_whole(bytes, canon, "bytes/k=7/winnow:w=30");
    expect_as_whole(bytes, canon, "bytes/k=30/oc:w=7");
    expect_as_whole(bytes, canon, "bytes/k=30/modmin:w=7");
  }
}

TEST(BlockJob, TakesShortTexts) {
  for (const char* text :
       {"", "a", "\xEF\xBB\xBF", "\xEF\xBB\xBF some text", "abcdefgh ijklmnop"}) {
    const std::string bytes = text;
    const std::string body = bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes;
    const Recipe recipe = parse_recipe("text/k=5/robust:w=4").value();
    const auto found = fingerprint_blocks(source_of(bytes), recipe, 1, true);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->fingerprints.hash, select::select(tokens::text_canon(body), recipe).hash);
  }
}

TEST(BlockJob, LeavesToOthersWhatIsNoPlainText) {
  const Recipe recipe = parse_recipe("text/k=5/robust:w=4").value();
  const std::string good = prose({"abc", "defg"});
  const auto is_taken = [&](const std::string& text) {
    return fingerprint_blocks(source_of(text), recipe, 2, true).has_value();
  };
  EXPECT_TRUE(is_taken(good));
  EXPECT_FALSE(is_taken(good + '\0'));
  EXPECT_FALSE(is_taken(good + "\xFF"));
  EXPECT_FALSE(is_taken(good + "\xE2\x82"));
  EXPECT_FALSE(is_taken(std::string(100'000, '\1') + good));
  // A piece of folding that exceeds the limit of overlap of blocks.
  std::string marks = good.substr(0, (256 << 10) - 1000);
  for (int i = 0; i < 3000; ++i) marks += "\u0301";
  EXPECT_FALSE(is_taken(marks + good));
  BlockSource broken = source_of(good);
  broken.read = [](std::uint64_t, std::span<char>) -> Result<std::size_t> {
    return fail(ErrorCode::unreadable, "broken");
  };
  EXPECT_FALSE(fingerprint_blocks(broken, recipe, 2, true));
}

TEST(BlockJob, TakesWhatIsThereOfATextThatShrank) {
  const std::string text = prose({"abc", "defg"});
  BlockSource source = source_of(text);
  source.bytes += 5 << 20;
  const Recipe recipe = parse_recipe("text/k=5/robust:w=4").value();
  const auto found = fingerprint_blocks(source, recipe, 2, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bytes, text.size());
  EXPECT_EQ(found->fingerprints.hash, select::select(tokens::text_canon(text), recipe).hash);
}

TEST(BlockJob, CountsWithoutKeeping) {
  const std::string text = prose(words(500, {"a", "b", "c", "d"}));
  const Recipe recipe = parse_recipe("text/k=50/robust:w=100").value();
  const auto kept = fingerprint_blocks(source_of(text), recipe, 2, true);
  const auto counted = fingerprint_blocks(source_of(text), recipe, 2, false);
  ASSERT_TRUE(kept && counted);
  EXPECT_EQ(counted->count, kept->count);
  EXPECT_EQ(counted->longest_gap, kept->longest_gap);
  EXPECT_EQ(counted->fingerprints.size(), 0u);
}

}  // namespace
}  // namespace whorl::internal::job
