#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "../temp_folder.h"
#include "whorl/repeats.h"

namespace whorl {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

Words words_of(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Which words are repeated, by the definition: run after run, and all that stood before it.
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

std::vector<Words> random_documents(std::uint32_t seed, std::size_t count, std::uint32_t letters) {
  std::mt19937 random(seed);
  std::vector<Words> documents(count);
  for (Words& words : documents) {
    words.resize(random() % 80);
    for (std::string& word : words) word = "w" + std::to_string(random() % letters);
  }
  return documents;
}

// The document and the word at which they stand first.
std::pair<std::size_t, std::size_t> first_place(const std::vector<Words>& documents,
                                                const Words& run) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto found = std::ranges::search(documents[i], run);
    if (!found.empty()) return {i, static_cast<std::size_t>(found.begin() - documents[i].begin())};
  }
  return {documents.size(), 0};
}

std::string lines_of(const std::vector<Words>& documents) {
  std::string lines;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    lines += json{{"id", "d" + std::to_string(i)}, {"n", i}, {"text", joined(documents[i])}}.dump();
    lines += "\n";
  }
  return lines;
}

// Wants the work to end when a phase has begun, the first being 1.
class StopInPhase final : public Progress {
 public:
  explicit StopInPhase(int phase) : left_(phase) {}
  void phase(std::string_view, std::uint64_t) override { --left_; }
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return left_ <= 0; }

 private:
  std::atomic<int> left_;
};

class CutRepeats : public testing::Test {
 protected:
  RepeatOptions options(std::uint32_t at_least) const {
    RepeatOptions o;
    o.input.inputs = {folder_.path("in.jsonl")};
    o.output = folder_.path("out.jsonl");
    o.at_least = at_least;
    o.limits.memory = 64 << 20;
    return o;
  }

  RepeatSummary run(const RepeatOptions& options) {
    auto summary = cut_repeats(options, quiet_);
    EXPECT_TRUE(summary) << summary.error().message;
    return summary ? std::move(*summary) : RepeatSummary();
  }

  Words texts() const {
    Words texts;
    for (const json& line : folder_.read_lines("out.jsonl")) texts.push_back(line["text"]);
    return texts;
  }

  // The texts of the input, out of what was written and what was listed as removed.
  Words restored(std::size_t documents, const std::string& mask = "") const {
    const Words kept = texts();
    std::map<std::size_t, json> removed;
    for (const json& entry : folder_.read_lines("out.removed.jsonl")) {
      if (entry["reason"] != "unreadable") removed[entry["document"]] = entry;
    }
    Words all;
    std::size_t at = 0;
    for (std::size_t i = 0; i < documents; ++i) {
      if (removed.contains(i) && removed[i]["reason"] == "dropped") {
        all.push_back(json::parse(removed[i]["line"].get<std::string>())["text"]);
        continue;
      }
      std::string text = kept[at++];
      if (removed.contains(i)) {
        for (const json& piece : removed[i]["pieces"]) {
          text.replace(piece["at"], mask.size(), piece["text"].get<std::string>());
        }
      }
      all.push_back(text);
    }
    EXPECT_EQ(at, kept.size());
    return all;
  }

  test::TempFolder folder_{"passages"};
  NoProgress quiet_;
};

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

// Each run of a passage stands first where the passage says, which is looked for word by word.
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

TEST_F(CutRepeats, LeavesAllElseOfALineAsItWas) {
  const std::string a =
      R"({"n": 1.50, "text": "one two three \u00e9 four",  "id":"a", "x": [ 1 ]})";
  const std::string b =
      R"({ "id" : "b","text":"\u4e2d start ONE, two:  thr\u0065e É four. \"end\"" , "y":null })";
  folder_.write("in.jsonl", a + "\n" + b + "\n");
  run(options(5));
  EXPECT_EQ(folder_.read("out.jsonl"),
            a + "\n" + R"({ "id" : "b","text":"\u4e2d start end\"" , "y":null })" + "\n");
  const auto removed = folder_.read_lines("out.removed.jsonl");
  ASSERT_EQ(removed.size(), 1u);
  EXPECT_EQ(removed[0]["id"], "b");
  EXPECT_EQ(removed[0]["pieces"][0]["text"], "ONE, two:  three É four. \"");
  EXPECT_EQ(removed[0]["pieces"][0]["repeats"],
            json::array({{{"symbols", 5}, {"id", "a"}, {"symbol", 0}}}));
}

