// Tokens: identify callers and their roles.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::serve {

// The role that an endpoint requires. `anyone` needs no token. `moss` is for no endpoint: it lets a
// user of MOSS's protocol submit.
enum class Role : unsigned { anyone = 0, search = 1, submit = 2, judge = 4, admin = 8, moss = 16 };

std::string_view name_of(Role role);

// The sender of a request.
struct Caller {
  std::string name;
  unsigned roles = 0;
  std::string owner;  // "*": of all owners

  bool may(Role role) const;
  // Identified by an ID that is sent in clear text, and so has no other rights.
  bool is_moss_user() const { return roles == static_cast<unsigned>(Role::moss); }
  bool sees_all() const { return owner == "*"; }
  bool sees(std::string_view whose) const { return sees_all() || owner == whose; }
};

// The tokens of a file. Each line has a name, roles separated by commas, an owner ("*": all), and
// the token of at least 32 characters, separated by blanks; lines that begin with # are skipped. If
// the only role is moss, the token is an ID of at least 9 characters.
class Tokens {
 public:
  static Result<Tokens> parse(std::string_view text, const std::string& file);
  // Refuses a file that others than its owner may read.
  static Result<Tokens> read(const std::string& file);

  // A file that has one token and nothing else.
  static Result<Tokens> read_secret(const std::string& file);

  // The time does not reveal anything about the tokens.
  std::optional<Caller> find(std::string_view token) const;

 private:
  using Digest = std::array<unsigned char, 32>;
  struct Row {
    Digest digest;
    Caller caller;
  };
  static Digest digest_of(std::string_view token);
  static Result<Row> parse_row(std::string_view line);

  std::vector<Row> rows_;
};

// Of names of roles separated by commas. `anyone` is none of them.
Result<unsigned> parse_roles(const std::string& words);

// Whether a line of a file of clients says nothing: it is empty or a comment.
bool is_blank(std::string_view line);

// The token of an Authorization header; empty if it has none.
std::string_view bearer(std::string_view header);

// The caller if there are no tokens: any process that can reach this machine's loopback.
Caller local_caller();

}  // namespace whorl::serve
