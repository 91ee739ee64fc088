// Which words are cut, against a plain twin.
#include <atomic>
#include <set>

#include "cut_repeats.h"

namespace whorl {
namespace {

namespace fs = std::filesystem;
using test::CutRepeats;
using test::joined;
using test::json;
using test::lines_of;
using test::random_documents;
using test::Words;
using test::words_of;

// The repeated words by the definition: each run is compared with all earlier ones.
class PlainTwin {
 public:
  explicit PlainTwin(std::size_t run) : run_(run) {}

  // A document that others are compared against.
  void know(const Words& words) {
    for (std::size_t i = 0; i + run_ <= words.size(); ++i) known_.insert(run_at(words, i));
  }

  // A mark for each word of the next document.
  std::vector<bool> repeated(const Words& words, bool learns) {
    std::vector<bool> marks(words.size());
    std::map<Words, std::size_t> here;
    for (std::size_t i = 0; i + run_ <= words.size(); ++i) {
      const Words run = run_at(words, i);
      const auto first = here.emplace(run, i).first;
      const bool stands_earlier = known_.contains(run) || (learns && first->second + run_ <= i);
      for (std::size_t j = 0; stands_earlier && j < run_; ++j) marks[i + j] = true;
    }
    if (learns) know(words);
    return marks;
  }

 private:
  Words run_at(const Words& words, std::size_t i) const {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(i);
    return {begin, begin + static_cast<std::ptrdiff_t>(run_)};
  }

  std::size_t run_;
  std::set<Words> known_;
};

// The document and the word at which they occur first.
std::pair<std::size_t, std::size_t> first_place(const std::vector<Words>& documents,
                                                const Words& run) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto found = std::ranges::search(documents[i], run);
    if (!found.empty()) return {i, static_cast<std::size_t>(found.begin() - documents[i].begin())};
  }
  return {documents.size(), 0};
}

TEST_F(CutRepeats, CutsWhatThePlainTwinCuts) {
  for (std::uint32_t round = 0; round < 60; ++round) {
    const std::uint32_t run = 2 + round % 7;
    const auto documents = random_documents(round, 20, 2 + round % 3);
    folder_.write("in.jsonl", lines_of(documents));
    const RepeatSummary summary = CutRepeats::run(options(run));
    PlainTwin twin(run);
    const Words cut = texts();
    ASSERT_EQ(cut.size(), documents.size());
    std::uint64_t repeated = 0;
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const auto marks = twin.repeated(documents[i], true);
      Words left;
      for (std::size_t j = 0; j < marks.size(); ++j) {
        if (!marks[j]) left.push_back(documents[i][j]);
        repeated += marks[j];
      }
      EXPECT_EQ(words_of(cut[i]), left) << "round " << round << ", document " << i;
    }
    EXPECT_EQ(summary.repeated_symbols, repeated);
    EXPECT_EQ(summary.cut_symbols, repeated);
    const Words back = restored(documents.size());
    for (std::size_t i = 0; i < documents.size(); ++i) EXPECT_EQ(back[i], joined(documents[i]));
  }
}

// Each run of a passage occurs first where the passage says; the test searches word by word.
TEST_F(CutRepeats, TellsWhereEachPassageStandsFirst) {
  std::uint64_t told = 0;
  for (std::uint32_t round = 0; round < 40; ++round) {
    const std::uint32_t run = 2 + round % 7;
    auto documents = random_documents(round, 12, 2 + round % 3);
    for (std::size_t i = 0; i < 12; ++i) {  // of copies of copies too
      Words copy = documents[(7 * i) % documents.size()];
      const Words& other = documents[(5 * i + 1) % documents.size()];
      copy.insert(copy.end(), other.begin(), other.end());
      documents.push_back(std::move(copy));
    }
    folder_.write("in.jsonl", lines_of(documents));
    CutRepeats::run(options(run));
    for (const json& entry : folder_.read_lines("out.removed.jsonl")) {
      const Words& words = documents[entry["document"]];
      for (const json& piece : entry["pieces"]) {
        const std::string text = joined(words).substr(0, piece["at"].get<std::size_t>());
        std::size_t at = words_of(text).size();
        for (const json& repeat : piece["repeats"]) {
          const std::size_t symbols = repeat["symbols"];
          const std::string id = repeat["id"];
          const std::size_t in = std::stoul(id.substr(1)), first = repeat["symbol"];
          for (std::size_t i = 0; i + run <= symbols; ++i, ++told) {
            const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at + i);
            EXPECT_EQ(first_place(documents, Words(begin, begin + run)),
                      std::make_pair(in, first + i))
                << "round " << round << ", document " << entry["document"];
          }
          at += symbols;
        }
      }
    }
  }
  EXPECT_GT(told, 10'000u);
}

