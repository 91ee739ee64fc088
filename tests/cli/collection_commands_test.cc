// whorl cluster, recluster, merge, dedup and query as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/flags.h"
#include "cli/text.h"
#include "collection_commands.h"

namespace whorl::cli {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

TEST_F(CollectionCommands, PrintTheSummaryAsItStandsInTheStore) {
  const json clustered = summary({"cluster", "pages", "-o", "store"});
  EXPECT_EQ(clustered.at("documents"), 4);
  EXPECT_EQ(clustered.at("identical"), 1);
  EXPECT_EQ(clustered.at("clusters"), 1);
  EXPECT_EQ(clustered.at("clustered"), 3);
  json told = json::parse(folder_.read("store/stats.json"));
  EXPECT_FALSE(told.contains("phases"));
  told["phases"] = json::parse(folder_.read("store/times.json")).at("phases");
  told["done_before"] = false;
  EXPECT_EQ(clustered, told);
  EXPECT_THAT(whorl({"recluster", "store"}).out, HasSubstr("1 cluster of 3 documents"));
  EXPECT_EQ(summary({"recluster", "store", "--resemblance", "0.999"}).at("clustered"), 2);
}

TEST_F(CollectionCommands, AQuestionMayBeALink) {
  summary({"cluster", "pages", "-o", "store"});
  const auto pages = std::filesystem::directory_iterator(folder_.path() / "pages");
  const std::string page = pages->path().string();
  std::filesystem::create_symlink(page, folder_.path() / "link");
  const auto asked = whorl({"query", "store", "link"});
  EXPECT_EQ(asked.status, 0) << asked.err;
  EXPECT_EQ(asked.out, whorl({"query", "store", page}).out);
}

TEST_F(CollectionCommands, ConsonantsFindTextsThatConversionSpoilt) {
  const auto in_letters = [](std::string text) {
    for (char& c : text) {
      if (c >= '0' && c <= '9') c = "bcdfghjklm"[c - '0'];
    }
    return text;
  };
  const std::string clean = in_letters(words(0, 300));
  std::string spoilt = clean;
  std::ranges::replace(spoilt, 'o', '0');
  std::ranges::replace(spoilt, ' ', '\n');
  folder_.write("papers/clean.txt", clean);
  folder_.write("papers/spoilt.txt", spoilt);
  folder_.write("papers/other.txt", in_letters(words(1000, 1300)));
  EXPECT_EQ(summary({"cluster", "papers", "-o", "words"}).at("clustered"), 0);
  EXPECT_EQ(summary({"cluster", "papers", "-o", "consonants", "--front-end", "consonants",
                     "--shingle", "20"})
                .at("clustered"),
            2);
}

TEST_F(CollectionCommands, ReclusterRefusesWhatTheKeptPairsDoNotSay) {
  summary({"cluster", "pages", "-o", "store"});
  const test::Outcome outcome = whorl({"recluster", "store", "--resemblance", "0.2"});
  EXPECT_EQ(outcome.status, kWrongUsage);
  EXPECT_THAT(outcome.err, HasSubstr("0.5"));
}

// What a store made without a containment would have kept with it.
TEST_F(CollectionCommands, ReclusterCountsAgainForAContainment) {
  folder_.write("pages/part.txt", words(0, 120));
  const std::vector<std::string> thresholds = {"-r", "0.8", "-c", "0.9"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), thresholds.begin(), thresholds.end());
    return summary(arguments);
  };
  for (const char* sketch : {"mod:25", "vi", "all"}) {
    const std::string store = std::string("store-") + sketch;
    with({"cluster", "pages", "-o", store + "-new", "--sketch", sketch});
    summary({"cluster", "pages", "-o", store, "--sketch", sketch, "-r", "0.8"});
    EXPECT_EQ(with({"recluster", store}).at("clustered"), 4) << sketch;
    EXPECT_EQ(folder_.read(store + "/clusters.jsonl"), folder_.read(store + "-new/clusters.jsonl"));
    EXPECT_EQ(whorl({"check", store}).status, kDone);
  }
  summary({"cluster", "pages", "-o", "min", "--sketch", "min:100"});
  const test::Outcome refused = whorl({"recluster", "min", "-c", "0.9"});
  EXPECT_EQ(refused.status, kWrongUsage);
  EXPECT_THAT(refused.err, HasSubstr("min:100"));
}

