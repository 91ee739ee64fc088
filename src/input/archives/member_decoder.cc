#include "input/archives/member_decoder.h"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <bit>

#include "base/allocated.h"
#include "input/room.h"

namespace whorl::internal::input {
namespace {

using namespace std::string_view_literals;
using base::throw_if_out_of_memory;
using MemberStep = MemberDecoder::Step;

constexpr std::string_view kGzipMember = "\x1F\x8B\x08";
constexpr std::string_view kZstdFrame = "\x28\xB5\x2F\xFD";
constexpr std::string_view kZstdSkippable = "\x2A\x4D\x18";  // after a byte 0x50 to 0x5F
constexpr std::string_view kXzStream = "\xFD\x37zXZ\0"sv;
constexpr std::string_view kBzip2Block = "\x31\x41\x59\x26\x53\x59";
constexpr std::string_view kBzip2End = "\x17\x72\x45\x38\x50\x90";

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

template <class Byte>
Byte* pointer_to(std::string_view text) {
  return reinterpret_cast<Byte*>(const_cast<char*>(text.data()));
}

// zlib, libbz2 and liblzma have the same members: calls `run` and records how far it came.
template <class Stream, class Byte, class Run>
int run_step(Stream& stream, std::string_view& in, char* out, std::size_t room, std::size_t& size,
             Run run) {
  constexpr std::size_t kMost = 1u << 30;  // the counts of two of them have 32 bits
  const std::size_t given = std::min(in.size(), kMost);
  using Count = decltype(stream.avail_in);
  stream.next_in = pointer_to<Byte>(in);
  stream.avail_in = static_cast<Count>(given);
  stream.next_out = reinterpret_cast<std::remove_const_t<Byte>*>(out);
  stream.avail_out = static_cast<Count>(room);
  const int status = static_cast<int>(run(stream));
  in.remove_prefix(given - stream.avail_in);
  size = room - stream.avail_out;
  return status;
}

class GzipDecoder final : public MemberDecoder {
 public:
  GzipDecoder() { throw_if_out_of_memory(inflateInit2(&stream_, 15 + 16) != Z_OK); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder() override { inflateEnd(&stream_); }

  bool can_begin(std::string_view head) const override { return head.starts_with(kGzipMember); }

  // Checks the fixed part of the header, which few other bytes match.
  bool begins(std::string_view head) const override {
    if (head.size() < 10 || !head.starts_with(kGzipMember)) return false;
    const unsigned effort = byte_at(head, 8);
    const unsigned system = byte_at(head, 9);
    return byte_at(head, 3) < 0x20 && (effort == 0 || effort == 2 || effort == 4) &&
           (system <= 13 || system == 255);
  }

  void reset(std::string_view) override { inflateReset(&stream_); }

  MemberStep step(std::string_view& in, char* out, std::size_t room, std::size_t& size) override {
    const auto run = [](z_stream& stream) { return inflate(&stream, Z_NO_FLUSH); };
    const int status = run_step<z_stream, Bytef>(stream_, in, out, room, size, run);
    throw_if_out_of_memory(status == Z_MEM_ERROR);
    if (status == Z_STREAM_END) return MemberStep::end;
    return status == Z_OK || status == Z_BUF_ERROR ? MemberStep::more : MemberStep::damaged;
  }

 private:
  z_stream stream_{};
};

class Bzip2Decoder final : public MemberDecoder {
 public:
  Bzip2Decoder() { begin(); }
  Bzip2Decoder(const Bzip2Decoder&) = delete;
  Bzip2Decoder& operator=(const Bzip2Decoder&) = delete;
  ~Bzip2Decoder() override { BZ2_bzDecompressEnd(&stream_); }

  bool can_begin(std::string_view head) const override {
    return head.size() >= 10 && head.starts_with("BZh") && head[3] >= '1' && head[3] <= '9' &&
           (head.substr(4).starts_with(kBzip2Block) || head.substr(4).starts_with(kBzip2End));
  }

  void reset(std::string_view) override {
    BZ2_bzDecompressEnd(&stream_);
    begin();
  }

  MemberStep step(std::string_view& in, char* out, std::size_t room, std::size_t& size) override {
    const auto run = [](bz_stream& stream) { return BZ2_bzDecompress(&stream); };
    const int status = run_step<bz_stream, char>(stream_, in, out, room, size, run);
    throw_if_out_of_memory(status == BZ_MEM_ERROR);
    if (status == BZ_STREAM_END) return MemberStep::end;
    return status == BZ_OK ? MemberStep::more : MemberStep::damaged;
  }

 private:
  void begin() {
    stream_ = {};
    throw_if_out_of_memory(BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK);
  }

  bz_stream stream_{};
};

std::string too_wide(std::uint64_t window, const char* members) {
  if (window == 0) return {};
  return "needs " + human_bytes(window) + " for the window of its " + members + ": give --memory " +
         human_bytes(window * kWindowShare) + " or more";
}

class XzDecoder final : public MemberDecoder {
 public:
  explicit XzDecoder(const DecoderLimits& limits) : window_bytes_(limits.window_bytes) { begin(); }
  XzDecoder(const XzDecoder&) = delete;
  XzDecoder& operator=(const XzDecoder&) = delete;
  ~XzDecoder() override { lzma_end(&stream_); }

