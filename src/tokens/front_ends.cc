#include "tokens/front_ends.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tokens/code/code.h"
#include "tokens/consonants.h"
#include "tokens/fold_table.h"
#include "tokens/html/extract.h"
#include "tokens/html/markup.h"
#include "tokens/lines.h"
#include "tokens/look_alikes.h"
#include "tokens/text.h"
#include "tokens/words.h"

namespace whorl::internal::tokens {
namespace {

Result<void> refuse(std::string_view front_end, std::string_view argument,
                    std::string_view allowed) {
  return fail(ErrorCode::invalid_argument, "tokenizer '" + std::string(front_end) +
                                               "' does not take '" + std::string(argument) +
                                               "'; it takes " + std::string(allowed));
}

// text

Canon canonicalize_text(const input::Viewable& document, std::string_view argument) {
  return text_canon(document.text, variants_of(argument));
}

SymbolSpan text_symbols(std::string_view text, Variants variants, SymbolMemory& memory) {
  if (variants == Variants::kept) {
    memory.canon = text_canon(text, variants);
    return span_of(memory.canon.symbols);
  }
  memory.characters.take_text(text);
  return memory.characters.symbols();
}

SymbolSpan symbols_of_text(const input::Viewable& document, std::string_view argument,
                           SymbolMemory& memory) {
  return text_symbols(document.text, variants_of(argument), memory);
}

Result<void> check_text(std::string_view argument) {
  if (argument.empty() || argument == "variants") return {};
  return refuse("text", argument, "'variants' or no argument");
}

std::string_view class_of_text(std::string_view argument) {
  return argument.empty() ? "text" : "text:variants";
}

// words

// The words of Finkel 2002 were folded in version 1.
std::uint32_t version_of_words(std::string_view argument) {
  return word_rule(argument) == WordRule::spaces ? 2 : 1;
}

Canon canonicalize_words(const input::Viewable& document, std::string_view argument) {
  return words_canon(document.text, word_rule(argument));
}

SymbolSpan word_symbols(std::string_view text, std::string_view argument, SymbolMemory& memory) {
  memory.weights = words_symbols(text, word_rule(argument), memory.words, memory.watch);
  return std::span<const std::uint32_t>(memory.words);
}

SymbolSpan symbols_of_words(const input::Viewable& document, std::string_view argument,
                            SymbolMemory& memory) {
  return word_symbols(document.text, argument, memory);
}

Result<void> check_words(std::string_view argument) {
  if (argument.empty() || argument == "se") return {};
  return refuse("words", argument, "'se' or no argument");
}

std::string_view class_of_words(std::string_view argument) {
  return argument.empty() ? "words" : "words:se";
}

// consonants

Canon canonicalize_consonants(const input::Viewable& document, std::string_view) {
  return consonants_canon(document.text);
}

SymbolSpan consonant_symbols(std::string_view text, BlockSymbols& symbols) {
  symbols.take_consonants(text);
  symbols.drop_first(prologue_of(symbols.size()));
  return symbols.symbols();
}

SymbolSpan symbols_of_consonants(const input::Viewable& document, std::string_view,
                                 SymbolMemory& memory) {
  return consonant_symbols(document.text, memory.characters);
}

Result<void> check_consonants(std::string_view argument) {
  return argument.empty() ? Result<void>() : refuse("consonants", argument, "no argument");
}

std::string_view class_of_consonants(std::string_view) { return "consonants"; }

// html

// `symbols` is a comparison class of prose, or the argument of a page.
Canon canonicalize_prose(std::string_view text, std::string_view symbols) {
  if (symbols == "consonants") return consonants_canon(text);
  if (symbols.starts_with("words")) return words_canon(text, word_rule(symbols));
  return text_canon(text, variants_of(symbols));
}

// Each changes with the version of its symbols.
std::uint32_t version_of_extracted(std::string_view argument) {
  const bool is_text = argument.empty() || argument.starts_with("text");
  return is_text ? 2 : version_of_words(argument);
}

template <html::ExtractedText (*extract)(std::string_view)>
Canon canonicalize_extracted(const input::Viewable& document, std::string_view argument) {
  html::ExtractedText extracted = extract(document.text);
  Canon canon = canonicalize_prose(extracted.text, argument);
  canon.origin = std::move(canon.origin).through(std::move(extracted.runs));
  return canon;
}

SymbolSpan symbols_of_html(const input::Viewable& document, std::string_view argument,
                           SymbolMemory& memory) {
  const std::string_view text = memory.pages.extract(document.text).text;
  if (argument == "consonants") return consonant_symbols(text, memory.characters);
  if (argument.starts_with("words")) return word_symbols(text, argument, memory);
  return text_symbols(text, variants_of(argument), memory);
}

Result<void> check_inner(std::string_view front_end, std::string_view argument) {
  constexpr std::string_view kInner[] = {"",      "text",     "text:variants",
                                         "words", "words:se", "consonants"};
  if (std::ranges::find(kInner, argument) != std::end(kInner)) return {};
  return refuse(
      front_end, argument,
      "'text', 'text:variants', 'words', 'words:se', 'consonants' or no argument, which is text");
}

Result<void> check_html(std::string_view argument) { return check_inner("html", argument); }

// Pages are compared with plain texts of the same symbols.
std::string_view class_of_html(std::string_view argument) {
  return argument.empty() ? "text" : argument;
}

// markup

Canon canonicalize_markup(const input::Viewable& document, std::string_view) {
  return html::markup_canon(document.text);
}

Result<void> check_markup(std::string_view argument) {
  return argument.empty() ? Result<void>() : refuse("markup", argument, "no argument");
}

std::string_view class_of_markup(std::string_view) { return "markup"; }

// entities

Result<void> check_entities(std::string_view argument) { return check_inner("entities", argument); }

// bytes

Canon canonicalize_bytes(const input::Viewable& document, std::string_view) {
  return {Bytes(document.text.begin(), document.text.end()), Origin()};
}

SymbolSpan symbols_of_bytes(const input::Viewable& document, std::string_view, SymbolMemory&) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(document.text.data());
  return std::span(bytes, document.text.size());
}

Result<void> check_bytes(std::string_view argument) {
  return argument.empty() ? Result<void>() : refuse("bytes", argument, "no argument");
}

std::string_view class_of_bytes(std::string_view) { return "bytes"; }

// Disguises

std::string lines_of(std::string_view text, ByteRange range) {
  const Lines lines(text);
  const std::uint32_t first = lines.line_of(range.begin);
  const std::uint32_t last = lines.line_of(range.end - 1);
  if (first == last) return "line " + std::to_string(first);
  return "lines " + std::to_string(first) + " to " + std::to_string(last);
}

std::string notice_on(std::uint64_t count, std::string_view noun, std::string_view lines) {
  std::string notice = std::to_string(count) + " ";
  notice.append(noun).append(count == 1 ? " in " : "s in ").append(lines);
  return notice;
}

// The symbols of `text`, which `runs` map to `document`.
Canon undisguised(std::string_view text, std::vector<ExtractedRun> runs, std::string_view document,
                  std::string_view symbols) {
  const auto notice = [&](std::uint64_t count, std::string_view noun, ByteRange where) {
    const ByteRange shown = Origin().through(runs).bytes(where.begin, where.end);
    return notice_on(count, noun, lines_of(document, shown));
  };
  std::optional<LookAlikes> folded = fold_look_alikes(text);
  Canon canon = canonicalize_prose(folded ? folded->text : text, symbols);
  if (folded) {
    canon.origin = std::move(canon.origin).through(std::move(folded->runs));
    canon.notices.push_back(notice(folded->letters, "look-alike letter", folded->where));
  }
  const HiddenCharacters hidden = find_hidden_characters(text);
  if (hidden.count > 0) {
    canon.notices.push_back(notice(hidden.count, "hidden character", hidden.where));
  }
  canon.origin = std::move(canon.origin).through(std::move(runs));
  return canon;
}

constexpr BlockPath kTextBlocks{&BlockSymbols::take_text, true, false};
constexpr BlockPath kConsonantBlocks{&BlockSymbols::take_consonants, true, true};
constexpr BlockPath kByteBlocks{&BlockSymbols::take_bytes, false, false};

constexpr FrontEnd kFrontEnds[] = {
    {.name = "text",
     .arguments = "variants",
     .version = 2,
     .version_of = nullptr,
     .folds = true,
     .takes_raw_bytes = false,
     .drops_spelling = false,
     .drops =
         "white space, punctuation, symbols, case (NFKC case folding), traditional forms of Han "
         "characters (variants: keeps these)",
     .symbol =
         "a letter, mark or digit; half a hiragana or a syllable of Hangul, a quarter of a Han "
         "character",
     .source = "Schleimer 2003 §2.1",
     .note_on_nothing_left = "",
     .naming = {.title = "Text",
                .aliases = "ascii plain",
                .extensions = "txt text md markdown rmd qmd lhs rst tex ltx bib log org adoc "
                              "asciidoc csv tsv json jsonl xml yaml yml toml ini cfg conf pdf ps "
                              "eps doc docx odt rtf",
                .file_names = "readme licence license copying makefile dockerfile"},
     .noise = 17,
     .guarantee = 22,
     .window = 6,
     .canonicalize = canonicalize_text,
     .symbols = symbols_of_text,
     .blocks = &kTextBlocks,
     .check = check_text,
     .comparison_class = class_of_text},
    {.name = "words",
     .arguments = "se",
     .version = 1,
     .version_of = version_of_words,
     .folds = true,
     .takes_raw_bytes = false,
     .drops_spelling = false,
     .drops = "white space, punctuation, symbols, case (NFKC case folding; se keeps case)",
     .symbol = "a word; a code point in scripts without spaces",
     .source = "Broder 1997 \"Defining similarity\"; se: Finkel 2002 §2.1",
     .note_on_nothing_left = "",
     .naming = {.title = "Words", .aliases = "word", .extensions = "", .file_names = ""},
     .noise = 4,
     .guarantee = 6,
     .window = 2,
     .canonicalize = canonicalize_words,
     .symbols = symbols_of_words,
     .blocks = nullptr,
     .check = check_words,
     .comparison_class = class_of_words},
    {.name = "consonants",
     .arguments = "",
     .version = 1,
     .version_of = nullptr,
     .folds = true,
     .takes_raw_bytes = false,
     .drops_spelling = false,
     .drops = "all but consonants, and the first 1,000 of them when at least 1,000 remain",
     .symbol = "a Latin consonant, y among them, in lower case and without marks",
     .source = "Heintze 1996",
     .note_on_nothing_left = "has no Latin consonants and is similar to no document",
     .naming = {.title = "Consonants", .aliases = "koala", .extensions = "", .file_names = ""},
     .noise = 20,
     .guarantee = 25,
     .window = 6,
     .canonicalize = canonicalize_consonants,
     .symbols = symbols_of_consonants,
     .blocks = &kConsonantBlocks,
     .check = check_consonants,
     .comparison_class = class_of_consonants},
    {.name = "html",
     .arguments = "text | text:variants | words | words:se | consonants",
     .version = 1,
     .version_of = version_of_extracted,
     .folds = true,
     .takes_raw_bytes = false,
     .drops_spelling = false,
     .drops = "tags, comments, script, style; then as text, words or consonants",
     .symbol = "as text, words or consonants",
     .source = "Schleimer 2003 §5.1, Broder 1997",
     .note_on_nothing_left = "",
     .naming = {.title = "HTML",
                .aliases = "xhtml",
                .extensions = "html htm xhtml shtml vue svelte",
                .file_names = ""},
     .noise = 17,
     .guarantee = 22,
     .window = 6,
     .canonicalize = canonicalize_extracted<html::extract_text>,
     .symbols = symbols_of_html,
     .blocks = nullptr,
     .check = check_html,
     .comparison_class = class_of_html,
     .extract = html::extract_text},
    {.name = "markup",
     .arguments = "",
     .version = 1,
     .version_of = nullptr,
     .folds = false,
     .takes_raw_bytes = false,
     .drops_spelling = true,
     .drops = "text, comments, scripts, style sheets, values of attributes, the tags of the page's "
              "frame (html, head, meta ...), end tags that may be omitted",
     .symbol = "a tag, the name of an attribute, or a value",
     .source = "HTML 13.1.2",
     .note_on_nothing_left = "",
     .naming = {.title = "HTML markup", .aliases = "tags", .extensions = "", .file_names = ""},
     .noise = 10,
     .guarantee = 20,
     .window = 2,
     .canonicalize = canonicalize_markup,
     .symbols = nullptr,
     .blocks = nullptr,
     .check = check_markup,
     .comparison_class = class_of_markup},
    {.name = "entities",
     .arguments = "text | text:variants | words | words:se | consonants",
     .version = 1,
     .version_of = version_of_extracted,
     .folds = true,
     .takes_raw_bytes = false,
     .drops_spelling = false,
     .drops = "how characters are spelled: &amp; is &; then as text, words or consonants",
     .symbol = "as text, words or consonants",
     .source = "HTML 13.5",
     .note_on_nothing_left = "",
     .naming = {},
     .noise = 17,
     .guarantee = 22,
     .window = 6,
     .canonicalize = canonicalize_extracted<html::decode_references>,
     .symbols = nullptr,
     .blocks = nullptr,
     .check = check_entities,
     .comparison_class = class_of_html,
     .extract = html::decode_references},
    {.name = "code",
     .arguments = "LANGUAGE | LANGUAGE:strong",
     .version = code::kCodeVersion,
     .version_of = code::code_version,
     .folds = false,
     .takes_raw_bytes = false,
     .drops_spelling = true,
     .drops = "comments, layout, identifier names, literal values (strong: also which loop, "
              "negations, which comparison, steps of counters, declarations of constants)",
     .symbol = "a token: keyword, operator, identifier, number, string",
     .source = "Schleimer 2003 §5.2",
     .note_on_nothing_left = "",
     .naming = {},
     .noise = 7,
     .guarantee = 16,
     .window = 2,
     .canonicalize = code::canonicalize_code,
     .symbols = nullptr,
     .blocks = nullptr,
     .check = code::check_code,
     .comparison_class = code::code_comparison_class,
     .strong_form = code::strong_form},
    {.name = "bytes",
     .arguments = "",
     .version = 1,
     .version_of = nullptr,
     .folds = false,
     .takes_raw_bytes = true,
     .drops_spelling = false,
     .drops = "nothing",
     .symbol = "a byte",
     .source = "Schleimer 2003 §2.3",
     .note_on_nothing_left = "",
     .naming = {.title = "Bytes", .aliases = "binary", .extensions = "", .file_names = ""},
     .noise = 32,
     .guarantee = 64,
     .window = 16,
     .canonicalize = canonicalize_bytes,
     .symbols = symbols_of_bytes,
     .blocks = &kByteBlocks,
     .check = check_bytes,
     .comparison_class = class_of_bytes},
};

}  // namespace

