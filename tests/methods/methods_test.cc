// Each method against its naive twin, on texts that share parts.
#include <gtest/gtest.h>

#include <functional>

#include "twins.h"
#include "whorl/similarity_methods.h"

namespace whorl::test {
namespace {

Figures figures_of(const std::string& method, const std::string& a, const std::string& b) {
  const auto rows = measure(a, b, {{method}, {}});
  EXPECT_TRUE(rows) << method << ": " << (rows ? "" : rows.error().message);
  return rows ? rows->front().figures : Figures{};
}

using Check = std::function<void(const std::string& a, const std::string& b, TextMaker& maker)>;

// Texts of no word to some hundreds, of nothing to everything in common.
void over_texts(const Check& check) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    TextMaker maker(seed);
    const Words a = maker.words(seed % 8 == 0 ? seed / 8 : maker.number(400));
    const Words b = seed % 5 == 0 ? maker.words(300) : maker.edited(a, maker.number(12));
    SCOPED_TRACE(seed);
    check(joined(a), joined(b), maker);
  }
}

void expect_shares(const Figures& figures, const Set& a, const Set& b) {
  EXPECT_DOUBLE_EQ(figures.both->value, ratio(2 * shared(a, b), a.size() + b.size()));
  EXPECT_DOUBLE_EQ(figures.a_in_b->value, ratio(shared(a, b), a.size()));
  EXPECT_DOUBLE_EQ(figures.b_in_a->value, ratio(shared(a, b), b.size()));
}

TEST(Measuring, ShinglesAreExact) {
  over_texts([](const std::string& a, const std::string& b, TextMaker& maker) {
    const std::uint32_t k = 1 + maker.number(12);
    const Figures figures = figures_of("shingles:k=" + std::to_string(k), a, b);
    const Set x = shingles(a, k), y = shingles(b, k);
    EXPECT_DOUBLE_EQ(figures.both->value, jaccard(x, y));
    EXPECT_DOUBLE_EQ(figures.a_in_b->value, ratio(shared(x, y), x.size()));
    EXPECT_DOUBLE_EQ(figures.b_in_a->value, ratio(shared(x, y), y.size()));
    EXPECT_TRUE(figures.both->exact);
  });
}

TEST(Measuring, SmallestHashesSampleTheUnion) {
  over_texts([](const std::string& a, const std::string& b, TextMaker& maker) {
    const std::uint32_t s = 1 + maker.number(60);
    const Figures figures = figures_of("min:k=3,s=" + std::to_string(s), a, b);
    const Set x = shingles(a, 3), y = shingles(b, 3);
    if (x.size() <= s && y.size() <= s) {
      EXPECT_DOUBLE_EQ(figures.both->value, jaccard(x, y));
      return;
    }
    Set all = x;
    all.insert(y.begin(), y.end());
    // A text of fewer than s shingles is known whole, so the sample may be larger than its sketch.
    const Set sample = smallest(all, s);
    const auto both = std::ranges::count_if(
        sample, [&](std::uint64_t hash) { return x.contains(hash) && y.contains(hash); });
    EXPECT_DOUBLE_EQ(figures.both->value, ratio(static_cast<std::size_t>(both), sample.size()));
    EXPECT_LE(figures.both->low, figures.both->value);
    EXPECT_GE(figures.both->high, figures.both->value);
  });
}

Set multiples(const Set& set, std::uint64_t modulus) {
  Set out;
  for (const std::uint64_t hash : set) {
    if (hash % modulus == 0) out.insert(hash);
  }
  return out;
}

