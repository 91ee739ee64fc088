// whorl dedup --passages and --against from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "collection_commands.h"

namespace whorl::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class PassagesCommand : public CollectionCommands {};

TEST_F(PassagesCommand, PassagesAreCutAndTold) {
  const std::string licence = "this text stands in every one of them from here";
  std::string lines;
  for (int i = 0; i < 3; ++i) {
    lines +=
        json{{"id", "d" + std::to_string(i)}, {"text", "own" + std::to_string(i) + " " + licence}}
            .dump() +
        "\n";
  }
  folder_.write("in.jsonl", lines);
  const json counts = summary({"dedup", "--passages", "in.jsonl", "-o", "cut.jsonl", "--at-least",
                               "10", "--report", "report.jsonl"});
  EXPECT_EQ(counts.at("cut_documents"), 2);
  EXPECT_EQ(counts.at("commonest")[0].at("times"), 2);
  EXPECT_EQ(counts.at("commonest")[0].at("text"), licence);
  EXPECT_THAT(folder_.read("cut.jsonl"), HasSubstr("\"text\":\"own2 \""));
  const test::Outcome told =
      whorl({"dedup", "--passages", "in.jsonl", "-o", "cut.jsonl", "--at-least", "10"});
  EXPECT_THAT(told.out, HasSubstr("20 words cut from 2 documents, 0 left out"));
  EXPECT_THAT(told.out, HasSubstr("2 passages found again, in runs of at least 10 words, 60.6 %"));
  EXPECT_THAT(told.out, HasSubstr("2 times, 10 words, first in d0: " + licence));
  EXPECT_THAT(told.out, Not(HasSubstr("the rest of a longer run")));
  folder_.write("known.jsonl", json{{"id", "q"}, {"text", licence}}.dump() + "\n");
  EXPECT_EQ(summary({"dedup", "in.jsonl", "--against", "known.jsonl", "--any-ngram", "10", "-o",
                     "clean.jsonl"})
                .at("dropped"),
            3);
}

TEST_F(PassagesCommand, NearPassagesAreCutToo) {
  std::string changed = words(0, 60);
  changed.replace(changed.find(' ', changed.size() / 2), 1, " new ");
  folder_.write("in.jsonl", json{{"id", "a"}, {"text", words(0, 60)}}.dump() + "\n" +
                                json{{"id", "b"}, {"text", changed}}.dump() + "\n");
  const std::vector<std::string> command = {"dedup", "--passages", "in.jsonl", "-o", "cut.jsonl"};
  EXPECT_EQ(summary(command).at("cut_documents"), 0);
  std::vector<std::string> near = command;
  near.insert(near.end(), {"--near", "0.9"});
  EXPECT_EQ(summary(near).at("cut_symbols"), 61);
  near.back() = "0.3";
  EXPECT_THAT(whorl(near).err, HasSubstr("from 0.6 to below 1"));
  EXPECT_THAT(whorl({"dedup", "in.jsonl", "-o", "x.jsonl", "--near", "0.9"}).err,
              HasSubstr("add --passages"));
}

// The text contains two of twenty documents, with every ninth word changed.
TEST_F(PassagesCommand, NearPartsOfATextAreFoundInTheStore) {
  std::string lines;
  for (int i = 0; i < 20; ++i) {
    lines += json{{"id", "d" + std::to_string(i)}, {"text", words(150 * i, 150 * i + 150)}}.dump();
    lines += "\n";
  }
  folder_.write("in.jsonl", lines);
  const auto changed = [](int from) {
    std::string text;
    for (int i = 0; i < 80; ++i) {
      text += i % 9 == 8 ? "changed" + std::to_string(i) + ' ' : words(from + i, from + i + 1);
    }
    return text;
  };
  const std::string fresh = words(3000, 3100), third = changed(470), last = changed(2900);
  folder_.write("draft.txt", fresh + third + fresh + last + fresh);
  for (const bool positions : {false, true}) {
    const std::string store = positions ? "placed" : "store";
    std::vector<std::string> made = {"cluster", "in.jsonl", "-o", store, "--sketch", "all"};
    if (positions) made.emplace_back("--positions");
    summary(made);
    const std::vector<std::string> command = {"query", store, "--passages", "draft.txt"};
    EXPECT_EQ(whorl(command).out, "no part of it occurs in the store\n");
    std::vector<std::string> near = command;
    near.insert(near.end(), {"--near", "0.95"});
    EXPECT_EQ(whorl(near).out, "no part of it nearly occurs in the store\n");
    near.back() = "0.85";
    EXPECT_THAT(whorl(near).out, HasSubstr(", 80 symbols, 0.9 equal: d3"));
    near.emplace_back("--json");
    std::istringstream found(whorl(near).out);
    for (const auto& [id, text, at] : {std::tuple("d3", third, 20), std::tuple("d19", last, 50)}) {
      std::string line;
      ASSERT_TRUE(std::getline(found, line));
      const json part = json::parse(line);
      EXPECT_EQ(part["id"], id);
      EXPECT_EQ(part["text"].get<std::string>() + ' ', text);
      EXPECT_EQ(part["equal"], 0.9);
      EXPECT_EQ(part.contains("places"), positions);
      if (positions) {
        EXPECT_EQ(part["places"][0]["at"], at);
      }
    }
    EXPECT_EQ(found.peek(), EOF);
    near[5] = "0.5";
    EXPECT_THAT(whorl(near).err, HasSubstr("from 0.6 to below 1"));
  }
  const test::Outcome alone = whorl({"query", "store", "draft.txt", "--near", "0.9"});
  EXPECT_EQ(alone.status, kWrongUsage);
  EXPECT_THAT(alone.err, HasSubstr("add --passages FILE"));
}

