#include "sketch/text_sketcher.h"

#include <utility>

#include "base/guard.h"
#include "base/try.h"
#include "sketch/shingle_set.h"

namespace whorl::internal::sketch {

Result<Sketch> TextSketcher::take(std::string_view text, const ResolvedMethod& method) {
  WHORL_ASSIGN_OR_RETURN(const auto symbols,
                         text_.symbols(*method.front_end, method.argument, text));
  shingle_set(symbols, method.shingle, sorter_, set_);
  return method.sampler.sketch(set_);
}

Result<Sketch> sketch_text(std::string_view text, const ResolvedMethod& method) {
  WHORL_RETURN_IF_ERROR(canon::check_text_size(text));
  return canon::with_thread_memory<TextSketcher>(
      text, [&](TextSketcher& maker) { return maker.take(text, method); });
}

}  // namespace whorl::internal::sketch

namespace whorl {

using namespace internal;

Result<Sketch> sketch(std::string_view text, const SketchMethod& method) try {
  WHORL_ASSIGN_OR_RETURN(const auto resolved, sketch::resolve(method));
  WHORL_ASSIGN_OR_RETURN(auto made, sketch::sketch_text(text, resolved));
  return Sketch::make({method, std::move(made.hashes), made.modulus, made.full_size});
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
