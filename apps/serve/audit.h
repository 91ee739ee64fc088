// The audit log: one line of JSON for each request that changed or looked up data. It contains the
// caller and the request, but never a text, a query or a token.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "whorl/result.h"

namespace whorl::serve {

struct AuditLine {
  std::string caller = {};  // empty if the caller is unknown
  std::string peer = {};
  std::string method = {};
  std::string endpoint = {};  // the path of its row, or empty
  unsigned status = 0;
  std::uint64_t bytes = 0;  // of the request's body
  double seconds = 0;
};

class Audit {
 public:
  // Appends to a file that only its owner may read. An empty name disables the log.
  static Result<Audit> open(const std::string& file);
  Audit(Audit&&) noexcept;
  ~Audit();

  void write(const AuditLine& line);

 private:
  explicit Audit(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

}  // namespace whorl::serve
