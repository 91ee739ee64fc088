#include "tokens/html/elements.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "tokens/byte_word.h"
#include "tokens/html/scan.h"

namespace whorl::internal::tokens::html {
namespace {

// An end tag closes no element deeper than this. So a page of only unclosed elements has a bounded
// cost.
constexpr std::ptrdiff_t kDeepestSearch = 64;

using enum Foreign;

// Every element that is not simply inline: the blocks, lists, tables, form controls and embedded
// objects of the rendering section (15), and the names that 13.2 treats specially.
constexpr Element kElements[] = {
    {"address", true},
    {"annotation-xml", true, Content::markup, integration},
    {"article", true},
    {"aside", true},
    {"audio", true},
    {"b", false, Content::markup, breakout},
    {"big", false, Content::markup, breakout},
    {"blockquote", true, Content::markup, breakout},
    {"body", true, Content::markup, breakout},
    {"br", true, Content::markup, breakout},
    {"button", true},
    {"canvas", true},
    {"caption", true},
    {"center", true, Content::markup, breakout},
    {"code", false, Content::markup, breakout},
    {"col", true},
    {"colgroup", true},
    {"dd", true, Content::markup, breakout},
    {"desc", true, Content::markup, integration},
    {"details", true},
    {"dialog", true},
    {"dir", true},
    {"div", true, Content::markup, breakout},
    {"dl", true, Content::markup, breakout},
    {"dt", true, Content::markup, breakout},
    {"em", false, Content::markup, breakout},
    {"embed", true, Content::markup, breakout},
    {"fieldset", true},
    {"figcaption", true},
    {"figure", true},
    {"footer", true},
    {"foreignobject", true, Content::markup, integration},
    {"form", true},
    {"frame", true},
    {"frameset", true},
    {"h1", true, Content::markup, breakout},
    {"h2", true, Content::markup, breakout},
    {"h3", true, Content::markup, breakout},
    {"h4", true, Content::markup, breakout},
    {"h5", true, Content::markup, breakout},
    {"h6", true, Content::markup, breakout},
    {"head", true, Content::markup, breakout},
    {"header", true},
    {"hgroup", true},
    {"hr", true, Content::markup, breakout},
    {"html", true},
    {"i", false, Content::markup, breakout},
    {"iframe", true, Content::hidden_raw},
    {"img", true, Content::markup, breakout},
    {"input", true},
    {"legend", true},
    {"li", true, Content::markup, breakout},
    {"link", true},
    {"listing", true, Content::markup, breakout},
    {"main", true},
    {"marquee", true},
    {"math", true, Content::markup, root},
    {"menu", true, Content::markup, breakout},
    {"meta", true, Content::markup, breakout},
    {"meter", true},
    {"mi", false, Content::markup, integration},
    {"mn", false, Content::markup, integration},
    {"mo", false, Content::markup, integration},
    {"ms", false, Content::markup, integration},
    {"mtext", false, Content::markup, integration},
    {"nav", true},
    {"nobr", false, Content::markup, breakout},
    {"noembed", true, Content::hidden_raw},
    {"noframes", true, Content::hidden_raw},
    {"noscript", true},
    {"object", true},
    {"ol", true, Content::markup, breakout},
    {"optgroup", true},
    {"option", true},
    {"output", true},
    {"p", true, Content::markup, breakout},
    {"plaintext", true, Content::plaintext},
    {"pre", true, Content::markup, breakout},
    {"progress", true},
    {"ruby", false, Content::markup, breakout},
    {"s", false, Content::markup, breakout},
    {"script", false, Content::script},
    {"search", true},
    {"section", true},
    {"select", true},
    {"small", false, Content::markup, breakout},
    {"span", false, Content::markup, breakout},
    {"strike", false, Content::markup, breakout},
    {"strong", false, Content::markup, breakout},
    {"style", false, Content::hidden_raw},
    {"sub", false, Content::markup, breakout},
    {"summary", true},
    {"sup", false, Content::markup, breakout},
    {"svg", true, Content::markup, root},
    {"table", true, Content::markup, breakout},
    {"tbody", true},
    {"td", true},
    {"template", true},
    {"text", true},
    {"textarea", true, Content::rcdata},
    {"tfoot", true},
    {"th", true},
    {"thead", true},
    {"title", true, Content::rcdata, integration},
    {"tr", true},
    {"tt", false, Content::markup, breakout},
    {"u", false, Content::markup, breakout},
    {"ul", true, Content::markup, breakout},
    {"var", false, Content::markup, breakout},
    {"video", true},
    {"xmp", true, Content::raw},
};

constexpr Element kUnknown;

constexpr std::size_t kLongestName = 14;
constexpr std::size_t kSlots = 512;

// The first eight bytes of a name in lower case.
constexpr std::uint64_t key_of(std::string_view name) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < name.size() && i < kWordBytes; ++i) {
    key |= std::uint64_t{static_cast<std::uint8_t>(name[i])} << 8 * i;
  }
  return lower_letters(key);
}

// The same for text[begin, end), with one load if text follows it.
std::uint64_t key_at(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin + kWordBytes > text.size()) return key_of(text.substr(begin, end - begin));
  const std::size_t others = kWordBytes - std::min(kWordBytes, end - begin);
  return lower_letters(load_word(text.data() + begin) << 8 * others >> 8 * others);
}

constexpr std::size_t slot_of(std::uint64_t key, std::size_t length) {
  return (key + length) * 0x9E3779B97F4A7C15u >> 55;
}
static_assert(kSlots == std::uint64_t{1} << (64 - 55));

struct Slot {
  std::uint64_t key = 0;
  std::uint8_t index = 0;  // into kElements plus 1; 0 is free
  std::uint8_t length = 0;
};

// Open addressing with linear probing. A compile-time check ensures that no two names of one length
// have the same first bytes.
constexpr auto kTable = [] {
  std::array<Slot, kSlots> table{};
  for (std::size_t i = 0; i < std::size(kElements); ++i) {
    const std::string_view name = kElements[i].name;
    std::size_t slot = slot_of(key_of(name), name.size());
    for (; table[slot].index != 0; slot = (slot + 1) % kSlots) {
      if (table[slot].key == key_of(name) && table[slot].length == name.size()) throw name;
    }
    table[slot] = {key_of(name), static_cast<std::uint8_t>(i + 1),
                   static_cast<std::uint8_t>(name.size())};
  }
  return table;
}();
static_assert(std::size(kElements) < 255);

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

const Element& element_of(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t length = end - begin;
  if (length == 0 || length > kLongestName) return kUnknown;
  const std::uint64_t key = key_at(text, begin, end);
  std::size_t at = slot_of(key, length);
  while (kTable[at].key != key || kTable[at].length != length) {
    if (kTable[at].index == 0) return kUnknown;
    at = (at + 1) % kSlots;
  }
  const Element& element = kElements[kTable[at].index - 1];
  if (length <= kWordBytes) return element;
  return equal_ignoring_case({text.data() + begin, length}, element.name) ? element : kUnknown;
}

}  // namespace whorl::internal::tokens::html
