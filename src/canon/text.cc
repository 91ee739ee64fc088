#include "canon/text.h"

#include <utility>

#include "canon/text_sink.h"
#include "canon/text_walk.h"

namespace whorl::internal::canon {

Canon text_canon(std::string_view text) {
  TextSink sink(text.size(), kernels::canonicalize_ascii);
  walk_text(text, sink);
  return std::move(sink).take();
}

}  // namespace whorl::internal::canon
