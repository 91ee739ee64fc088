#include "base/guard.h"
#include "base/try.h"
#include "canon/memory_text.h"
#include "feature/chunks.h"
#include "select/check_recipe.h"
#include "whorl/chunks.h"

namespace whorl {

using namespace internal;

Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe) try {
  WHORL_RETURN_IF_ERROR(select::check_chunked(recipe));
  WHORL_RETURN_IF_ERROR(select::check_no_key(recipe));
  WHORL_ASSIGN_OR_RETURN(const auto canon,
                         canon::MemoryText::canonicalize(*canon::find_front_end(recipe.front_end),
                                                         recipe.argument, text));
  return feature::chunks_of(canon, text, recipe, feature::SeededTokenHash(recipe));
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
