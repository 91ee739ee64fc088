// Users: whom a web server in front of the service may name, once it knows them by single sign-on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/tokens.h"
#include "whorl/result.h"

namespace whorl::serve {

// Those of a file. Each line has a name, roles separated by commas, and an owner, separated by
// blanks; lines that begin with # are passed over. The name * is any other user; the owner = is the
// user's own name.
class Users {
 public:
  static Result<Users> parse(std::string_view text, const std::string& file);
  // Refuses a file that others than its owner may write.
  static Result<Users> read(const std::string& file);

  // Nothing where the file has no such user, or it is no name: names have no blanks, no control
  // characters, and are not an owner of the file's own meaning (*, =).
  std::optional<Caller> find(const std::string& name) const;

 private:
  std::vector<Caller> rows_;
};

}  // namespace whorl::serve