TEST_F(PassagesCommand, ParagraphsGoByAShareOfTheirNgrams) {
  folder_.write("in.jsonl", json{{"text", "a b c d e f g h"}}.dump() + "\n" +
                                json{{"text", "a b c d e x\n\nnew words here"}}.dump() + "\n");
  const auto cut = [&](const char* share) {
    const json counts = summary({"dedup", "--passages", "in.jsonl", "-o", "cut.jsonl", "--at-least",
                                 "3", "--units", "paragraph", "--share", share});
    return counts.at("cut_symbols").get<int>();
  };
  EXPECT_EQ(cut("0.75"), 6) << "3 of its 4 n-grams stand in the first document";
  EXPECT_THAT(folder_.read("cut.jsonl"), HasSubstr(R"({"text":"new words here"})"));
  EXPECT_EQ(cut("0.76"), 0);
  EXPECT_THAT(whorl({"dedup", "--passages", "in.jsonl", "-o", "cut.jsonl", "--share", "0.5"}).err,
              HasSubstr("add --units paragraph"));
  EXPECT_THAT(whorl({"dedup", "in.jsonl", "-o", "kept.jsonl", "--share", "0.5"}).err,
              HasSubstr("add --passages"));
}

TEST_F(PassagesCommand, NothingOfABenchmarkIsPassedOverInSilence) {
  folder_.write("in.jsonl", json{{"content", words(0, 60)}}.dump() + "\n");
  folder_.write("known.jsonl", json{{"id", "q"}, {"question", words(20, 40)}}.dump() + "\n" +
                                   json{{"id", "short"}, {"question", words(90, 93)}}.dump() +
                                   "\n");
  folder_.write("half.jsonl", folder_.read("known.jsonl") + "no line of JSON\n");
  folder_.write("empty.jsonl", "");
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"dedup", "in.jsonl", "--text", "content", "-o", "clean.jsonl"});
    return whorl(std::move(more));
  };
  for (const std::vector<std::string>& way :
       {std::vector<std::string>{"--any-ngram", "13"}, {"-c", "0.8", "--shingle", "5"}}) {
    const auto against = [&](std::vector<std::string> texts) {
      texts.insert(texts.begin(), way.begin(), way.end());
      return run(std::move(texts));
    };
    const test::Outcome no_field = against({"--against", "known.jsonl"});
    EXPECT_EQ(no_field.status, kFailed) << way[0];
    EXPECT_THAT(no_field.err, HasSubstr("its text field: --against-text"));
    const test::Outcome of_nothing = against({"--against", "empty.jsonl"});
    EXPECT_EQ(of_nothing.status, kFailed) << way[0];
    EXPECT_THAT(of_nothing.err, HasSubstr("empty.jsonl: contains no document to compare against"));
    const test::Outcome half = against({"--against", "half.jsonl", "--against-text", "question"});
    EXPECT_EQ(half.status, kInputsSkipped) << way[0];
    EXPECT_THAT(half.out, HasSubstr("half.jsonl:3: "));
    EXPECT_THAT(half.out, HasSubstr("1 left out"));
    EXPECT_THAT(against({"--against", "known.jsonl", "--against", "half.jsonl", "--against-text",
                         "question"})
                    .out,
                HasSubstr("1 left out"));
  }
  EXPECT_THAT(
      run({"--any-ngram", "13", "--against", "known.jsonl", "--against-text", "question"}).out,
      HasSubstr("1 of 2 texts compared against has fewer than 13 words: skipped"));
}

