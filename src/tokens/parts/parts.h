// The parts of a document in several languages: a page with scripts, Markdown with code, a
// notebook.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/charset/viewable.h"
#include "tokens/language.h"

namespace whorl::internal::tokens::parts {

// All text of a document in one language. In `text`, blanks replace all other text, so that offsets
// are those of the document. The markup of a page is read from the whole page.
struct Part {
  Detected read_as;
  std::string text;
};

// Which pages have their markup as a part. All pages that are compared have it, or none: otherwise
// it would count as text that the other page lacks.
enum class MarkupOf : std::uint8_t { no_page, all_pages };

// The parts of a document that detect() reads as `whole`: first the rest, which is `whole`, then
// each other language in the order in which it begins, and last the markup of a page. Empty if
// there is only one. All parts together have at most 64 MiB. So a document over 32 MiB is not
// divided, and text of further languages stays in the rest. O(text) a language.
std::vector<Part> parts_of(std::string_view name, const input::Viewable& document,
                           const Detected& whole, MarkupOf markup_of);

}  // namespace whorl::internal::tokens::parts
