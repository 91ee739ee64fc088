#include "jobs/collection/cluster/component_search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/try.h"
#include "store/set_reader.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::size_t kFirstPairs = 3;  // a document: they usually connect all similar documents

// The size of a sample from sets of any size.
constexpr std::uint64_t kEndless = std::uint64_t{1} << 60;

// True if a pair is one of the first pairs of its first document; those are adjacent.
bool is_first(std::span<const join::CandidatePair> pairs, std::size_t i) {
  return i < kFirstPairs || pairs[i].a != pairs[i - kFirstPairs].a;
}

std::vector<join::CandidatePair> first_pairs(std::span<const join::CandidatePair> pairs) {
  std::vector<join::CandidatePair> firsts;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (is_first(pairs, i)) firsts.push_back(pairs[i]);
  }
  return firsts;
}

}  // namespace

ComponentSearch::ComponentSearch(const join::SketchedDocuments& documents,
                                 const MicroClusters& groups, const join::KeepRule& rule,
                                 UnionFind& connected, const join::CountingRun& run)
    : entries_(documents.entries),
      groups_(groups),
      rule_(rule),
      connected_(connected),
      block_(run.memory / 2 / join::PairVerifier::kBytesAPair + 1),
      memory_(run.memory / 2),
      threads_(run.threads),
      progress_(run.progress),
      counter_(documents, rule, memory_, threads_) {
  unions_.load = [this](std::uint32_t rank, sketch::ShingleSet& out) {
    return groups_.load(groups_.head_at(rank), out);
  };
  unions_.size = [this](std::uint32_t rank) { return groups_.size(groups_.head_at(rank)); };
  unions_.modulus = [this](std::uint32_t rank) {
    return std::uint64_t{entries_[groups_.head_at(rank)].modulus};
  };
}

Result<void> ComponentSearch::within_groups() {
  for (const MicroClusterSketch& group : groups_.groups()) {
    const auto members = groups_.members(group);
    const store::DocId head = groups_.head(members.front());
    for (const store::DocId member : members) {
      if (member == head) continue;
      WHORL_RETURN_IF_ERROR(gather({head, member}));
    }
  }
  return count_gathered();
}

Result<void> ComponentSearch::between_groups(const join::CandidateStream& candidates) {
  join::CandidateBlocks blocks(candidates, block_, [this](const join::CandidatePair& ranks) {
    return are_connected(heads_at(ranks));
  });
  std::uint32_t told = 0;  // pairs come in order of their first group
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto ranks, blocks.next());
    if (ranks.empty()) return count_gathered();
    WHORL_RETURN_IF_ERROR(count_heads(first_pairs(ranks)));
    WHORL_RETURN_IF_ERROR(join_groups(ranks));
    progress_.advance(ranks.back().a - std::exchange(told, ranks.back().a));
  }
}

// Single documents' first pairs are already counted; for groups, only those of their heads.
Result<void> ComponentSearch::join_groups(std::span<const join::CandidatePair> ranks) {
  std::vector<join::CandidatePair> left;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const join::CandidatePair heads = heads_at(ranks[i]);
    const bool counted = is_first(ranks, i) && are_alone(heads);
    if (!counted && !are_connected(heads)) left.push_back(ranks[i]);
  }
  WHORL_RETURN_IF_ERROR(drop_dissimilar(left));
  WHORL_RETURN_IF_ERROR(count_heads(left));
  return gather_members(left);
}

join::CandidatePair ComponentSearch::heads_at(const join::CandidatePair& ranks) const {
  return {groups_.head_at(ranks.a), groups_.head_at(ranks.b)};
}

bool ComponentSearch::are_connected(const join::CandidatePair& pair) const {
  return connected_.together(pair.a, pair.b);
}

bool ComponentSearch::are_alone(const join::CandidatePair& heads) const {
  return groups_.is_alone(heads.a) && groups_.is_alone(heads.b);
}

Result<void> ComponentSearch::count_heads(std::span<const join::CandidatePair> ranks) {
  std::vector<join::CandidatePair> heads;
  for (const join::CandidatePair& pair : ranks) {
    heads.push_back(heads_at(pair));
    if (are_connected(heads.back())) heads.pop_back();
  }
  return count(heads);
}

// Keeps the groups in which some documents may be similar.
Result<void> ComponentSearch::drop_dissimilar(std::vector<join::CandidatePair>& ranks) {
  WHORL_ASSIGN_OR_RETURN(auto seen, join::overlaps(ranks, unions_, memory_, threads_));
  counted_ += ranks.size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (may_be_similar(ranks[i], seen[i])) ranks[kept++] = ranks[i];
  }
  ranks.resize(kept);
  return {};
}

