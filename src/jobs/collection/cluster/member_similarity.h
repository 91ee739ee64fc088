// The similarity of a cluster's member to its kept document, which is reported for every removal.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "jobs/collection/join/pair_file.h"
#include "store/set_reader.h"
#include "whorl/store.h"

namespace whorl::internal::cluster {

struct MemberSimilarity {
  SimilarityKind kind = SimilarityKind::similar;
  sketch::Measure resemblance;
  sketch::Measure contained;  // share of the member that is in the kept document
  sketch::Measure contains;   // share of the kept document that is in the member
};

// Compares documents with one other. The other's shingles are loaded once for consecutive calls,
// and only if they are counted.
class MemberSimilarityMeter {
 public:
  MemberSimilarityMeter(const store::DocumentTable& documents, const store::SetReader& sets)
      : documents_(documents), sets_(sets) {}

  // Counted on the full sets of shingles, or estimated if the store keeps only sketches. Equal
  // texts have a resemblance of 1.
  Result<MemberSimilarity> measure(const store::DocumentRecord& member, store::DocId survivor);

 private:
  Result<bool> same_sketch(const store::DocumentRecord& member);

  const store::DocumentTable& documents_;
  const store::SetReader& sets_;
  std::optional<store::DocId> known_;
  store::DocumentRecord survivor_;
  std::optional<store::DocId> loaded_;
  sketch::Sketch survivor_set_;
  sketch::Sketch member_set_;
  sketch::ShingleSet sketches_[2];
};

// The members "resemblance", "contained" and "contains" of a JSON object.
void add_figures(const MemberSimilarity& similarity, nlohmann::ordered_json& object);

}  // namespace whorl::internal::cluster
