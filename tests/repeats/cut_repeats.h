// Runs cut_repeats() on small collections of words.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>
#include <sstream>

#include "../temp_folder.h"
#include "whorl/repeats.h"

namespace whorl::test {

using nlohmann::json;
using Words = std::vector<std::string>;

inline Words words_of(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

inline std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

inline std::vector<Words> random_documents(std::uint32_t seed, std::size_t count,
                                           std::uint32_t letters) {
  std::mt19937 random(seed);
  std::vector<Words> documents(count);
  for (Words& words : documents) {
    words.resize(random() % 80);
    for (std::string& word : words) word = "w" + std::to_string(random() % letters);
  }
  return documents;
}

inline std::string lines_of(const std::vector<Words>& documents) {
  std::string lines;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    lines += json{{"id", "d" + std::to_string(i)}, {"n", i}, {"text", joined(documents[i])}}.dump();
    lines += "\n";
  }
  return lines;
}

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

  // Puts the texts of the input together again, from the written texts and the list of removed
  // passages.
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

  TempFolder folder_{"passages"};
  NoProgress quiet_;
};

}  // namespace whorl::test
