#include "jobs/collection/cluster/member_similarity.h"

#include <nlohmann/json.hpp>

#include "base/try.h"

namespace whorl::internal::cluster {

// Call it after both sets were loaded.
Result<bool> MemberSimilarityMeter::same_sketch(const store::DocumentRecord& member) {
  if (member.set.modulus != survivor_.set.modulus || member.set.count != survivor_.set.count ||
      member.set.count == 0) {
    return false;
  }
  if (member.set.is_whole() && survivor_.set.is_whole()) {
    return member_set_.hashes == survivor_set_.hashes;
  }
  WHORL_RETURN_IF_ERROR(sets_.sketch(survivor_.set, sketches_[0]));
  WHORL_RETURN_IF_ERROR(sets_.sketch(member.set, sketches_[1]));
  return sketches_[0] == sketches_[1];
}

Result<MemberSimilarity> MemberSimilarityMeter::measure(const store::DocumentRecord& member,
                                                        store::DocId survivor) {
  if (known_ != survivor) {
    WHORL_ASSIGN_OR_RETURN(survivor_, documents_.record(survivor));
    known_ = survivor;
  }
  const bool identical = member.content == survivor_.content;
  if (identical || member.canonical == survivor_.canonical) {
    const sketch::Measure one = sketch::counted(1, 1);
    return MemberSimilarity{identical ? SimilarityKind::identical : SimilarityKind::lexical, one,
                            one, one};
  }
  if (loaded_ != survivor) {
    WHORL_RETURN_IF_ERROR(sets_.full_set(survivor_.set, survivor_set_));
    loaded_ = survivor;
  }
  WHORL_RETURN_IF_ERROR(sets_.full_set(member.set, member_set_));
  WHORL_ASSIGN_OR_RETURN(const bool same, same_sketch(member));
  const store::SetFigures figures = sets_.compare(member_set_, survivor_set_);
  return MemberSimilarity{same ? SimilarityKind::sketch : SimilarityKind::similar,
                          figures.resemblance, figures.a_in_b, figures.b_in_a};
}

void add_figures(const MemberSimilarity& similarity, nlohmann::ordered_json& object) {
  object["resemblance"] = similarity.resemblance.value;
  object["contained"] = similarity.contained.value;
  object["contains"] = similarity.contains.value;
}

}  // namespace whorl::internal::cluster
