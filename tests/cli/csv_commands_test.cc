// Commands that read JSON lines also read CSV and TSV. Other file names are refused before anything
// is read.
#include <gmock/gmock.h>

#include "collection_commands.h"

namespace whorl::cli {
namespace {

using testing::HasSubstr;

class CsvCommands : public CollectionCommands {
 protected:
  CsvCommands() {
    folder_.write("in.csv", "name,body\nfirst,\"" + words(0, 300) + "\"\nsecond,\"" +
                                words(0, 299) + "\"\nthird,\"" + words(1000, 1300) + "\"\n");
    folder_.write("in.tsv", "body\tname\n" + words(0, 299) + "\tasked\n");
  }

  void expect_refused(const std::vector<std::string>& arguments, const std::string& why) {
    const test::Outcome outcome = whorl(arguments);
    EXPECT_EQ(outcome.status, kWrongUsage) << arguments.back();
    EXPECT_THAT(outcome.err, HasSubstr(why));
  }
};

TEST_F(CsvCommands, ClusterQueryAndSweepRows) {
  const nlohmann::json made =
      summary({"cluster", "in.csv", "--text", "body", "--id", "name", "-o", "store"});
  EXPECT_EQ(made.at("documents"), 3);
  EXPECT_EQ(made.at("clustered"), 2);
  const test::Outcome asked =
      whorl({"query", "store", "--batch", "in.tsv", "--text", "body", "--id", "name", "--json"});
  EXPECT_THAT(asked.out, HasSubstr("{\"query\":\"asked\""));
  EXPECT_THAT(asked.out, HasSubstr("\"second\""));
  const test::Outcome swept = whorl({"sweep", "add", "sweeps", "--date", "2026-05-01", "in.csv",
                                     "--text", "body", "--id", "name"});
  EXPECT_EQ(swept.status, kDone) << swept.err;
}

TEST_F(CsvCommands, RegisterRows) {
  ASSERT_EQ(whorl({"registry", "create", "reg"}).status, kDone);
  const std::vector<std::string> columns = {"--text", "body", "--id", "name"};
  const auto with_columns = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), columns.begin(), columns.end());
    return whorl(std::move(arguments));
  };
  EXPECT_THAT(with_columns({"registry", "add", "reg", "in.csv"}).out, HasSubstr("3"));
  EXPECT_THAT(whorl({"registry", "list", "reg"}).out, HasSubstr("third"));
  const test::Outcome found = with_columns({"registry", "search", "reg", "in.tsv"});
  EXPECT_THAT(found.out, HasSubstr("asked"));
  EXPECT_THAT(found.out, HasSubstr("second"));
  const test::Outcome whole = whorl({"registry", "search", "reg", "in.tsv"});
  EXPECT_THAT(whole.out + whole.err,
              HasSubstr("give --text COLUMN to read each row as a document"));
}

TEST_F(CsvCommands, RefuseFormsThatAreNotWritten) {
  expect_refused({"dedup", "in.csv", "--text", "body", "-o", "k.parquet"},
                 "takes the rows of one Parquet file");
  expect_refused({"dedup", "none.csv", "-o", "k.xlsx.gz"}, "no spreadsheets");
  expect_refused({"dedup", "none.csv", "-o", "k.jsonl", "--removed", "r.tsv"}, "name it .jsonl");
  expect_refused({"dedup", "--passages", "none.csv", "-o", "k.csv"}, "name it .jsonl");
  expect_refused({"dedup", "--passages", "none.csv", "-o", "k.jsonl", "--report", "r.csv"},
                 "name it .jsonl");
  expect_refused({"cluster", "in.csv", "-o", "store.parquet"}, "no .parquet file is written");
}

TEST_F(CsvCommands, SayHowToFetchWhatIsOnOtherMachines) {
  const std::string url = "https://example.org/in.jsonl", fetch = "curl -LO " + url;
  ASSERT_EQ(whorl({"cluster", "pages", "-o", "store"}).status, kDone);
  ASSERT_EQ(whorl({"registry", "create", "reg"}).status, kDone);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"dedup", url, "-o", "k.jsonl"},
                                             {"dedup", "--passages", url, "-o", "k.jsonl"},
                                             {"dedup", "in.csv", "-o", "k.jsonl", "--against", url},
                                             {"cluster", url, "-o", "s"},
                                             {"compare", url},
                                             {"fingerprint", url},
                                             {"query", "store", "--batch", url},
                                             {"query", "store", url},
                                             {"registry", "add", "reg", url},
                                             {"registry", "search", "reg", url}}) {
    const test::Outcome outcome = whorl(command);
    EXPECT_NE(outcome.status, kDone) << command[0];
    EXPECT_THAT(outcome.err, HasSubstr(fetch)) << command[0];
  }
  expect_refused({"dedup", "in.csv", "-o", "s3://b/k.jsonl"}, "aws s3 cp FILE s3://b/k.jsonl");
  expect_refused({"dedup", "in.csv", "-o", "s3://b/clean/"}, "aws s3 cp FILE s3://b/clean");
  expect_refused({"cluster", "pages", "-o", "gs://b/store"}, "gcloud storage cp FILE gs://b/store");
}

}  // namespace
}  // namespace whorl::cli