TEST_F(CutRepeats, PutsAMaskInThePlaceOfWhatIsCut) {
  const std::vector<Words> documents = {words_of("a b c d e"), words_of("x a b c y b c d e")};
  folder_.write("in.jsonl", lines_of(documents));
  RepeatOptions o = options(3);
  o.mask = "[\"cut\"] ";
  run(o);
  EXPECT_EQ(texts()[1], "x [\"cut\"] y [\"cut\"] ");
  const Words back = restored(2, o.mask);
  EXPECT_EQ(back[1], joined(documents[1]));
}

TEST_F(CutRepeats, CutsWholeLinesAndParagraphs) {
  const std::string text = "a b c\nd e f\n\ng h i\n";
  const std::string second = "x y\na b c\nd e f\n\nz a b c\n\ng h\n";
  folder_.write("in.jsonl", json{{"id", "1"}, {"text", text}}.dump() + "\n" +
                                json{{"id", "2"}, {"text", second}}.dump() + "\n");
  RepeatOptions o = options(2);
  o.unit = CutUnit::line;
  run(o);
  EXPECT_EQ(texts()[1], "x y\n\nz a b c\n\n");
  o.unit = CutUnit::paragraph;
  run(o);
  EXPECT_EQ(texts()[1], "x y\na b c\nd e f\n\nz a b c\n\n");
  EXPECT_EQ(restored(2)[1], second);
}

TEST_F(CutRepeats, DropsDocumentsThatAreMostlyRepeats) {
  const std::vector<Words> documents = {words_of("a b c d e f"), words_of("a b c d x y"),
                                        words_of("a b c x y z"), words_of("")};
  folder_.write("in.jsonl", lines_of(documents));
  RepeatOptions o = options(3);
  o.drop_above = 0.5;
  const RepeatSummary summary = run(o);
  EXPECT_EQ(summary.dropped, 1u);
  EXPECT_EQ(summary.kept(), 3u);
  EXPECT_EQ(texts(), (Words{"a b c d e f", "x y z", ""}));
  const auto removed = folder_.read_lines("out.removed.jsonl");
  ASSERT_EQ(removed.size(), 2u);
  EXPECT_EQ(removed[0]["reason"], "dropped");
  EXPECT_DOUBLE_EQ(removed[0]["share"].get<double>(), 4.0 / 6);
  EXPECT_EQ(removed[0]["pieces"], json::parse(R"([{"at":0,"bytes":8,"symbols":4}])"));
  const Words back = restored(4);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(back[i], joined(documents[i]));
}

TEST_F(CutRepeats, MarksWithoutCutting) {
  folder_.write("in.jsonl", lines_of({words_of("a b c d"), words_of("x a b c y")}));
  RepeatOptions o = options(3);
  o.mark = true;
  const RepeatSummary summary = run(o);
  EXPECT_TRUE(summary.removed.empty());
  EXPECT_FALSE(fs::exists(folder_ / "out.removed.jsonl"));
  const auto lines = folder_.read_lines("out.jsonl");
  EXPECT_EQ(lines[0]["whorl"], (json{{"share", 0.0}, {"pieces", json::array()}}));
  EXPECT_EQ(lines[1]["text"], "x a b c y");
  EXPECT_EQ(lines[1]["whorl"]["pieces"],
            json::array({{{"at", 2},
                          {"bytes", 6},
                          {"symbols", 3},
                          {"repeats", {{{"symbols", 3}, {"id", "d0"}, {"symbol", 0}}}}}}));
}

TEST_F(CutRepeats, TellsTheCommonestPassages) {
  const Words licence = words_of("l1 l2 l3 l4 l5");
  std::vector<Words> documents;
  for (int i = 0; i < 10; ++i) {
    Words words = words_of("p" + std::to_string(i) + " q" + std::to_string(i));
    words.insert(words.begin() + 1, licence.begin(), licence.end());
    documents.push_back(words);
  }
  folder_.write("in.jsonl", lines_of(documents));
  RepeatOptions o = options(4);
  o.report = folder_.path("report.jsonl");
  const RepeatSummary summary = run(o);
  ASSERT_EQ(summary.commonest.size(), 1u);
  EXPECT_EQ(summary.commonest[0].times, 9u);
  EXPECT_EQ(summary.commonest[0].symbols, 5u);
  EXPECT_EQ(summary.commonest[0].document, "d0");
  EXPECT_EQ(summary.commonest[0].symbol, 1u);
  EXPECT_EQ(summary.commonest[0].text, joined(licence));
  EXPECT_EQ(folder_.read_lines("report.jsonl")[0]["times"], 9);
}

