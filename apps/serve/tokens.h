// Tokens: who asks, and what they may.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::serve {

// What an endpoint asks of its caller. `anyone` needs no token.
// `moss` is for no endpoint: it lets a user of MOSS's protocol submit.
enum class Role : unsigned { anyone = 0, search = 1, submit = 2, judge = 4, admin = 8, moss = 16 };

std::string_view name_of(Role role);

// Who asks.
struct Caller {
  std::string name;
  unsigned roles = 0;
  std::string owner;  // "*": of everybody's

  bool may(Role role) const;
  // By an ID that goes over the network in clear text, and so stands for nothing else.
  bool is_moss_user() const { return roles == static_cast<unsigned>(Role::moss); }
  bool sees_all() const { return owner == "*"; }
  bool sees(std::string_view whose) const { return sees_all() || owner == whose; }
};

// Those of a file. Each line has a name, roles separated by commas, an owner ("*": all), and the
// token, 32 characters or more, separated by blanks; lines that begin with # are passed over. Where
// the role is moss alone, the token is an ID of 9 characters or more.
class Tokens {
 public:
  static Result<Tokens> parse(std::string_view text, const std::string& file);
  // Refuses a file that others than its owner may read.
  static Result<Tokens> read(const std::string& file);

  // In a time that says nothing of the tokens.
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

// Of an Authorization header; empty where it has none.
std::string_view bearer(std::string_view header);

// The one who asks where there are no tokens: whoever can reach this machine's loopback.
Caller local_caller();

}  // namespace whorl::serve