std::span<const FrontEnd> front_ends() { return kFrontEnds; }

const BlockPath* block_path(const FrontEnd& row, std::string_view argument) {
  return argument.empty() ? row.blocks : nullptr;
}

const FrontEnd* find_front_end(std::string_view name) {
  const auto row = std::find_if(std::begin(kFrontEnds), std::end(kFrontEnds),
                                [&](const FrontEnd& f) { return f.name == name; });
  return row == std::end(kFrontEnds) ? nullptr : row;
}

Canon canonicalize_undisguised(const FrontEnd& row, const input::Viewable& document,
                               std::string_view argument) {
  if (!row.is_prose()) return row.canonicalize(document, argument);
  const std::string_view symbols = row.comparison_class(argument);
  if (row.extract == nullptr) return undisguised(document.text, {}, document.text, symbols);
  html::ExtractedText extracted = row.extract(document.text);
  return undisguised(extracted.text, std::move(extracted.runs), document.text, symbols);
}

SymbolSpan symbols_of(const FrontEnd& row, const input::Viewable& document,
                      std::string_view argument, SymbolMemory& memory,
                      const base::Cancellation* watch) {
  memory.watch = watch;
  if (row.symbols != nullptr) return row.symbols(document, argument, memory);
  memory.canon = row.canonicalize(document, argument);
  return span_of(memory.canon.symbols);
}

std::string_view note_on_nothing_left(const FrontEnd& row, std::string_view argument) {
  const FrontEnd* compared = find_front_end(row.comparison_class(argument));
  return compared == nullptr ? std::string_view() : compared->note_on_nothing_left;
}

std::string versions_of(const FrontEnd& row, std::string_view argument) {
  const std::uint32_t version = row.version_of == nullptr ? row.version : row.version_of(argument);
  const std::string own = std::string(row.name) + " " + std::to_string(version);
  return row.folds ? own + ", Unicode " + unicode_version() : own;
}

}  // namespace whorl::internal::tokens
