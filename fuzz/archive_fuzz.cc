// Any bytes as an archive on disk: what comes out is named safely and stays under the limits.
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "input/intake.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

class MemoryInput final : public whorl::internal::input::Input {
 public:
  explicit MemoryInput(std::string_view bytes) : bytes_(bytes) {}

  whorl::Result<void> read(std::string& bytes, std::uint64_t total) override {
    const std::size_t step = std::min<std::size_t>(total - bytes.size(), bytes_.size());
    bytes.append(bytes_.substr(0, step));
    bytes_.remove_prefix(step);
    return {};
  }
  std::uint64_t promised_bytes() const override { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

bool is_safe(std::string_view name) {
  const std::string guarded = "/" + std::string(name) + "/";
  return simdjson::validate_utf8(name) && guarded.find("/../") == guarded.npos &&
         guarded.find("//") == guarded.npos && name.find('\0') == name.npos;
}

whorl::internal::input::ReadOptions small_limits() {
  whorl::internal::input::ReadOptions options;
  options.limits.file_bytes = 1 << 20;
  options.limits.expanded_bytes = 4 << 20;
  options.limits.archive_members = 100;
  options.limits.archive_depth = 3;
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const whorl::internal::input::ReadOptions options = small_limits();
  static const whorl::internal::input::NameFilter filter({}, {});
  MemoryInput input({reinterpret_cast<const char*>(data), size});
  whorl::internal::input::ReadResult out;
  whorl::internal::input::take_in("a.zip", input, {options, filter}, nullptr, out);
  std::uint64_t expanded = 0;
  for (const whorl::Document& document : out.documents) {
    require(is_safe(document.name));
    require(document.bytes.size() <= options.limits.file_bytes);
    expanded += document.bytes.size();
  }
  require(expanded <= options.limits.expanded_bytes);
  require(out.documents.size() <= options.limits.archive_members);
  for (const whorl::Skipped& skipped : out.skipped) {
    require(is_safe(skipped.path) && !skipped.reason.empty());
  }
  return 0;
}
