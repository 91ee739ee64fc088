#include "compare/corpus/front_end_choice.h"

namespace whorl::internal::compare::corpus {

canon::Detected choose_front_end(std::string_view path, const read::Viewable& viewable,
                                 const Settings& settings) {
  if (settings.fixed() != nullptr) {
    return {settings.fixed()->front_end, settings.fixed()->argument, "option"};
  }
  std::string_view hint = settings.language();
  if (hint.empty()) hint = viewable.language;
  if (hint.empty() && viewable.converted) return {"text", "", "content"};
  return canon::detect(path, std::string_view(viewable.text).substr(0, canon::kDetectionHead),
                       hint);
}

}  // namespace whorl::internal::compare::corpus
