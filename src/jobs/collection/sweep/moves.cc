#include "jobs/collection/sweep/moves.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/try.h"
#include "jobs/collection/join/exact_join.h"
#include "store/records.h"

namespace whorl::internal::sweep {
namespace {

using store::DocId;

// A version in the search. Equal hosts have equal numbers.
struct Side {
  std::uint32_t version;
  bool gone;
  std::uint32_t host;
  VersionRecord record;
};

struct AlikePair {
  double resemblance;
  std::uint32_t gone;  // positions among the sides
  std::uint32_t appeared;
  bool within_host;
};

class MoveFinder {
 public:
  explicit MoveFinder(const MoveSearch& search)
      : file_system_(search.file_system),
        store_(search.store),
        threshold_(search.threshold),
        budget_(search.budget) {}

  Result<void> add(std::vector<std::uint32_t> versions, bool gone) {
    std::sort(versions.begin(), versions.end());
    for (std::uint32_t number : versions) {
      WHORL_ASSIGN_OR_RETURN(auto record, store_.version(number));
      WHORL_ASSIGN_OR_RETURN(auto url, store_.url(record));
      const auto next = static_cast<std::uint32_t>(hosts_.size());
      const std::uint32_t host = hosts_.try_emplace(host_of(url), next).first->second;
      sides_.push_back({number, gone, host, record});
    }
    return {};
  }

  Result<std::vector<Move>> run() {
    moved_.assign(sides_.size(), false);
    match_equal();
    WHORL_ASSIGN_OR_RETURN(auto pairs, alike_pairs());
    std::sort(pairs.begin(), pairs.end(), [](const AlikePair& a, const AlikePair& b) {
      return std::tuple(-a.resemblance, !a.within_host, a.gone, a.appeared) <
             std::tuple(-b.resemblance, !b.within_host, b.gone, b.appeared);
    });
    for (const AlikePair& pair : pairs) match(pair.gone, pair.appeared);
    return std::move(moves_);
  }

 private:
  void match(std::uint32_t gone, std::uint32_t appeared) {
    if (moved_[gone] || moved_[appeared]) return;
    moved_[gone] = moved_[appeared] = true;
    moves_.push_back({sides_[gone].version, sides_[appeared].version,
                      sides_[gone].host == sides_[appeared].host});
  }

  // Equal texts are paired in order, first within a host; so thousands of equal pages do not form
  // quadratically many pairs. Empty texts equal nothing.
  void match_equal() {
    std::map<std::pair<base::Hash128, std::uint32_t>, std::vector<std::uint32_t>> of_host;
    std::map<base::Hash128, std::vector<std::uint32_t>> anywhere;
    const auto each_gone = [&](auto visit) {
      for (std::uint32_t i = 0; i < sides_.size(); ++i) {
        if (sides_[i].gone && has_text(sides_[i].record)) visit(i, sides_[i].record.canonical);
      }
    };
    const auto take = [&](std::uint32_t gone, std::vector<std::uint32_t>& from) {
      while (!from.empty() && moved_[from.back()]) from.pop_back();
      if (!from.empty() && !moved_[gone]) match(gone, from.back());
    };
    for (auto i = static_cast<std::uint32_t>(sides_.size()); i-- > 0;) {
      if (sides_[i].gone) continue;
      of_host[{sides_[i].record.canonical, sides_[i].host}].push_back(i);
      anywhere[sides_[i].record.canonical].push_back(i);
    }
    each_gone([&](std::uint32_t i, const base::Hash128& canonical) {
      const auto found = of_host.find({canonical, sides_[i].host});
      if (found != of_host.end()) take(i, found->second);
    });
    each_gone([&](std::uint32_t i, const base::Hash128& canonical) {
      const auto found = anywhere.find(canonical);
      if (found != anywhere.end()) take(i, found->second);
    });
  }

