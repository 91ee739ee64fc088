#include "tokens/code/compiled_language.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "tokens/code/blanks.h"
#include "tokens/code/word_list.h"
#include "tokens/symbol.h"

namespace whorl::internal::tokens::code {
namespace {

bool is_latin_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }

bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(int c) { return c >= '0' && c <= '9'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string folded(std::string_view word, bool fold) {
  std::string out(word);
  if (fold) std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

// Spelling → the spelling that gives its symbol.
std::map<std::string, std::string> alike_groups(const Language& language) {
  std::map<std::string, std::string> same;
  std::string first;
  for_each_word(language.alike, [&](std::string_view w) {
    if (w == ";") return first.clear();
    if (first.empty()) first = folded(w, language.fold_case);
    same[folded(w, language.fold_case)] = first;
  });
  return same;
}

// Makes words with symbols and flags from the table.
class WordMaker {
 public:
  explicit WordMaker(const Language& language)
      : language_(language), same_(alike_groups(language)) {}

  Word make(std::string_view spelling) const {
    Word word{.spelling = folded(spelling, language_.fold_case)};
    const auto same = same_.find(word.spelling);
    word.symbol = symbol_of(same == same_.end() ? word.spelling : same->second);
    if (listed(language_.dropped, word.spelling)) word.flags |= kDropped;
    if (listed(language_.skipped, word.spelling)) word.flags |= kSkips;
    word.flags |= context_of(word.spelling);
    if (language_.statements != nullptr) {
      word.flags |= flags_of(*language_.statements, word.spelling);
    }
    return word;
  }

 private:
  std::uint16_t context_of(std::string_view spelling) const {
    const std::pair<std::string_view, WordFlag> lists[] = {
        {language_.name_signs, kNameSign},   {language_.operand_words, kOperand},
        {language_.guards, kGuards},         {language_.command_words, kCommandNext},
        {language_.arithmetic, kArithmetic},
    };
    std::uint16_t flags = 0;
    for (const auto& [list, flag] : lists) {
      if (listed(list, spelling)) flags |= flag;
    }
    if (listed(language_.unpaired, spelling)) {
      flags |= language_.unpaired.starts_with(spelling) ? kUnpaired : kPaired;
    }
    return flags;
  }

  std::uint16_t flags_of(const StatementWords& words, std::string_view spelling) const {
    const std::pair<std::string_view, WordFlag> lists[] = {
        {words.heads, kHead},         {words.counts, kCounts},     {words.loops, kLoops},
        {words.types, kType},         {words.negations, kNegates}, {words.comparisons, kCompares},
        {words.constants, kConstant},
    };
    std::uint16_t flags = 0;
    for (const auto& [list, flag] : lists) {
      if (listed(list, spelling)) flags |= flag;
    }
    return flags;
  }

  bool listed(std::string_view list, std::string_view spelling) const {
    bool found = false;
    for_each_word(list, [&](std::string_view w) {
      found = found || folded(w, language_.fold_case) == spelling;
    });
    return found;
  }

  const Language& language_;
  std::map<std::string, std::string> same_;
};

std::array<std::uint8_t, 256> classify(const Language& language) {
  std::array<std::uint8_t, 256> classes{};
  const auto add = [&](std::string_view bytes, int bits) {
    for (const char c : bytes) classes[byte(c)] |= static_cast<std::uint8_t>(bits);
  };
  for (int c = 0; c < 256; ++c) {
    if (c <= ' ' || c == 0x7f) classes[c] = kBlank;
    if (is_letter(c) || c == '_' || c >= 0x80) classes[c] = kIdentifierStart | kIdentifierPart;
    if (c == 0xc2 || (c >= 0xe1 && c <= 0xe3) || c == 0xef) classes[c] = kWide;
    if (is_digit(c)) classes[c] = kDigit | kIdentifierPart;
  }
  add(language.identifier_start, kIdentifierStart | kIdentifierPart);
  add(language.identifier_part, kIdentifierPart);
  add(language.sigils, kSigil);
  for (const Delimited& d : language.delimited) add(d.open.substr(0, 1), kOpens);
  for_each_word(language.number_prefixes,
                [&](std::string_view w) { add(w.substr(0, 1), kPrefix); });
  return classes;
}

// The beginning of the rows for each first byte, in rows sorted by first byte.
template <class Rows, class Spelling>
std::array<std::uint16_t, 257> starts(const Rows& rows, Spelling spelling) {
  std::array<std::uint16_t, 257> begin{};
  for (const auto& row : rows) ++begin[byte(spelling(row)[0]) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] = begin[i] + begin[i - 1];
  return begin;
}

// Sorted by first byte, then the longest first, then in the order of the table.
template <class Rows, class Spelling>
void sort_rows(Rows& rows, Spelling spelling) {
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    const std::string_view x = spelling(a), y = spelling(b);
    return x[0] != y[0] ? byte(x[0]) < byte(y[0]) : x.size() > y.size();
  });
}

void add_start(std::string_view spelling, bool fold, FirstBytes& starts) {
  if (spelling.size() < 2) return starts.add_all(spelling[0]);
  const char second = spelling[1];
  starts.add(spelling[0], second);
  if (fold && is_letter(second)) starts.add(spelling[0], static_cast<char>(second ^ 0x20));
}

std::vector<Word> make_keywords(const Language& language, const WordMaker& maker) {
  std::vector<Word> words;
  for_each_word(language.keywords, [&](std::string_view w) { words.push_back(maker.make(w)); });
  return words;
}

Row make_row(const Delimited& d) {
  Row row{.delimited = &d};
  for_each_word(d.holes, [&](std::string_view hole) { row.holes.push_back(hole); });
  const auto stop = [&](char c) { row.stops[byte(c)] = true; };
  if (!d.close.empty()) stop(d.close[0]);
  if (d.escape != 0) stop(d.escape);
  if (d.nested) stop(d.open[0]);
  if (d.strings) stop('"');
  for (const std::string_view hole : row.holes) stop(hole[0]);
  if (!d.multiline || !row.holes.empty()) {
    stop('\n');
    stop('\r');
  }
  return row;
}

}  // namespace

