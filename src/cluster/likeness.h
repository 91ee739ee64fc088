// How a member of a cluster is like its survivor: what is reported of every removal.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "cluster/pairs.h"

namespace whorl::clustering {

enum class Kind {
  identical,  // the same bytes as found
  lexical,    // the same canonical text
  sketch,     // the same sketch
  similar,
};
const char* name(Kind kind);

struct Likeness {
  Kind kind = Kind::similar;
  Measure resemblance;
  Measure contained;  // share of the member that is in the survivor
  Measure contains;   // share of the survivor that is in the member
};

// Measures documents against one, whose shingles are loaded once for a run of questions.
class LikenessMeter {
 public:
  LikenessMeter(const DocumentTable& documents, const SetReader& sets)
      : documents_(documents), sets_(sets) {}

  // Counted on the full sets of shingles; texts that are equal resemble each other by 1.
  Result<Likeness> measure(const DocumentRecord& member, DocId survivor);

 private:
  Result<bool> same_sketch(const DocumentRecord& member);

  const DocumentTable& documents_;
  const SetReader& sets_;
  std::optional<DocId> loaded_;
  DocumentRecord survivor_;
  ShingleSet survivor_set_;
  ShingleSet member_set_;
  ShingleSet sketches_[2];
};

// The members "resemblance", "contained" and "contains" of a JSON object.
void add_figures(const Likeness& likeness, nlohmann::ordered_json& object);

}  // namespace whorl::clustering
