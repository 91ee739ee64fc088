// Paragraphs of whose n-grams a share was seen before.
#include <gmock/gmock.h>

#include <map>
#include <set>
#include <tuple>

#include "cut_repeats.h"

namespace whorl::test {
namespace {

using Document = std::vector<Words>;  // paragraphs

std::vector<Document> random_paragraphs(std::uint32_t seed, std::uint32_t letters) {
  std::mt19937 random(seed);
  std::vector<Document> documents(12);
  for (Document& document : documents) {
    document.resize(1 + random() % 5);
    for (Words& words : document) {
      words.resize(1 + random() % 14);
      for (std::string& word : words) word = "w" + std::to_string(random() % letters);
    }
  }
  return documents;
}

std::string text_of(const Document& document) {
  std::string text;
  for (const Words& words : document) text += (text.empty() ? "" : "\n\n") + joined(words);
  return text;
}

std::string lines_of(const std::vector<Document>& documents) {
  std::string lines;
  for (const Document& document : documents)
    lines += json{{"text", text_of(document)}}.dump() + "\n";
  return lines;
}

// The plain twin: the kept part of each text.
class Twin {
 public:
  Twin(std::uint32_t run, double share) : run_(run), share_(share) {}

  std::string left_of(const Document& document) {
    Words words;
    for (const Words& paragraph : document)
      words.insert(words.end(), paragraph.begin(), paragraph.end());
    const std::vector<bool> seen = seen_runs(words);
    std::vector<bool> covered(words.size());
    for (std::size_t at = 0; at < seen.size(); ++at) {
      for (std::size_t i = at; seen[at] && i < at + run_; ++i) covered[i] = true;
    }
    std::string left;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < document.size(); ++i) {
      const std::size_t end = begin + document[i].size();
      if (!is_cut(begin, end, seen, covered)) {
        left += joined(document[i]) + (i + 1 < document.size() ? "\n\n" : "");
      }
      begin = end;
    }
    ++document_;
    return left;
  }

 private:
  // The runs of the document that occur in an earlier one, or earlier in this one without overlap.
  std::vector<bool> seen_runs(const Words& words) {
    std::vector<bool> seen;
    for (std::size_t at = 0; at + run_ <= words.size(); ++at) {
      const Words run(words.begin() + static_cast<std::ptrdiff_t>(at),
                      words.begin() + static_cast<std::ptrdiff_t>(at + run_));
      const auto [document, place] = first_.try_emplace(run, document_, at).first->second;
      seen.push_back(document < document_ || place + run_ <= at);
    }
    return seen;
  }

  bool is_cut(std::size_t begin, std::size_t end, const std::vector<bool>& seen,
              const std::vector<bool>& covered) const {
    if (end - begin < run_) {
      for (std::size_t i = begin; i < end; ++i) {
        if (!covered[i]) return false;
      }
      return true;
    }
    std::size_t earlier = 0;
    for (std::size_t at = begin; at + run_ <= end; ++at) earlier += seen[at] ? 1 : 0;
    return static_cast<double>(earlier) / static_cast<double>(end - begin - run_ + 1) >= share_;
  }

  std::uint32_t run_;
  double share_;
  std::size_t document_ = 0;
  std::map<Words, std::pair<std::size_t, std::size_t>> first_;
};

class SharedParagraphs : public CutRepeats {
 protected:
  RepeatOptions options(std::uint32_t run, double share) const {
    RepeatOptions o = CutRepeats::options(run);
    o.unit = CutUnit::paragraph;
    o.share = share;
    o.overwrite = true;
    return o;
  }
};

TEST_F(SharedParagraphs, AreThoseThatThePlainTwinCuts) {
  std::size_t cut = 0, kept = 0;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const auto documents = random_paragraphs(seed, 2 + seed % 4);
    folder_.write("in.jsonl", lines_of(documents));
    for (const std::uint32_t run : {2u, 3u, 5u}) {
      for (const double share : {0.1, 1.0 / 3, 0.5, 0.75, 1.0}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", run " + std::to_string(run) + ", share " +
                     std::to_string(share));
        Twin twin(run, share);
        Words expected;
        for (const Document& document : documents) expected.push_back(twin.left_of(document));
        RepeatOptions o = options(run, share);
        o.limits.threads = seed % 3 + 1;
        o.limits.memory = seed % 2 == 0 ? 1 << 20 : 64 << 20;
        const RepeatSummary summary = this->run(o);
        ASSERT_EQ(texts(), expected);
        cut += summary.cut_documents;
        kept += summary.documents - summary.cut_documents;
      }
    }
  }
  EXPECT_GT(cut, 200u);
  EXPECT_GT(kept, 200u);
}

TEST_F(SharedParagraphs, AreListedWhole) {
  const std::string text = "a b c d e f g h i j";
  folder_.write("in.jsonl",
                json{{"id", "1"}, {"text", text}}.dump() + "\n" +
                    json{{"id", "2"}, {"text", "a b c d e f x y z\n\nnew words"}}.dump() + "\n");
  run(options(3, 0.5));  // 4 of 7
  EXPECT_EQ(texts(), (Words{text, "new words"}));
  const json removed = folder_.read_lines("out.removed.jsonl").at(0);
  EXPECT_EQ(removed["pieces"][0]["text"], "a b c d e f x y z\n\n");
  EXPECT_EQ(removed["pieces"][0]["symbols"], 9);
  EXPECT_EQ(removed["pieces"][0]["repeats"][0]["symbols"], 6);
  run(options(3, 0.58));
  EXPECT_EQ(texts()[1], "a b c d e f x y z\n\nnew words");
}

TEST_F(SharedParagraphs, AreOfParagraphsAndOfAShare) {
  folder_.write("in.jsonl", json{{"text", "a"}}.dump() + "\n");
  for (const double share : {0.0, 1.5, -1.0}) {
    const auto done = cut_repeats(options(3, share), quiet_);
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().message, testing::HasSubstr("--share is a number above 0"));
  }
  RepeatOptions near = options(3, 0.5);
  near.near = 0.9;
  const auto both = cut_repeats(near, quiet_);
  ASSERT_FALSE(both);
  EXPECT_THAT(both.error().message, testing::HasSubstr("leave out one of them"));
  for (const CutUnit unit : {CutUnit::run, CutUnit::line}) {
    RepeatOptions o = options(3, 0.5);
    o.unit = unit;
    const auto done = cut_repeats(o, quiet_);
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().message, testing::HasSubstr("add --units paragraph"));
  }
}

}  // namespace
}  // namespace whorl::test