DialectMarks::DialectMarks(const Language& language) {
  add(language.dialect, Kind::strong);
  add(language.weak_dialect, Kind::weak);
  add(language.other_dialect, Kind::other);
}

void DialectMarks::add(std::string_view marks, Kind kind) {
  for_each_word(marks, [&](std::string_view spelling) {
    Mark mark{.spelling = spelling, .kind = kind, .first_on_line = spelling[0] == '^'};
    if (mark.first_on_line) mark.spelling.remove_prefix(1);
    mark.before_letter = has_byte("'`", spelling.back());
    add_pair(mark);
    marks_.push_back(mark);
  });
}

// A line end, or else the first byte that is no letter, with the byte before it.
void DialectMarks::add_pair(Mark& mark) {
  const std::string_view spelling = mark.spelling;
  if (mark.first_on_line) {
    mark.pair = -1;
    pairs_.add('\n', spelling[0]);
    pairs_.add('\r', spelling[0]);
    return;
  }
  if (spelling.size() == 1) return pairs_.add_all(spelling[0]);
  const auto rare = std::find_if_not(spelling.begin() + 1, spelling.end(), is_latin_letter);
  mark.pair = rare == spelling.end() ? 0 : rare - spelling.begin() - 1;
  const char* const pair = spelling.data() + mark.pair;
  pairs_.add(pair[0], pair[1]);
}

bool DialectMarks::are_in(std::string_view text) const {
  if (marks_.empty()) return false;
  unsigned found = kinds_at(text, -1);
  for (std::size_t p = next_pair(text, 0); p < text.size(); p = next_pair(text, p + 1)) {
    found |= kinds_at(text, static_cast<std::ptrdiff_t>(p));
    if ((found & static_cast<unsigned>(Kind::strong)) != 0) return true;
  }
  return found == static_cast<unsigned>(Kind::weak);
}