  // Sketches of unpaired ones, by position.
  Result<void> scan(const store::SketchVisitor& visit) const {
    std::vector<std::uint64_t> hashes;
    for (std::uint32_t i = 0; i < sides_.size(); ++i) {
      if (moved_[i]) continue;
      const VersionRecord& record = sides_[i].record;
      WHORL_RETURN_IF_ERROR(store_.sketch(record, hashes));
      WHORL_RETURN_IF_ERROR(visit(i, sketch::SketchView(hashes, record.modulus, record.full_size)));
    }
    return {};
  }

  Result<void> write_shingles(const base::FileSystem::Path& path) const {
    base::SortBudget half = budget_;
    half.memory /= 2;
    half.name = "shingles";
    base::ExternalSorter<store::Posting> sorter(file_system_, half);
    auto scanned = scan([&](DocId side, const sketch::SketchView& sketch) -> Result<void> {
      for (std::uint64_t shingle : sketch.hashes) {
        WHORL_RETURN_IF_ERROR(sorter.add({shingle, side}));
      }
      return {};
    });
    WHORL_RETURN_IF_ERROR(scanned);
    WHORL_ASSIGN_OR_RETURN(auto sorted, sorter.finish());
    WHORL_ASSIGN_OR_RETURN(auto file, file_system_.write(path));
    WHORL_RETURN_IF_ERROR(store::write_index(
        std::move(file), [&] { return sorted.next_some(); }, budget_.threads));
    return {};
  }

  Result<std::vector<AlikePair>> alike_pairs() const {
    const base::FileSystem::Path path = budget_.directory / "moves.bin";
    WHORL_RETURN_IF_ERROR(write_shingles(path));
    WHORL_ASSIGN_OR_RETURN(auto file, file_system_.read(path));
    WHORL_ASSIGN_OR_RETURN(auto index, store::ShingleIndex::open(std::move(file), sides_.size()));
    join::CandidateOptions options;
    options.resemblance = join::LeastShown(store_.sketching().of_kept_sets(threshold_));
    options.budget = budget_;
    join::CandidateStats stats;
    const join::SketchScan sketches = [this](const auto& visit) { return scan(visit); };
    const join::ModulusOf modulus_of = [this](DocId side) {
      return std::uint64_t{sides_[side].record.modulus};
    };
    auto candidates = join::exact_join(
        {file_system_, index, sketches, modulus_of, store_.sketching().moduli()}, options, stats);
    WHORL_RETURN_IF_ERROR(candidates);
    return measure(std::move(*candidates));
  }

  Result<std::vector<AlikePair>> measure(base::SortedStream<join::CandidatePair> candidates) const {
    std::vector<AlikePair> pairs;
    join::CandidatePair last{0, 0};
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto pair, candidates.next());
      if (!pair) return pairs;
      if (*pair == last) continue;
      last = *pair;
      // Pages that disappeared come first among the sides, and a < b.
      if (!sides_[last.a].gone || sides_[last.b].gone) continue;
      WHORL_ASSIGN_OR_RETURN(auto r,
                             store_.resemblance(sides_[last.a].record, sides_[last.b].record));
      if (r.value < threshold_) continue;
      pairs.push_back({r.value, last.a, last.b, sides_[last.a].host == sides_[last.b].host});
    }
  }

  base::FileSystem& file_system_;
  const SweepStore& store_;
  double threshold_;
  base::SortBudget budget_;
  std::map<std::string, std::uint32_t> hosts_;
  std::vector<Side> sides_;
  std::vector<bool> moved_;
  std::vector<Move> moves_;
};

}  // namespace

Result<std::vector<Move>> find_moves(const MoveSearch& search, std::vector<std::uint32_t> gone,
                                     std::vector<std::uint32_t> appeared) {
  if (gone.empty() || appeared.empty()) return std::vector<Move>();
  MoveFinder finder(search);
  WHORL_RETURN_IF_ERROR(finder.add(std::move(gone), true));
  WHORL_RETURN_IF_ERROR(finder.add(std::move(appeared), false));
  return finder.run();
}

}  // namespace whorl::internal::sweep
