#include "whorl/store.h"

namespace whorl {

std::string_view to_string(SimilarityKind kind) {
  switch (kind) {
    case SimilarityKind::identical:
      return "identical";
    case SimilarityKind::lexical:
      return "lexical";
    case SimilarityKind::sketch:
      return "sketch";
    case SimilarityKind::similar:
      break;
  }
  return "similar";
}

}  // namespace whorl
