#include "jobs/compare/submissions/layout.h"

#include <algorithm>

namespace whorl::internal::compare::submissions {
namespace {

// In the order of LayoutMatch's members.
struct Field {
  std::string_view name;
  std::string LayoutMatch::*value;
};
constexpr Field kFields[] = {
    {"group", &LayoutMatch::group},
    {"student", &LayoutMatch::student},
    {"attempt", &LayoutMatch::attempt},
    {"assignment", &LayoutMatch::assignment},
};

constexpr std::string_view kMayStandThere =
    "; a layout has {group}, {student}, {attempt}, {assignment}, {file}, * and **";

tl::unexpected<Error> wrong(std::string what) {
  return fail(ErrorCode::invalid_argument, "--layout: " + what + std::string(kMayStandThere));
}

}  // namespace

Result<Layout> Layout::parse(std::string_view text) {
  Layout layout;
  bool seen[std::size(kFields)] = {};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '*') {
      const bool deep = i + 1 < text.size() && text[i + 1] == '*';
      layout.tokens_.push_back({deep ? Kind::deep_star : Kind::star});
      i += deep;
      continue;
    }
    if (text[i] != '{') {
      layout.tokens_.push_back({Kind::literal, text[i]});
      continue;
    }
    const std::size_t close = text.find('}', i);
    if (close == text.npos) return wrong("a '{' is not closed");
    const std::string_view name = text.substr(i + 1, close - i - 1);
    i = close;
    if (name == "file") {
      layout.tokens_.push_back({Kind::file});
      continue;
    }
    const auto row = std::find_if(std::begin(kFields), std::end(kFields),
                                  [&](const Field& field) { return field.name == name; });
    if (row == std::end(kFields)) return wrong("{" + std::string(name) + "} is not known");
    const auto field = static_cast<std::size_t>(row - std::begin(kFields));
    if (seen[field]) return wrong("{" + std::string(name) + "} occurs twice");
    seen[field] = true;
    layout.tokens_.push_back({Kind::field, 0, field});
  }
  if (std::none_of(std::begin(seen), std::end(seen), [](bool s) { return s; })) {
    return wrong("it does not separate submissions");
  }
  return layout;
}

// Depth-first over (token, offset), shortest first; failed states are not tried again.
struct Layout::Search {
  const std::vector<Token>& tokens;
  std::string_view name;
  std::vector<bool> failed;        // token × (name.size() + 1) + offset
  std::vector<std::size_t> begin;  // beginning of each token's text

  bool fits(std::size_t token, std::size_t at) {
    if (token == tokens.size()) {
      return at == name.size() || (name[at] == '/' && at + 1 < name.size());
    }
    const std::size_t state = token * (name.size() + 1) + at;
    if (failed[state]) return false;
    begin[token] = at;
    if (try_token(token, at)) return true;
    failed[state] = true;
    return false;
  }

  bool try_token(std::size_t token, std::size_t at) {
    const Kind kind = tokens[token].kind;
    if (kind == Kind::literal) {
      return at < name.size() && name[at] == tokens[token].literal && fits(token + 1, at + 1);
    }
    const bool needs_one = kind == Kind::field || kind == Kind::file;
    const bool crosses = kind == Kind::deep_star || kind == Kind::file;
    for (std::size_t end = at;; ++end) {
      if ((end > at || !needs_one) && fits(token + 1, end)) return true;
      if (end == name.size() || (name[end] == '/' && !crosses)) return false;
    }
  }
};

std::optional<LayoutMatch> Layout::match(std::string_view name) const {
  Search search{tokens_, name, std::vector<bool>(tokens_.size() * (name.size() + 1)),
                std::vector<std::size_t>(tokens_.size() + 1)};
  if (!search.fits(0, 0)) return std::nullopt;
  LayoutMatch match;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != Kind::field) continue;
    const std::size_t begin = search.begin[i];
    const std::size_t end =
        i + 1 < tokens_.size() ? search.begin[i + 1] : std::min(name.find('/', begin), name.size());
    const std::string value(name.substr(begin, end - begin));
    match.*kFields[tokens_[i].field].value = value;
    match.submission += (match.submission.empty() ? "" : "/") + value;
  }
  return match;
}

}  // namespace whorl::internal::compare::submissions
