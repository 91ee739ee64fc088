// How the cut texts, the marks and the list of removed passages are written.
#include <atomic>
#include <fstream>

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

// Asks to stop when the nth phase has begun, counted from 1.
class StopInPhase final : public Progress {
 public:
  explicit StopInPhase(int phase) : left_(phase) {}
  void phase(std::string_view, std::uint64_t) override { --left_; }
  void advance(std::uint64_t) override {}
  bool cancelled() const override { return left_ <= 0; }

 private:
  std::atomic<int> left_;
};

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

// Unlike an unfinished store, unfinished results are not kept, so the command cannot continue
// later.
TEST_F(CutRepeats, StoppedInAnyPhaseWritesNothingAndSaysSo) {
  folder_.write("in.jsonl", lines_of(random_documents(1, 20, 2)));
  for (int phase = 1; phase <= 4; ++phase) {
    StopInPhase stop(phase);
    const auto summary = cut_repeats(options(5), stop);
    ASSERT_FALSE(summary) << phase;
    EXPECT_EQ(summary.error().code, ErrorCode::cancelled);
    EXPECT_EQ(summary.error().message, "stopped: nothing was written");
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
