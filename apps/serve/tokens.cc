#include "serve/tokens.h"

#include <sodium.h>
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "serve/invalid.h"
#include "serve/whole_file.h"

namespace whorl::serve {
namespace {

constexpr std::size_t kLeastToken = 32;
constexpr std::size_t kLeastMossId = 9;

struct RoleRow {
  std::string_view name;
  Role role;
};
constexpr std::array kRoleRows = {
    RoleRow{"anyone", Role::anyone}, RoleRow{"search", Role::search},
    RoleRow{"submit", Role::submit}, RoleRow{"judge", Role::judge},
    RoleRow{"admin", Role::admin},   RoleRow{"moss", Role::moss},
};

// That its owner alone may read it.
Result<void> check_private(const std::string& file, const std::string& flag) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0) {
    return fail(ErrorCode::not_found,
                file + ": does not exist; create it, or leave " + flag + " out");
  }
  if (S_ISREG(status.st_mode) && (status.st_mode & 077) == 0) return {};
  return invalid(file + ": only its owner may read it; chmod 600 " + file);
}

}  // namespace

Result<unsigned> parse_roles(const std::string& words) {
  unsigned roles = 0;
  std::istringstream stream(words);
  for (std::string word; std::getline(stream, word, ',');) {
    const auto row = std::ranges::find(kRoleRows, word, &RoleRow::name);
    if (row == kRoleRows.end() || row->role == Role::anyone) {
      return invalid("'" + word +
                     "' is not a role; known are search, submit, judge, admin and moss");
    }
    roles |= static_cast<unsigned>(row->role);
  }
  return roles;
}

bool is_blank(std::string_view line) {
  const std::size_t at = line.find_first_not_of(" \t\r");
  return at == line.npos || line[at] == '#';
}

std::string_view name_of(Role role) {
  return std::ranges::find(kRoleRows, role, &RoleRow::role)->name;
}

bool Caller::may(Role role) const {
  const auto asked = static_cast<unsigned>(role);
  return (roles & asked) == asked || (roles & static_cast<unsigned>(Role::admin)) != 0;
}

Tokens::Digest Tokens::digest_of(std::string_view token) {
  Digest digest{};
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(token.data()), token.size(), nullptr,
                     0);
  return digest;
}

Result<Tokens::Row> Tokens::parse_row(std::string_view line) {
  std::istringstream stream{std::string(line)};
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  if (words.size() != 4) return invalid("a line has NAME ROLES OWNER TOKEN, separated by blanks");
  const auto roles = parse_roles(words[1]);
  if (!roles) return tl::unexpected(roles.error());
  const Caller caller{words[0], *roles, words[2]};
  if (caller.is_moss_user()) {
    if (words[3].size() >= kLeastMossId) return Row{digest_of(words[3]), caller};
    return invalid("the ID of " + words[0] + " has under 9 characters");
  }
  if ((*roles & static_cast<unsigned>(Role::moss)) != 0) {
    return invalid("the role moss of " + words[0] + " needs its own line and ID");
  }
  if (words[3].size() < kLeastToken) {
    return invalid("the token of " + words[0] +
                   " has under 32 characters; make one with "
                   "`head -c 24 /dev/urandom | base64`");
  }
  return Row{digest_of(words[3]), caller};
}

Result<Tokens> Tokens::parse(std::string_view text, const std::string& file) {
  Tokens tokens;
  std::istringstream stream{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (is_blank(line)) continue;
    auto row = parse_row(line);
    if (!row) return invalid(file + ":" + std::to_string(number) + ": " + row.error().message);
    tokens.rows_.push_back(*std::move(row));
  }
  if (tokens.rows_.empty()) return invalid(file + ": contains no token; add a line");
  return tokens;
}

Result<Tokens> Tokens::read(const std::string& file) {
  if (const auto checked = check_private(file, "--tokens"); !checked) {
    return tl::unexpected(checked.error());
  }
  const auto text = whole_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse(*text, file);
}

Result<Tokens> Tokens::read_secret(const std::string& file) {
  if (const auto checked = check_private(file, "--proxy-secret"); !checked) {
    return tl::unexpected(checked.error());
  }
  const auto text = whole_file(file);
  if (!text) return tl::unexpected(text.error());
  std::istringstream stream(*text);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  if (words.size() != 1 || words.front().size() < kLeastToken) {
    return invalid(file +
                   ": does not contain a secret of at least 32 characters without blanks; make one "
                   "with `openssl rand -hex 16`");
  }
  Tokens tokens;
  tokens.rows_.push_back({digest_of(words.front()), Caller{}});
  return tokens;
}

std::optional<Caller> Tokens::find(std::string_view token) const {
  const Digest digest = digest_of(token);
  const Row* found = nullptr;
  for (const Row& row : rows_) {
    if (sodium_memcmp(row.digest.data(), digest.data(), digest.size()) == 0) found = &row;
  }
  if (found == nullptr) return std::nullopt;
  return found->caller;
}

std::string_view bearer(std::string_view header) {
  constexpr std::string_view kScheme = "bearer ";
  const bool has =
      header.size() > kScheme.size() &&
      std::ranges::equal(header.substr(0, kScheme.size()), kScheme, [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b;
      });
  return has ? header.substr(kScheme.size()) : std::string_view();
}

Caller local_caller() { return {"local", static_cast<unsigned>(Role::admin), "*"}; }

}  // namespace whorl::serve
