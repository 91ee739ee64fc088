// What `dedup --passages` finds against a suffix array of the same symbols, which is another way to
// all repeats. The texts are made, or those of the JSON lines that WHORL_TEXTS names (up to 50 MB,
// a word a blank: ./dev bench corpus gives it one).
#include <divsufsort.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "../temp_folder.h"
#include "jobs/repeats/runs.h"
#include "jobs/repeats/texts.h"
#include "whorl/repeats.h"

namespace whorl::internal::repeats {
namespace {

constexpr std::uint32_t kRun = 50;
constexpr std::size_t kBytesASymbol = 4;

// The symbols of all documents, one after the other.
struct Corpus {
  std::vector<std::uint32_t> symbols;
  std::vector<std::size_t> begins;  // of documents, and the end
};

Corpus read_corpus(const std::string& path) {
  Corpus corpus;
  const auto grid = make_grid("words", kRun);
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    corpus.begins.push_back(corpus.symbols.size());
    const std::string text = nlohmann::json::parse(line)["text"];
    const auto canon = symbols_of(text, *grid);
    const auto& tokens = std::get<tokens::Tokens>(canon->symbols);
    corpus.symbols.insert(corpus.symbols.end(), tokens.begin(), tokens.end());
  }
  corpus.begins.push_back(corpus.symbols.size());
  return corpus;
}

// Symbols as bytes, each document behind a symbol of its own. Places are multiples of four.
class SuffixArray {
 public:
  explicit SuffixArray(const Corpus& corpus) {
    for (std::size_t document = 0; document + 1 < corpus.begins.size(); ++document) {
      append(static_cast<std::uint32_t>(document));  // as rare as a symbol can be
      for (std::size_t i = corpus.begins[document]; i < corpus.begins[document + 1]; ++i) {
        place_of_.push_back(bytes_.size());
        append(corpus.symbols[i]);
      }
    }
    order_.resize(bytes_.size());
    EXPECT_EQ(divsufsort(bytes_.data(), order_.data(), static_cast<saidx_t>(bytes_.size())), 0);
    find_common();
  }

  // Calls visit(places) for each group of symbols that begin the same run.
  template <class Visit>
  void for_each_run(const Corpus& corpus, Visit visit) const {
    std::vector<std::size_t> symbol_at(bytes_.size() / kBytesASymbol, SIZE_MAX);
    for (std::size_t i = 0; i < place_of_.size(); ++i) symbol_at[place_of_[i] / kBytesASymbol] = i;
    std::vector<std::size_t> group;
    std::int32_t common = 0;  // with the aligned suffix before
    for (std::size_t i = 0; i < order_.size(); ++i) {
      common = std::min(common, common_[i]);
      const auto place = static_cast<std::size_t>(order_[i]);
      const bool aligned =
          place % kBytesASymbol == 0 && symbol_at[place / kBytesASymbol] != SIZE_MAX;
      if (!aligned) continue;
      if (common < static_cast<std::int32_t>(kRun * kBytesASymbol)) {
        visit(std::exchange(group, {}));
      }
      const std::size_t symbol = symbol_at[place / kBytesASymbol];
      const auto end = std::ranges::upper_bound(corpus.begins, symbol);
      if (symbol + kRun <= *end) group.push_back(symbol);
      common = INT32_MAX;
    }
    visit(group);
  }

 private:
  void append(std::uint32_t symbol) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      bytes_.push_back(static_cast<std::uint8_t>(symbol >> shift));
    }
  }

  // Kasai et al. 2001: what each suffix has in common with the one before it.
  void find_common() {
    std::vector<saidx_t> rank(bytes_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      rank[static_cast<std::size_t>(order_[i])] = static_cast<saidx_t>(i);
    }
    common_.resize(bytes_.size());
    std::size_t length = 0;
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      if (rank[i] == 0) {
        length = 0;
        continue;
      }
      const auto before = static_cast<std::size_t>(order_[static_cast<std::size_t>(rank[i]) - 1]);
      while (std::max(i, before) + length < bytes_.size() &&
             bytes_[i + length] == bytes_[before + length]) {
        ++length;
      }
      common_[static_cast<std::size_t>(rank[i])] = static_cast<std::int32_t>(length);
      if (length > 0) --length;
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::vector<std::size_t> place_of_;  // of each symbol
  std::vector<saidx_t> order_;
  std::vector<std::int32_t> common_;
};

