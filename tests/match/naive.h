// Slow and obvious twins of the matcher, and sides built from plain strings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "passages/match/maximal.h"
#include "passages/match/seed_index.h"
#include "passages/match/side.h"
#include "passages/match/thinner.h"

namespace whorl::naive {

// Positions of the k-grams that winnowing with windows of w selects, rightmost on ties; one,
// the minimum, where there are fewer than w (Schleimer 2003 Definition 1).
inline std::vector<std::uint32_t> winnow(const std::string& s, std::uint32_t k, std::uint32_t w) {
  std::vector<std::uint32_t> selected;
  if (s.size() < k) return selected;
  const std::size_t n = s.size() - k + 1;
  const auto hash = [&](std::size_t i) { return std::hash<std::string>{}(s.substr(i, k)); };
  for (std::size_t begin = 0; begin == 0 || begin + w <= n; ++begin) {
    std::size_t best = begin;
    for (std::size_t i = begin; i < std::min(begin + w, n); ++i) {
      if (hash(i) <= hash(best)) best = i;
    }
    if (selected.empty() || selected.back() != best)
      selected.push_back(static_cast<std::uint32_t>(best));
  }
  return selected;
}

// Two strings as sides whose groups number their k-grams.
struct TwoSides {
  std::string a_text, b_text;
  std::vector<internal::match::Run> a_runs, b_runs;
  std::vector<internal::index::SelectedKgram> a_picks, b_picks;
  std::vector<internal::index::SelectedKgram> a_in_order, b_in_order;
  std::vector<std::uint32_t> a_thinned, b_thinned;
  std::vector<internal::match::Spelling> a_spellings, b_spellings;
  std::uint32_t groups = 0;

  internal::match::Side a() const {
    return {a_runs, a_picks, a_in_order, static_cast<std::uint32_t>(a_text.size()), a_thinned};
  }
  internal::match::Side b() const {
    return {b_runs, b_picks, b_in_order, static_cast<std::uint32_t>(b_text.size()), b_thinned};
  }
  // Of each symbol of both, as match::spellings_of() names them.
  void spell(std::vector<internal::match::Spelling> a, std::vector<internal::match::Spelling> b) {
    a_spellings = std::move(a);
    b_spellings = std::move(b);
    a_runs[0].spellings = a_spellings.data();
    b_runs[0].spellings = b_spellings.data();
  }
  // Makes the lists in order anew, after selected k-grams were changed.
  void order() {
    const auto by_position = [](const internal::index::SelectedKgram& x,
                                const internal::index::SelectedKgram& y) {
      return x.position < y.position;
    };
    a_in_order = a_picks;
    b_in_order = b_picks;
    std::ranges::sort(a_in_order, by_position);
    std::ranges::sort(b_in_order, by_position);
    a_thinned = internal::match::thinned_among(a_runs, a_picks);
    b_thinned = internal::match::thinned_among(b_runs, b_picks);
  }

  TwoSides(std::string a_string, std::string b_string, std::uint32_t k, std::uint32_t w)
      : a_text(std::move(a_string)), b_text(std::move(b_string)) {
    std::map<std::string, std::uint32_t> numbers;
    const auto fill = [&](const std::string& s, std::vector<internal::match::Run>& runs,
                          std::vector<internal::index::SelectedKgram>& selected) {
      runs = {{0, static_cast<std::uint32_t>(s.size()), k, s.data(), false, w}};
      for (std::uint32_t at : winnow(s, k, w)) {
        const auto number = static_cast<std::uint32_t>(numbers.size());
        selected.push_back({numbers.try_emplace(s.substr(at, k), number).first->second, at});
      }
      std::ranges::sort(selected);
    };
    fill(a_text, a_runs, a_picks);
    fill(b_text, b_runs, b_picks);
    groups = static_cast<std::uint32_t>(numbers.size());
    order();
  }
  TwoSides(const TwoSides&) = delete;
  TwoSides& operator=(const TwoSides&) = delete;
};

// Of k-grams that repeat each other only some, as `compare` selects them.
inline void thin(TwoSides& sides, std::uint32_t k, std::uint32_t w) {
  for (auto* in_order : {&sides.a_in_order, &sides.b_in_order}) {
    Fingerprints kept;
    internal::match::Thinner thinner(w, k, kept);
    for (const auto& kgram : *in_order) thinner.add(kgram.group, kgram.position);
    thinner.finish();
    auto& picks = in_order == &sides.a_in_order ? sides.a_picks : sides.b_picks;
    picks.clear();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      picks.push_back({static_cast<std::uint32_t>(kept.hash[i]), kept.position[i]});
    }
    std::ranges::sort(picks);
  }
  sides.order();
}

// The matches of the two sides.
inline internal::match::MaximalMatches matches_of(
    const TwoSides& sides, std::uint64_t repetitive_over = internal::match::kRepetitive) {
  internal::match::SeedIndex seeds(sides.groups);
  seeds.index(sides.a());
  seeds.query(sides.b());
  internal::match::MaximalMatches found;
  seeds.find_matches(found, internal::base::Cancellation(nullptr), repetitive_over);
  return found;
}

// All maximal matches of at least `least` symbols, by dynamic programming; by diagonal.
inline std::vector<internal::match::Match> maximal_matches(const std::string& a,
                                                           const std::string& b,
                                                           std::uint32_t least) {
  std::vector<internal::match::Match> found;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (i > 0 && j > 0 && a[i - 1] == b[j - 1]) continue;
      std::uint32_t n = 0;
      while (i + n < a.size() && j + n < b.size() && a[i + n] == b[j + n]) ++n;
      if (n >= std::max(least, 1u)) {
        found.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), n});
      }
    }
  }
  return found;
}

inline std::string random_string(std::mt19937& random, std::size_t length, unsigned letters) {
  std::string s;
  while (s.size() < length) s.push_back(static_cast<char>('a' + random() % letters));
  return s;
}

}  // namespace whorl::naive
