// Counts pairs on stored sketches, which the test writes.
#include "jobs/collection/join/pair_verifier.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "../temp_folder.h"
#include "store/set_reader.h"

namespace whorl::internal::join {
namespace {

class Verified : public testing::Test {
 protected:
  // Adds the sketch of a set of `full` shingles.
  void add(const sketch::ShingleSet& kept, std::uint64_t full, std::uint32_t modulus) {
    entries_.push_back({.offset = all_.size(),
                        .full_offset = 0,
                        .full_size = full,
                        .count = static_cast<std::uint32_t>(kept.size()),
                        .modulus = modulus});
    all_.insert(all_.end(), kept.begin(), kept.end());
  }

  std::vector<PairRecord> count(std::vector<CandidatePair> pairs) {
    write(store::kSketchesFile, all_);
    write(store::kShinglesFile, {});
    const KeepRule rule{.resemblance = 0.1, .verify = false};
    const auto method = *sketch::Sampler::parse("mod:4");
    const auto sets = store::SetReader::open(files_, method, rule.verify);
    const PairVerifier verifier({entries_, method, *sets}, rule, 1 << 20, 1);
    auto counted = verifier(pairs);
    EXPECT_TRUE(counted) << counted.error().message;
    return counted ? *counted : std::vector<PairRecord>();
  }

 private:
  void write(const char* name, const sketch::ShingleSet& hashes) {
    auto file = files_.write(name);
    ASSERT_TRUE(file && (*file)->append(std::as_bytes(std::span(hashes))) && (*file)->sync());
  }

  sketch::ShingleSet all_;
  std::vector<store::SketchEntry> entries_;
  test::TempFolder folder_{"verified"};
  store::StoreFiles files_{base::FileSystem::real(), folder_ / "", store::new_file_table()};
};

TEST_F(Verified, APairIsExactWhereBothSetsAreWholeAndElseOfTheCoarserModulus) {
  add({1, 2, 3, 4, 8}, 5, 1);
  add({2, 3, 4, 8, 12}, 5, 1);
  add({4, 8, 16}, 13, 4);
  EXPECT_EQ(count({{0, 1}, {0, 2}, {1, 2}}),
            (std::vector<PairRecord>{{0, 1, 5, 5, 4, 1}, {0, 2, 2, 3, 2, 4}, {1, 2, 3, 3, 2, 4}}));
}

}  // namespace
}  // namespace whorl::internal::join