TEST_F(CutRepeats, ReadsFoldersAndPagesAsTheirText) {
  fs::create_directories(folder_ / "docs");
  folder_.write("docs/1.txt", "one two three four\n");
  folder_.write("docs/2.html",
                "<p>zero <b>one</b> two&nbsp;three</p><script>one two three</script>");
  RepeatOptions o = options(3);
  o.input.inputs = {folder_.path("docs")};
  run(o);
  const auto lines = folder_.read_lines("out.jsonl");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["text"], "one two three four\n");
  EXPECT_EQ(words_of(lines[1]["text"]), Words{"zero"});
}

TEST_F(CutRepeats, ListsWhatCannotBeRead) {
  folder_.write("in.jsonl",
                "{\"id\":\"a\",\"text\":\"a b c\"}\nno json\n{\"text\":1}\n"
                "{\"id\":\"b\",\"text\":\"a b c\"}\n");
  const RepeatSummary summary = run(options(3));
  EXPECT_EQ(summary.documents, 2u);
  EXPECT_EQ(summary.skipped.size(), 2u);
  std::size_t unreadable = 0;
  for (const json& entry : folder_.read_lines("out.removed.jsonl")) {
    unreadable += entry["reason"] == "unreadable";
  }
  EXPECT_EQ(unreadable, 2u);
}

TEST_F(CutRepeats, RefusesWhatCannotBe) {
  folder_.write("in.jsonl", lines_of({words_of("a b c")}));
  folder_.write("mine.txt", "precious");
  const auto refuses = [&](auto change, ErrorCode code) {
    RepeatOptions o = options(3);
    change(o);
    const auto summary = cut_repeats(o, quiet_);
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().code, code) << summary.error().message;
  };
  const auto invalid = ErrorCode::invalid_argument;
  refuses([](auto& o) { o.output = ""; }, invalid);
  refuses([](auto& o) { o.at_least = 1; }, invalid);
  refuses([](auto& o) { o.front_end = "consonants"; }, invalid);
  refuses([](auto& o) { o.drop_above = 1.5; }, invalid);
  refuses([](auto& o) { o.mark = true, o.mask = "x"; }, invalid);
  refuses([](auto& o) { o.input.features_field = "f"; }, invalid);
  refuses([](auto& o) { o.output = o.input.inputs[0]; }, invalid);
  refuses([](auto& o) { o.removed = o.output; }, invalid);
  refuses([&](auto& o) { o.output = folder_.path("mine.txt"); }, invalid);
  refuses([&](auto& o) { o.against = {"-"}; }, invalid);
  EXPECT_EQ(folder_.read("mine.txt"), "precious");
  EXPECT_FALSE(fs::exists(folder_ / "out.jsonl"));
  EXPECT_FALSE(fs::exists(folder_ / "out.jsonl.spill"));
}

TEST_F(CutRepeats, LeavesTheLastOutputWhereNothingCouldBeRead) {
  folder_.write("in.jsonl", lines_of({words_of("a b c")}));
  run(options(3));
  const std::string before = folder_.read("out.jsonl");
  folder_.write("in.jsonl", "no json\n");
  EXPECT_FALSE(cut_repeats(options(3), quiet_));
  EXPECT_EQ(folder_.read("out.jsonl"), before);
}

// Unlike a store, what is half done is not kept, so the command does not go on from there.
TEST_F(CutRepeats, StoppedInAnyPhaseWritesNothingAndSaysSo) {
  folder_.write("in.jsonl", lines_of(random_documents(1, 20, 2)));
  for (int phase = 1; phase <= 4; ++phase) {
    StopInPhase stop(phase);
    const auto summary = cut_repeats(options(5), stop);
    ASSERT_FALSE(summary) << phase;
    EXPECT_EQ(summary.error().code, ErrorCode::cancelled);
    EXPECT_EQ(summary.error().message, "stopped: nothing is written");
    EXPECT_FALSE(fs::exists(folder_.path("out.jsonl")));
    EXPECT_FALSE(fs::exists(folder_.path("out.removed.jsonl")));
  }
}

TEST_F(CutRepeats, OfNothingIsNothing) {
  folder_.write("in.jsonl", "");
  const RepeatSummary summary = run(options(3));
  EXPECT_EQ(summary.documents, 0u);
  EXPECT_EQ(folder_.read("out.jsonl"), "");
}

}  // namespace
}  // namespace whorl