// Also of documents that were counted with one another before others were added.
TEST_F(CollectionCommands, ReclusterCountsAgainInAStoreThatGrew) {
  folder_.write("pages/part.txt", words(0, 120));
  summary({"cluster", "pages", "-o", "store", "--sketch", "all"});
  summary({"cluster", "--into", "store", "more"});
  EXPECT_EQ(summary({"recluster", "store", "-c", "0.9"}).at("clustered"), 5);
  EXPECT_EQ(whorl({"check", "store"}).status, kDone);
}

TEST_F(CollectionCommands, OutputsAreWhatTheirNamesPromise) {
  for (const char* command : {"compare", "cluster", "dedup"}) {
    const test::Outcome refused = whorl({command, "pages", "-o", "out.rar"});
    EXPECT_EQ(refused.status, kWrongUsage) << command;
    EXPECT_THAT(refused.err, HasSubstr("out.rar: ")) << command;
  }
}

TEST_F(CollectionCommands, SayAReasonOnce) {
  std::string lines;
  for (int i = 0; i < 12; ++i) lines += "{\"body\": \"x\", \"lang\": [\"en\"]}\n";
  folder_.write("bad.jsonl", lines + "{\"text\": \"" + words(0, 50) + "\"}\n");
  const std::string out = whorl({"cluster", "bad.jsonl", "-o", "store"}).out;
  EXPECT_EQ(out.find("name it with --text"), out.rfind("name it with --text")) << out;
  EXPECT_THAT(out, HasSubstr("bad.jsonl:1: "));
  EXPECT_THAT(out, HasSubstr("it has body, lang"));
  EXPECT_THAT(out, HasSubstr("(11 more for this reason)"));
}

TEST_F(CollectionCommands, SayWhatToDoWithTables) {
  using namespace std::string_literals;
  const std::pair<std::string, std::string> tables[] = {
      {"ARROW1\0\0\xFF\xFF\xFF\xFF\x98\0\0\0"s, "polars.read_ipc('in.arrow')"},
      {"\xFF\xFF\xFF\xFF\x98\0\0\0\x10\0\0\0"s, "polars.read_ipc_stream('in.arrow')"}};
  for (const auto& [content, advice] : tables) {
    folder_.write("data", content);  // told by content, whatever it is called
    const test::Outcome outcome = whorl({"dedup", "data", "-o", "kept.jsonl"});
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr("write it as JSON lines"));
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr(advice));
    EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("survivors are in")));
  }
  folder_.write("data", "PAR1\x15\x04\x15\0\x02\x01"s);
  EXPECT_THAT(whorl({"dedup", "data", "-o", "kept.jsonl"}).err,
              HasSubstr("read its rows if its name ends in .parquet"));
  folder_.write("a.csv", "text\n" + words(0, 50) + "\n");
  EXPECT_THAT(whorl({"cluster", "a.csv", "-o", "store"}).out,
              HasSubstr("give --text COLUMN to read each row as a document"));
}

TEST_F(CollectionCommands, DedupOfNothingSaysSo) {
  folder_.write("none.jsonl", "");
  EXPECT_THAT(whorl({"dedup", "none.jsonl", "-o", "kept.jsonl"}).out,
              HasSubstr("No document was read, so kept.jsonl is empty"));
}

TEST_F(CollectionCommands, AnEmptyFolderIsAFailureThatLeavesNothing) {
  std::filesystem::create_directory(folder_.path() / "empty");
  whorl({"registry", "create", "registry"});
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"cluster", "empty", "-o", "new"},
           {"dedup", "empty", "-o", "new"},
           {"dedup", "empty", "--passages", "-o", "new"},
           {"sweep", "add", "new", "empty", "--date", "2026-01-01"},
           {"fingerprint", "empty", "-o", "new"},
           {"compare", "empty", "-o", "new"},
           {"registry", "add", "registry", "empty"},
           {"registry", "pairs", "empty"}}) {
    const test::Outcome outcome = whorl(words);
    EXPECT_EQ(outcome.status, kFailed) << words[0] << " " << words[1] << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("whorl: "));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "new")) << words[0];
  }
}

