// Foreign content: whether a place is inside svg or math, without a tree.
#pragma once

#include <vector>

#include "canon/html/elements.h"

namespace whorl::internal::canon::html {

// Follows the tags of a document. Only elements that begin or end foreign content are
// remembered, so that documents without any cost nothing. Amortised O(1) a tag.
class ForeignContent {
 public:
  // True where CDATA sections count and script, style or title are ordinary elements.
  bool inside() const { return !open_.empty() && open_.back()->foreign == Foreign::root; }

  // For the next document.
  void clear() { open_.clear(); }

  void start_tag(const Element& element, bool self_closing);
  void end_tag(const Element& element);

 private:
  std::vector<const Element*> open_;  // roots and the integration points within them
};

}  // namespace whorl::internal::canon::html
