#include "serve/users.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "serve/invalid.h"
#include "serve/whole_file.h"

namespace whorl::serve {
namespace {

constexpr const char* kAnyOther = "*";
constexpr const char* kOwnName = "=";
constexpr std::size_t kLongestUser = 200;  // bytes

bool is_user_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestUser && name != kAnyOther && name != kOwnName &&
         std::ranges::all_of(name, [](unsigned char c) { return c > ' ' && c != 0x7f; });
}

Result<Caller> parse_user(const std::string& line) {
  std::istringstream stream(line);
  const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  if (words.size() != 3) return invalid("a line has NAME ROLES OWNER, separated by blanks");
  const auto roles = parse_roles(words[1]);
  if (!roles) return tl::unexpected(roles.error());
  if ((*roles & static_cast<unsigned>(Role::moss)) != 0) {
    return invalid("the role moss of " + words[0] + " needs an ID, in the file of tokens");
  }
  return Caller{words[0], *roles, words[2]};
}

}  // namespace

Result<Users> Users::parse(std::string_view text, const std::string& file) {
  Users users;
  std::istringstream stream{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (is_blank(line)) continue;
    auto user = parse_user(line);
    if (!user) return invalid(file + ":" + std::to_string(number) + ": " + user.error().message);
    users.rows_.push_back(*std::move(user));
  }
  if (users.rows_.empty()) return invalid(file + ": contains no user; add a line");
  return users;
}

Result<Users> Users::read(const std::string& file) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0) {
    return fail(ErrorCode::not_found, file + ": does not exist; create it, or leave --users out");
  }
  if (!S_ISREG(status.st_mode) || (status.st_mode & 022) != 0) {
    return invalid(file + ": only its owner may write to it; chmod go-w " + file);
  }
  const auto text = whole_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse(*text, file);
}

std::optional<Caller> Users::find(const std::string& name) const {
  if (!is_user_name(name)) return std::nullopt;
  auto row = std::ranges::find(rows_, name, &Caller::name);
  if (row == rows_.end()) row = std::ranges::find(rows_, kAnyOther, &Caller::name);
  if (row == rows_.end()) return std::nullopt;
  return Caller{name, row->roles, row->owner == kOwnName ? name : row->owner};
}

}  // namespace whorl::serve