TEST_F(CollectionCommands, MergeAndIntoSpillWhereTheyAreTold) {
  summary({"cluster", "pages", "-o", "pages-store"});
  summary({"cluster", "more", "-o", "more-store"});
  const json merged =
      summary({"merge", "pages-store", "more-store", "-o", "all", "--tmp", "scratch"});
  EXPECT_EQ(merged.at("documents"), 6);
  EXPECT_EQ(merged.at("clustered"), 4);
  const json grown = summary({"cluster", "more", "--into", "pages-store", "--tmp", "scratch"});
  EXPECT_EQ(grown.at("clustered"), 4);
  EXPECT_TRUE(std::filesystem::is_directory(folder_.path() / "scratch"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "all/spill"));
}

TEST_F(CollectionCommands, DedupWritesSurvivorsAndWhatWasLeftOut) {
  const json counts = summary({"dedup", "pages", "-o", "kept.txt"});
  EXPECT_EQ(counts.at("documents"), 4);
  EXPECT_EQ(counts.at("kept"), 2);
  EXPECT_EQ(counts.at("similar"), 2);  // to the kept document, not to each other
  const std::string kept = folder_.read("kept.txt"), removed = folder_.read(counts.at("removed"));
  EXPECT_THAT(kept, HasSubstr("b.txt"));  // the longest
  EXPECT_THAT(kept, HasSubstr("other.txt"));
  EXPECT_THAT(removed, HasSubstr("a.txt"));
  EXPECT_THAT(removed, HasSubstr("copy.txt"));
}

std::string warc(const std::string& type, const std::string& url, const std::string& text) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url +
         "\r\nContent-Type: text/plain\r\nContent-Length: " + std::to_string(text.size()) +
         "\r\n\r\n" + text + "\r\n\r\n";
}

// Dedup reads its inputs twice, and standard input can be read but once.
TEST_F(CollectionCommands, DedupTakesAListOfPathsFromStandardInput) {
  folder_.write("kept.jsonl", "{\"id\": \"1\", \"text\": \"" + words(0, 300) + "\"}\n");
  folder_.write("records", "kept.jsonl\n");
  const test::Outcome outcome =
      test::run({.arguments = {"dedup", "--files-from", "-", "-o", "out.jsonl"},
                 .folder = folder_.path(),
                 .input = folder_.path() / "records"});
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
  EXPECT_EQ(folder_.read("out.jsonl"), folder_.read("kept.jsonl"));
}

TEST_F(CollectionCommands, AStoreThatDedupKeepsHasNoCopyOfStandardInput) {
  folder_.write("records", "{\"id\": \"1\", \"text\": \"" + words(0, 300) + "\"}\n");
  const test::Outcome outcome =
      test::run({.arguments = {"dedup", "-", "-o", "out.jsonl", "--store", "store"},
                 .folder = folder_.path(),
                 .input = folder_.path() / "records"});
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
  EXPECT_THAT(folder_.files(), Contains("store/store.json"));
  EXPECT_THAT(folder_.files(), Not(Contains("store/standard-input")));
}

