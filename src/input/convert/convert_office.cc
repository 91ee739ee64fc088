#include <pugixml.hpp>

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "input/convert/convert.h"
#include "input/convert/office_parts.h"

namespace whorl::internal::input {
namespace {

enum class Action { none, skip, paragraph, text, tab, line_break, spaces };

struct Rule {
  std::string_view element;
  Action action;
};

// Office Open XML: text occurs only in w:t. mc:Fallback repeats the contents of mc:Choice.
constexpr Rule kDocxRules[] = {
    {"w:p", Action::paragraph},   {"w:t", Action::text},         {"w:tab", Action::tab},
    {"w:br", Action::line_break}, {"w:cr", Action::line_break},  {"w:pPr", Action::skip},
    {"w:sectPr", Action::skip},   {"mc:Fallback", Action::skip},
};

// OpenDocument: text occurs anywhere in a paragraph.
constexpr Rule kOdtRules[] = {
    {"text:p", Action::paragraph},       {"text:h", Action::paragraph},
    {"text:tab", Action::tab},           {"text:line-break", Action::line_break},
    {"text:s", Action::spaces},          {"text:tracked-changes", Action::skip},
    {"office:annotation", Action::skip}, {"office:forms", Action::skip},
};

struct Format {
  const Rule* begin;
  const Rule* end;
  Action text_in;  // the element in which character data counts
};
constexpr Format kDocx{std::begin(kDocxRules), std::end(kDocxRules), Action::text};
constexpr Format kOdt{std::begin(kOdtRules), std::end(kOdtRules), Action::paragraph};

constexpr unsigned kMostSpaces = 1000;  // for one element

// Walks a tree without recursion, because the document determines its depth.
class TextOf {
 public:
  TextOf(const Format& format, const Room& room) : format_(format), room_(room) {}

  Result<void> add(const pugi::xml_node& root) {
    pugi::xml_node node = root.first_child();
    while (node) {
      if (text_.size() > room_.text) return too_large_to_hold(room_);
      if (const pugi::xml_node child = enter(node)) {
        node = child;
        continue;
      }
      leave(node);
      while (!node.next_sibling()) {
        node = node.parent();
        if (!node || node == root) return {};
        leave(node);
      }
      node = node.next_sibling();
    }
    return {};
  }

  std::string take() { return std::move(text_); }

 private:
  Action action_of(const pugi::xml_node& node) const {
    const auto row = std::find_if(format_.begin, format_.end,
                                  [&](const Rule& rule) { return rule.element == node.name(); });
    return row == format_.end ? Action::none : row->action;
  }

  // The child to continue with; none after text and for skipped elements.
  pugi::xml_node enter(const pugi::xml_node& node) {
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      if (inside_ > 0) text_ += node.value();
      return {};
    }
    const Action action = action_of(node);
    if (action == format_.text_in) ++inside_;
    switch (action) {
      case Action::skip:
        return {};
      case Action::tab:
        text_ += '\t';
        break;
      case Action::line_break:
        text_ += '\n';
        break;
      case Action::spaces:
        text_.append(std::min(node.attribute("text:c").as_uint(1), kMostSpaces), ' ');
        break;
      default:
        break;
    }
    return node.first_child();
  }

  void leave(const pugi::xml_node& node) {
    const Action action = action_of(node);
    if (action == format_.text_in) --inside_;
    if (action == Action::paragraph) text_ += '\n';
  }

  const Format& format_;
  const Room& room_;
  int inside_ = 0;
  std::string text_;
};

// pugixml does not expand entities of a DTD, so none can explode.
Result<void> add_part(const std::string& xml, TextOf& text) {
  pugi::xml_document document;
  const auto parsed =
      document.load_buffer(xml.data(), xml.size(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (!parsed) return fail(ErrorCode::corrupt, "is a broken Office document: bad XML");
  return text.add(document);
}

Result<Viewable> convert(const std::map<std::string, std::string>& parts,
                         const std::vector<std::string_view>& order, const Format& format,
                         const Room& room) {
  if (!parts.contains(std::string(order.front()))) {
    return fail(ErrorCode::corrupt, "is a broken Office document: it lacks its text");
  }
  TextOf text(format, room);
  for (const std::string_view name : order) {
    const auto part = parts.find(std::string(name));
    if (part == parts.end()) continue;
    WHORL_RETURN_IF_ERROR(add_part(part->second, text));
  }
  return converted_text(text.take());
}

}  // namespace

Result<Viewable> convert_docx(const std::string& bytes, const Room& room) {
  const std::vector<std::string_view> names = {"word/document.xml", "word/footnotes.xml",
                                               "word/endnotes.xml"};
  WHORL_ASSIGN_OR_RETURN(const auto parts, office_parts(bytes, names, room));
  return convert(parts, names, kDocx, room);
}

Result<Viewable> convert_odt(const std::string& bytes, const Room& room) {
  constexpr const char* kManifest = "META-INF/manifest.xml";
  WHORL_ASSIGN_OR_RETURN(const auto parts, office_parts(bytes, {"content.xml", kManifest}, room));
  const auto manifest = parts.find(kManifest);
  if (manifest != parts.end() && manifest->second.find("encryption-data") != std::string::npos) {
    return fail(ErrorCode::unsupported, "is an Office document with a password");
  }
  return convert(parts, {"content.xml"}, kOdt, room);
}

}  // namespace whorl::internal::input
