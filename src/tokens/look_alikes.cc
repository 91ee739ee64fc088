#include "tokens/look_alikes.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/utf8.h"
#include "tokens/find_bytes.h"
#include "tokens/fold_table.h"

namespace whorl::internal::tokens {
namespace {

bool is_hidden(char32_t c) {
  return c == 0xAD || (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF;
}

// 1 if such a character begins at `b`, else 0.
std::uint8_t begins_hidden(const std::uint8_t* b) {
  const bool soft_hyphen = (b[0] == 0xC2) & (b[1] == 0xAD);
  const bool zero_width =
      (b[0] == 0xE2) & (b[1] == 0x80) & (static_cast<std::uint8_t>(b[2] - 0x8B) < 3);
  const bool word_joiner = (b[0] == 0xE2) & (b[1] == 0x81) & (b[2] == 0xA0);
  const bool byte_order_mark = (b[0] == 0xEF) & (b[1] == 0xBB) & (b[2] == 0xBF);
  return static_cast<std::uint8_t>(soft_hyphen | zero_width | word_joiner | byte_order_mark);
}

bool needs_none_inside(char32_t letter) {
  const auto c = static_cast<UChar32>(letter);
  return u_isalpha(c) &&
         (uscript_hasScript(c, USCRIPT_LATIN) || uscript_hasScript(c, USCRIPT_CYRILLIC) ||
          uscript_hasScript(c, USCRIPT_GREEK));
}

bool is_letter_before(std::string_view text, std::size_t at) {
  return at > 0 &&
         needs_none_inside(base::decode_utf8(text, base::code_point_before(text, at)).code_point);
}

bool is_letter_at(std::string_view text, std::size_t at) {
  return at < text.size() && needs_none_inside(base::decode_utf8(text, at).code_point);
}

// The letters of a script that look like Latin ones: the n-th like the n-th of `latin`. The pairs
// are those of Unicode's confusables.txt (UTS #39); a test compares them with ICU. It is a table
// because confusables.txt takes `I`, `l` and `1` for one letter and changes with the version of
// ICU.
struct Alphabet {
  UScriptCode script;
  std::u32string_view letters;
  std::string_view latin;
  // The first letters of the list also replace Latin ones. The others are too rare for that.
  std::size_t common;
};

constexpr Alphabet kAlphabets[] = {
    {USCRIPT_CYRILLIC,
     U"АВЕЅІЈКМНОРСТУХаеорсухіјѕ"
     U"ЬгҮүѴѵѡԜԝһԁԛԌҽӀӏ",
     "ABESIJKMHOPCTYXaeopcyxijs"
     "brYyVvwWwhdqGell",
     25},
    {USCRIPT_GREEK,
     U"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορυ"
     U"σϹϲϳͿϜϺϒϱ",
     "ABEZHIKMNOPTYXayivopu"
     "oCcjJFMYp",
     21},
    {USCRIPT_ARMENIAN, U"ՍՏՕագզհոռսցքօ", "USOwqqhnnugfo", 0},
    {USCRIPT_CHEROKEE, U"ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ", "DRTiYAJEWMHYGhZbRWSVSLCPKdGB", 0},
};

const Alphabet* alphabet_of(UScriptCode script) {
  const auto* found = std::ranges::find(kAlphabets, script, &Alphabet::script);
  return found == std::end(kAlphabets) ? nullptr : found;
}

char32_t latin_for(const Alphabet& alphabet, char32_t letter) {
  const std::size_t i = alphabet.letters.find(letter);
  return i == std::u32string_view::npos ? 0 : static_cast<unsigned char>(alphabet.latin[i]);
}

char32_t letter_for(const Alphabet& alphabet, char32_t latin) {
  if (latin > 0x7F) return 0;
  const std::size_t i = alphabet.latin.substr(0, alphabet.common).find(static_cast<char>(latin));
  return i == std::string_view::npos ? 0 : alphabet.letters[i];
}

UScriptCode script_of(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(static_cast<UChar32>(c), &status);
  return U_SUCCESS(status) ? script : USCRIPT_UNKNOWN;
}

// A letter followed by its marks, which may be part of one character.
std::u32string decomposed(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFCInstance(status);
  icu::UnicodeString parts;
  if (U_FAILURE(status) || !normalizer->getDecomposition(static_cast<UChar32>(c), parts)) {
    return std::u32string(1, c);
  }
  std::u32string out;
  for (std::int32_t i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
    out.push_back(static_cast<char32_t>(parts.char32At(i)));
  }
  return out;
}

struct Letter {
  char32_t code_point;
  UScriptCode script;
  std::size_t begin;
  std::size_t end;
};

// `letter` as `target` writes it; empty if no letter of that script looks like it.
std::u32string in_script(const Letter& letter, UScriptCode target) {
  std::u32string out = decomposed(letter.code_point);
  if (letter.script == target) return out;
  const bool is_latin = letter.script == USCRIPT_LATIN;
  const Alphabet* alphabet = alphabet_of(is_latin ? target : letter.script);
  if (alphabet == nullptr || (!is_latin && target != USCRIPT_LATIN)) return {};
  out[0] = is_latin ? letter_for(*alphabet, out[0]) : latin_for(*alphabet, out[0]);
  return out[0] == 0 ? std::u32string() : out;
}

bool can_be_written_in(std::span<const Letter> word, UScriptCode target) {
  return std::ranges::all_of(
      word, [target](const Letter& letter) { return !in_script(letter, target).empty(); });
}

bool is_latin(const Letter& letter) { return letter.script == USCRIPT_LATIN; }

bool is_small(const Letter& letter) { return u_islower(static_cast<UChar32>(letter.code_point)); }

bool is_greek_symbol(const Letter& letter) {
  constexpr char32_t kOmicron = U'ο';
  return letter.script == USCRIPT_GREEK && letter.code_point != kOmicron && is_small(letter);
}

bool has_symbol_at_an_end(std::span<const Letter> word) {
  return (is_greek_symbol(word.front()) || is_greek_symbol(word.back())) &&
         std::ranges::count_if(word, is_latin) + 1 == std::ssize(word);
}

bool is_abbreviation_with_ending(std::span<const Letter> word) {
  const auto ending = std::ranges::find_if_not(word, is_latin);
  return ending - word.begin() >= 2 && std::none_of(word.begin(), ending, is_small) &&
         std::all_of(ending, word.end(), [](const Letter& one) {
           return one.script == USCRIPT_CYRILLIC && is_small(one);
         });
}

bool is_ascii_alnum(std::uint8_t byte) {
  return static_cast<std::uint8_t>((byte | 0x20) - 'a') < 26 ||
         static_cast<std::uint8_t>(byte - '0') < 10;
}

bool is_in_words(char32_t c) {
  if (c < 0x80) return is_ascii_alnum(static_cast<std::uint8_t>(c));
  return FoldTable::class_of(c) == CharClass::letter ||
         u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

// 1 if a letter that looks like a Latin one may begin at `b`, else 0.
std::uint8_t may_begin_look_alike(const std::uint8_t* b) {
  const bool of_two_bytes = static_cast<std::uint8_t>(b[0] - 0xCD) < 10;
  const bool greek_or_cherokee = (b[0] == 0xE1) & ((b[1] >= 0xBC) | ((b[1] & 0xFE) == 0x8E));
  return static_cast<std::uint8_t>(of_two_bytes | greek_or_cherokee);
}

// 1 between an ASCII letter or digit and a character beyond ASCII: every word with letters of Latin
// and another script has such a seam.
std::uint8_t is_seam(const std::uint8_t* b) {
  const auto kind = [](std::uint8_t byte) {
    return static_cast<std::uint8_t>(is_ascii_alnum(byte) | (byte >> 7) << 1);
  };
  return static_cast<std::uint8_t>((kind(b[0]) | kind(b[1])) == 3);
}

// The number of letters of each script in a text, counted when first needed.
class LetterCounts {
 public:
  explicit LetterCounts(std::string_view text) : text_(text) {}

  std::uint64_t of(UScriptCode script) {
    if (!counted_) count();
    return counts_[script];
  }

 private:
  void count() {
    counted_ = true;
    for (std::size_t at = 0; at < text_.size();) {
      const base::DecodedUtf8 decoded = base::decode_utf8(text_, at);
      ++counts_[script_of(decoded.code_point)];
      at += decoded.bytes;
    }
  }

  std::string_view text_;
  std::unordered_map<UScriptCode, std::uint64_t> counts_;
  bool counted_ = false;
};

class Folder {
 public:
  explicit Folder(std::string_view text) : text_(text), counts_(text) {}

  std::optional<LookAlikes> fold() && {
    for (std::size_t at = next_seam(0); at < text_.size(); at = next_seam(read_)) {
      read_word_at(at);
      if (const UScriptCode target = target_of_word(); target != USCRIPT_UNKNOWN) {
        for (const Letter& letter : word_) {
          if (letter.script != target) replace(letter, target);
        }
      }
    }
    if (result_.letters == 0) return std::nullopt;
    append_text_until(text_.size());
    return std::move(result_);
  }

 private:
  std::size_t next_seam(std::size_t from) const { return find_bytes<2>(text_, from, is_seam); }

  // Reads the letters of the word that has a seam at `at`.
  void read_word_at(std::size_t at) {
    std::size_t begin = at + 1;
    while (begin > read_) {
      const std::size_t previous = base::code_point_before(text_, begin);
      if (!is_in_words(base::decode_utf8(text_, previous).code_point)) break;
      begin = previous;
    }
    word_.clear();
    for (read_ = begin; read_ < text_.size();) {
      const base::DecodedUtf8 decoded = base::decode_utf8(text_, read_);
      if (!is_in_words(decoded.code_point)) break;
      const std::size_t end = read_ + decoded.bytes;
      add_letter({decoded.code_point, script_of(decoded.code_point), read_, end});
      read_ = end;
    }
  }

  // Digits, marks and invisible characters belong to no single script.
  void add_letter(const Letter& letter) {
    if (letter.script != USCRIPT_COMMON && letter.script != USCRIPT_INHERITED) {
      word_.push_back(letter);
    }
  }

  // The script that the word is to be written in; USCRIPT_UNKNOWN if it stays as it is.
  UScriptCode target_of_word() {
    const auto foreign = std::ranges::find_if_not(word_, is_latin);
    if (foreign == word_.end() || std::ranges::none_of(word_, is_latin)) return USCRIPT_UNKNOWN;
    if (has_symbol_at_an_end(word_) || is_abbreviation_with_ending(word_)) return USCRIPT_UNKNOWN;
    const UScriptCode other = foreign->script;
    const bool to_latin = can_be_written_in(word_, USCRIPT_LATIN);
    const bool to_other = can_be_written_in(word_, other);
    if (to_latin && to_other) {
      return counts_.of(other) > counts_.of(USCRIPT_LATIN) ? other : USCRIPT_LATIN;
    }
    if (to_latin) return USCRIPT_LATIN;
    return to_other ? other : USCRIPT_UNKNOWN;
  }

  void replace(const Letter& letter, UScriptCode target) {
    append_text_until(letter.begin);
    result_.runs.push_back({size_of(result_.text), static_cast<std::uint32_t>(letter.begin),
                            static_cast<std::uint32_t>(letter.end - letter.begin)});
    for (const char32_t c : in_script(letter, target)) base::append_utf8(c, result_.text);
    copied_ = letter.end;
    if (result_.letters++ == 0) result_.where.begin = letter.begin;
    result_.where.end = letter.end;
  }

  void append_text_until(std::size_t end) {
    if (copied_ == end) return;
    result_.runs.push_back({size_of(result_.text), static_cast<std::uint32_t>(copied_), 0});
    result_.text.append(text_.substr(copied_, end - copied_));
    copied_ = end;
  }

  static std::uint32_t size_of(const std::string& text) {
    return static_cast<std::uint32_t>(text.size());
  }

  std::string_view text_;
  LetterCounts counts_;
  std::vector<Letter> word_;
  std::size_t read_ = 0;    // of `text_`
  std::size_t copied_ = 0;  // of `text_`, to the result
  LookAlikes result_;
};

}  // namespace

HiddenCharacters find_hidden_characters(std::string_view text) {
  HiddenCharacters found;
  std::size_t end = 0;
  for (std::size_t begin = find_bytes<3>(text, 0, begins_hidden); begin < text.size();
       begin = find_bytes<3>(text, end, begins_hidden)) {
    std::uint64_t count = 0;
    for (end = begin; end < text.size(); ++count) {
      const base::DecodedUtf8 decoded = base::decode_utf8(text, end);
      if (!is_hidden(decoded.code_point)) break;
      end += decoded.bytes;
    }
    if (!is_letter_before(text, begin) || !is_letter_at(text, end)) continue;
    if (found.count == 0) found.where.begin = begin;
    found.where.end = end;
    found.count += count;
  }
  return found;
}

std::optional<LookAlikes> fold_look_alikes(std::string_view text) {
  if (find_bytes<2>(text, 0, may_begin_look_alike) == text.size()) return std::nullopt;
  return Folder(text).fold();
}

}  // namespace whorl::internal::tokens
