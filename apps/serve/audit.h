// The audit log: a line of JSON a request that changed or looked up something. It holds who asked
// for what, and never a text, a query or a token.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "whorl/result.h"

namespace whorl::serve {

struct AuditLine {
  std::string caller = {};  // empty: nobody who is known
  std::string peer = {};
  std::string method = {};
  std::string endpoint = {};  // the path of its row, or empty
  unsigned status = 0;
  std::uint64_t bytes = 0;  // of the body that came in
  double seconds = 0;
};

class Audit {
 public:
  // Appends to a file that its owner alone may read. An empty name: to nowhere.
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