// The first position from `p` on that has two bytes of pairs_; else that of the text's last byte.
std::size_t DialectMarks::next_pair(std::string_view text, std::size_t p) const {
  const char* const bytes = text.data();
  while (p + 1 < text.size() && !pairs_.may_begin(bytes[p], bytes[p + 1])) ++p;
  return p;
}

// The kinds of the marks with their pair at `pair`.
unsigned DialectMarks::kinds_at(std::string_view text, std::ptrdiff_t pair) const {
  unsigned kinds = 0;
  for (const Mark& mark : marks_) {
    if (pair < mark.pair) continue;
    const auto begin = static_cast<std::size_t>(pair - mark.pair);
    const std::size_t end = begin + mark.spelling.size();
    if (!text.substr(begin).starts_with(mark.spelling)) continue;
    if (mark.first_on_line && begin > 0 && !ends_line(text, begin - 1)) continue;
    if (mark.before_letter && (end >= text.size() || !is_latin_letter(text[end]))) continue;
    kinds |= static_cast<unsigned>(mark.kind);
  }
  return kinds;
}

WordMap::WordMap(std::vector<Word> words, bool fold) : fold_(fold), words_(std::move(words)) {
  slots_.resize(std::bit_ceil(words_.size() * 4 + 2));
  shift_ = 64 - std::countr_zero(slots_.size());
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::string& w = words_[i].spelling;
    const std::uint64_t head = head_of(w, 0, w.size());
    std::size_t at = slot(head, w.size());
    while (slots_[at].size != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {head, static_cast<std::uint32_t>(w.size()), static_cast<std::uint32_t>(i)};
  }
}

bool WordMap::equal(std::string_view folded_word, std::string_view text) const {
  return std::equal(folded_word.begin(), folded_word.end(), text.begin(), text.end(),
                    [this](char a, char b) { return a == (fold_ ? lower(b) : b); });
}

CompiledLanguage::CompiledLanguage(const Language& language)
    : table(&language), bytes(classify(language)), dialect_marks(language) {
  const WordMaker maker(language);
  keywords = WordMap(make_keywords(language, maker), language.fold_case);
  for_each_word(language.operators,
                [&](std::string_view w) { operators.push_back(maker.make(w)); });
  const auto spelling = [](const Word& w) -> std::string_view { return w.spelling; };
  sort_rows(operators, spelling);
  operator_begin = starts(operators, spelling);
  for (const Word& word : operators) add_start(word.spelling, language.fold_case, operator_starts);
  for (std::size_t c = '!'; c < single.size(); ++c) {
    const char spelled = static_cast<char>(c);
    single[c] = maker.make(std::string_view(&spelled, 1));
  }
  for (const Delimited& d : language.delimited) {
    if (d.form != Form::none) rows.push_back(make_row(d));
  }
  const auto open = [](const Row& row) { return row.delimited->open; };
  sort_rows(rows, open);
  row_begin = starts(rows, open);
  for (const Row& row : rows) add_start(open(row), false, row_starts);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].number = static_cast<std::uint8_t>(i);
  follows_parentheses = !language.guards.empty();
}

const CompiledLanguage& compiled(const Language& language) {
  struct Slot {
    std::once_flag once;
    std::unique_ptr<const CompiledLanguage> language;
  };
  static std::vector<Slot> slots(languages().size());
  const auto row = std::find(languages().begin(), languages().end(), &language);
  Slot& slot = slots[static_cast<std::size_t>(row - languages().begin())];
  std::call_once(slot.once, [&] { slot.language = std::make_unique<CompiledLanguage>(language); });
  return *slot.language;
}

}  // namespace whorl::internal::tokens::code
