// The guarantee of Schleimer 2003 §3 and Lemma 1: two texts with w + k - 1 common symbols share a
// fingerprint of a k-gram in these symbols.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "../sanitizer.h"
#include "samples.h"
#include "tokens/weight.h"

namespace whorl::internal::select {
namespace {

using Values = std::vector<std::uint64_t>;

// Fingerprints of k-grams that begin in [begin, begin + w).
Values chosen_within(const Fingerprints& f, std::size_t begin, std::size_t w) {
  Values out;
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (f.position[i] >= begin && f.position[i] < begin + w) out.push_back(f.hash[i]);
  }
  return out;
}

void keep_common(Values& common, const Values& more) {
  std::erase_if(common, [&](std::uint64_t v) {
    return std::find(more.begin(), more.end(), v) == more.end();
  });
}

// For each window of symbols, the values that all its occurrences so far have selected.
class CommonChoices {
 public:
  CommonChoices(unsigned letters, std::uint32_t k, std::uint32_t w)
      : letters_(letters), length_(k + w - 1), w_(w) {
    const auto windows = static_cast<std::size_t>(std::pow(letters, length_));
    seen_.resize(windows);
    common_.resize(windows);
  }

  // Whether every window of `text` still has a selected value in common with all equal windows.
  bool add(const tokens::Bytes& text, const Fingerprints& chosen) {
    for (std::size_t i = 0; i + length_ <= text.size(); ++i) {
      const std::size_t window = code(text, i);
      const Values here = chosen_within(chosen, i, w_);
      if (!seen_[window]) {
        common_[window] = here;
        seen_[window] = true;
      }
      keep_common(common_[window], here);
      if (common_[window].empty()) return false;
    }
    return true;
  }

 private:
  std::size_t code(const tokens::Bytes& text, std::size_t begin) const {
    std::size_t value = 0;
    for (std::size_t i = begin; i < begin + length_; ++i) value = value * letters_ + text[i];
    return value;
  }

  unsigned letters_;
  std::size_t length_;
  std::size_t w_;
  std::vector<bool> seen_;
  std::vector<Values> common_;
};

// The next string of the same length in lexicographic order; false after the last one.
bool advance(tokens::Bytes& text, unsigned letters) {
  for (std::size_t i = text.size(); i-- > 0;) {
    if (++text[i] < letters) return true;
    text[i] = 0;
  }
  return false;
}

void check_every_string(const Selector& row, unsigned letters, std::uint32_t k, std::uint32_t w,
                        std::size_t longest) {
  const Recipe recipe = samples::recipe(row, k, w);
  CommonChoices choices(letters, k, w);
  for (std::size_t length = 1; length <= longest; ++length) {
    tokens::Symbols symbols = tokens::Bytes(length, 0);
    tokens::Bytes& text = std::get<tokens::Bytes>(symbols);
    do {
      ASSERT_TRUE(choices.add(text, select(symbols, recipe)))
          << row.name << " k=" << k << " w=" << w << " " << testing::PrintToString(text);
    } while (advance(text, letters));
  }
}

constexpr std::u32string_view kCharacters = U"aに中";

// Replaces each symbol of a text of a, に and 中 by a letter of an alphabet of 1 + 2 + 4.
tokens::Bytes letters_of(const tokens::CodePoints& symbols) {
  tokens::CodePoints alphabet;
  for (const char32_t c : kCharacters) {
    for (std::uint32_t part = 0; part < tokens::weight_of(c); ++part) {
      alphabet.push_back(tokens::part_of(c, part));
    }
  }
  tokens::Bytes letters;
  for (const char32_t symbol : symbols) {
    letters.push_back(
        static_cast<std::uint8_t>(std::ranges::find(alphabet, symbol) - alphabet.begin()));
  }
  return letters;
}

tokens::CodePoints weighted_text(const tokens::Bytes& characters) {
  tokens::CodePoints symbols;
  for (const std::uint8_t i : characters) {
    const char32_t c = kCharacters[i];
    for (std::uint32_t part = 0; part < tokens::weight_of(c); ++part) {
      symbols.push_back(tokens::part_of(c, part));
    }
  }
  return symbols;
}

void check_every_weighted_string(const Selector& row, std::uint32_t k, std::uint32_t w,
                                 std::size_t longest) {
  Recipe recipe = samples::recipe(row, k, w);
  recipe.front_end = "text";
  CommonChoices choices(7, k, w);
  for (std::size_t length = 1; length <= longest; ++length) {
    tokens::Bytes characters(length, 0);
    do {
      const tokens::CodePoints symbols = weighted_text(characters);
      ASSERT_TRUE(choices.add(letters_of(symbols), select(tokens::Symbols(symbols), recipe)))
          << row.name << " k=" << k << " w=" << w << " " << testing::PrintToString(characters);
    } while (advance(characters, 3u));
  }
}

class Guarantee : public testing::TestWithParam<const Selector*> {};

TEST_P(Guarantee, HoldsForEveryStringOfTwoLetters) {
  for (std::uint32_t k = 1; k <= 5; ++k) {
    for (std::uint32_t w = 1; w <= 6; ++w) {
      check_every_string(*GetParam(), 2, k, w, test::kSanitized ? 9 : 12);
    }
  }
}

TEST_P(Guarantee, HoldsForEveryStringOfThreeLetters) {
  for (const auto& [k, w] : {std::pair{1, 3}, {2, 2}, {2, 4}, {3, 3}, {5, 2}}) {
    check_every_string(*GetParam(), 3, static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(w),
                       test::kSanitized ? 7 : 12);
  }
}

// A run of characters with weight w + k - 1 is a run of as many symbols.
TEST_P(Guarantee, HoldsForEveryStringOfCharactersOfWeightOneTwoAndFour) {
  for (std::uint32_t k = 1; k <= 4; ++k) {
    for (std::uint32_t w = 1; k + w <= 6; ++w) {
      check_every_weighted_string(*GetParam(), k, w, test::kSanitized ? 5 : 7);
    }
  }
}

TEST_P(Guarantee, FindsPlantedMatchesInRealText) {
  constexpr std::size_t kContext = 300;
  const tokens::Bytes text = samples::real_text();
  ASSERT_GT(text.size(), 4 * kContext);
  std::mt19937 random(7);
  const int matches = test::kSanitized ? 500 : 10'000;
  for (int match = 0; match < matches; ++match) {
    const std::uint32_t k = 1 + random() % 60, w = 1 + random() % 100, t = w + k - 1;
    const Recipe recipe = samples::recipe(*GetParam(), k, w);
    const auto excerpt = [&](std::size_t length) {
      const auto begin = text.begin() + static_cast<long>(random() % (text.size() - length));
      return tokens::Bytes(begin, begin + static_cast<long>(length));
    };
    const tokens::Bytes shared = excerpt(t);
    std::vector<Values> found;
    for (int side = 0; side < 2; ++side) {
      tokens::Bytes host = excerpt(kContext);
      const std::size_t at = random() % kContext;
      host.insert(host.begin() + static_cast<long>(at), shared.begin(), shared.end());
      found.push_back(chosen_within(select(tokens::Symbols(host), recipe), at, w));
    }
    keep_common(found[0], found[1]);
    ASSERT_FALSE(found[0].empty()) << samples::describe(recipe);
  }
}

INSTANTIATE_TEST_SUITE_P(Selectors, Guarantee, testing::ValuesIn(samples::with_guarantee()),
                         [](const auto& test) { return std::string(test.param->name); });

}  // namespace
}  // namespace whorl::internal::select
