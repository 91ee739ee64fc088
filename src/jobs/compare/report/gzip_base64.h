// Bytes compressed (RFC 1952) and spelled in base64 (RFC 4648): how a page holds data.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "whorl/writers.h"

namespace whorl::internal::compare::report {

// Hands on base64 of what it takes. finish() ends the text.
class Base64Sink final : public Sink {
 public:
  explicit Base64Sink(Sink& next) : next_(next) {}
  void put(std::string_view bytes) override;
  void finish();

 private:
  Sink& next_;
  std::string rest_;  // under three bytes
};

// Hands on the gzip stream of what it takes, with no time in its header: equal bytes in,
// equal bytes out.
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

// Both at once, for bytes that are at hand.
std::string gzip_base64(std::string_view bytes);

}  // namespace whorl::internal::compare::report