TEST_F(CollectionCommands, DedupWithinGroupsKeepsSeveralAndWeighsThem) {
  std::string lines;
  const auto add = [&](const std::string& id, const char* lang, int from) {
    lines += json{{"id", id}, {"text", words(from, from + 300)}, {"lang", lang}}.dump() + "\n";
  };
  for (int copy = 0; copy < 3; ++copy) add("en" + std::to_string(copy), "en", 0);
  for (int copy = 0; copy < 4; ++copy) add("spam" + std::to_string(copy), "en", 1000);
  add("de", "de", 0);
  folder_.write("in.jsonl", lines);
  const std::vector<std::string> command = {
      "dedup", "in.jsonl", "-o",     "kept.jsonl",           "--within", "lang",    "--keep",
      "2",     "--weight", "copies", "--drop-clusters-over", "3",        "--store", "store"};
  const json counts = summary(command);
  EXPECT_EQ(counts.at("kept"), 3);
  EXPECT_EQ(counts.at("identical"), 1);
  EXPECT_EQ(counts.at("large_cluster"), 4);
  std::map<std::string, int> weights;
  const std::string survivors = folder_.read("kept.jsonl");
  for (std::string_view line : split(survivors, '\n')) {
    if (line.empty()) continue;
    const json kept = json::parse(line);
    weights[kept.at("id")] = kept.at("copies");
  }
  EXPECT_EQ(weights, (std::map<std::string, int>{{"en0", 3}, {"en1", 3}, {"de", 1}}));
  EXPECT_THAT(folder_.read("kept.removed.jsonl"), HasSubstr(R"("reason":"large-cluster")"));
  EXPECT_THAT(whorl(command).out, HasSubstr("1 identical, 0 the same text, 0 the same sketch, "
                                            "0 similar, 4 in clusters of more than 3"));
  EXPECT_THAT(whorl({"dedup", "in.jsonl", "-o", "all.jsonl", "--store", "store"}).err,
              HasSubstr("was made with within = \"lang\", not \"\""));
  EXPECT_THAT(whorl({"dedup", "--passages", "in.jsonl", "-o", "cut.jsonl", "--keep", "2"}).err,
              HasSubstr("--keep applies to whole documents"));
}

TEST_F(CollectionCommands, GroupsOfStandardInputAreReadAgainFromTheSameLines) {
  folder_.write("records", json{{"text", words(0, 300)}, {"lang", "en"}}.dump() + "\n");
  for (int run = 0; run < 2; ++run) {
    const test::Outcome outcome = test::run(
        {.arguments = {"dedup", "-", "-o", "out.jsonl", "--store", "store", "--within", "lang"},
         .folder = folder_.path(),
         .input = folder_.path() / "records"});
    EXPECT_EQ(outcome.status, kDone) << outcome.err;
  }
}

TEST_F(CollectionCommands, ClusterCountsThePairsOfAFile) {
  folder_.write("pairs.tsv", "a.txt\tb.txt\na.txt\tother.txt\nnobody\tb.txt\n");
  const std::vector<std::string> command = {"cluster", "pages",        "-o",
                                            "store",   "--candidates", "pairs.tsv"};
  const json counts = summary(command);
  EXPECT_EQ(counts.at("candidates"), 2);
  EXPECT_EQ(counts.at("pairs"), 1);
  EXPECT_EQ(counts.at("unknown_candidates"), 1);
  EXPECT_EQ(counts.at("clustered"), 3) << "the copy is equal to a.txt";
  const std::string told = whorl(command).out;
  EXPECT_THAT(told, HasSubstr("1 candidate names an id that no document has"));
  EXPECT_THAT(told, HasSubstr("note: pairs.tsv:3 (nobody): no document has this id"));
  folder_.write("bad.tsv", "a.txt\tb.txt\na.txt b.txt\n");
  const test::Outcome bad = whorl({"cluster", "pages", "-o", "s2", "--candidates", "bad.tsv"});
  EXPECT_EQ(bad.status, kWrongUsage) << bad.err;
  EXPECT_THAT(bad.err,
              HasSubstr("bad.tsv:2: a line of candidates has two ids, separated by a tab"));
}

TEST_F(CollectionCommands, RevisitsAreCountedAndNoLoss) {
  folder_.write("crawl.warc", warc("conversion", "http://a.org/1", words(0, 300)) +
                                  warc("revisit", "http://a.org/2", ""));
  EXPECT_EQ(summary({"cluster", "crawl.warc", "-o", "store"}).at("revisits"), 1);
  EXPECT_EQ(summary({"cluster", "crawl.warc", "-o", "store"}).at("revisits"), 1);
  EXPECT_EQ(summary({"dedup", "crawl.warc", "-o", "kept.jsonl"}).at("revisits"), 1);
  EXPECT_THAT(whorl({"cluster", "crawl.warc", "-o", "store"}).out,
              HasSubstr("1 revisit skipped as well"));
  // A sweep would take the page for gone.
  const test::Outcome swept = whorl({"sweep", "add", "web", "--date", "2026-05-01", "crawl.warc"});
  EXPECT_EQ(swept.status, kInputsSkipped);
  EXPECT_THAT(swept.err, HasSubstr("revisits: 1 of pages as they were"));
}