// Marks each symbol that is in a run that also occurs earlier.
std::vector<bool> repeated(const Corpus& corpus) {
  std::vector<bool> marks(corpus.symbols.size());
  SuffixArray(corpus).for_each_run(corpus, [&](std::vector<std::size_t> group) {
    if (group.size() < 2) return;
    std::ranges::sort(group);
    const std::size_t first = group.front();
    const std::size_t its_end = *std::ranges::upper_bound(corpus.begins, first);
    for (const std::size_t at : group) {
      const bool earlier = at >= its_end || first + kRun <= at;
      for (std::size_t j = 0; earlier && j < kRun; ++j) marks[at + j] = true;
    }
  });
  return marks;
}

// Texts with parts of others, some with a changed word.
std::string made_lines() {
  std::mt19937 random(3);
  std::vector<std::vector<std::string>> texts;
  std::string lines;
  for (int i = 0; i < 1500; ++i) {
    std::vector<std::string> words(random() % 400);
    for (std::string& word : words) word = "w" + std::to_string(random() % 5000);
    for (int parts = random() % 3; parts > 0 && !texts.empty(); --parts) {
      const auto& source = texts[random() % texts.size()];
      if (source.empty()) continue;
      const std::size_t begin = random() % source.size();
      const std::size_t size = std::min<std::size_t>(source.size() - begin, 30 + random() % 60);
      const auto from = source.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto to = words.begin() + static_cast<std::ptrdiff_t>(random() % (words.size() + 1));
      words.insert(to, from, from + static_cast<std::ptrdiff_t>(size));
    }
    std::string text;
    for (const std::string& word : words) text += word + " ";
    lines += nlohmann::json{{"id", std::to_string(i)}, {"text", text}}.dump() + "\n";
    texts.push_back(std::move(words));
  }
  return lines;
}

TEST(Passages, AreThoseOfASuffixArray) {
  const test::TempFolder folder("suffix-array");
  const char* named = std::getenv("WHORL_TEXTS");
  const std::string input = named ? named : folder.write("in.jsonl", made_lines());
  RepeatOptions options;
  options.input.inputs = {input};
  options.output = folder.path("marked.jsonl");
  options.at_least = kRun;
  options.mark = true;
  options.limits.memory = 64 << 20;
  NoProgress quiet;
  const auto summary = cut_repeats(options, quiet);
  ASSERT_TRUE(summary) << summary.error().message;

  const Corpus corpus = read_corpus(input);
  const std::vector<bool> marks = repeated(corpus);
  EXPECT_GT(summary->repeated_symbols, 0u);
  EXPECT_EQ(summary->repeated_symbols, static_cast<std::uint64_t>(std::ranges::count(marks, true)));
  std::size_t document = 0;
  std::ifstream marked(options.output);
  for (std::string line; std::getline(marked, line); ++document) {
    std::uint64_t found = 0;
    const auto record = nlohmann::json::parse(line);
    for (const auto& piece : record["whorl"]["pieces"]) {
      found += piece["symbols"].get<std::uint64_t>();
    }
    const auto begin = marks.begin() + static_cast<std::ptrdiff_t>(corpus.begins[document]);
    const auto end = marks.begin() + static_cast<std::ptrdiff_t>(corpus.begins[document + 1]);
    ASSERT_EQ(found, static_cast<std::uint64_t>(std::count(begin, end, true))) << document;
  }
  EXPECT_EQ(document + 1, corpus.begins.size());
  RecordProperty("symbols", static_cast<int>(corpus.symbols.size()));
}

}  // namespace
}  // namespace whorl::internal::repeats
