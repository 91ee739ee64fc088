#include "tokens/language.h"

#include <algorithm>
#include <string>

#include "tokens/code/language_table.h"
#include "tokens/code/word_list.h"
#include "tokens/front_ends.h"

namespace whorl::internal::tokens {
namespace {

using code::for_each_word;
using code::has_word;

// Languages without a table that share an extension with a language that has one.
struct Guest {
  std::string_view front_end;
  std::string_view argument;
  std::string_view extensions;
  std::string_view clues;
};

constexpr Guest kGuests[] = {
    // Jupyter notebooks
    {"code", "python", "ipynb", ""},
    // Objective-C
    {"code", "c", "m mm", "#import @interface @implementation @end @property #include nil; YES NO"},
    // Coq
    {"text", "", "v", "Theorem Lemma Proof. Qed. Require Inductive Definition Fixpoint"},
    // LaTeX classes
    {"text", "", "cls", "\\NeedsTeXFormat \\ProvidesClass \\newcommand \\RequirePackage"},
    // Qt translations
    {"text", "", "ts", "<TS <!DOCTYPE <message> <source>"},
};

bool is_named(const FrontEnd& row) { return !row.naming.title.empty(); }

struct Candidate {
  Detected as;
  std::string_view extensions;
  std::string_view file_names;
  std::string_view interpreters;
  std::string_view clues;
};

const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = [] {
    std::vector<Candidate> list;
    for (const code::Language* l : code::languages()) {
      list.push_back(
          {{"code", l->name, ""}, l->extensions, l->file_names, l->interpreters, l->clues});
    }
    for (const FrontEnd& row : front_ends()) {
      const Naming& naming = row.naming;
      if (is_named(row)) {
        list.push_back({{row.name, "", ""}, naming.extensions, naming.file_names, "", ""});
      }
    }
    for (const Guest& guest : kGuests) {
      const Detected as{guest.front_end, guest.argument, ""};
      list.push_back({as, guest.extensions, "", "", guest.clues});
    }
    return list;
  }();
  return all;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Without the dot; empty if there is no dot or nothing before it.
std::string_view extension(std::string_view base) {
  const std::size_t dot = base.find_last_of('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : base.substr(dot + 1);
}

// The program of a #! line without folders and version: "python" of "#!/usr/bin/env python3.11 -u".
std::string interpreter(std::string_view head) {
  if (!head.starts_with("#!")) return {};
  std::string_view line = head.substr(2, head.substr(0, 256).find('\n') - 2);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  std::string_view program;
  code::for_each_word(line, [&](std::string_view word) {
    const std::string_view base = base_name(word);
    if (program.empty() && base != "env" && !word.starts_with('-')) program = base;
  });
  const std::size_t end = program.find_last_not_of("0123456789.");
  return lower(program.substr(0, end + 1));
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Occurrences of `clue` in `text` that are whole words, at most `max`.
int count_clue(std::string_view text, std::string_view clue, int max) {
  int count = 0;
  for (std::size_t at = text.find(clue); at != std::string_view::npos && count < max;
       at = text.find(clue, at + clue.size())) {
    const std::size_t end = at + clue.size();
    const bool begins = at == 0 || !is_word_byte(clue.front()) || !is_word_byte(text[at - 1]);
    const bool ends = end == text.size() || !is_word_byte(clue.back()) || !is_word_byte(text[end]);
    if (begins && ends) ++count;
  }
  return count;
}

int score(std::string_view text, std::string_view clues) {
  constexpr int kMaxOfOneClue = 5;
  int sum = 0;
  code::for_each_word(clues,
                      [&](std::string_view clue) { sum += count_clue(text, clue, kMaxOfOneClue); });
  return sum;
}

Detected decided(const Candidate& candidate, std::string_view how) {
  return {candidate.as.front_end, candidate.as.argument, how};
}

// The candidates that have `word` in their list `field`.
std::vector<const Candidate*> with(std::string_view Candidate::*field, std::string_view word) {
  std::vector<const Candidate*> found;
  if (word.empty()) return found;
  for (const Candidate& c : candidates()) {
    if (code::has_word(c.*field, word)) found.push_back(&c);
  }
  return found;
}

// The candidate with most clues in the text; the first if several have equally many.
const Candidate* best_by_clues(const std::vector<const Candidate*>& among, std::string_view head) {
  const Candidate* best = nullptr;
  int best_clues = -1;
  for (const Candidate* c : among) {
    const int clues = score(head, c->clues);
    if (clues > best_clues) {
      best = c;
      best_clues = clues;
    }
  }
  return best;
}

bool looks_like_html(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  const std::string begin = lower(head.substr(first, 14));
  return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

}  // namespace

Detected detect(std::string_view name, std::string_view text_head, std::string_view hint) {
  if (const auto named = language_named(hint)) return *named;
  const std::string_view head = text_head.substr(0, kDetectionHead);
  const std::string_view base = base_name(name);
  const std::string_view written = extension(base);
  // A capital letter distinguishes C++ from C.
  if (written == "C" || written == "H") return {"code", "cpp", "extension"};

  const auto by_name = with(&Candidate::file_names, lower(base));
  if (!by_name.empty()) return decided(*by_name.front(), "file name");
  const auto by_extension = with(&Candidate::extensions, lower(written));
  if (by_extension.size() == 1) return decided(*by_extension.front(), "extension");
  const auto by_interpreter = with(&Candidate::interpreters, interpreter(head));
  if (!by_interpreter.empty()) return decided(*by_interpreter.front(), "interpreter");
  if (!by_extension.empty()) return decided(*best_by_clues(by_extension, head), "content");
  if (looks_like_html(head)) return {"html", "", "content"};
  return {"text", "", "default"};
}

std::optional<Detected> language_named(std::string_view name) {
  if (name.empty()) return std::nullopt;
  if (const code::Language* language = code::find_language(name)) {
    return Detected{"code", language->name, "option"};
  }
  const std::string word = lower(name);
  for (const FrontEnd& row : front_ends()) {
    if (!is_named(row)) continue;
    if (word == row.name || code::has_word(row.naming.aliases, word)) {
      return Detected{row.name, "", "option"};
    }
  }
  return std::nullopt;
}

}  // namespace whorl::internal::tokens
