// A file that is packed by itself (gzip, bzip2, xz, zstd), as it is unpacked from memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "read/byte_stream.h"
#include "read/input.h"
#include "read/member_decoder.h"

namespace whorl::internal::read {

class PackedInput final : public Input {
 public:
  // Charges what it unpacks; an error ends the input.
  using Charge = std::function<Result<void>(std::uint64_t bytes)>;

  // `packed` stays as it is while the input lives. Null: it is not packed. `path` names it.
  static std::unique_ptr<PackedInput> open(const std::string& path, const std::string& packed,
                                           const DecoderLimits& limits, Charge charge);

  // What is damaged is left out.
  Result<void> read(std::string& bytes, std::uint64_t total) override;
  std::uint64_t promised_bytes() const override { return 0; }

  // After reading, what was damaged: a sentence for Skipped::reason; empty if nothing was.
  const std::string& damage() const { return damage_; }

 private:
  PackedInput(std::string path, std::unique_ptr<ByteStream> stream, Charge charge)
      : path_(std::move(path)), stream_(std::move(stream)), charge_(std::move(charge)) {}

  Result<bool> refill();

  std::string path_;
  std::unique_ptr<ByteStream> stream_;
  Charge charge_;
  std::string_view block_;  // unpacked, and not yet read
  std::string damage_;
};

}  // namespace whorl::internal::read
