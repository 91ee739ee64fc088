#include "canon/html/foreign.h"

#include <algorithm>
#include <cstddef>

namespace whorl::internal::canon::html {
namespace {

// An end tag closes no element deeper than this: it bounds what a page of nothing but
// unclosed elements costs.
constexpr std::ptrdiff_t kDeepestSearch = 64;

}  // namespace

void ForeignContent::start_tag(const Element& element, bool self_closing) {
  switch (element.foreign) {
    case Foreign::no:
      break;
    case Foreign::root:
      if (!self_closing) open_.push_back(&element);
      break;
    case Foreign::integration:
      if (inside() && !self_closing) open_.push_back(&element);
      break;
    case Foreign::breakout:
      while (inside()) open_.pop_back();
      break;
  }
}

void ForeignContent::end_tag(const Element& element) {
  if (open_.empty() || element.foreign == Foreign::no) return;
  if (element.foreign == Foreign::breakout) {
    while (inside()) open_.pop_back();
    return;
  }
  const auto deepest = open_.rbegin() + std::min(kDeepestSearch, std::ssize(open_));
  const auto opened = std::find(open_.rbegin(), deepest, &element);
  if (opened != deepest) open_.erase(std::prev(opened.base()), open_.end());
}

}  // namespace whorl::internal::canon::html
