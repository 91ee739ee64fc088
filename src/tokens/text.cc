#include "tokens/text.h"

#include <utility>

#include "tokens/text_sink.h"
#include "tokens/text_walk.h"

namespace whorl::internal::tokens {

Variants variants_of(std::string_view argument) {
  return argument.ends_with("variants") ? Variants::kept : Variants::merged;
}

const FoldTable& fold_table(Variants variants) {
  return variants == Variants::kept ? FoldTable::instance() : FoldTable::merging_variants();
}

Canon text_canon(std::string_view text, Variants variants) {
  TextSink sink(text.size(), kernels::canonicalize_ascii);
  walk_text(text, sink, fold_table(variants));
  return std::move(sink).take();
}

}  // namespace whorl::internal::tokens
