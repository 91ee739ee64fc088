#include "jobs/compare/corpus/prepared_file.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/go_on.h"
#include "base/try.h"
#include "fingerprints/select/select.h"
#include "input/charset/viewable.h"
#include "input/source.h"
#include "jobs/compare/corpus/settings.h"
#include "passages/match/side.h"
#include "passages/match/spelling.h"
#include "tokens/front_ends.h"
#include "tokens/language.h"
#include "tokens/lines.h"
#include "tokens/symbol.h"

namespace whorl::internal::compare::corpus {
namespace {

// Chooses the tokenizer of a file.

// In this order: the tokenizer of --recipe, that of --language, the kind of text that a converter
// reports, and detection by name and content.
tokens::Detected choose_front_end(std::string_view path, const input::Viewable& viewable,
                                  const Settings& settings) {
  if (settings.fixed() != nullptr) {
    return {settings.fixed()->front_end, settings.fixed()->argument, "option"};
  }
  std::string_view hint = settings.language();
  if (hint.empty()) hint = viewable.language;
  if (hint.empty() && viewable.converted) return {"text", "", "content"};
  return tokens::detect(path, std::string_view(viewable.text).substr(0, tokens::kDetectionHead),
                        hint);
}

// The same text has the same id, as bytes or as code points.
XXH128_hash_t hash_symbols(const tokens::Symbols& symbols, std::uint64_t salt) {
  if (const auto* points = std::get_if<tokens::CodePoints>(&symbols)) {
    const bool ascii = std::ranges::all_of(*points, [](char32_t c) { return c < 0x80; });
    if (ascii) return hash_symbols(tokens::Bytes(points->begin(), points->end()), salt);
  }
  return std::visit(
      [salt](const auto& s) {
        return XXH3_128bits_withSeed(s.data(), s.size() * sizeof(s[0]), salt);
      },
      symbols);
}

std::uint64_t salt_of(const Recipe& recipe) {
  const std::string_view name =
      tokens::find_front_end(recipe.front_end)->comparison_class(recipe.argument);
  return XXH3_64bits(name.data(), name.size());
}

void describe(std::string path, input::Viewable viewable, PreparedFile& file) {
  FileEntry& entry = file.entry;
  entry.path = std::move(path);
  entry.front_end = file.recipe.front_end;
  if (!file.recipe.argument.empty()) entry.front_end += ":" + file.recipe.argument;
  entry.lines = tokens::Lines(viewable.text).count();
  entry.origin_runs = std::move(viewable.origin_runs);
  entry.converted = viewable.converted;
  entry.text = std::move(viewable.text);
}

// The most memory that scoring needs for the literals and names of a file, including twice the
// names for a time: see compare/scoring. Repeated names are stored once, so the real value is
// smaller.
std::uint64_t bytes_of_spellings(const PreparedFile& file) {
  constexpr std::uint64_t kLiteral = 8, kName = 32;
  if (file.spellings.empty()) return 0;
  const auto& tokens = std::get<tokens::Tokens>(file.canon.symbols);
  return kLiteral * std::ranges::count_if(tokens, tokens::is_literal) +
         kName * std::ranges::count_if(tokens, tokens::is_name);
}

// Checked between the steps, because each takes long for a large file.
Result<void> go_on(const Settings& settings) {
  return base::go_on(settings.conversions().watched());
}

// `viewable` has blanks instead of the text in other languages than that of `choice`.
Result<PreparedFile> canonicalized(const input::Viewable& viewable, const tokens::Detected& choice,
                                   const Settings& settings) {
  PreparedFile file;
  file.recipe = settings.recipe_for(choice.front_end, choice.argument);
  file.guarantee = settings.guarantee_of(file.recipe);
  file.note = settings.note_on_plain(choice.front_end, choice.argument);
  const tokens::FrontEnd& row = front_end_of(file);
  file.canon = tokens::canonicalize_undisguised(row, viewable, file.recipe.argument);
  file.notices = std::move(file.canon.notices);
  WHORL_RETURN_IF_ERROR(go_on(settings));
  if (file.canon.size() > match::kMaxExtent) {
    return fail(ErrorCode::limit_exceeded, "has more than 2147483648 symbols");
  }
  if (row.drops_spelling) file.spellings = match::spellings_of(file.canon, viewable.text);
  WHORL_RETURN_IF_ERROR(go_on(settings));
  file.class_salt = salt_of(file.recipe);
  const XXH128_hash_t hash = hash_symbols(file.canon.symbols, file.class_salt);
  file.text_id = {hash.high64, hash.low64};
  const auto size = static_cast<std::uint32_t>(file.canon.size());
  if (size > 0) file.own = file.unmasked = {{0, size}};
  file.entry.symbols = size;
  return file;
}

// If the user named the language, the document is only in that one.
std::vector<tokens::parts::Part> parts_of(std::string_view path, const input::Viewable& viewable,
                                          const tokens::Detected& choice, const Settings& settings,
                                          tokens::parts::MarkupOf markup_of) {
  if (settings.names_language()) return {};
  return tokens::parts::parts_of(path, viewable, choice, markup_of);
}

// Parts without symbols are dropped, unless none has any.
Result<std::vector<PreparedFile>> prepare_parts(std::vector<tokens::parts::Part> parts,
                                                const Settings& settings) {
  std::vector<PreparedFile> files;
  for (tokens::parts::Part& part : parts) {
    input::Viewable alone;
    alone.text = std::move(part.text);
    WHORL_ASSIGN_OR_RETURN(PreparedFile file, canonicalized(alone, part.read_as, settings));
    files.push_back(std::move(file));
  }
  const auto empty = std::ranges::remove(files, 0u, [](const auto& f) { return f.entry.symbols; });
  files.erase(std::max(empty.begin(), files.begin() + 1), files.end());
  return files;
}

Result<std::vector<PreparedFile>> prepare_viewable(std::string_view path,
                                                   const input::Viewable& viewable,
                                                   const Settings& settings,
                                                   tokens::parts::MarkupOf markup_of) {
  const tokens::Detected choice = choose_front_end(path, viewable, settings);
  auto parts = parts_of(path, viewable, choice, settings, markup_of);
  if (!parts.empty()) return prepare_parts(std::move(parts), settings);
  std::vector<PreparedFile> files;
  WHORL_ASSIGN_OR_RETURN(PreparedFile file, canonicalized(viewable, choice, settings));
  files.push_back(std::move(file));
  return files;
}

// The fallback that reading used; otherwise a note on a file without symbols, if that may surprise.
void note_on_reading(std::string note, PreparedFile& file) {
  if (!note.empty()) file.note = std::move(note);
  if (file.note.empty() && file.entry.symbols == 0) {
    file.note = tokens::note_on_nothing_left(front_end_of(file), file.recipe.argument);
  }
}

}  // namespace

Result<std::vector<PreparedFile>> prepare_file(Document document, const Settings& settings,
                                               const input::Room& room,
                                               tokens::parts::MarkupOf markup_of) {
  const std::string path = document.name;
  std::string note;
  WHORL_ASSIGN_OR_RETURN(auto viewable,
                         input::view(std::move(document), note, settings.conversions(), room));
  WHORL_RETURN_IF_ERROR(go_on(settings));
  WHORL_ASSIGN_OR_RETURN(auto files, prepare_viewable(path, viewable, settings, markup_of));
  note_on_reading(std::move(note), files.front());
  for (PreparedFile& file : files) {
    const bool last = &file == &files.back();
    describe(path, last ? std::move(viewable) : viewable, file);
  }
  return files;
}

const tokens::FrontEnd& front_end_of(const PreparedFile& file) {
  return *tokens::find_front_end(file.recipe.front_end);
}

std::uint64_t held_bytes(const PreparedFile& file) {
  constexpr std::uint64_t kSpan = 8;  // for a token, see tokens/origin.h
  const std::uint64_t way_back =
      std::holds_alternative<tokens::Tokens>(file.canon.symbols) ? kSpan : 1;
  const auto symbol = std::visit([](const auto& s) { return sizeof(s[0]); }, file.canon.symbols);
  return sizeof file + file.entry.path.capacity() + file.entry.text.capacity() +
         file.entry.origin_runs.capacity() * sizeof(file.entry.origin_runs[0]) +
         file.canon.origin.bytes_of_runs() + file.canon.size() * (symbol + way_back) +
         file.spellings.size() * sizeof(match::Spelling) + bytes_of_spellings(file);
}

Recipe with_window(const Recipe& recipe, std::uint64_t w) {
  Recipe other = recipe;
  other.selector = {std::string(select::default_selector().name), {w}};
  return other;
}

std::uint32_t window_of(const Recipe& recipe) {
  if (recipe.selector.name != select::default_selector().name) return 0;
  return static_cast<std::uint32_t>(recipe.selector.args[0]);
}

std::uint32_t least_stretch(const PreparedFile& file) {
  const std::uint64_t ends = 2 * (std::uint64_t{std::max(window_of(file.recipe), 1u)} - 1);
  const std::uint64_t between = file.guarantee - std::min<std::uint64_t>(ends, file.guarantee);
  return std::max(static_cast<std::uint32_t>(between), file.recipe.k);
}

tokens::Symbols slice(const tokens::Symbols& symbols, SymbolRange range) {
  return std::visit(
      [range](const auto& s) -> tokens::Symbols {
        return std::decay_t<decltype(s)>(s.begin() + range.begin, s.begin() + range.end);
      },
      symbols);
}

}  // namespace whorl::internal::compare::corpus
