#include "serve/audit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "serve/json_text.h"
#include "serve/time.h"

namespace whorl::serve {

Result<Audit> Audit::open(const std::string& file) {
  if (file.empty()) return Audit(-1);
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor >= 0) return Audit(descriptor);
  return fail(ErrorCode::io,
              file + ": cannot be written: " + std::generic_category().message(errno));
}

Audit::Audit(Audit&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), mutex_(std::move(other.mutex_)) {}

Audit::~Audit() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Audit::write(const AuditLine& line) {
  if (descriptor_ < 0) return;
  const nlohmann::ordered_json object = {{"time", spelled(now())},    {"caller", line.caller},
                                         {"peer", line.peer},         {"method", line.method},
                                         {"endpoint", line.endpoint}, {"status", line.status},
                                         {"bytes", line.bytes},       {"seconds", line.seconds}};
  const std::string text = json_text(object) + "\n";
  const std::lock_guard lock(*mutex_);
  (void)!::write(descriptor_, text.data(), text.size());  // answers go on when the disk is full
}

}  // namespace whorl::serve
