// The elements of HTML, as far as text and tokens depend on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace whorl::internal::tokens::html {

// How the content of an element is tokenised (13.2.5).
enum class Content : std::uint8_t {
  markup,      // tags and references
  rcdata,      // references only: title, textarea
  raw,         // neither: xmp
  hidden_raw,  // neither, and no browser shows it: style, iframe, noembed, noframes
  script,
  plaintext,  // neither, to the end of the document
};

// What an element is to foreign content, that is, to what stands inside svg or math.
enum class Foreign : std::uint8_t {
  no,
  root,         // svg, math: foreign content begins
  integration,  // HTML begins again inside: foreignObject, desc, mtext …
  breakout,     // cannot stand in foreign content: ends it
};

struct Element {
  std::string_view name;
  bool breaks = false;  // separates words, as blocks, cells and line breaks do
  Content content = Content::markup;
  Foreign foreign = Foreign::no;
};

// The element of the tag name text[begin, end) in any case. Unknown names are inline elements
// without anything special, and their `name` is empty. O(1).
const Element& element_of(std::string_view text, std::size_t begin, std::size_t end);

// Foreign content: whether a place is inside svg or math, without a tree.

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

}  // namespace whorl::internal::tokens::html
