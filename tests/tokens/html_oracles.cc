#include "html_oracles.h"

#include <gumbo.h>
#include <libxml/HTMLparser.h>

#include <array>
#include <cstring>
#include <vector>

namespace whorl::internal::tokens {
namespace {

bool is_shown(const GumboNode* node) {
  if (node->type != GUMBO_NODE_ELEMENT) return true;
  switch (node->v.element.tag) {
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_NOFRAMES:
      return false;
    default:
      return true;
  }
}

const GumboVector* children_of(const GumboNode* node) {
  if (node->type == GUMBO_NODE_DOCUMENT) return &node->v.document.children;
  const bool is_element = node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
  return is_element ? &node->v.element.children : nullptr;
}

void append_gumbo_text(const GumboNode* node, std::string& out) {
  if (!is_shown(node)) return;
  if (const GumboVector* children = children_of(node)) {
    for (unsigned i = 0; i < children->length; ++i) {
      append_gumbo_text(static_cast<const GumboNode*>(children->data[i]), out);
    }
  } else if (node->type != GUMBO_NODE_COMMENT) {
    out += node->v.text.text;
  }
}

void append_libxml2_text(const xmlNode* node, std::string& out) {
  for (; node != nullptr; node = node->next) {
    const auto* name = reinterpret_cast<const char*>(node->name);
    if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
      out += reinterpret_cast<const char*>(node->content);
    } else if (node->type == XML_ELEMENT_NODE && std::strcmp(name, "script") != 0 &&
               std::strcmp(name, "style") != 0) {
      append_libxml2_text(node->children, out);
    }
  }
}

}  // namespace

std::string gumbo_text(std::string_view page) {
  GumboOptions options = kGumboDefaultOptions;
  GumboOutput* output = gumbo_parse_with_options(&options, page.data(), page.size());
  std::string text;
  append_gumbo_text(output->document, text);
  gumbo_destroy_output(&options, output);
  return text;
}

std::string libxml2_text(std::string_view page) {
  htmlDocPtr document = htmlReadMemory(
      page.data(), static_cast<int>(page.size()), nullptr, "UTF-8",
      HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  std::string text;
  if (document != nullptr) append_libxml2_text(document->children, text);
  xmlFreeDoc(document);
  return text;
}

}  // namespace whorl::internal::tokens
