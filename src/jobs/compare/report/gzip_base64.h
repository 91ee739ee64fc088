// Bytes compressed (RFC 1952) and encoded in base64 (RFC 4648), as a page stores data.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "whorl/writers.h"

namespace whorl::internal::compare::report {

// Passes on its input in base64. finish() ends the text.
class Base64Sink final : public Sink {
 public:
  explicit Base64Sink(Sink& next) : next_(next) {}
  void put(std::string_view bytes) override;
  void finish();

 private:
  Sink& next_;
  std::string rest_;  // fewer than three bytes
};

// Passes on its input as a gzip stream with no time in its header, so that equal bytes give equal
// bytes.
class GzipSink final : public Sink {
 public:
  explicit GzipSink(Sink& next);
  ~GzipSink() override;
  void put(std::string_view bytes) override;
  void finish();

 private:
  struct Stream;
  void deflate_all(std::string_view bytes, int flush);

  Sink& next_;
  std::unique_ptr<Stream> stream_;
};

// Both at once, for bytes in memory.
std::string gzip_base64(std::string_view bytes);

}  // namespace whorl::internal::compare::report