TEST(Measuring, ModulusAndPowersCompareAtTheCoarser) {
  over_texts([](const std::string& a, const std::string& b, TextMaker&) {
    const Set x = shingles(a, 2), y = shingles(b, 2);
    const auto power = [](std::size_t n) {
      std::uint64_t modulus = 1;
      while (n / (2 * modulus) >= 100) modulus *= 2;
      return modulus;
    };
    const std::uint64_t two = std::max(power(x.size()), power(y.size()));
    EXPECT_DOUBLE_EQ(figures_of("vi:k=2", a, b).both->value,
                     jaccard(multiples(x, two), multiples(y, two)));
    const auto three = std::max(x.size(), y.size()) / 3 >= 100 ? 3u : 1u;
    EXPECT_DOUBLE_EQ(figures_of("mod:k=2,m=3", a, b).both->value,
                     jaccard(multiples(x, three), multiples(y, three)));
  });
}

Set runs_of(const Set& set, std::size_t run) {
  const std::vector<std::uint64_t> list(set.begin(), set.end());
  Set out;
  if (list.empty()) return out;
  run = std::min(run, list.size());
  for (std::size_t i = 0; i + run <= list.size(); ++i) {
    out.insert(xxh3({reinterpret_cast<const char*>(&list[i]), 8 * run}));
  }
  return out;
}

TEST(Measuring, SuperShinglesAreRunsOfTheSketch) {
  over_texts([](const std::string& a, const std::string& b, TextMaker& maker) {
    const std::uint32_t run = 1 + maker.number(8);
    const Figures figures = figures_of("supershingle:k=3,m=1,run=" + std::to_string(run), a, b);
    EXPECT_DOUBLE_EQ(figures.both->value,
                     jaccard(runs_of(shingles(a, 3), run), runs_of(shingles(b, 3), run)));
    EXPECT_FALSE(figures.a_in_b);
  });
}

TEST(Measuring, ChunksEndAtBreakpoints) {
  const auto digests = [](const std::string& text, std::uint64_t c) {
    Set out;
    for (const Words& chunk : chunks(text, c)) out.insert(xxh3(written(chunk, 0, chunk.size())));
    return out;
  };
  over_texts([&](const std::string& a, const std::string& b, TextMaker& maker) {
    const std::uint32_t c = 1 + maker.number(12);
    const Figures figures = figures_of("se-none:c=" + std::to_string(c), a, b);
    expect_shares(figures, digests(a, c), digests(b, c));
  });
}

Set culled_to_root(const std::string& text, std::uint64_t c) {
  const std::vector<Words> all = chunks(text, c);
  if (all.empty()) return {};
  std::vector<double> lengths;
  for (const Words& chunk : all) lengths.push_back(static_cast<double>(chunk.size()));
  std::ranges::sort(lengths);
  const double median = (lengths[(lengths.size() - 1) / 2] + lengths[lengths.size() / 2]) / 2;
  std::vector<std::tuple<double, std::uint64_t>> ranked;
  for (const Words& chunk : all) {
    ranked.emplace_back(std::abs(static_cast<double>(chunk.size()) - median),
                        xxh3(written(chunk, 0, chunk.size())));
  }
  std::ranges::sort(ranked);
  Set out;
  const auto kept = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(all.size()))));
  for (std::size_t i = 0; i < kept; ++i) out.insert(std::get<1>(ranked[i]));
  return out;
}

Set culled_by_variance(const std::string& text, std::uint64_t c) {
  const std::vector<Words> all = chunks(text, c);
  std::vector<double> lengths;
  for (const Words& chunk : all) lengths.push_back(static_cast<double>(chunk.size()));
  std::ranges::sort(lengths);
  Set out;
  if (all.empty()) return out;
  const auto n = static_cast<double>(all.size());
  const double median = (lengths[(lengths.size() - 1) / 2] + lengths[lengths.size() / 2]) / 2;
  double mean = 0, squares = 0;
  for (const double length : lengths) mean += length / n;
  for (const double length : lengths) squares += (length - mean) * (length - mean) / n;
  for (int tenths = 1;; ++tenths) {
    std::size_t kept = 0;
    out.clear();
    for (const Words& chunk : all) {
      const double distance = std::abs(static_cast<double>(chunk.size()) - median);
      if (distance > 0.1 * tenths * std::sqrt(squares) + 1e-9) continue;
      ++kept;
      out.insert(xxh3(written(chunk, 0, chunk.size())));
    }
    if (static_cast<double>(kept) >= std::sqrt(n)) return out;
  }
}

