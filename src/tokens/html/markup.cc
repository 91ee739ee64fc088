#include "tokens/html/markup.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "base/ascii_case.h"
#include "tokens/code/word_list.h"
#include "tokens/html/elements.h"
#include "tokens/html/scan.h"
#include "tokens/html/tokenizer.h"
#include "tokens/symbol.h"

namespace whorl::internal::tokens::html {
namespace {

using code::has_word;

// The frame of a page, which is the same in most pages, and a tag that exists even if it is
// omitted.
constexpr std::string_view kFrame =
    "html head title base link meta style script noscript body tbody";

constexpr std::string_view kOptionalEnds =
    "li dt dd p rt rp optgroup option colgroup caption thead tfoot tr td th";

// The common parts of tokenizer sinks that examine tags.
class TagReader {
 public:
  explicit TagReader(std::string_view page) : page_(page) {}

  bool in_foreign_content() const { return foreign_.inside(); }

 protected:
  Content open(const Tag& tag) {
    const bool was_inside = foreign_.inside();
    foreign_.start_tag(tag.element, tag.self_closing);
    return was_inside ? Content::markup : tag.element.content;
  }
  void close(const Tag& tag) { foreign_.end_tag(tag.element); }

  std::string_view page() const { return page_; }
  std::string_view spelled(const Tag& tag) const {
    return page_.substr(tag.begin, tag.end - tag.begin);
  }

 private:
  std::string_view page_;
  ForeignContent foreign_;
};

class TokenTaker : public TagReader {
 public:
  using TagReader::TagReader;

  void characters(std::size_t, std::size_t) {}
  void reference(const Reference&, std::size_t) {}

  Content start_tag(const Tag& tag) {
    const std::string_view opener = before_attributes(tag, 1);
    if (!has_word(kFrame, std::string_view(lower_).substr(1))) {
      add(symbol_of(lower_), opener);
      add_attributes(tag);
    }
    return open(tag);
  }

  void end_tag(const Tag& tag) {
    before_attributes(tag, 2);
    const std::string_view name = std::string_view(lower_).substr(2);
    if (!has_word(kFrame, name) && !has_word(kOptionalEnds, name)) {
      add(symbol_of(lower_), spelled(tag));
    }
    close(tag);
  }

  Canon take() { return {std::move(symbols_), Origin(std::move(places_))}; }

 private:
  // Returns "<div" or "</div", and writes it in lower case to lower_.
  std::string_view before_attributes(const Tag& tag, std::size_t name) {
    const std::string_view all = spelled(tag);
    const std::string_view opener = all.substr(0, skip_tag_name(all, name));
    lower_ = base::lower_case(opener);
    return opener;
  }

  void add_attributes(const Tag& tag) {
    static const std::uint32_t kValue = symbol_of("\x01string");
    Attributes attributes(spelled(tag));
    while (const auto attribute = attributes.next()) {
      lower_ = base::lower_case(attribute->name);
      add(symbol_of(lower_.insert(0, 1, '@')), attribute->name);
      if (!attribute->value.empty()) add(kValue, attribute->value);
    }
  }

  // `part` must be a part of the page.
  void add(std::uint32_t symbol, std::string_view part) {
    symbols_.push_back(symbol);
    places_.begin.push_back(static_cast<std::uint32_t>(part.data() - page().data()));
    places_.length.push_back(static_cast<std::uint32_t>(part.size()));
  }

  Tokens symbols_;
  Spans places_;
  std::string lower_;
};

// Counts for markup_outweighs_text().
class Weigher : public TagReader {
 public:
  using TagReader::TagReader;

  void characters(std::size_t begin, std::size_t end) {
    letters_ += std::ranges::count_if(page().substr(begin, end - begin), is_letter_or_digit);
  }
  void reference(const Reference& reference, std::size_t) {
    const char32_t c = reference.first;
    letters_ += c < 0x80 ? is_alphanumeric(static_cast<char>(c)) : c >= 0xc0;
  }

  Content start_tag(const Tag& tag) {
    tags_ += tag.element.breaks && !has_word(kFrame, tag.element.name);
    generated_ = generated_ || (tag.element.name == "meta" && names_generator(tag));
    return open(tag);
  }
  void end_tag(const Tag& tag) { close(tag); }

  bool markup_outweighs() const {
    constexpr std::uint64_t kFewest = 10, kLettersOfTag = 5;
    return !generated_ && tags_ >= kFewest && letters_ < kLettersOfTag * tags_;
  }

 private:
  // A character beyond ASCII counts by its first byte.
  static bool is_letter_or_digit(char c) {
    return is_alphanumeric(c) || static_cast<std::uint8_t>(c) >= 0xc0;
  }

  bool names_generator(const Tag& tag) const {
    const auto name = attribute(spelled(tag), "name");
    return name && equal_ignoring_case(*name, "generator");
  }

  std::uint64_t tags_ = 0;  // tags that build the page
  std::uint64_t letters_ = 0;
  bool generated_ = false;
};

}  // namespace

Canon markup_canon(std::string_view page) {
  TokenTaker taker(page);
  Tokenizer(page, taker).run();
  return taker.take();
}

bool markup_outweighs_text(std::string_view page) {
  Weigher weigher(page);
  Tokenizer(page, weigher).run();
  return weigher.markup_outweighs();
}

}  // namespace whorl::internal::tokens::html