  bool can_begin(std::string_view head) const override {
    return head.size() >= 8 && head.starts_with(kXzStream) && byte_at(head, 6) == 0 &&
           byte_at(head, 7) < 16;
  }

  void reset(std::string_view) override { begin(); }

  MemberStep step(std::string_view& in, char* out, std::size_t room, std::size_t& size) override {
    const auto run = [](lzma_stream& stream) { return lzma_code(&stream, LZMA_RUN); };
    const int status = run_step<lzma_stream, const std::uint8_t>(stream_, in, out, room, size, run);
    throw_if_out_of_memory(status == LZMA_MEM_ERROR);
    if (status == LZMA_MEMLIMIT_ERROR) refused_ = std::max(refused_, lzma_memusage(&stream_));
    if (status == LZMA_STREAM_END) return MemberStep::end;
    return status == LZMA_OK || status == LZMA_BUF_ERROR ? MemberStep::more : MemberStep::damaged;
  }

  std::string refusal() const override { return too_wide(refused_, "xz streams"); }

 private:
  // Reuses the memory of the previous stream.
  void begin() {
    throw_if_out_of_memory(lzma_stream_decoder(&stream_, window_bytes_, 0) != LZMA_OK);
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::uint64_t window_bytes_;
  std::uint64_t refused_ = 0;  // the largest window that was refused
};

// The window that a frame needs (RFC 8878, 3.1.1.1.2); 0 if the header does not say.
std::uint64_t window_of(std::string_view head) {
  constexpr unsigned kSingleSegment = 0x20;
  if (head.size() < 6 || (byte_at(head, 4) & kSingleSegment) != 0) return 0;
  const std::uint64_t base = 1ull << (10 + (byte_at(head, 5) >> 3));
  return base + base / 8 * (byte_at(head, 5) & 7);
}

class ZstdDecoder final : public MemberDecoder {
 public:
  explicit ZstdDecoder(const DecoderLimits& limits)
      : stream_(base::allocated(ZSTD_createDStream())) {
    const int log = static_cast<int>(std::bit_width(limits.window_bytes)) - 1;
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax,
                           std::clamp(log, bounds.lowerBound, bounds.upperBound));
  }

  bool can_begin(std::string_view head) const override {
    constexpr unsigned kReserved = 0x08;
    if (head.size() < 8) return false;
    if (head.starts_with(kZstdFrame)) return (byte_at(head, 4) & kReserved) == 0;
    return (byte_at(head, 0) & 0xF0) == 0x50 && head.substr(1).starts_with(kZstdSkippable);
  }

  void reset(std::string_view head) override {
    ZSTD_DCtx_reset(stream_.get(), ZSTD_reset_session_only);
    window_ = head.starts_with(kZstdFrame) ? window_of(head) : 0;
  }

  MemberStep step(std::string_view& in, char* out, std::size_t room, std::size_t& size) override {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    ZSTD_outBuffer to{out, room, 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &to, &from);
    in.remove_prefix(from.pos);
    size = to.pos;
    if (!ZSTD_isError(status)) return status == 0 ? MemberStep::end : MemberStep::more;
    throw_if_out_of_memory(ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation);
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
      refused_ = std::max(refused_, window_);
    }
    return MemberStep::damaged;
  }

  std::string refusal() const override { return too_wide(refused_, "zstd frames (zstd --long)"); }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  std::unique_ptr<ZSTD_DStream, Free> stream_;
  std::uint64_t window_ = 0;   // of the current frame
  std::uint64_t refused_ = 0;  // the largest window that was refused
};

// True if the file has such a member after a damaged first one.
bool has_later_member(const MemberDecoder& decoder, std::string_view head) {
  for (std::size_t at = 0; at < head.size(); ++at) {
    if (decoder.begins(head.substr(at, MemberDecoder::kHead))) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<MemberDecoder> decoder_for(std::string_view path, std::string_view head,
                                           const DecoderLimits& limits) {
  struct Packing {
    std::string_view ending;
    std::unique_ptr<MemberDecoder> decoder;
  };
  Packing packings[] = {{".gz", std::make_unique<GzipDecoder>()},
                        {".bz2", std::make_unique<Bzip2Decoder>()},
                        {".xz", std::make_unique<XzDecoder>(limits)},
                        {".zst", std::make_unique<ZstdDecoder>(limits)}};
  for (Packing& packing : packings) {
    if (packing.decoder->can_begin(head)) return std::move(packing.decoder);
  }
  for (Packing& packing : packings) {
    if (path.ends_with(packing.ending) && has_later_member(*packing.decoder, head)) {
      return std::move(packing.decoder);
    }
  }
  return nullptr;
}

}  // namespace whorl::internal::input
