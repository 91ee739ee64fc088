#include "whorl/key.h"

#include <fcntl.h>
#include <sodium/core.h>
#include <sodium/utils.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/guard.h"
#include "base/try.h"
#include "jobs/registry/keyed/subkeys.h"

namespace whorl {

using namespace internal;

namespace {

constexpr std::size_t kMinDigits = 32;
constexpr std::size_t kMaxDigits = 1024;
constexpr const char* kHowToMake =
    "make one with: (umask 077; od -An -v -tx1 -N32 /dev/urandom | tr -d ' \\n' > FILE)";

// Bytes on the stack that are wiped on destruction.
template <std::size_t n>
struct Wiped {
  std::array<std::uint8_t, n> bytes = {};
  ~Wiped() { registry::keyed::wipe(bytes); }
};

tl::unexpected<Error> unreadable(const std::string& path) {
  return fail(ErrorCode::io,
              path + ": the key cannot be read: " + std::generic_category().message(errno));
}

tl::unexpected<Error> refuse(const std::string& path, const std::string& what) {
  return fail(ErrorCode::invalid_argument, path + ": " + what);
}

Result<void> check_owner(const std::string& path, int file) {
  struct stat status;
  if (::fstat(file, &status) != 0) return unreadable(path);
  if (!S_ISREG(status.st_mode)) return refuse(path, "is not a file; the key must be in a file");
  if (status.st_uid != ::geteuid()) {
    return refuse(path, "belongs to another user, who can read the key; make your own file");
  }
  if ((status.st_mode & 077) == 0) return {};
  std::array<char, 8> mode;
  std::snprintf(mode.data(), mode.size(), "%04o", static_cast<unsigned>(status.st_mode & 07777));
  return refuse(path, "other users may read or change the key (mode " + std::string(mode.data()) +
                          "); run chmod 600 on it, and make a new key if others may know it");
}

int digit(std::uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

Result<Key> parse(const std::string& path, std::span<const std::uint8_t> digits) {
  while (!digits.empty() && (digits.back() == '\n' || digits.back() == '\r')) {
    digits = digits.first(digits.size() - 1);
  }
  const std::string count = std::to_string(digits.size());
  if (digits.size() < kMinDigits || digits.size() > kMaxDigits || digits.size() % 2 != 0) {
    return refuse(path, "has " + (digits.size() > kMaxDigits ? "too many" : count) +
                            " characters; a key is written with 32 to 1024 hexadecimal digits, an "
                            "even number; " +
                            kHowToMake);
  }
  Wiped<kMaxDigits / 2> secret;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int value = digit(digits[i]);
    if (value < 0) {
      return refuse(
          path, std::string("contains characters other than hexadecimal digits; ") + kHowToMake);
    }
    secret.bytes[i / 2] = static_cast<std::uint8_t>(secret.bytes[i / 2] << 4 | value);
  }
  return make_key(std::span(secret.bytes).first(digits.size() / 2));
}

std::array<std::uint8_t, 8> written(std::uint64_t hash) {
  std::array<std::uint8_t, 8> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(hash >> 8 * i);
  return bytes;
}

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

Fingerprints draw(const Fingerprints& search, std::size_t count, const Key& key,
                  std::uint64_t number) {
  registry::keyed::SipKey sip = registry::keyed::draw_key(key.subkeys(), number);
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < search.size(); ++i) {
    order.emplace_back(registry::keyed::siphash(written(search.hash[i]), sip), i);
  }
  registry::keyed::wipe(sip);
  std::ranges::sort(order);
  order.resize(std::min(order.size(), count));
  std::ranges::sort(order, {}, [](const auto& drawn) { return drawn.second; });
  Fingerprints out;
  for (const auto& [rank, i] : order) {
    out.hash.push_back(search.hash[i]);
    out.position.push_back(search.position[i]);
  }
  return out;
}

Result<Key> read_key(const std::string& path) try {
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return unreadable(path);
  WHORL_RETURN_IF_ERROR(check_owner(path, file.get()));
  Wiped<kMaxDigits + 4> text;
  std::size_t size = 0;
  while (size < text.bytes.size()) {
    const ssize_t got = ::read(file.get(), text.bytes.data() + size, text.bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(path);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  return parse(path, std::span(text.bytes).first(size));
} catch (...) {
  return base::caught();
}

}  // namespace whorl
