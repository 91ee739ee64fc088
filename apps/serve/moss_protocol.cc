#include "serve/moss_protocol.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "whorl/methods.h"

namespace whorl::serve {
namespace {

enum class Shape { text, number, file, query, nothing };

struct VerbRow {
  std::string_view word;
  MossVerb verb;
  Shape shape;
  std::uint64_t most = 0;  // of its number
};
constexpr std::array kVerbs = {
    VerbRow{"moss", MossVerb::moss, Shape::text},
    VerbRow{"directory", MossVerb::directory, Shape::number, 1},
    VerbRow{"X", MossVerb::experimental, Shape::number, 1},
    VerbRow{"maxmatches", MossVerb::max_matches, Shape::number, 1'000'000'000},
    VerbRow{"show", MossVerb::show, Shape::number, 1'000'000'000},
    VerbRow{"language", MossVerb::language, Shape::text},
    VerbRow{"file", MossVerb::file, Shape::file},
    VerbRow{"query", MossVerb::query, Shape::query},
    VerbRow{"end", MossVerb::end, Shape::nothing},
};

constexpr std::uint64_t kMostFiles = 1'000'000;

// Up to the next blank; what follows it stays in `rest`.
std::string_view take_word(std::string_view& rest) {
  const std::size_t blank = rest.find(' ');
  const std::string_view word = rest.substr(0, blank);
  rest.remove_prefix(blank == rest.npos ? rest.size() : blank + 1);
  return word;
}

bool parse(std::string_view text, std::uint64_t most, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end && number <= most;
}

bool is_plain(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' && c != 0x7f; });
}

bool read_file(MossLine& out, std::string_view rest) {
  const std::string_view number = take_word(rest);
  take_word(rest);  // its language, which is that of all
  const std::string_view size = take_word(rest);
  out.text = rest;
  return parse(number, kMostFiles, out.number) && parse(size, ~0ull >> 1, out.size) &&
         is_plain(rest);
}

bool read(MossLine& out, const VerbRow& row, std::string_view rest) {
  switch (row.shape) {
    case Shape::text:
      out.text = rest;
      return is_plain(rest);
    case Shape::number:
      return parse(rest, row.most, out.number);
    case Shape::file:
      return read_file(out, rest);
    case Shape::query:
      return take_word(rest) == "0";
    case Shape::nothing:
      return rest.empty();
  }
  return false;
}

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  while (!name.empty()) {
    const std::size_t slash = name.find_first_of("/\\");
    const std::string_view part = name.substr(0, slash);
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
    name.remove_prefix(slash == name.npos ? name.size() : slash + 1);
  }
  return parts;
}

}  // namespace

Result<MossLine> parse_moss_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string_view rest = line;
  const auto row = std::ranges::find(kVerbs, take_word(rest), &VerbRow::word);
  MossLine out;
  if (line.size() <= kMostMossLine && row != kVerbs.end() && read(out, *row, rest)) {
    out.verb = row->verb;
    return out;
  }
  return fail(ErrorCode::invalid_argument, "this is no line of MOSS's protocol");
}

std::string moss_name(std::string_view name, bool folders_are_submissions) {
  const std::vector<std::string_view> parts = parts_of(name);
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool ends_folders = i + 1 == parts.size();
    if (i > 0) out += folders_are_submissions && !ends_folders ? '_' : '/';
    out += parts[i];
  }
  if (out.empty()) out = "unnamed";
  return folders_are_submissions && parts.size() < 2 ? "unnamed/" + out : out;
}

std::string moss_language(std::string_view name) {
  if (name == "ascii" || name == "text") return "text";
  const Methods all = methods();
  for (const LanguageMethod& language : all.languages) {
    std::string_view aliases = language.aliases;
    bool known = language.name == name;
    while (!known && !aliases.empty()) known = take_word(aliases) == name;
    if (known) return std::string(language.name);
  }
  return {};
}

}  // namespace whorl::serve
