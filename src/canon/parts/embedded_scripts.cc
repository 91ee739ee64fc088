#include <algorithm>
#include <optional>

#include "base/ascii_case.h"
#include "canon/code/word_list.h"
#include "canon/html/attribute.h"
#include "canon/html/foreign.h"
#include "canon/html/tokenizer.h"
#include "canon/parts/piece.h"

namespace whorl::internal::canon::parts {
namespace {

using html::Content;
using html::Tag;

std::optional<Detected> code_named(std::string_view language) {
  const auto named = language_named(language);
  return named && named->front_end == "code" ? named : std::nullopt;
}

// Vue and Svelte name a language by `lang`, HTML by `type`.
std::optional<Detected> language_of_script(std::string_view tag) {
  constexpr std::string_view kJavaScript =
      "module text/javascript application/javascript text/ecmascript application/ecmascript "
      "application/x-javascript text/jsx text/babel";
  constexpr std::string_view kTypeScript = "text/typescript application/typescript";
  if (const auto lang = html::attribute(tag, "lang")) return code_named(*lang);
  const std::string type = base::lower_case(html::attribute(tag, "type").value_or(""));
  if (type.empty() || code::has_word(kJavaScript, type)) return code_named("javascript");
  if (code::has_word(kTypeScript, type)) return code_named("typescript");
  return std::nullopt;
}

std::optional<Detected> language_of_style(std::string_view tag) {
  return code_named(html::attribute(tag, "lang").value_or("css"));
}

// A sink of the tokenizer that notes what scripts and style sheets hold.
class ScriptFinder {
 public:
  explicit ScriptFinder(std::string_view page) : page_(page) {}

  void characters(std::size_t, std::size_t) {}
  void reference(const html::Reference&, std::size_t) {}

  Content start_tag(const Tag& tag) {
    const bool was_inside = foreign_.inside();
    foreign_.start_tag(tag.element, tag.self_closing);
    if (was_inside) return Content::markup;
    const std::string_view spelled = page_.substr(tag.begin, tag.end - tag.begin);
    if (tag.element.content == Content::script) {
      add(language_of_script(spelled), tag.end, html::find_script_end(page_, tag.end));
    } else if (tag.element.name == "style") {
      add(language_of_style(spelled), tag.end, html::find_end_tag(page_, tag.end, "style"));
    }
    return tag.element.content;
  }

  void end_tag(const Tag& tag) { foreign_.end_tag(tag.element); }
  bool in_foreign_content() const { return foreign_.inside(); }

  std::vector<Piece> take() { return std::move(found_); }

 private:
  void add(const std::optional<Detected>& language, std::size_t begin, std::size_t end) {
    if (language && begin < end) found_.push_back({{begin, end}, *language});
  }

  std::string_view page_;
  html::ForeignContent foreign_;
  std::vector<Piece> found_;
};

}  // namespace

std::vector<Piece> embedded_scripts(std::string_view text) {
  ScriptFinder finder(text);
  html::Tokenizer(text, finder).run();
  return finder.take();
}

}  // namespace whorl::internal::canon::parts
