// whorl/check.h: sound stores, and every way in which a store can be wrong.
#include "whorl/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "../store_contents.h"
#include "../temp_folder.h"
#include "jobs/collection/sweep/manifest.h"
#include "whorl/cluster.h"
#include "whorl/dedup.h"
#include "whorl/sweep.h"

namespace whorl::internal::store::check {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

NoProgress quiet;

// Three in four documents are edited copies of earlier ones; two documents are equal.
std::string documents(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::vector<std::string> words(300);
  std::string lines;
  for (int i = 0; i < count; ++i) {
    if (i % 4 == 0) std::ranges::generate(words, [&] { return std::to_string(random() % 9999); });
    if (i % 4 > 1) words[random() % words.size()] = "edit";
    std::string text;
    for (const std::string& word : words) text += word + " ";
    lines += nlohmann::json{{"id", "d" + std::to_string(i)},
                            {"url", "http://h.org/" + std::to_string(i)},
                            {"text", text}}
                 .dump() +
             "\n";
  }
  return lines;
}

void make(const test::TempFolder& folder, const std::string& name, const std::string& pairs,
          std::uint64_t common = 0) {
  ClusterOptions options;
  options.input.inputs = {folder.write("documents.jsonl", documents(1, 80))};
  options.store = folder.path(name);
  options.join.pairs = pairs;
  options.join.common = common;
  options.positions = name == "positions";
  if (pairs == "survivors") options.thresholds.linkage = Linkage::survivor;
  options.shingling.sketch = common > 0 ? "min:40" : "mod:25";
  const auto made = cluster(options, quiet);
  ASSERT_TRUE(made) << made.error().message;
}

void add_sweeps(const test::TempFolder& folder, const std::string& name) {
  for (unsigned month = 5; month < 8; ++month) {
    AddSweepOptions options;
    options.input.inputs = {folder.write("pages.jsonl", documents(1, 60) + documents(month, 9))};
    options.store = folder.path(name);
    options.date = "2026-0" + std::to_string(month) + "-01";
    const auto added = add_sweep(options, quiet);
    ASSERT_TRUE(added) << added.error().message;
  }
}

StoreCheck checked(const fs::path& store) {
  auto check = check_store(store.string(), quiet);
  EXPECT_TRUE(check) << check.error().message;
  return check ? *check : StoreCheck{};
}

std::vector<std::string> bad_files(const fs::path& store) {
  std::vector<std::string> names;
  for (const StoreFinding& finding : checked(store).findings) names.push_back(finding.file);
  return names;
}

void flip(const fs::path& path, std::uint64_t at) {
  std::string bytes = test::bytes_of(path);
  bytes.at(at) ^= 16;
  std::ofstream(path, std::ios::binary) << bytes;
}

// Copies a store of that kind, which is made only once.
void copy_store(const std::string& kind, const fs::path& to) {
  static const test::TempFolder made("made");
  const fs::path store = made / kind;
  if (!fs::exists(store)) {
    if (kind == "sweeps") add_sweeps(made, kind);
    if (kind == "pairs" || kind == "positions") make(made, kind, "exact");
    if (kind == "linked" || kind == "survivors") make(made, kind, kind);
    if (kind == "common") make(made, kind, "exact", 2);
  }
  fs::remove_all(to);
  fs::copy(store, to, fs::copy_options::recursive);
}

// Stores of every kind, each with its own files.
class Stores : public testing::TestWithParam<const char*> {
 protected:
  Stores() : folder_("check"), store_(folder_ / "s") { copy_store(GetParam(), store_); }

  test::TempFolder folder_;
  fs::path store_;
};

INSTANTIATE_TEST_SUITE_P(Kinds, Stores,
                         testing::Values("pairs", "linked", "survivors", "common", "positions",
                                         "sweeps"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(Stores, AreSoundAsTheyAreMade) {
  const StoreCheck check = checked(store_);
  EXPECT_THAT(check.findings, IsEmpty());
  EXPECT_THAT(check.open_runs, IsEmpty());
  EXPECT_THAT(check.left, IsEmpty());
  EXPECT_TRUE(check.finished);
  EXPECT_EQ(check.kind == StoreCheck::Kind::sweeps, std::string(GetParam()) == "sweeps");
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(store_)) {
    files += entry.path().extension() == ".bin";
  }
  EXPECT_EQ(check.files.size(), files);
}

TEST_P(Stores, NameTheFileOfEachByteThatChanged) {
  std::mt19937_64 random(3);
  for (const auto& file : checked(store_).files) {
    const fs::path path = store_ / file.name;
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t at = i == 0 ? 0 : random() % fs::file_size(path);
      flip(path, at);
      EXPECT_THAT(bad_files(store_), ElementsAre(file.name)) << at;
      flip(path, at);
    }
  }
}

TEST_P(Stores, NameFilesThatAreGoneOrCutOrOfAnotherStore) {
  for (const auto& file : checked(store_).files) {
    if (file.bytes == 0) continue;
    const fs::path path = store_ / file.name;
    const std::string bytes = test::bytes_of(path);
    fs::remove(path);
    EXPECT_THAT(bad_files(store_), ElementsAre(file.name));
    std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() - 1);
    EXPECT_THAT(bad_files(store_), ElementsAre(file.name));
    std::string other = bytes;
    other[20] ^= 1;  // a byte of the owner in the header
    std::ofstream(path, std::ios::binary) << other;
    EXPECT_THAT(bad_files(store_), ElementsAre(file.name));
    std::ofstream(path, std::ios::binary) << bytes;
  }
  EXPECT_TRUE(checked(store_).sound());
}

