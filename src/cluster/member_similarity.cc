#include "cluster/member_similarity.h"

#include <nlohmann/json.hpp>

#include "base/try.h"

namespace whorl::internal::cluster {

const char* name(Kind kind) {
  switch (kind) {
    case Kind::identical:
      return "identical";
    case Kind::lexical:
      return "lexical";
    case Kind::sketch:
      return "sketch";
    case Kind::similar:
      break;
  }
  return "similar";
}

Result<bool> MemberSimilarityMeter::same_sketch(const store::DocumentRecord& member) {
  if (member.modulus != survivor_.modulus || member.sketch_count != survivor_.sketch_count ||
      member.sketch_count == 0) {
    return false;
  }
  WHORL_RETURN_IF_ERROR(sets_.sketch(survivor_.sketch(), sketches_[0]));
  WHORL_RETURN_IF_ERROR(sets_.sketch(member.sketch(), sketches_[1]));
  return sketches_[0] == sketches_[1];
}

Result<MemberSimilarity> MemberSimilarityMeter::measure(const store::DocumentRecord& member,
                                                        store::DocId survivor) {
  if (loaded_ != survivor) {
    WHORL_ASSIGN_OR_RETURN(survivor_, documents_.record(survivor));
    WHORL_RETURN_IF_ERROR(sets_.full_set(survivor_.sketch(), survivor_set_));
    loaded_ = survivor;
  }
  const bool identical = member.content == survivor_.content;
  if (identical || member.canonical == survivor_.canonical) {
    const sketch::Measure one = sketch::counted(1, 1);
    return MemberSimilarity{identical ? Kind::identical : Kind::lexical, one, one, one};
  }
  WHORL_ASSIGN_OR_RETURN(auto same, same_sketch(member));
  WHORL_RETURN_IF_ERROR(sets_.full_set(member.sketch(), member_set_));
  const sketch::Overlap seen = sketch::overlap(member_set_, survivor_set_);
  return MemberSimilarity{same ? Kind::sketch : Kind::similar,
                          sketch::counted(seen.both, seen.a + seen.b - seen.both),
                          sketch::counted(seen.both, seen.a), sketch::counted(seen.both, seen.b)};
}

void add_figures(const MemberSimilarity& likeness, nlohmann::ordered_json& object) {
  object["resemblance"] = likeness.resemblance.value;
  object["contained"] = likeness.contained.value;
  object["contains"] = likeness.contains.value;
}

}  // namespace whorl::internal::cluster