TEST(Measuring, CullingKeepsChunksOfMiddleLength) {
  over_texts([](const std::string& a, const std::string& b, TextMaker&) {
    expect_shares(figures_of("se-sqrt:c=5", a, b), culled_to_root(a, 5), culled_to_root(b, 5));
    expect_shares(figures_of("se:c=5", a, b), culled_by_variance(a, 5), culled_by_variance(b, 5));
  });
}

// A paragraph of one statement whose number of tokens says which one it is.
std::string paragraph(std::size_t number) {
  std::string out = "x = y";
  for (std::size_t i = 0; i < number; ++i) out += " + y";
  return out + ";\n";
}

std::string program(const std::vector<std::size_t>& numbers, const std::string& name) {
  std::string out;
  for (const std::size_t number : numbers) {
    out += name.empty() ? paragraph(number) + "\n"
                        : "int " + name + "() {\n" + paragraph(number) + "}\n\n";
  }
  return out;
}

Set culled_to_root(std::vector<std::size_t> lengths) {
  std::ranges::sort(lengths);
  const double median =
      static_cast<double>(lengths[(lengths.size() - 1) / 2] + lengths[lengths.size() / 2]) / 2;
  std::ranges::sort(lengths, {}, [&](std::size_t length) {
    return std::pair(std::abs(static_cast<double>(length) - median), length);
  });
  const auto kept = std::ceil(std::sqrt(static_cast<double>(lengths.size())));
  return {lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(kept)};
}

// Names are changed and parts moved; what remains are the lengths of paragraphs and functions.
TEST(Measuring, ProgramsAreChunkedBySyntax) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    TextMaker maker(seed);
    // Of odd number and spread, so that no two are as far from the median.
    std::vector<std::size_t> a, b;
    for (std::size_t i = 0; i < 9 + 2 * (seed % 5); ++i) a.push_back(i * i + 1);
    for (const std::size_t one : a) b.push_back(maker.number(4) == 0 ? one + 500 : one);
    const Set all_a(a.begin(), a.end()), all_b(b.begin(), b.end());
    const Set root_a = culled_to_root(a), root_b = culled_to_root(b);
    std::ranges::rotate(b, b.begin() + maker.number(8));
    for (const char* kind : {"paragraph", "subroutine"}) {
      const bool named = std::string_view(kind) == "subroutine";
      const std::string x = program(a, named ? "f" : ""), y = program(b, named ? "other" : "");
      const auto by = [&](const std::string& culling) {
        const auto rows = measure(x, y, {{"se-" + std::string(kind) + culling}, "code:c"});
        return rows->front().figures;
      };
      SCOPED_TRACE(kind);
      expect_shares(by("-none"), all_a, all_b);
      expect_shares(by("-sqrt"), root_a, root_b);
      EXPECT_GE(by("").a_in_b->value, 0);
    }
  }
}

TEST(Measuring, OverlappingChunksAreAllRuns) {
  over_texts([](const std::string& a, const std::string& b, TextMaker& maker) {
    const std::uint32_t length = 1 + maker.number(12);
    expect_shares(figures_of("overlapping:b=" + std::to_string(length), a, b), shingles(a, length),
                  shingles(b, length));
  });
}

TEST(Measuring, ScamWeighsChunksByHowOftenTheyStand) {
  const auto counts = [](const std::string& text) {
    std::map<std::string, double> out;
    for (const Words& chunk : chunks(text, 2)) out[joined(chunk)] += 1;
    return out;
  };
  over_texts([&](const std::string& a, const std::string& b, TextMaker&) {
    const auto x = counts(a), y = counts(b);
    double close = 0, of_a = 0;
    for (const auto& [chunk, f] : x) {
      of_a += f * f;
      const auto found = y.find(chunk);
      if (found == y.end()) continue;
      if (f / found->second + found->second / f < 2.5) close += f * found->second;
    }
    const double expected = of_a == 0 ? 0 : std::min(1.0, close / of_a);
    EXPECT_NEAR(figures_of("scam:c=2", a, b).a_in_b->value, expected, 1e-12);
  });
}