TEST_F(CutRepeats, ComparesAgainstOtherTexts) {
  for (std::uint32_t round = 0; round < 20; ++round) {
    const std::uint32_t run = 3 + round % 4;
    const auto known = random_documents(round + 100, 4, 3);
    const auto documents = random_documents(round + 200, 15, 3);
    folder_.write("known.jsonl", lines_of(known));
    folder_.write("in.jsonl", lines_of(documents));
    RepeatOptions o = options(run);
    o.against = {folder_.path("known.jsonl")};
    const RepeatSummary summary = CutRepeats::run(o);
    EXPECT_EQ(summary.against, known.size());
    EXPECT_EQ(summary.documents, documents.size());
    PlainTwin twin(run);
    for (const Words& words : known) twin.know(words);
    const Words cut = texts();
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const auto marks = twin.repeated(documents[i], false);
      Words left;
      for (std::size_t j = 0; j < marks.size(); ++j) {
        if (!marks[j]) left.push_back(documents[i][j]);
      }
      EXPECT_EQ(words_of(cut[i]), left) << round << " " << i;
    }
    for (const json& entry : folder_.read_lines("out.removed.jsonl")) {
      for (const json& piece : entry["pieces"]) {
        for (const json& repeat : piece["repeats"]) {
          const std::string id = repeat["id"];
          const Words& item = known[std::stoul(id.substr(1))];
          EXPECT_LE(repeat["symbol"].get<std::size_t>() + repeat["symbols"].get<std::size_t>(),
                    item.size());
        }
      }
    }
  }
}

TEST_F(CutRepeats, FindsEveryRunOfTAndNoneOfOneLess) {
  std::mt19937 random(5);
  constexpr std::size_t kRun = 50;
  int next = 0;
  const auto fresh = [&](std::size_t count) {
    Words words(count);
    for (std::string& word : words) word = "u" + std::to_string(next++);
    return words;
  };
  constexpr std::uint64_t kPlanted = 10'000;
  for (const std::size_t planted : {kRun, kRun - 1}) {
    std::vector<Words> documents;
    for (std::uint64_t i = 0; i < kPlanted; ++i) {
      Words source = fresh(80), copy = fresh(150);
      const auto at = static_cast<std::ptrdiff_t>(random() % (80 - planted));
      copy.insert(copy.begin() + static_cast<std::ptrdiff_t>(random() % 150), source.begin() + at,
                  source.begin() + at + static_cast<std::ptrdiff_t>(planted));
      documents.push_back(std::move(source));
      documents.push_back(std::move(copy));
    }
    folder_.write("in.jsonl", lines_of(documents));
    const RepeatSummary summary = run(options(kRun));
    EXPECT_EQ(summary.repeats, planted == kRun ? kPlanted : 0u);
    EXPECT_EQ(summary.cut_symbols, planted == kRun ? kPlanted * kRun : 0u);
    EXPECT_EQ(summary.cut_documents, planted == kRun ? kPlanted : 0u);
  }
}

TEST_F(CutRepeats, WritesTheSameAtAnyNumberOfThreadsAndLimitOfMemory) {
  folder_.write("in.jsonl", lines_of(random_documents(1, 3'000, 4)));
  std::set<std::string> outputs;
  for (const unsigned threads : {1u, 2u, 5u}) {
    for (const std::uint64_t memory : {1ull << 20, 256ull << 20}) {
      RepeatOptions o = options(6);
      o.limits = {memory, threads, ""};
      o.report = folder_.path("report.jsonl");
      run(o);
      outputs.insert(folder_.read("out.jsonl") + folder_.read("out.removed.jsonl") +
                     folder_.read("report.jsonl"));
    }
  }
  EXPECT_EQ(outputs.size(), 1u);
}

// 226974 and 120558 are one symbol.
TEST_F(CutRepeats, TellsWordsApartThatShareASymbol) {
  const std::vector<Words> documents = {words_of("invoice for customer number 120558"),
                                        words_of("invoice for customer number 226974")};
  folder_.write("in.jsonl", lines_of(documents));
  for (const char* front_end : {"words", "words:se"}) {
    RepeatOptions o = options(5);
    o.front_end = front_end;
    EXPECT_EQ(run(o).repeats, 0u) << front_end;
    o.at_least = 4;
    EXPECT_EQ(run(o).cut_symbols, 4u) << front_end;
  }
}

// Of texts that are hashed in several stretches.
TEST_F(CutRepeats, CutsLargeTextsAsThePlainTwinDoes) {
  std::vector<Words> documents(2);
  std::mt19937 random(1);
  for (int i = 0; i < 150'000; ++i) documents[0].push_back("w" + std::to_string(random() % 5'000));
  documents[1] = documents[0];
  for (std::size_t i = 500; i < documents[1].size(); i += 997) documents[1][i] = "other";
  folder_.write("in.jsonl", lines_of(documents));
  run(options(5));
  PlainTwin twin(5);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto marks = twin.repeated(documents[i], true);
    Words left;
    for (std::size_t j = 0; j < marks.size(); ++j) {
      if (!marks[j]) left.push_back(documents[i][j]);
    }
    EXPECT_TRUE(words_of(texts()[i]) == left) << i;
  }
}

}  // namespace
}  // namespace whorl
