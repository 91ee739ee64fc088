#include "jobs/compare/report/gzip_base64.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/allocated.h"

namespace whorl::internal::compare::report {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int kLevel = 4;             // 5 % more bytes than 6, in 60 % of the time
constexpr int kGzipWindow = 15 + 16;  // 32 KiB, with a gzip header

// Whole groups of three bytes.
std::string encoded(std::string_view bytes) {
  std::string out(bytes.size() / 3 * 4, '\0');
  char* next = out.data();
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    const auto at = [&](std::size_t j) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + j]));
    };
    const std::uint32_t group = at(0) << 16 | at(1) << 8 | at(2);
    for (int shift = 18; shift >= 0; shift -= 6) *next++ = kAlphabet[group >> shift & 63];
  }
  return out;
}

}  // namespace

void Base64Sink::put(std::string_view bytes) {
  const std::size_t wanted = std::min((3 - rest_.size()) % 3, bytes.size());
  rest_ += bytes.substr(0, wanted);
  bytes.remove_prefix(wanted);
  if (rest_.size() == 3) {
    next_.put(encoded(rest_));
    rest_.clear();
  }
  const std::size_t whole = bytes.size() / 3 * 3;
  next_.put(encoded(bytes.substr(0, whole)));
  rest_ += bytes.substr(whole);
}

void Base64Sink::finish() {
  if (rest_.empty()) return;
  const std::size_t kept = rest_.size() + 1;
  rest_.resize(3, '\0');
  std::string last = encoded(rest_);
  last.replace(kept, 4 - kept, 4 - kept, '=');
  next_.put(last);
  rest_.clear();
}

struct GzipSink::Stream {
  z_stream zlib{};
};

GzipSink::GzipSink(Sink& next) : next_(next), stream_(std::make_unique<Stream>()) {
  base::throw_if_out_of_memory(
      deflateInit2(&stream_->zlib, kLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK);
}

GzipSink::~GzipSink() { deflateEnd(&stream_->zlib); }

void GzipSink::deflate_all(std::string_view bytes, int flush) {
  std::array<char, 1 << 16> out;
  z_stream& zlib = stream_->zlib;
  zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  zlib.avail_in = static_cast<uInt>(bytes.size());
  do {
    zlib.next_out = reinterpret_cast<Bytef*>(out.data());
    zlib.avail_out = static_cast<uInt>(out.size());
    deflate(&zlib, flush);
    next_.put({out.data(), out.size() - zlib.avail_out});
  } while (zlib.avail_out == 0);
}

void GzipSink::put(std::string_view bytes) {
  constexpr std::size_t kStep = 1 << 30;  // zlib counts in 32 bits
  while (!bytes.empty()) {
    deflate_all(bytes.substr(0, kStep), Z_NO_FLUSH);
    bytes.remove_prefix(std::min(kStep, bytes.size()));
  }
}

void GzipSink::finish() { deflate_all({}, Z_FINISH); }

std::string gzip_base64(std::string_view bytes) {
  StringSink out;
  Base64Sink base64(out);
  GzipSink gzip(base64);
  gzip.put(bytes);
  gzip.finish();
  base64.finish();
  return std::move(out.text);
}

}  // namespace whorl::internal::compare::report
