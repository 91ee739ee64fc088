// The union of a micro-cluster stays small at every modulus at which it may be compared.
#include "jobs/collection/cluster/micro_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include "../temp_folder.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {
namespace {

class MicroClusterUnions : public testing::TestWithParam<unsigned> {
 protected:
  // Near copies of sets of many sizes, which "vi" keeps at several moduli.
  void make_documents() {
    std::mt19937_64 random(GetParam());
    for (unsigned page = 0; page < 60; ++page) {
      sketch::ShingleSet set((200 + random() % 200) << random() % 5);
      for (std::uint64_t& hash : set) hash = random();
      for (unsigned copy = 0; copy < 8; ++copy) {
        sketch::ShingleSet near = set;
        near.resize(near.size() - random() % (near.size() / 5));
        for (std::uint64_t& hash : near) {
          if (random() % 100 < 6) hash = random();
        }
        std::ranges::sort(near);
        add(near);
      }
    }
  }

  MicroClusters form() {
    write(store::kSketchesFile, kept_);
    write(store::kShinglesFile, {});
    sets_.emplace(*store::SetReader::open(files_, method_, true));
    base::SortBudget budget;
    budget.directory = folder_ / "";
    budget.name = "near";
    auto groups = MicroClusters::form(
        base::FileSystem::real(), {entries_, method_, *sets_}, [](store::DocId) { return true; },
        rule_, budget);
    EXPECT_TRUE(groups) << groups.error().message;
    return std::move(*groups);
  }

  // True if a document of this many shingles may be a pair with one of the modulus.
  bool may_be_compared(std::uint64_t shingles, std::uint64_t modulus) const {
    return std::ranges::any_of(entries_, [&](const store::SketchEntry& other) {
      return other.modulus == modulus &&
             static_cast<double>(shingles) >=
                 rule_.size_ratio * static_cast<double>(other.full_size);
    });
  }

  std::uint64_t hashes_of(store::DocId doc, std::uint64_t modulus) const {
    const store::SketchEntry& entry = entries_[doc];
    return sketch::count_multiples(std::span(kept_).subspan(entry.offset, entry.count), modulus);
  }

  std::vector<store::SketchEntry> entries_;
  sketch::Sampler method_ = *sketch::Sampler::parse("vi");
  MicroClusterRule rule_{.size_ratio = 0.75, .max_growth = 1.3};

 private:
  void add(const sketch::ShingleSet& set) {
    const sketch::Sketch sketch = method_.sketch(set);
    entries_.push_back({.offset = kept_.size(),
                        .full_offset = 0,
                        .full_size = set.size(),
                        .count = static_cast<std::uint32_t>(sketch.hashes.size()),
                        .modulus = static_cast<std::uint32_t>(sketch.modulus)});
    kept_.insert(kept_.end(), sketch.hashes.begin(), sketch.hashes.end());
  }

  void write(const char* name, const sketch::ShingleSet& hashes) {
    auto file = files_.write(name);
    ASSERT_TRUE(file && (*file)->append(std::as_bytes(std::span(hashes))) && (*file)->sync());
  }

  sketch::ShingleSet kept_;
  std::optional<store::SetReader> sets_;
  test::TempFolder folder_{"micro-clusters"};
  store::StoreFiles files_{base::FileSystem::real(), folder_ / "", store::new_file_table()};
};

TEST_P(MicroClusterUnions, StaySmallWhereTheyMayBeCompared) {
  make_documents();
  const MicroClusters groups = form();
  const double most = 1 / groups.containment_of_unions(1);
  EXPECT_LE(most, rule_.max_growth);
  std::size_t at_coarser = 0;
  for (const MicroClusterSketch& group : groups.groups()) {
    const auto members = groups.members(group);
    sketch::ShingleSet united;
    ASSERT_TRUE(groups.load(groups.head(members.front()), united));
    std::uint64_t largest = 0;
    for (const store::DocId doc : members) {
      largest = std::max(largest, entries_[doc].full_size);
    }
    for (const std::uint64_t modulus : method_.moduli()) {
      if (modulus < group.modulus || !may_be_compared(largest, modulus)) continue;
      at_coarser += modulus > group.modulus;
      std::uint64_t fewest = united.size();
      for (const store::DocId doc : members) fewest = std::min(fewest, hashes_of(doc, modulus));
      const std::uint64_t size = sketch::count_multiples(united, modulus);
      EXPECT_LE(static_cast<double>(size), most * static_cast<double>(fewest) + 1e-9)
          << members.size() << " documents of modulus " << group.modulus << " at " << modulus;
    }
  }
  EXPECT_GT(at_coarser, 20u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MicroClusterUnions, testing::Range(1u, 5u));

}  // namespace
}  // namespace whorl::internal::cluster