TEST(Measuring, SifTakesSubstringsOfBytes) {
  over_texts([](const std::string& a, const std::string& b, TextMaker&) {
    expect_shares(figures_of("sif:b=20,p=7", a, b), multiples(substrings(a, 20), 7),
                  multiples(substrings(b, 20), 7));
  });
  const std::string anchored = "the warrante of an ante-room, and an antenna beyond it all; ante";
  const Figures figures = figures_of("sif-anchor:b=10", anchored, "no " + anchored);
  EXPECT_DOUBLE_EQ(figures.both->value, 1);
  EXPECT_DOUBLE_EQ(figures_of("sif-anchor:b=10", anchored, "none").both->value, 0);
  // Two chunks each; "oom, and " is in both.
  EXPECT_DOUBLE_EQ(figures_of("sif-anchor:b=9,anchor=oo", "a room, and a loop of it",
                              "the room, and too little said")
                       .both->value,
                   .5);
}

TEST(Measuring, SentencesAreDigestedWhole) {
  const std::string a = "One two three. Four five! Six, seven?";
  const std::string b = "four five.\n\nSix seven eight. One  two: three.";
  const Figures figures = figures_of("sentences", a, b);
  EXPECT_DOUBLE_EQ(figures.a_in_b->value, 2.0 / 3);
  EXPECT_DOUBLE_EQ(figures.b_in_a->value, 2.0 / 3);
}

// Rank: how often the first five letters begin a substring, then the keys of the recipe; ties of
// the former are many, so the twin checks what does not depend on the keys.
TEST(Measuring, KoalaKeepsTheRarestSubstrings) {
  over_texts([](const std::string& a, const std::string& b, TextMaker&) {
    const Figures whole = figures_of("koala:k=8,stored=1000000,searched=1000000", a, b);
    const Set x = substrings(consonants(a), 8), y = substrings(consonants(b), 8);
    EXPECT_DOUBLE_EQ(whole.a_in_b->value, ratio(shared(x, y), x.size()));
    EXPECT_DOUBLE_EQ(whole.b_in_a->value, ratio(shared(x, y), y.size()));
    const Figures own = figures_of("koala:k=8,stored=20,searched=50", a, a);
    EXPECT_DOUBLE_EQ(own.a_in_b->value, x.empty() ? 0 : 1);
  });
}

// Letters of a in any substring of k letters that b has.
double naive_overlap(const std::string& a, const std::string& b, std::size_t k) {
  std::size_t covered = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    bool found = false;
    for (std::size_t j = i + 1 < k ? 0 : i + 1 - k; j <= i && j + k <= a.size() && !found; ++j) {
      found = b.find(a.substr(j, k)) != std::string::npos;
    }
    covered += found ? 1 : 0;
  }
  return ratio(covered, a.size());
}

TEST(Measuring, ExactOverlapCountsLettersUnderCommonSubstrings) {
  over_texts([](const std::string& a, const std::string& b, TextMaker& maker) {
    const std::uint32_t k = 2 + maker.number(40);
    const Figures figures = figures_of("exact-overlap:k=" + std::to_string(k), a, b);
    EXPECT_DOUBLE_EQ(figures.a_in_b->value, naive_overlap(letters(a), letters(b), k));
    EXPECT_DOUBLE_EQ(figures.b_in_a->value, naive_overlap(letters(b), letters(a), k));
  });
}

