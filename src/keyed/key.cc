#include "whorl/key.h"

#include <sodium/core.h>
#include <sodium/utils.h>

#include <utility>

#include "base/guard.h"
#include "keyed/subkeys.h"

namespace whorl {

using namespace internal;

namespace {

constexpr std::size_t kMinBytes = 16;
constexpr std::size_t kMaxBytes = 512;

std::string hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : bytes) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace

Key::Key(std::unique_ptr<const Subkeys> subkeys) : subkeys_(std::move(subkeys)) {}
Key::Key(Key&&) noexcept = default;
Key& Key::operator=(Key&&) noexcept = default;
Key::~Key() = default;

std::string Key::id() const { return hex(subkeys_->id); }

std::string Key::check_value() const { return hex(subkeys_->check); }

bool Key::matches(std::string_view check_value) const {
  const std::string own = hex(subkeys_->check);
  return own.size() == check_value.size() &&
         sodium_memcmp(own.data(), check_value.data(), own.size()) == 0;
}

Result<Key> make_key(std::span<const std::uint8_t> secret) try {
  if (secret.size() < kMinBytes || secret.size() > kMaxBytes) {
    return fail(ErrorCode::invalid_argument, "a key of " + std::to_string(secret.size()) +
                                                 " bytes; it has " + std::to_string(kMinBytes) +
                                                 " to " + std::to_string(kMaxBytes));
  }
  if (sodium_init() < 0) return fail(ErrorCode::io, "libsodium cannot be used on this system");
  return Key(std::make_unique<const Key::Subkeys>(secret));
} catch (...) {
  return base::caught();
}

}  // namespace whorl
