// The HTML tokenizer: the states of the HTML standard (13.2.5), as far as text depends on them.
//
// Parts without text (attributes, comments, doctypes) are skipped by one search each (scan.h).
// Nothing is copied or allocated, and each byte is examined only a few times, even if elements are
// not closed. A Sink takes the tokens. It replaces the tree builder: it says how the content of an
// element is to be tokenised.
#pragma once

#include <cstddef>
#include <string_view>

#include "tokens/find_bytes.h"
#include "tokens/html/elements.h"
#include "tokens/html/scan.h"

namespace whorl::internal::tokens::html {

// Character references of HTML: &amp; &eacute; &#233; &#xE9;

// The characters of a reference, and its length in bytes. The length is 0 if the ampersand begins
// no reference and is only an ampersand.
struct Reference {
  char32_t first = 0;
  char32_t second = 0;  // 0 if the reference is one character, as nearly all are
  std::size_t length = 0;
};

// The reference at the ampersand text[at], by the rules for text outside of attributes. The longest
// name counts, old names need no semicolon, and numbers are corrected as in browsers (windows-1252
// for 0x80 to 0x9F, U+FFFD for what is no character). O(1) except for the digits of a number.
Reference reference_at(std::string_view text, std::size_t at);

struct Tag {
  const Element& element;
  std::size_t begin;  // of its '<'
  std::size_t end;    // past its '>'
  bool self_closing;
};

// Sink must have these members:
//
//   void characters(std::size_t begin, std::size_t end)     text without changes
//   void reference(const Reference&, std::size_t begin)
//   Content start_tag(const Tag&)                            how to read its content
//   void end_tag(const Tag&)
//   bool in_foreign_content() const                          CDATA sections count
template <class Sink>
class Tokenizer {
 public:
  Tokenizer(std::string_view text, Sink& sink) : text_(text), sink_(sink) {}

  // Tokenises the whole text. O(text).
  void run() {
    while (at_ < text_.size()) {
      at_ = find_either(text_, at_, '<', '&');
      if (at_ == text_.size()) break;
      if (text_[at_] == '&') {
        take_reference();
      } else {
        take_markup();
      }
    }
    flush(text_.size());
  }

 private:
  // The byte `ahead` of the current one, or 0 after the end.
  char peek(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // Passes on the text since the last token.
  void flush(std::size_t end) {
    if (begin_ < end) sink_.characters(begin_, end);
  }

  // Continues at `at`; the text before it is finished.
  void resume(std::size_t at) { begin_ = at_ = at; }

  void skip_to(std::size_t at) {
    flush(at_);
    resume(at);
  }

  void take_reference() {
    const Reference reference = reference_at(text_, at_);
    if (reference.length == 0) {
      ++at_;
      return;
    }
    flush(at_);
    sink_.reference(reference, at_);
    resume(at_ + reference.length);
  }

  void take_markup() {
    const char next = peek(1);
    if (is_letter(next)) {
      take_tag(at_ + 1, false);
    } else if (next == '/' && is_letter(peek(2))) {
      take_tag(at_ + 2, true);
    } else if (next == '!') {
      take_declaration();
    } else if (next == '?' || (next == '/' && at_ + 2 < text_.size())) {
      skip_to(skip_to_greater(text_, at_ + 2));
    } else {
      ++at_;  // not markup: the '<' is text
    }
  }

  void take_declaration() {
    const std::string_view rest = text_.substr(at_);
    if (peek(2) == '-' && peek(3) == '-') {
      skip_to(skip_comment(text_, at_ + 4));
    } else if (rest.starts_with("<![CDATA[") && sink_.in_foreign_content()) {
      const std::size_t begin = at_ + 9;
      const std::size_t close = text_.find("]]>", begin);
      const bool closed = close != std::string_view::npos;
      skip_to(begin);
      flush(closed ? close : text_.size());
      resume(closed ? close + 3 : text_.size());
    } else {
      skip_to(skip_to_greater(text_, at_ + 2));
    }
  }

  // The tag at at_ whose name begins at `name_begin`. A tag that never ends is dropped together
  // with the rest of the text, as the standard says.
  void take_tag(std::size_t name_begin, bool is_end_tag) {
    const std::size_t name_end = skip_tag_name(text_, name_begin);
    const TagEnd tag_end = skip_attributes(text_, name_end);
    const std::size_t begin = at_;
    skip_to(tag_end.end == kUnclosed ? text_.size() : tag_end.end);
    if (tag_end.end == kUnclosed) return;
    const Tag tag{element_of(text_, name_begin, name_end), begin, tag_end.end,
                  tag_end.self_closing};
    if (is_end_tag) {
      sink_.end_tag(tag);
    } else {
      take_content(sink_.start_tag(tag), tag.element.name);
    }
  }

  // Content that is not markup, up to the end tag of `name`.
  void take_content(Content content, std::string_view name) {
    switch (content) {
      case Content::markup:
        break;
      case Content::rcdata:
        take_rcdata(find_end_tag(text_, at_, name));
        break;
      case Content::raw:
        at_ = find_end_tag(text_, at_, name);
        skip_to(at_);
        break;
      case Content::hidden_raw:
        resume(find_end_tag(text_, at_, name));
        break;
      case Content::script:
        resume(find_script_end(text_, at_));
        break;
      case Content::plaintext:
        at_ = text_.size();
        break;
    }
  }

  void take_rcdata(std::size_t end) {
    while (at_ < end) {
      at_ = text_.substr(0, end).find('&', at_);
      if (at_ == std::string_view::npos) break;
      take_reference();
    }
    at_ = end;
    skip_to(end);
  }

  std::string_view text_;
  Sink& sink_;
  std::size_t begin_ = 0;  // text from here to at_ is not passed on yet
  std::size_t at_ = 0;
};

}  // namespace whorl::internal::tokens::html
