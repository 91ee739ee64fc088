#include "fingerprints/chunks/token_hash.h"

#include <nettle/md5.h>

#include <array>
#include <bit>

#include "fingerprints/kernels/kgram_hash.h"

namespace whorl::internal::chunks {
namespace {

static_assert(std::endian::native == std::endian::little,
              "tokens are hashed as they lie in memory");

constexpr std::size_t kMd5Bytes = 5;  // ten hexadecimal digits

std::uint64_t md5_of(TokenSpan chunk) {
  md5_ctx context;
  md5_init(&context);
  md5_update(&context, chunk.size_bytes(), reinterpret_cast<const std::uint8_t*>(chunk.data()));
  std::array<std::uint8_t, kMd5Bytes> bytes;
  md5_digest(&context, bytes.size(), bytes.data());
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

}  // namespace

std::uint64_t SeededTokenHash::digest(TokenSpan chunk) const {
  return digest_ == Digest::md5 ? md5_of(chunk) : kernels::fingerprint(chunk, seed_);
}

void SeededTokenHash::hash_each(TokenSpan tokens, std::span<std::uint64_t> out) const {
  kernels::all_fingerprints(tokens, 1, seed_, out.data());
}

}  // namespace whorl::internal::chunks