TEST_P(Stores, NameADamagedManifest) {
  const bool sweeps = std::string(GetParam()) == "sweeps";
  const char* name = sweeps ? "sweeps.json" : "store.json";
  std::string manifest = test::bytes_of(store_ / name);
  const std::size_t at = manifest.find("\"bytes\":") + 8;
  manifest.insert(manifest.find_first_of("0123456789", at), "1");
  std::ofstream(store_ / name, std::ios::binary) << manifest;
  EXPECT_THAT(bad_files(store_), ElementsAre(name));
  EXPECT_TRUE(checked(store_).finished);
  EXPECT_THAT(checked(store_).left, IsEmpty());
}

TEST_P(Stores, TellWhatNothingNames) {
  std::ofstream(store_ / "names.77.bin") << "a killed run was here";
  std::ofstream(store_ / "notes.txt") << "of the user";
  const StoreCheck check = checked(store_);
  EXPECT_TRUE(check.sound());
  EXPECT_THAT(check.left, ElementsAre("names.77.bin"));
}

TEST_P(Stores, AreToldAsJson) {
  flip(store_ / checked(store_).files.front().name, 60);
  const nlohmann::json json = nlohmann::json::parse(to_json(checked(store_)));
  EXPECT_EQ(json.at("format"), 1);
  EXPECT_EQ(json.at("sound"), false);
  EXPECT_THAT(json.at("findings").at(0).at("what").get<std::string>(),
              HasSubstr("block 0 has a wrong checksum"));
}

// Wrong contents with correct checksums, which only a programming error can write.
class WrongContents : public testing::Test {
 protected:
  WrongContents() : folder_("contents") {}

  // The name of the file that check() reports after `name` was changed.
  template <class Change>
  std::string found(const std::string& name, Change change) {
    std::string contents = test::contents_of(folder_ / "s", name);
    change(contents);
    test::rewrite(folder_ / "s", name, contents);
    const auto bad = bad_files(folder_ / "s");
    return bad.empty() ? "nothing" : bad.front();
  }

  static void add_to(std::string& contents, std::size_t at, std::uint64_t more) {
    std::uint64_t value;
    std::memcpy(&value, contents.data() + at, sizeof value);
    value += more;
    std::memcpy(contents.data() + at, &value, sizeof value);
  }

  test::TempFolder folder_;
};

TEST_F(WrongContents, OfDocumentsAreFound) {
  const auto wrong = [&](std::size_t field) {
    copy_store("pairs", folder_ / "s");
    return found("documents.bin", [&](std::string& all) { add_to(all, 104 * 7 + field, 1); });
  };
  EXPECT_EQ(wrong(0), "names.1.bin");      // the start of the names
  EXPECT_EQ(wrong(8), "names.1.bin");      // bytes of the id
  EXPECT_EQ(wrong(64), "sketches.1.bin");  // the start of the sketch
  EXPECT_EQ(wrong(88), "sketches.1.bin");  // its hashes
}

TEST_F(WrongContents, OfOtherFilesAreFound) {
  const auto wrong = [&](const std::string& name, auto change) {
    const std::string kind = name.substr(0, name.find('.'));
    const bool own = kind == "common" || kind == "survivors" || kind.starts_with("position");
    copy_store(kind == "links" ? "linked"
               : own           ? (kind == "position-ends" ? "positions" : kind)
                               : "pairs",
               folder_ / "s");
    return found(name, change);
  };
  const auto more_at = [](std::size_t at) {
    return [at](std::string& all) { add_to(all, at, 1); };
  };
  const auto cut = [](std::size_t bytes) {
    return [bytes](std::string& all) { all.resize(all.size() - bytes); };
  };
  EXPECT_EQ(wrong("sketches.bin", more_at(80)), "index.1.bin");
  EXPECT_EQ(wrong("sketches.bin", cut(8)), "sketches.2.bin");
  EXPECT_EQ(wrong("names.bin", [](std::string& all) { all[1] ^= 1; }), "lookup.1.bin");
  EXPECT_EQ(wrong("lookup.bin", more_at(16)), "lookup.2.bin");
  EXPECT_EQ(wrong("index.bin", [](std::string& all) { all[1] ^= 1; }), "index.2.bin");
  EXPECT_EQ(wrong("pairs.bin", cut(24)), "pairs.2.bin");
  EXPECT_EQ(wrong("pairs.bin", more_at(0)), "pairs.2.bin");
  EXPECT_EQ(wrong("pairs.bin", more_at(11)), "pairs.2.bin");  // of_a, far larger than its set
  EXPECT_EQ(wrong("links.bin", more_at(12)), "links.2.bin");
  EXPECT_EQ(wrong("survivors.bin", more_at(12)), "survivors.2.bin");
  EXPECT_EQ(wrong("common.bin", cut(1)), "common.2.bin");
  EXPECT_EQ(wrong("positions.bin", cut(1)), "positions.2.bin");
  EXPECT_EQ(wrong("positions.bin", [](std::string& all) { all.back() ^= 1; }), "positions.2.bin");
  EXPECT_EQ(wrong("position-ends.bin", more_at(16)), "positions.1.bin");
  EXPECT_EQ(wrong("position-ends.bin", cut(8)), "positions.1.bin");
  EXPECT_EQ(wrong("clusters.bin", more_at(32)), "clusters.2.bin");
  EXPECT_EQ(wrong("clusters.bin", more_at(36)), "clusters.2.bin");
  EXPECT_EQ(wrong("inputs.bin", more_at(40)), "inputs.2.bin");
}