TEST_F(CollectionCommands, DedupToStandardOutputKeepsItClean) {
  const test::Outcome outcome = whorl({"dedup", "pages", "-o", "-", "--json"});
  EXPECT_EQ(outcome.status, kDone);
  for (std::string_view line : split(outcome.out, '\n')) {
    EXPECT_TRUE(line.empty() || json::parse(line).contains("id")) << line;
  }
  EXPECT_EQ(json::parse(outcome.err).at("kept"), 2);
}

TEST_F(CollectionCommands, QueryFindsWhatAFileIsLike) {
  summary({"cluster", "pages", "-o", "store"});
  const test::Outcome outcome = whorl({"query", "store", "more/c.txt", "--json"});
  EXPECT_EQ(outcome.status, kDone) << outcome.err;
  const json best = json::parse(split(outcome.out, '\n').front());
  EXPECT_THAT(best.dump(), HasSubstr(".txt"));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("other.txt")));
}

TEST_F(CollectionCommands, EstimatesOfTheSmallestHashesSayThatTheyAreNone) {
  folder_.write("long/a.txt", words(0, 3000));
  folder_.write("long/b.txt", words(0, 3000) + words(5000, 5400));
  summary({"cluster", "long", "-o", "store", "--sketch", "min:50", "--no-verify", "--write-pairs"});
  const std::string pairs = folder_.read("store/pairs.tsv");
  EXPECT_EQ(std::ranges::count(pairs, '\n'), 2) << pairs;
  EXPECT_THAT(whorl({"query", "store", "--cluster", "0", "--json"}).out, HasSubstr("a.txt"));
}

// If nothing is counted on all shingles, they are not kept, and every value is an estimate.
TEST_F(CollectionCommands, EstimatesNeedNoShinglesInTheStore) {
  folder_.write("long/a.txt", words(0, 4000));
  folder_.write("long/b.txt", words(0, 4000) + words(5000, 5400));
  const auto resemblance = [&](const char* store) {
    const std::string line = folder_.read(std::string(store) + "/clusters.jsonl");
    return json::parse(line).at("members").at(0).at("resemblance").get<double>();
  };
  summary({"cluster", "long", "-o", "counted"});
  for (const char* sketch : {"mod:25", "min:200", "vi"}) {
    const std::string store = std::string("estimated-") + sketch;
    summary({"cluster", "long", "-o", store, "--sketch", sketch, "--no-verify"});
    EXPECT_LT(folder_.read(store + "/shingles.1.bin").size(), 100u) << sketch;
    EXPECT_NEAR(resemblance(store.c_str()), resemblance("counted"), 0.1) << sketch;
    EXPECT_EQ(whorl({"check", store}).status, kDone) << sketch;
    EXPECT_THAT(whorl({"query", store, "long/b.txt"}).out, HasSubstr("a.txt")) << sketch;
    summary({"cluster", "--into", store, "more"});
    EXPECT_EQ(whorl({"check", store}).status, kDone) << sketch;
  }
  EXPECT_GT(folder_.read("counted/shingles.1.bin").size(), 30'000u);
  EXPECT_EQ(whorl({"cluster", "long", "-o", "x", "--no-verify", "--audit", "5"}).status,
            kWrongUsage);
}

// What is wrong with a command is seen before it writes.
TEST_F(CollectionCommands, WhatCannotBeginLeavesNothingBehind) {
  summary({"cluster", "pages", "-o", "store"});
  const auto before = folder_.files();
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"cluster", "pages", "nowhere", "-o", "new/store"},
           {"cluster", "pages", "-o", "new", "--sketch", "some"},
           {"cluster", "pages", "-o", "new", "--front-end", "nothing"},
           {"dedup", "nowhere", "-o", "kept.txt"},
           {"dedup", "-", "nowhere", "-o", "kept.txt"},
           {"dedup", "nowhere", "-o", "kept.txt", "--against", "store"},
           {"dedup", "pages", "-o", "kept.txt", "--against", "nowhere"},
           {"sweep", "add", "web", "--date", "2026-05-01", "nowhere"},
           {"merge", "store", "nowhere", "-o", "new"},
           {"cluster", "nowhere", "--into", "store"}}) {
    EXPECT_NE(whorl(arguments).status, kDone);
    EXPECT_EQ(folder_.files(), before) << testing::PrintToString(arguments);
  }
  // The last of them has not touched the store either.
  EXPECT_EQ(whorl({"query", "store", "more/c.txt"}).status, kDone);
}