// True if two documents could be similar that share as much as the unions do and are as small as
// members are.
bool ComponentSearch::may_be_similar(const join::CandidatePair& ranks,
                                     const sketch::Overlap& unions) const {
  const join::CandidatePair heads = heads_at(ranks);
  const std::uint64_t level = std::max(entries_[heads.a].modulus, entries_[heads.b].modulus);
  const std::uint64_t a = groups_.min_hashes(heads.a, level, unions.a);
  const std::uint64_t b = groups_.min_hashes(heads.b, level, unions.b);
  const join::PairRecord pair{heads.a,
                              heads.b,
                              static_cast<std::uint32_t>(std::max(a, unions.both)),
                              static_cast<std::uint32_t>(std::max(b, unions.both)),
                              static_cast<std::uint32_t>(unions.both),
                              counter_.modulus_of(heads)};
  const join::PairMeasures m = join::measures(pair, kEndless, kEndless, sketch::kNearlySure);
  return rule_.verify ? join::may_reach(m, rule_.resemblance, rule_.containment)
                      : join::reaches(m, rule_.resemblance, rule_.containment);
}

// All pairs of the documents of two groups, except the heads, which were counted. Pairs of one
// first document are adjacent, and so are documents of one group.
Result<void> ComponentSearch::gather_members(std::span<const join::CandidatePair> ranks) {
  while (!ranks.empty()) {
    const std::uint32_t first = ranks.front().a;
    const auto end = std::ranges::find_if(
        ranks, [&](const join::CandidatePair& pair) { return pair.a != first; });
    const auto same = ranks.first(static_cast<std::size_t>(end - ranks.begin()));
    for (const store::DocId a : members_at(first)) {
      for (const join::CandidatePair& pair : same) {
        WHORL_RETURN_IF_ERROR(gather_with(a, pair));
      }
    }
    ranks = ranks.subspan(same.size());
  }
  return {};
}

Result<void> ComponentSearch::gather_with(store::DocId a, const join::CandidatePair& ranks) {
  const join::CandidatePair heads = heads_at(ranks);
  if (are_connected(heads)) return {};
  for (const store::DocId b : members_at(ranks.b)) {
    if (join::CandidatePair{a, b} == heads) continue;
    WHORL_RETURN_IF_ERROR(gather({a, b}));
  }
  return {};
}

std::span<const store::DocId> ComponentSearch::members_at(std::uint32_t rank) const {
  const store::DocId& head = groups_.head_at(rank);
  return groups_.is_alone(head) ? std::span(&head, 1) : groups_.members(head);
}

Result<void> ComponentSearch::gather(join::CandidatePair pair) {
  if (are_connected(pair)) return {};
  gathered_.push_back(pair);
  return gathered_.size() < block_ ? Result<void>{} : count_gathered();
}

Result<void> ComponentSearch::count_gathered() {
  WHORL_RETURN_IF_ERROR(count(first_pairs(gathered_)));
  std::vector<join::CandidatePair> left;
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    if (!is_first(gathered_, i) && !are_connected(gathered_[i])) left.push_back(gathered_[i]);
  }
  gathered_.clear();
  return count(left);
}

Result<void> ComponentSearch::count(std::span<const join::CandidatePair> pairs) {
  if (progress_.cancelled()) return store::stopped();
  WHORL_ASSIGN_OR_RETURN(auto similar, counter_(pairs));
  for (const join::PairRecord& pair : similar) connected_.unite(pair.a, pair.b);
  counted_ += pairs.size();
  return {};
}

Result<void> write_components(store::StoreFiles& files, UnionFind& connected,
                              std::size_t documents) {
  const std::vector<store::DocId> firsts = first_documents(connected, documents);
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(store::kComponentsFile));
  WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(std::span(firsts))));
  return file->sync();
}

Result<std::vector<store::DocId>> read_components(const store::StoreFiles& files,
                                                  std::size_t documents) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(store::kComponentsFile));
  const auto damaged = [&] {
    return fail(ErrorCode::corrupt,
                files.folder().string() + ": the links do not belong to this store");
  };
  if (file->size() != documents * sizeof(store::DocId)) return damaged();
  std::vector<store::DocId> firsts(documents);
  WHORL_ASSIGN_OR_RETURN(auto got, file->read(0, std::as_writable_bytes(std::span(firsts))));
  if (got != documents * sizeof(store::DocId)) return damaged();
  for (store::DocId doc = 0; doc < documents; ++doc) {
    if (firsts[doc] > doc) return damaged();
  }
  return firsts;
}

}  // namespace whorl::internal::cluster