// If no word occurs twice in a text, the tiles are the maximal matches in any order.
TEST(Measuring, TilesAreMaximalMatchesOfDistinctWords) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    TextMaker maker(seed);
    Words a;
    Set seen;
    for (const std::string& word : maker.words(300, 100000)) {
      if (seen.insert(xxh3(word)).second) a.push_back(word);
    }
    Words b = a;
    for (int cut = 0; cut < 6; ++cut) std::ranges::rotate(b, b.begin() + maker.number(200));
    for (int i = 0; i < 9; ++i) b[maker.number(200)] = "edit" + std::to_string(i);
    std::size_t tiled = 0;
    for (std::size_t i = 0; i < a.size();) {
      const auto at = std::ranges::find(b, a[i]);
      std::size_t length = 0;
      while (at != b.end() && i + length < a.size() &&
             static_cast<std::size_t>(b.end() - at) > length &&
             at[static_cast<std::ptrdiff_t>(length)] == a[i + length]) {
        ++length;
      }
      if (length >= 4) tiled += length;
      i += std::max<std::size_t>(length, 1);
    }
    const Figures figures = figures_of("tiling:k=4", joined(a), joined(b));
    EXPECT_DOUBLE_EQ(figures.a_in_b->value, ratio(tiled, a.size()));
    EXPECT_DOUBLE_EQ(figures.both->value, ratio(2 * tiled, a.size() + b.size()));
  }
}

TEST(Measuring, SmallestWinnowedHoldsAllOfShortTexts) {
  over_texts([](const std::string& a, const std::string& b, TextMaker&) {
    // In windows of one k-gram every k-gram is a fingerprint.
    const Figures figures = figures_of("smallest-winnowed:k=9,w=1,s=1000000", a, b);
    EXPECT_DOUBLE_EQ(figures.both->value,
                     jaccard(substrings(letters(a), 9), substrings(letters(b), 9)));
  });
}

TEST(Measuring, StatisticsAreADistanceOfFourShares) {
  const Figures figures = figures_of("statistics", "the cat and The dog", "so the end but so what");
  const double x[] = {20, 20, 0, 0};  // not "The"
  const double y[] = {100.0 / 6, 0, 100.0 / 6, 200.0 / 6};
  double squares = 0;
  for (int i = 0; i < 4; ++i) squares += (x[i] - y[i]) * (x[i] - y[i]);
  EXPECT_DOUBLE_EQ(*figures.distance, std::sqrt(squares));
}

void expect_equal(const Figures& own, double least_of_both) {
  if (own.distance) {
    EXPECT_DOUBLE_EQ(*own.distance, 0);
  }
  if (own.both) {
    EXPECT_GE(own.both->value, least_of_both);
  }
  if (own.a_in_b) {
    EXPECT_DOUBLE_EQ(own.a_in_b->value, 1);
    EXPECT_DOUBLE_EQ(own.b_in_a->value, 1);
  }
}

void expect_turned(const Figures& there, const Figures& back) {
  if (there.both) {
    EXPECT_NEAR(there.both->value, back.both->value, .02);
  }
  if (there.a_in_b) {
    EXPECT_DOUBLE_EQ(there.a_in_b->value, back.b_in_a->value);
  }
}

// Of every row: a text is as it is itself, and what is said of (a, b) is said of (b, a).
TEST(Measuring, EveryMethodKnowsATextAndIsSymmetric) {
  TextMaker maker(11);
  const Words words = maker.words(900);
  const std::string anchored = " ante meridiem, and much that comes long after it all";
  const std::string a = joined(words) + anchored, b = joined(maker.edited(words, 20));
  for (const MeasuringMethod& row : measuring_methods()) {
    if (row.front_end.empty()) continue;
    SCOPED_TRACE(row.name);
    const std::string name(row.name);
    const bool compresses = row.formula.starts_with("2 −");
    // bzip2 sorts blocks and takes a repetition for a context: far from 1, as in the paper.
    expect_equal(figures_of(name, a, a), compresses ? .5 : 1);
    expect_turned(figures_of(name, a, b), figures_of(name, b, a));
  }
}

}  // namespace
}  // namespace whorl::test
