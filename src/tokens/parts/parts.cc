#include "tokens/parts/parts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii_case.h"
#include "tokens/code/word_list.h"
#include "tokens/html/elements.h"
#include "tokens/html/scan.h"
#include "tokens/html/tokenizer.h"
#include "tokens/parts/piece.h"

namespace whorl::internal::tokens::parts {
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

// A sink of the tokenizer that finds the contents of scripts and style sheets.
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

// A line that opens a fenced block, or may close one (CommonMark 0.31 §4.5).
struct Fence {
  char mark = 0;  // '`' or '~'; 0: the line is no fence
  std::size_t length = 0;
  std::string_view info;  // what follows the marks
};

Fence fence_of(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t>");  // also in a list or a quotation
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin);
  const char mark = line.front();
  if (mark != '`' && mark != '~') return {};
  const std::size_t length = std::min(line.find_first_not_of(mark), line.size());
  const std::string_view info = line.substr(length);
  const bool code_span = mark == '`' && info.find('`') != std::string_view::npos;
  return length < 3 || code_span ? Fence{} : Fence{mark, length, info};
}

bool closes(const Fence& fence, const Fence& opener) {
  return fence.mark == opener.mark && fence.length >= opener.length &&
         fence.info.find_first_not_of(" \t") == std::string_view::npos;
}

// "java", "{r setup, echo=FALSE}", "{.python .numberLines}", "js{1,3}".
std::string_view language_name(std::string_view info) {
  info.remove_prefix(std::min(info.find_first_not_of(" \t{.="), info.size()));
  return info.substr(0, info.find_first_of(" \t{},:="));
}

// By its name, or by its extension.
std::optional<Detected> code_of(std::string_view info) {
  const std::string_view name = language_name(info);
  if (name.empty()) return std::nullopt;
  auto found = language_named(name);
  if (!found) found = detect("x." + std::string(name), "", "");
  return found->front_end == "code" ? found : std::nullopt;
}

// The comment prefix in the notebook's language: its first cell begins with such a line.
std::string_view comment_prefix(std::string_view text) {
  return text.substr(0, std::min(text.find(" %%"), text.size()));
}

// Documents whose language does not show their kind.
struct Kind {
  std::string_view extensions;
  PiecesOf* pieces;
};
constexpr Kind kKinds[] = {
    {"md markdown rmd qmd", fenced_blocks},
    {"lhs", literate_code},
    {"ipynb", prose_cells},
};

PiecesOf* pieces_of(std::string_view name, const Detected& whole) {
  if (whole.front_end == "html") return embedded_scripts;
  const std::string extension = base::lower_case(name.substr(name.find_last_of('.') + 1));
  const auto* kind = std::ranges::find_if(
      kKinds, [&](const Kind& k) { return code::has_word(k.extensions, extension); });
  return kind == std::end(kKinds) ? nullptr : kind->pieces;
}

std::string blanks_like(std::string_view text) {
  std::string blank(text);
  std::ranges::replace_if(
      blank, [](char c) { return c != '\n' && c != '\r'; }, ' ');
  return blank;
}

void copy_piece(std::string_view from, const ByteRange& bytes, std::string& to) {
  to.replace(bytes.begin, bytes.end - bytes.begin, from, bytes.begin, bytes.end - bytes.begin);
}

// The parts of a document, each as long as the document: as many as memory allows.
class Parts {
 public:
  Parts(const Detected& whole, std::string_view text) : text_(text), blank_(blanks_like(text)) {
    parts_.push_back({whole, std::string(text)});
  }

  static bool may_have_two(std::string_view text) { return 2 * text.size() <= kMostBytes; }

  // If there are too many languages, a piece of a further one stays in the whole.
  void move(const Piece& piece) {
    Part* const part = part_in(piece.read_as);
    if (part == nullptr || part == &parts_.front()) return;
    copy_piece(text_, piece.bytes, part->text);
    copy_piece(blank_, piece.bytes, parts_.front().text);
  }

  // Adds the whole document as `language`.
  void add_whole(const Detected& language) {
    if (has_room()) parts_.push_back({language, std::string(text_)});
  }

  std::vector<Part> take() { return std::move(parts_); }

 private:
  static constexpr std::size_t kMostBytes = 64 << 20;

  bool has_room() const { return (parts_.size() + 1) * text_.size() <= kMostBytes; }

  // Null if the limit is reached.
  Part* part_in(const Detected& language) {
    const auto known = std::ranges::find_if(parts_, [&](const Part& part) {
      return part.read_as.front_end == language.front_end &&
             part.read_as.argument == language.argument;
    });
    if (known != parts_.end()) return &*known;
    if (!has_room()) return nullptr;
    return &parts_.emplace_back(Part{language, blank_});
  }

  std::string_view text_;
  std::string blank_;
  std::vector<Part> parts_;
};

}  // namespace

std::vector<Part> parts_of(std::string_view name, const input::Viewable& document,
                           const Detected& whole, MarkupOf markup_of) {
  PiecesOf* const find = pieces_of(name, whole);
  if (find == nullptr || !Parts::may_have_two(document.text)) return {};
  const std::vector<Piece> pieces = find(document.text);
  const bool markup = whole.front_end == "html" && markup_of == MarkupOf::all_pages;
  if (pieces.empty() && !markup) return {};
  Parts parts(whole, document.text);
  for (const Piece& piece : pieces) parts.move(piece);
  if (markup) parts.add_whole({"markup", "", "content"});
  return parts.take();
}

std::vector<Piece> literate_code(std::string_view text) {
  const Detected haskell{"code", "haskell", "content"};
  std::vector<Piece> found;
  bool in_block = false;
  for_each_line(text, [&](const Line& line) {
    if (line.text.starts_with("\\begin{code}")) {
      in_block = true;
    } else if (line.text.starts_with("\\end{code}")) {
      in_block = false;
    } else if (in_block) {
      found.push_back({{line.begin, line.end()}, haskell});
    } else if (line.text.starts_with('>')) {
      found.push_back({{line.begin + 1, line.end()}, haskell});
    }
  });
  return found;
}

// The percent format: "# %%" begins a cell of code, "# %% [markdown]" one of prose in comments.
std::vector<Piece> prose_cells(std::string_view text) {
  const std::string_view comment = comment_prefix(text);
  std::vector<Piece> found;
  bool prose = false;
  for_each_line(text, [&](const Line& line) {
    if (!line.text.starts_with(comment)) return;
    const std::string_view rest = line.text.substr(comment.size());
    if (rest.starts_with(" %%")) {
      prose = rest.starts_with(" %% [");
    } else if (prose) {
      found.push_back({{line.begin + comment.size(), line.end()}, {"text", "", "content"}});
    }
  });
  return found;
}

std::vector<Piece> fenced_blocks(std::string_view text) {
  std::vector<Piece> found;
  Fence open;
  std::optional<Detected> language;  // of the open block
  for_each_line(text, [&](const Line& line) {
    const Fence fence = fence_of(line.text);
    if (open.mark == 0) {
      open = fence;
      if (fence.mark == 0) return;
      language = code_of(fence.info);
      if (language) found.push_back({{line.end(), line.end()}, *language});
    } else if (closes(fence, open)) {
      open = {};
    } else if (language) {
      found.back().bytes.end = line.end();
    }
  });
  return found;
}

std::vector<Piece> embedded_scripts(std::string_view text) {
  ScriptFinder finder(text);
  html::Tokenizer(text, finder).run();
  return finder.take();
}

}  // namespace whorl::internal::tokens::parts
