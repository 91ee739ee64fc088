// Sketches of texts in memory, compared with a plain version; and bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <thread>

#include "../cluster/themed.h"
#include "../huge_text.h"
#include "fingerprints/sketch/shingle_set.h"
#include "tokens/front_ends.h"
#include "whorl/columns.h"
#include "whorl/methods.h"
#include "whorl/sketch.h"

namespace whorl {
namespace {

using internal::sketch::ShingleSet;
using testing::HasSubstr;

NoProgress quiet;

// One sampling of each row of the table.
std::vector<std::string> all_samplings() {
  std::vector<std::string> all;
  for (const SamplingMethod& row : sampling_methods()) {
    all.push_back(std::string(row.name) + (row.argument.empty() ? "" : ":100"));
  }
  return all;
}
const std::vector<std::string> kSamplings = all_samplings();

SketchMethod method(const std::string& text) {
  auto parsed = parse_sketch_method(text);
  EXPECT_TRUE(parsed) << text << ": " << parsed.error().message;
  return *parsed;
}

Sketch sketch_of(std::string_view text, const SketchMethod& by) {
  auto made = sketch(text, by);
  EXPECT_TRUE(made) << made.error().message;
  return *made;
}

// The exact shingles.
ShingleSet shingles_of(const std::string& text, std::uint32_t k) {
  internal::input::Viewable viewable;
  viewable.text = text;
  return internal::sketch::shingle_set(
      internal::tokens::find_front_end("words")->canonicalize(viewable, "").symbols, k);
}

// `count` numbers as words, starting with `from`.
std::string numbers(int from, int count) {
  std::string text;
  for (int i = from; i < from + count; ++i) text += "w" + std::to_string(i) + " ";
  return text;
}

bool equal(const Sketch& a, const Sketch& b) {
  return std::ranges::equal(a.hashes(), b.hashes()) && a.modulus() == b.modulus() &&
         a.shingles() == b.shingles() && a.counted() == b.counted() && a.method() == b.method();
}

TEST(SketchText, KeepsWhatTheMethodSays) {
  for (const int words : {0, 2, 3, 50, 600, 20'000}) {
    const std::string text = numbers(0, words);
    const ShingleSet set = shingles_of(text, 3);
    const Sketch all = sketch_of(text, method("words/k=3/all"));
    EXPECT_TRUE(std::ranges::equal(all.hashes(), set));
    EXPECT_TRUE(all.complete());
    const Sketch smallest = sketch_of(text, method("words/k=3/min:100"));
    EXPECT_TRUE(std::ranges::equal(smallest.hashes(),
                                   std::span(set).first(std::min<std::size_t>(set.size(), 100))));
    const Sketch thinned = sketch_of(text, method("words/k=3/mod:25"));
    ShingleSet multiples;
    for (const std::uint64_t hash : set) {
      if (hash % thinned.modulus() == 0) multiples.push_back(hash);
    }
    EXPECT_TRUE(std::ranges::equal(thinned.hashes(), multiples));
    EXPECT_EQ(thinned.modulus(), words == 20'000 ? 25u : words == 600 ? 5u : 1u);
    for (const Sketch& one : {all, smallest, thinned}) EXPECT_EQ(one.shingles(), set.size());
  }
}

TEST(SketchText, MethodsAreReadAndPrinted) {
  for (const std::string text : {"words/k=10/mod:25", "html:words:se/k=1/vi", "code:java/k=8/all",
                                 "bytes/k=1048576/min:1048576"}) {
    EXPECT_EQ(print(method(text)), text);
  }
  EXPECT_EQ(print(SketchMethod()), "words/k=10/mod:25");
  EXPECT_THAT(id(SketchMethod()), HasSubstr("words/k=10/mod:25 (words "));
  const std::map<std::string, std::string> wrong = {
      {"", "an example is words/k=10/mod:25"},
      {"words", "an example is words/k=10/mod:25"},
      {"words/k=10", "an example is words/k=10/mod:25"},
      {"wards/k=10/vi", "known are text, words"},
      {"/k=10/vi", "known are text, words"},
      {"words:x/k=10/vi", "'se' or no argument"},
      {"words/10/vi", "'k=N' was expected"},
      {"words/k=/vi", "'k=N' was expected"},
      {"words/k=-1/vi", "'k=N' was expected"},
      {"words/k=0/vi", "from 1 to 1048576"},
      {"words/k=1048577/vi", "from 1 to 1048576"},
      {"words/k=10/", "use mod:25, min:400"},
      {"words/k=10/mod:0", "use mod:25, min:400"},
      {"words/k=10/min:1048577", "use mod:25, min:400"},
      {"words/k=10/vi/seed=1", "use mod:25, min:400"}};
  for (const auto& [text, says] : wrong) {
    const auto parsed = parse_sketch_method(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(parsed.error().message, HasSubstr(says)) << text;
  }
}

TEST(SketchText, MethodsBuiltByHandAreChecked) {
  const std::vector<std::pair<SketchMethod, std::string>> wrong = {
      {{.front_end = ""}, "known are text, words"},
      {{.front_end = "code:klingon"}, "klingon"},
      {{.shingle = 0}, "from 1 to 1048576"},
      {{.shingle = ~0u}, "from 1 to 1048576"},
      {{.sampling = {SketchKind::modulus, 0}}, "mod:25, min:400"},
      {{.sampling = {SketchKind::smallest, ~0ull}}, "mod:25, min:400"},
      {{.sampling = {static_cast<SketchKind>(9), 1}}, "mod:25, min:400"}};
  for (const auto& [by, says] : wrong) {
    const auto made = sketch("any text", by);
    ASSERT_FALSE(made) << print(by);
    EXPECT_EQ(made.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(made.error().message, HasSubstr(says)) << print(by);
    EXPECT_FALSE(sketch_column({}, by, 1, quiet));
    EXPECT_FALSE(comparable(by, SketchMethod()));
  }
  EXPECT_TRUE(sketch("any text", {.sampling = {SketchKind::all, 77}}));
}

TEST(SketchText, ATextOf4GiBIsRefusedUnread) {
  const test::HugeText huge;
  const auto made = sketch(huge.view(), SketchMethod());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::limit_exceeded);
  EXPECT_THAT(made.error().message, HasSubstr("4294967296 bytes"));
}

TEST(SketchText, ShortAndBrokenTextsHaveSketches) {
  for (const std::string& sampling : kSamplings) {
    const SketchMethod by = method("words/k=2/" + sampling);
    const Sketch empty = sketch_of("", by), word = sketch_of("word", by);
    EXPECT_TRUE(equal(empty, word));
    EXPECT_TRUE(empty.complete());
    EXPECT_EQ(resemblance(empty, empty)->value, 0);
    EXPECT_TRUE(equal(sketch_of("a\xff\xfe b c\xc3", by), sketch_of("a\ufffd b c\ufffd", by)));
    EXPECT_TRUE(equal(*merge(empty, word), empty));
  }
}

TEST(SketchMeasures, RefuseOtherMethodsByName) {
  const Sketch one = sketch_of("a b c d", method("words/k=2/mod:25"));
  for (const std::string other : {"words/k=3/mod:25", "words/k=2/mod:50", "words/k=2/min:25",
                                  "text/k=2/mod:25", "words:se/k=2/mod:25"}) {
    const Sketch two = sketch_of("a b c d", method(other));
    for (const auto& error :
         {resemblance(one, two).error(), containment(one, two).error(), merge(one, two).error()}) {
      EXPECT_EQ(error.code, ErrorCode::invalid_argument);
      EXPECT_THAT(error.message, HasSubstr("words/k=2/mod:25"));
      EXPECT_THAT(error.message, HasSubstr(other));
    }
  }
  const Sketch page = sketch_of("<p>a b c d", method("html:words/k=2/mod:25"));
  EXPECT_EQ(resemblance(one, page)->value, 1);
}

TEST(SketchMerge, OfCompleteSketchesIsTheSketchOfTheUnion) {
  std::mt19937 random(6);
  for (const std::string& sampling : kSamplings) {
    const SketchMethod by = method("words/k=1/" + sampling);
    for (int round = 0; round < 40; ++round) {
      const int size = sampling == "min:100" ? 45 : 180;
      const int a = static_cast<int>(random() % 200), b = static_cast<int>(random() % 200);
      const std::string x = numbers(a, size), y = numbers(b, size);
      const auto merged = merge(sketch_of(x, by), sketch_of(y, by));
      ASSERT_TRUE(merged) << merged.error().message;
      EXPECT_TRUE(equal(*merged, sketch_of(x + y, by))) << sampling;
    }
  }
}

TEST(SketchMerge, OfSamplesSamplesTheUnion) {
  std::mt19937 random(7);
  for (const std::string sampling : {"mod:25", "min:100", "vi"}) {
    const SketchMethod by = method("words/k=1/" + sampling);
    for (const auto& [size, apart] : {std::pair(5'000, 2'500), {5'000, 5'000}, {9'000, 0}}) {
      const std::string x = numbers(0, size), y = numbers(apart, size / 3);
      const auto merged = merge(sketch_of(x, by), sketch_of(y, by));
      ASSERT_TRUE(merged) << merged.error().message;
      const ShingleSet both = shingles_of(x + y, 1);
      ShingleSet wanted;
      for (const std::uint64_t hash : both) {
        if (sampling == "min:100" ? wanted.size() < 100 : hash % merged->modulus() == 0) {
          wanted.push_back(hash);
        }
      }
      EXPECT_TRUE(std::ranges::equal(merged->hashes(), wanted)) << sampling;
      EXPECT_FALSE(merged->counted());
      EXPECT_FALSE(merged->complete());
      const auto size_of_both = static_cast<double>(both.size());
      EXPECT_NEAR(static_cast<double>(merged->shingles()), size_of_both, 0.15 * size_of_both);
      // A merged sketch can be measured and merged again.
      const auto r = resemblance(*merged, sketch_of(x + y, by));
      ASSERT_TRUE(r);
      EXPECT_EQ(r->value, 1);
      EXPECT_TRUE(merge(*merged, *merged));
      EXPECT_TRUE(merge(*merged, sketch_of("few words", by)));
    }
  }
}

// A sketch of powers of two does not grow, however many are merged.
TEST(SketchMerge, StaysSmall) {
  const SketchMethod by = method("words/k=1/vi");
  Sketch all = sketch_of("", by);
  for (int i = 0; i < 60; ++i) {
    auto merged = merge(all, sketch_of(numbers(i * 300, 300), by));
    ASSERT_TRUE(merged) << merged.error().message;
    all = std::move(*merged);
  }
  EXPECT_LT(all.hashes().size(), 260u);
  EXPECT_NEAR(static_cast<double>(all.shingles()), 18'000, 4'500);
}

TEST(SketchColumn, RowsAreThoseOfOneText) {
  const auto texts = test::themed_texts(700, 8);
  const TextColumn column{texts.size(), [&](std::size_t row) -> std::optional<std::string_view> {
                            if (row % 10 == 4) return std::nullopt;
                            return texts[row];
                          }};
  for (const std::string& sampling : kSamplings) {
    const SketchMethod by = method("words/k=2/" + sampling);
    for (const unsigned threads : {0u, 1u, 8u}) {
      const auto made = sketch_column(column, by, threads, quiet);
      ASSERT_TRUE(made) << made.error().message;
      ASSERT_EQ(made->size(), texts.size());
      for (std::size_t row = 0; row < texts.size(); ++row) {
        const auto one = sketch_of_row(*made, row);
        ASSERT_EQ(one.has_value(), row % 10 != 4);
        ASSERT_TRUE(!one || equal(*one, sketch_of(texts[row], by))) << row;
      }
      EXPECT_FALSE(sketch_of_row(*made, texts.size()));
    }
  }
}

TEST(SketchColumn, PairsAreMeasuredAsSketchesAre) {
  const auto texts = test::themed_texts(60, 9);
  const TextColumn column{texts.size(), [&](std::size_t row) -> std::optional<std::string_view> {
                            if (row == 7) return std::nullopt;
                            return texts[row];
                          }};
  std::vector<RowPair> pairs;
  for (std::uint64_t a = 0; a < 60; ++a) {
    for (std::uint64_t b = 0; b < 60; b += 3) pairs.push_back({a, b});
  }
  for (const std::string& sampling : kSamplings) {
    const SketchMethod by = method("words/k=2/" + sampling);
    const SketchColumn made = *sketch_column(column, by, 1, quiet);
    for (const SketchMeasure what : {SketchMeasure::resemblance, SketchMeasure::containment}) {
      const auto one = measure_pairs(made, made, pairs, what, 1, quiet);
      const auto eight = measure_pairs(made, made, pairs, what, 8, quiet);
      ASSERT_TRUE(one) << one.error().message;
      ASSERT_TRUE(eight);
      EXPECT_EQ(one->low, eight->low);
      EXPECT_EQ(one->value, eight->value);
      EXPECT_EQ(one->high, eight->high);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool null = pairs[i].a == 7 || pairs[i].b == 7;
        ASSERT_EQ(one->valid[i], null ? 0 : 1);
        if (null) continue;
        const Sketch a = *sketch_of_row(made, pairs[i].a), b = *sketch_of_row(made, pairs[i].b);
        const auto wanted =
            what == SketchMeasure::resemblance ? resemblance(a, b) : containment(a, b);
        const Measure got{{one->value[i], one->low[i], one->high[i]}, one->exact[i] != 0};
        ASSERT_EQ(got, *wanted);
      }
    }
  }
}

TEST(SketchColumn, ArraysThatDoNotFitAreRefused) {
  const std::string text = numbers(0, 40);
  const TextColumn column{3, [&](std::size_t) { return std::optional<std::string_view>(text); }};
  const SketchColumn good = *sketch_column(column, method("words/k=2/mod:25"), 1, quiet);
  const std::vector<RowPair> pairs = {{0, 2}};
  const auto measured = [&](const SketchColumn& a) {
    const auto out = measure_pairs(a, good, pairs, SketchMeasure::resemblance, 1, quiet);
    const auto row = sketch_of_row(a, 2);
    EXPECT_EQ(out.has_value(), row.has_value());
    return out.has_value();
  };
  EXPECT_TRUE(measured(good));
  const auto with = [&](auto change) {
    SketchColumn changed = good;
    change(changed);
    return measured(changed);
  };
  EXPECT_FALSE(with([](SketchColumn& c) { c.offsets.pop_back(); }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.offsets.clear(); }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.offsets[1] = ~0ull; }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.offsets[3] += 1; }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.modulus.pop_back(); }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.modulus[2] = 0; }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.shingles.clear(); }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.content.clear(); }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.canonical.pop_back(); }));
  EXPECT_FALSE(with([](SketchColumn& c) { c.valid.push_back(1); }));
  EXPECT_FALSE(with([](SketchColumn& c) { c = {}; }));
  for (const RowPair pair : {RowPair{3, 0}, {0, 3}, {~0ull, 0}}) {
    EXPECT_FALSE(
        measure_pairs(good, good, std::vector{pair}, SketchMeasure::resemblance, 1, quiet));
  }
  const SketchColumn other = *sketch_column(column, method("words/k=3/mod:25"), 1, quiet);
  EXPECT_FALSE(measure_pairs(good, other, pairs, SketchMeasure::resemblance, 1, quiet));
}