TEST(StoreCheck, TellsOfAStoppedRunAndItsDamage) {
  test::TempFolder folder("run");
  copy_store("pairs", folder / "s");
  store::Manifest manifest = test::manifest_of(folder / "s");
  ++manifest.files.generation;
  store::StoreFiles files(base::FileSystem::real(), folder / "s", manifest.files);
  auto file = files.write(store::kPairsFile);
  ASSERT_TRUE(file && (*file)->append(std::as_bytes(std::span("pairs"))) && (*file)->sync());
  manifest.files = files.table();
  ASSERT_TRUE(store::save(base::FileSystem::real(), folder / "s", manifest));
  const StoreCheck check = checked(folder / "s");
  EXPECT_TRUE(check.sound());
  EXPECT_THAT(check.open_runs, ElementsAre("store.next.json"));
  EXPECT_THAT(check.left, IsEmpty());
  flip(folder / "s" / "pairs.2.bin", 57);
  EXPECT_THAT(bad_files(folder / "s"), ElementsAre("pairs.2.bin"));
  fs::remove(folder / "s" / "store.json");
  EXPECT_FALSE(checked(folder / "s").finished);
}

TEST(StoreCheck, MissesAnIndexThatWasMade) {
  test::TempFolder folder("index");
  copy_store("survivors", folder / "s");
  store::Manifest manifest = test::manifest_of(folder / "s");
  manifest.files.files.erase(store::kIndexFile);
  ASSERT_TRUE(store::save(base::FileSystem::real(), folder / "s", manifest));
  ASSERT_TRUE(store::publish(base::FileSystem::real(), folder / "s"));
  EXPECT_THAT(bad_files(folder / "s"), Contains("index.bin"));
}

TEST(StoreCheck, FindsTheWorkOfADedupSoundWithoutOne) {
  // Runs check() when the pairs of the running job are found.
  class Checking final : public Progress {
   public:
    explicit Checking(fs::path work) : work_(std::move(work)) {}
    void phase(std::string_view name, std::uint64_t) override {
      if (name == "writing") check = checked(work_);
    }
    void advance(std::uint64_t) override {}
    StoreCheck check;

   private:
    fs::path work_;
  };
  test::TempFolder folder("work");
  DedupOptions options;
  options.cluster.input.inputs = {folder.write("documents.jsonl", documents(1, 80))};
  options.cluster.thresholds.linkage = Linkage::survivor;
  options.output = folder.path("kept.jsonl");
  Checking progress(options.output + ".store");
  ASSERT_TRUE(dedup(options, progress));
  EXPECT_EQ(progress.check.documents, 80u);
  EXPECT_THAT(progress.check.findings, IsEmpty());
  for (const StoreCheck::File& file : progress.check.files) {
    EXPECT_THAT(file.name, Not(HasSubstr("index")));
  }
}

TEST(StoreCheck, SaysWhatIsNoStore) {
  test::TempFolder folder("none");
  EXPECT_EQ(check_store(folder.path("none"), quiet).error().code, ErrorCode::not_found);
  fs::create_directories(folder / "old");
  folder.write("old/store.json", "{\"format\":3}");
  const auto old = check_store(folder.path("old"), quiet);
  EXPECT_EQ(old.error().code, ErrorCode::unsupported);
  EXPECT_EQ(old.error().message,
            folder.path("old") + ": has format 3, made by an unreleased version: build it again");
}

TEST(StoreCheck, EndsWhereItIsAskedTo) {
  class Cancelling final : public Progress {
    void phase(std::string_view, std::uint64_t) override {}
    void advance(std::uint64_t) override {}
    bool cancelled() const override { return true; }
  };
  test::TempFolder folder("cancel");
  copy_store("pairs", folder / "s");
  Cancelling progress;
  EXPECT_EQ(check_store(folder.path("s"), progress).error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace whorl::internal::store::check
