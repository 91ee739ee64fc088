// Each method in its plainest form, for texts of lower-case words with single blanks. The real
// methods are compared with these.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::test {

using Words = std::vector<std::string>;

inline Words words_of(const std::string& text) {
  std::istringstream in(text);
  Words out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

inline std::string joined(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

inline std::uint64_t xxh3(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

// The bytes of a run of words for its hash: the low half of the XXH3 of each word, little-endian.
inline std::string written(const Words& words, std::size_t first, std::size_t count) {
  std::string out;
  for (std::size_t i = first; i < first + count; ++i) {
    const auto symbol = static_cast<std::uint32_t>(xxh3(words[i]));
    for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>(symbol >> shift);
  }
  return out;
}

using Set = std::set<std::uint64_t>;

inline Set shingles(const std::string& text, std::size_t k) {
  const Words words = words_of(text);
  Set out;
  for (std::size_t i = 0; i + k <= words.size(); ++i) out.insert(xxh3(written(words, i, k)));
  return out;
}

inline std::string letters(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ') out += c;
  }
  return out;
}

inline std::string consonants(const std::string& text) {
  std::string out;
  for (const char c : letters(text)) {
    if (std::string_view("aeiou").find(c) == std::string_view::npos) out += c;
  }
  return out;
}

inline Set substrings(const std::string& text, std::size_t k) {
  Set out;
  for (std::size_t i = 0; i + k <= text.size(); ++i) out.insert(xxh3(text.substr(i, k)));
  return out;
}

inline Set smallest(const Set& set, std::size_t s) {
  Set out;
  for (const std::uint64_t hash : set) {
    if (out.size() < s) out.insert(hash);
  }
  return out;
}

inline std::size_t shared(const Set& a, const Set& b) {
  return static_cast<std::size_t>(
      std::ranges::count_if(a, [&](std::uint64_t hash) { return b.contains(hash); }));
}

inline double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

inline double jaccard(const Set& a, const Set& b) {
  return ratio(shared(a, b), a.size() + b.size() - shared(a, b));
}

// The words of each chunk. A chunk ends after each word whose hash is 0 mod c.
inline std::vector<Words> chunks(const std::string& text, std::uint64_t c) {
  std::vector<Words> out(1);
  for (const std::string& word : words_of(text)) {
    out.back().push_back(word);
    if (xxh3(written({word}, 0, 1)) % c == 0) out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

// A text of `count` words of a few letters. Some of them are consecutive words of another text.
class TextMaker {
 public:
  explicit TextMaker(std::uint32_t seed) : random_(seed) {}

  Words words(std::size_t count, std::uint32_t vocabulary = 300) {
    Words out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(word(random_() % vocabulary));
    return out;
  }

  // `a` with `edits` replaced words and a part moved to the end.
  Words edited(Words a, std::size_t edits) {
    if (a.empty()) return a;
    for (std::size_t i = 0; i < edits; ++i) a[random_() % a.size()] = word(1000 + random_() % 300);
    std::ranges::rotate(a, a.begin() + static_cast<std::ptrdiff_t>(random_() % a.size()));
    return a;
  }

  std::uint32_t number(std::uint32_t below) {
    return static_cast<std::uint32_t>(random_()) % below;
  }

 private:
  static std::string word(std::uint64_t number) {
    std::string out;
    for (std::uint64_t n = number * 2654435761u % 1000003 + 7; n > 0; n /= 26) {
      out += static_cast<char>('a' + n % 26);
    }
    return out;
  }

  std::mt19937_64 random_;
};

}  // namespace whorl::test