TEST_F(CollectionCommands, ABatchIsAnsweredALineAQuestion) {
  summary({"cluster", "pages", "-o", "store"});
  const test::Outcome batch = whorl({"query", "store", "--batch", "more", "--json"});
  EXPECT_EQ(batch.status, kDone) << batch.err;
  EXPECT_THAT(batch.out, HasSubstr("\"query\":\"c.txt\""));
  EXPECT_EQ(whorl({"query", "store", "more/c.txt", "--batch", "more"}).status, kWrongUsage);
}

TEST_F(CollectionCommands, ABatchAnswersWhatCannotBeRead) {
  summary({"cluster", "pages", "-o", "store"});
  std::string lines = json{{"id", "good"}, {"text", words(0, 300)}}.dump() + "\n";
  for (int i = 0; i < 7; ++i) lines += "garbage\n";
  folder_.write("q.jsonl", lines + R"({"id":"none"})" + "\n");
  const test::Outcome batch = whorl({"query", "store", "--batch", "q.jsonl", "--json"});
  EXPECT_EQ(batch.status, kInputsSkipped);
  EXPECT_EQ(std::ranges::count(batch.out, '\n'), 9);
  EXPECT_THAT(batch.out, HasSubstr(R"({"query":"q.jsonl:2","matches":[],"error":"q.jsonl:2: the )"
                                   R"(line is not a JSON object"})"));
  EXPECT_THAT(batch.out, HasSubstr(R"({"query":"none","matches":[],"error":)"));
  EXPECT_THAT(batch.err, HasSubstr("8 inputs skipped:"));
  EXPECT_THAT(batch.err, HasSubstr("… and 3 more\n"));
}

TEST_F(CollectionCommands, AnEmptyFileIsAskedAboutInVain) {
  summary({"cluster", "pages", "-o", "store", "--sketch", "all"});
  folder_.write("empty.jsonl", "");
  folder_.write("many.jsonl", "{}\n");
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{}, std::vector<std::string>{"--passages"}}) {
    const auto query = [&](const std::string& file) {
      std::vector<std::string> arguments = {"query", "store"};
      arguments.insert(arguments.end(), asked.begin(), asked.end());
      arguments.push_back(file);
      return whorl(arguments).err;
    };
    EXPECT_THAT(query("empty.jsonl"), HasSubstr("empty.jsonl: is empty"));
    EXPECT_THAT(query("many.jsonl"), HasSubstr("many.jsonl: contains many documents"));
    EXPECT_THAT(query("nowhere.jsonl"), Not(HasSubstr("contains many documents")));
  }
}

TEST_F(CollectionCommands, AStoreOfSurvivorsRefusesWhatWasGivenByItsName) {
  const std::vector<std::string> make = {"cluster", "pages",     "-o",     "store",
                                         "--pairs", "survivors", "--link", "survivor"};
  summary(make);
  EXPECT_THAT(whorl({"recluster", "store", "-r", "0.7"}).err,
              HasSubstr("--link single, the default where no --link survivor is given: with"));
  EXPECT_THAT(whorl({"recluster", "store", "-r", "0.7", "--link", "survivor"}).err,
              HasSubstr("--resemblance 0.7, where the store is linked by 0.5: with"));
  EXPECT_THAT(whorl({"recluster", "store", "-r", "0.5", "-c", "0.9", "--link", "survivor"}).err,
              HasSubstr("--containment 0.9, where the store is linked by none: with"));
  std::vector<std::string> lower = make;
  lower[3] = "other";
  lower.insert(lower.end(), {"--keep-from", "0.3"});
  const test::Outcome refused = whorl(lower);
  EXPECT_EQ(refused.status, kWrongUsage);
  EXPECT_THAT(refused.err, HasSubstr("--keep-from 0.3: with --pairs survivors a store keeps no"));
  lower.back() = "0.8";
  EXPECT_EQ(whorl(lower).status, kDone);
}