class Cancelled final : public Progress {
 public:
  void phase(std::string_view, std::uint64_t) override {}
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return true; }
};

TEST(SketchColumn, ACancelledCallReturnsNothing) {
  const std::string text = numbers(0, 40);
  const TextColumn column{900, [&](std::size_t) { return std::optional<std::string_view>(text); }};
  Cancelled cancelled;
  for (const unsigned threads : {1u, 8u}) {
    const auto made = sketch_column(column, method("words/k=2/mod:25"), threads, cancelled);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::cancelled);
    const SketchColumn whole = *sketch_column(column, method("words/k=2/mod:25"), threads, quiet);
    const std::vector<RowPair> pairs(900, RowPair{1, 2});
    const auto measured =
        measure_pairs(whole, whole, pairs, SketchMeasure::resemblance, threads, cancelled);
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, ErrorCode::cancelled);
  }
}

TEST(SketchText, AnyThreadAtOnce) {
  const auto texts = test::themed_texts(40, 10);
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const SketchMethod by = method("words/k=2/" + kSamplings[t % kSamplings.size()]);
      Sketch all = sketch_of("", by);
      for (const std::string& text : texts) {
        const Sketch one = sketch_of(text, by);
        EXPECT_TRUE(resemblance(all, one));
        all = *merge(all, one);
        EXPECT_TRUE(sketch_from_bytes(to_bytes(one)));
      }
      const TextColumn column{texts.size(), [&](std::size_t row) {
                                return std::optional<std::string_view>(texts[row]);
                              }};
      EXPECT_TRUE(sketch_column(column, by, 2, quiet));
    });
  }
}

}  // namespace
}  // namespace whorl