TEST_F(PassagesCommand, AStoreStandsForTheTextsThatItWasMadeOf) {
  folder_.write("in.jsonl", json{{"text", words(0, 60)}}.dump() + "\n");
  folder_.write("known.jsonl", json{{"id", "q"}, {"text", words(20, 40)}}.dump() + "\n");
  summary({"cluster", "known.jsonl", "-o", "known-store"});
  const std::vector<std::string> command = {"dedup",       "in.jsonl", "--against", "known-store",
                                            "--any-ngram", "13",       "-o",        "clean.jsonl"};
  EXPECT_EQ(summary(command).at("dropped"), 1);
  folder_.write("known.jsonl", folder_.read("known.jsonl") + folder_.read("known.jsonl"));
  EXPECT_THAT(whorl(command).err, HasSubstr("has changed since the store was built"));
  summary({"cluster", "pages", "-o", "pages-store"});
  EXPECT_THAT(whorl({"dedup", "in.jsonl", "--against", "pages-store", "--against", "known.jsonl",
                     "-c", "0.8", "-o", "clean.jsonl"})
                  .err,
              HasSubstr("pages-store: is a store"));
  summary({"merge", "pages-store", "known-store", "-o", "all"});
  EXPECT_THAT(
      whorl({"dedup", "in.jsonl", "--against", "all", "--any-ngram", "13", "-o", "o.jsonl"}).err,
      HasSubstr("all: is a store, which contains no texts"));
}

TEST_F(PassagesCommand, AnyNgramMarksWhereItIsAskedTo) {
  folder_.write("in.jsonl", json{{"text", words(0, 60)}}.dump() + "\n");
  folder_.write("known.jsonl", json{{"id", "q"}, {"text", words(20, 40)}}.dump() + "\n");
  const json counts = summary({"dedup", "in.jsonl", "--against", "known.jsonl", "--any-ngram", "13",
                               "--mark", "-o", "marked.jsonl"});
  EXPECT_EQ(counts.at("kept"), 1);
  EXPECT_EQ(json::parse(folder_.read("marked.jsonl"))["whorl"]["pieces"].size(), 1u);
}

TEST_F(PassagesCommand, DedupSaysWhyAPassageHasFewerWordsThanARepeat) {
  std::string lines;
  for (const char* text : {"a1 a2 a3 a4 a5 a6", "a4 a5 a6 b1 b2", "a1 a2 a3 a4 a5 a6 b1 b2"}) {
    lines += json{{"id", text}, {"text", text}}.dump() + "\n";
  }
  folder_.write("in.jsonl", lines);
  const test::Outcome told =
      whorl({"dedup", "--passages", "in.jsonl", "-o", "cut.jsonl", "--at-least", "5"});
  EXPECT_THAT(told.out, HasSubstr("1 time, 2 words, first in a4 a5 a6 b1 b2: b1 b2\n"));
  EXPECT_THAT(told.out, HasSubstr("A passage of fewer than 5 words is the rest of a longer run"));
}

TEST_F(PassagesCommand, PassagesAndDocumentsAreTwoRuns) {
  const auto refusal = [&](std::vector<std::string> arguments) {
    const test::Outcome outcome = whorl(std::move(arguments));
    EXPECT_EQ(outcome.status, kWrongUsage);
    return outcome.err;
  };
  EXPECT_THAT(refusal({"dedup", "pages", "-o", "o.jsonl", "--mask", "x"}),
              HasSubstr("--mask applies to repeated passages: add --passages"));
  EXPECT_THAT(refusal({"dedup", "--passages", "pages", "-o", "o.jsonl", "-r", "0.8"}),
              HasSubstr("--resemblance applies to whole documents"));
  EXPECT_THAT(refusal({"dedup", "--any-ngram", "13", "pages", "-o", "o.jsonl"}),
              HasSubstr("--against benchmark.jsonl"));
  for (const char* flag : {"at-least=5", "units=line", "mask=x", "drop-above=1"}) {
    EXPECT_THAT(refusal({"dedup", "--any-ngram", "13", "--against", "more", "pages", "-o",
                         "o.jsonl", std::string("--") + flag}),
                HasSubstr("--any-ngram and --"));
  }
  EXPECT_THAT(refusal({"dedup", "--passages", "pages", "-o", "o.wet.gz"}),
              HasSubstr("name the output .jsonl"));
  EXPECT_THAT(refusal({"dedup", "--passages", "-o", "o.jsonl"}), HasSubstr("name an input"));
  EXPECT_THAT(refusal({"dedup", "--passages", "pages"}), HasSubstr("name the output"));
}

}  // namespace
}  // namespace whorl::cli
