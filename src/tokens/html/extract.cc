#include "tokens/html/extract.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/utf8.h"
#include "tokens/html/tokenizer.h"

namespace whorl::internal::tokens::html {
namespace {

class Extractor {
 public:
  Extractor(std::string_view page, ForeignContent& foreign, ExtractedText& extracted)
      : page_(page), foreign_(foreign), extracted_(extracted) {}

  void characters(std::size_t begin, std::size_t end) {
    if (hidden_ != nullptr) return;
    begin_run(begin, 0);
    extracted_.text.append(page_.substr(begin, end - begin));
  }

  void reference(const Reference& reference, std::size_t begin) {
    if (hidden_ != nullptr) return;
    begin_run(begin, reference.length);
    base::append_utf8(reference.first, extracted_.text);
    if (reference.second != 0) base::append_utf8(reference.second, extracted_.text);
  }

  Content start_tag(const Tag& tag) {
    separate(tag);
    const bool was_inside = foreign_.inside();
    foreign_.start_tag(tag.element, tag.self_closing);
    if (!was_inside) return tag.element.content;
    const Content content = tag.element.content;
    const bool hides = content == Content::script || content == Content::hidden_raw;
    if (!foreign_.inside()) {
      hidden_ = nullptr;
    } else if (hides && !tag.self_closing) {
      hidden_ = &tag.element;
    }
    return Content::markup;
  }

  void end_tag(const Tag& tag) {
    separate(tag);
    foreign_.end_tag(tag.element);
    if (&tag.element == hidden_ || !foreign_.inside()) hidden_ = nullptr;
  }

  bool in_foreign_content() const { return foreign_.inside(); }

 private:
  void begin_run(std::size_t source, std::size_t length) {
    extracted_.runs.push_back({static_cast<std::uint32_t>(extracted_.text.size()),
                               static_cast<std::uint32_t>(source),
                               static_cast<std::uint32_t>(length)});
  }

  // A line end instead of a tag that separates words, but no two in a row.
  void separate(const Tag& tag) {
    std::string& text = extracted_.text;
    if (!tag.element.breaks || text.empty() || text.back() == '\n') return;
    begin_run(tag.begin, tag.end - tag.begin);
    text.push_back('\n');
  }

  std::string_view page_;
  ForeignContent& foreign_;
  ExtractedText& extracted_;
  const Element* hidden_ = nullptr;  // the current script or style in foreign content
};

}  // namespace

ExtractedText& TextExtractor::extract(std::string_view page) {
  extracted_.text.clear();
  extracted_.runs.clear();
  foreign_.clear();
  Extractor extractor(page, foreign_, extracted_);
  Tokenizer(page, extractor).run();
  return extracted_;
}

ExtractedText extract_text(std::string_view page) {
  TextExtractor extractor;
  return std::move(extractor.extract(page));
}

ExtractedText decode_references(std::string_view text) {
  ExtractedText decoded;
  ForeignContent foreign;
  Extractor extractor(text, foreign, decoded);
  std::size_t begin = 0;  // of the text that is not passed on yet
  for (std::size_t at = text.find('&'); at != text.npos; at = text.find('&', at)) {
    const Reference reference = reference_at(text, at);
    if (reference.length > 0) {
      if (begin < at) extractor.characters(begin, at);
      extractor.reference(reference, at);
      begin = at + reference.length;
    }
    at += std::max<std::size_t>(reference.length, 1);
  }
  if (begin < text.size()) extractor.characters(begin, text.size());
  return decoded;
}

}  // namespace whorl::internal::tokens::html
