// Collections of sketches for tests of candidate pairs.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/try.h"
#include "jobs/collection/join/candidate_stream.h"
#include "jobs/collection/join/exact_join.h"

namespace whorl::internal::join {

using Join = std::function<Result<CandidateStream>(const JoinInput&, const CandidateOptions&,
                                                   CandidateStats&)>;

inline Result<CandidateStream> exactly(const JoinInput& input, const CandidateOptions& options,
                                       CandidateStats& stats) {
  WHORL_ASSIGN_OR_RETURN(auto sorted, exact_join(input, options, stats));
  return stream_of(std::move(sorted));
}

class SketchedCollection : public testing::Test {
 protected:
  ~SketchedCollection() override { std::filesystem::remove_all(folder_); }

  // The pairs that `join` finds in the sketches, each of which has one of the moduli.
  std::set<CandidatePair> candidates(const std::vector<sketch::Sketch>& sketches,
                                     const std::vector<std::uint64_t>& moduli,
                                     CandidateOptions options, const Join& join = exactly) {
    options.budget.directory = folder_;
    options.budget.memory = std::min<std::uint64_t>(options.budget.memory, 8 << 20);
    options.budget.name = "index";
    const auto index = index_of(sketches, options.budget);
    const SketchScan scan = [&](const store::SketchVisitor& visit) -> Result<void> {
      for (std::size_t d = 0; d < sketches.size(); ++d) {
        if (auto done = visit(static_cast<store::DocId>(d), sketches[d]); !done) return done;
      }
      return {};
    };
    const ModulusOf modulus_of = [&](store::DocId d) { return sketches[d].modulus; };
    CandidateStats stats;
    auto stream = join({base::FileSystem::real(), index, scan, modulus_of, moduli}, options, stats);
    EXPECT_TRUE(stream.has_value());
    std::set<CandidatePair> found;
    while (true) {
      auto pair = (*stream)();
      EXPECT_TRUE(pair.has_value());
      if (!*pair) return found;
      found.insert(**pair);
    }
  }

 private:
  store::ShingleIndex index_of(const std::vector<sketch::Sketch>& sketches,
                               const base::SortBudget& budget) {
    base::ExternalSorter<store::Posting> sorter(base::FileSystem::real(), budget);
    for (store::DocId d = 0; d < sketches.size(); ++d) {
      for (std::uint64_t shingle : sketches[d].hashes) EXPECT_TRUE(sorter.add({shingle, d}));
    }
    auto sorted = sorter.finish();
    EXPECT_TRUE(store::write_index(
        std::move(*base::FileSystem::real().write(folder_ / "index.bin")),
        [&] { return sorted->next_some(); }, 1));
    auto index = store::ShingleIndex::open(
        std::move(*base::FileSystem::real().read(folder_ / "index.bin")), sketches.size());
    EXPECT_TRUE(index) << index.error().message;
    return std::move(*index);
  }

  std::filesystem::path folder_ = [] {
    auto path =
        std::filesystem::path(testing::TempDir()) / ("candidates." + std::to_string(::getpid()));
    std::filesystem::create_directories(path);
    return path;
  }();
};

}  // namespace whorl::internal::join