TEST_F(CollectionCommands, SummariesCountWhatWasSkipped) {
  folder_.write("in.jsonl", "garbage\ngarbage\n{\"id\":\"none\"}\n" +
                                json{{"id", "good"}, {"text", words(0, 300)}}.dump() + "\n");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"cluster", "in.jsonl", "-o", "store"},
        std::vector<std::string>{"dedup", "in.jsonl", "-o", "kept.jsonl"}}) {
    EXPECT_THAT(whorl(command).out, HasSubstr("\n3 inputs skipped:\nskipped in.jsonl:1: "));
  }
  const test::Outcome good = whorl({"cluster", "pages", "-o", "other"});
  EXPECT_THAT(good.out, Not(HasSubstr("skipped:")));
}

TEST_F(CollectionCommands, PartsOfATextAreFoundInTheStore) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + " ";
  folder_.write("in.jsonl", json{{"id", "whole"}, {"text", words}}.dump() + "\n" +
                                json{{"id", "more"}, {"text", "here " + words + "too"}}.dump());
  summary({"cluster", "in.jsonl", "-o", "store", "--sketch", "all"});
  folder_.write("draft.txt", "fresh, " + words + "fresh");
  const test::Outcome told = whorl({"query", "store", "--passages", "draft.txt"});
  EXPECT_THAT(told.out, HasSubstr(", 60 symbols: whole and 1 more\n"));
  const json found =
      json::parse(whorl({"query", "store", "--passages", "draft.txt", "--json"}).out);
  EXPECT_EQ(found["at"], 1);
  EXPECT_EQ(found["begin"], 7);
  EXPECT_EQ(found["documents"], 2);
  EXPECT_EQ(found["id"], "whole");
  EXPECT_THAT(whorl({"query", "store", "--passages", "draft.txt", "--at-least", "61"}).out,
              HasSubstr("no part of it occurs in the store"));
  EXPECT_EQ(whorl({"query", "store", "draft.txt", "--passages", "draft.txt"}).status, kWrongUsage);
}

TEST_F(CollectionCommands, AStoreWithPositionsTellsWhereThePartsStand) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word" + std::to_string(i) + " ";
  folder_.write("in.jsonl", json{{"id", "whole"}, {"text", words + "and " + words}}.dump() + "\n" +
                                json{{"id", "more"}, {"text", "here " + words + "too"}}.dump());
  summary({"cluster", "in.jsonl", "-o", "store", "--sketch", "all", "--positions"});
  folder_.write("draft.txt", "fresh, " + words + "fresh");
  EXPECT_THAT(whorl({"query", "store", "--passages", "draft.txt"}).out,
              HasSubstr(", 60 symbols: whole (bytes 0-409, 414-823) and 1 more\n"));
  const json found =
      json::parse(whorl({"query", "store", "--passages", "draft.txt", "--json"}).out);
  EXPECT_EQ(found["times"], 2);
  EXPECT_EQ(found["places"][1], (json{{"at", 61}, {"begin", 414}, {"end", 823}}));
  summary({"cluster", "in.jsonl", "-o", "plain"});
  EXPECT_THAT(whorl({"cluster", "more", "--into", "plain", "--positions"}).err,
              HasSubstr("the store was made with positions = false, not true"));
  EXPECT_THAT(whorl({"cluster", "in.jsonl", "-o", "none", "--positions", "--no-verify"}).err,
              HasSubstr("leave out one of them"));
}

TEST_F(CollectionCommands, WrongUsageSaysWhatWouldBeRight) {
  EXPECT_EQ(whorl({"cluster"}).status, kWrongUsage);
  EXPECT_THAT(whorl({"dedup", "pages"}).err, HasSubstr("-o kept.jsonl.gz"));
  EXPECT_THAT(whorl({"merge", "one"}).err, HasSubstr("two stores or more"));
  EXPECT_THAT(whorl({"recluster", "nowhere"}).err, HasSubstr("not a store"));
  EXPECT_THAT(whorl({"cluster", "nowhere"}).err, HasSubstr("nowhere"));
}

}  // namespace
}  // namespace whorl::cli
