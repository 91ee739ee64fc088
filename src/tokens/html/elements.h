// The properties of HTML elements that determine text and tokens.
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

// The role of an element for foreign content, that is, the content of svg or math.
enum class Foreign : std::uint8_t {
  no,
  root,         // svg, math: foreign content begins
  integration,  // HTML begins again inside: foreignObject, desc, mtext …
  breakout,     // not allowed in foreign content: ends it
};

struct Element {
  std::string_view name;
  bool breaks = false;  // separates words, as blocks, cells and line breaks do
  Content content = Content::markup;
  Foreign foreign = Foreign::no;
};

// The element of the tag name text[begin, end) in any case. Unknown names are inline elements
// without special properties, and their `name` is empty. O(1).
const Element& element_of(std::string_view text, std::size_t begin, std::size_t end);

// Foreign content: finds what is inside svg or math, without building a tree.

// Follows the tags of a document. Remembers only elements that begin or end foreign content, so
// that documents without any cost nothing. Amortised O(1) a tag.
class ForeignContent {
 public:
  // True if CDATA sections count, and script, style and title are ordinary elements.
  bool inside() const { return !open_.empty() && open_.back()->foreign == Foreign::root; }

  // Resets for the next document.
  void clear() { open_.clear(); }

  void start_tag(const Element& element, bool self_closing);
  void end_tag(const Element& element);

 private:
  std::vector<const Element*> open_;  // roots and the integration points within them
};

}  // namespace whorl::internal::tokens::html
