// Users: those whom a web server in front of the service may name, after single sign-on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/tokens.h"
#include "whorl/result.h"

namespace whorl::serve {

// The users of a file. Each line has a name, roles separated by commas, and an owner, separated by
// blanks. Lines that begin with # are ignored. The name * is any other user; the owner = is the
// user's own name.
class Users {
 public:
  static Result<Users> parse(std::string_view text, const std::string& file);
  // Refuses a file that users other than its owner may write.
  static Result<Users> read(const std::string& file);

  // Nothing if the file has no such user or if it is not a name: a name has no blanks and no
  // control characters, and is neither * nor =.
  std::optional<Caller> find(const std::string& name) const;

 private:
  std::vector<Caller> rows_;
};

}  // namespace whorl::serve
