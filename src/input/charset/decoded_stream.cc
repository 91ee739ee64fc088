#include "input/charset/decoded_stream.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/allocated.h"
#include "base/try.h"
#include "base/utf8.h"
#include "input/charset/charset.h"
#include "input/charset/content.h"
#include "input/charset/wide.h"

namespace whorl::internal::input {
namespace {

struct CloseStreamConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using StreamConverter = std::unique_ptr<UConverter, CloseStreamConverter>;

StreamConverter stream_converter(const std::string& name) {
  UErrorCode status = U_ZERO_ERROR;
  StreamConverter converter(ucnv_open(name.c_str(), &status));
  base::throw_if_out_of_memory(status == U_MEMORY_ALLOCATION_ERROR);
  return U_FAILURE(status) ? nullptr : std::move(converter);
}

class DecodedStream final : public ByteStream {
 public:
  DecodedStream(std::unique_ptr<ByteStream> stream, const std::string& encoding,
                TakeReplaced at_end)
      : stream_(std::move(stream)),
        at_end_(std::move(at_end)),
        from_(stream_converter(encoding)),
        to_(stream_converter(std::string(kUtf8))),
        pivot_at_(pivot_.data()),
        pivot_end_(pivot_.data()) {
    UErrorCode status = U_ZERO_ERROR;
    ucnv_setToUCallBack(from_.get(), count_and_replace, &replaced_, nullptr, nullptr, &status);
  }

  Result<std::string_view> next() override {
    while (!ended_) {
      if (rest_.empty() && !last_) {
        WHORL_ASSIGN_OR_RETURN(rest_, stream_->next());
        last_ = rest_.empty();
      }
      const std::string_view text = convert();
      if (!text.empty()) return text;
    }
    return std::string_view();
  }

 private:
  static void U_CALLCONV count_and_replace(const void* context, UConverterToUnicodeArgs* arguments,
                                           const char* bytes, std::int32_t length,
                                           UConverterCallbackReason reason, UErrorCode* status) {
    if (reason <= UCNV_IRREGULAR) ++*static_cast<std::uint64_t*>(const_cast<void*>(context));
    UCNV_TO_U_CALLBACK_SUBSTITUTE(nullptr, arguments, bytes, length, reason, status);
  }

  // Converts as much of the rest as fits in one block of output.
  std::string_view convert() {
    UErrorCode status = U_ZERO_ERROR;
    char* out = block_.data();
    const char* in = rest_.data();
    ucnv_convertEx(to_.get(), from_.get(), &out, block_.data() + block_.size(), &in,
                   rest_.data() + rest_.size(), pivot_.data(), &pivot_at_, &pivot_end_,
                   pivot_.data() + pivot_.size(), false, last_, &status);
    base::throw_if_out_of_memory(status == U_MEMORY_ALLOCATION_ERROR);
    rest_.remove_prefix(static_cast<std::size_t>(in - rest_.data()));
    if (last_ && status != U_BUFFER_OVERFLOW_ERROR) {
      ended_ = true;
      at_end_(replaced_);
    }
    return {block_.data(), static_cast<std::size_t>(out - block_.data())};
  }

  static constexpr std::size_t kBlockBytes = 1 << 16;

  std::unique_ptr<ByteStream> stream_;
  TakeReplaced at_end_;
  StreamConverter from_;
  StreamConverter to_;
  std::uint64_t replaced_ = 0;
  std::string_view rest_;  // of the stream's block
  bool last_ = false;      // the stream has no more blocks
  bool ended_ = false;
  std::array<char16_t, 1024> pivot_;
  char16_t* pivot_at_;
  char16_t* pivot_end_;
  std::vector<char> block_ = std::vector<char>(kBlockBytes);
};

// Without a character that the end of the block cuts.
std::string_view whole_characters(std::string_view head) {
  constexpr std::size_t kLongestPart = 3;
  for (std::size_t size = 1; size <= std::min(kLongestPart, head.size()); ++size) {
    const std::string_view tail = head.substr(head.size() - size);
    const base::Utf8Step step = base::utf8_step(tail);
    const bool leads = static_cast<unsigned char>(tail[0]) >= 0xC2;
    const bool is_part = leads && !step.valid && step.bytes == size;
    if (is_part) return head.substr(0, head.size() - size);
  }
  return head;
}

std::string_view name_of(WideEncoding wide) {
  switch (wide) {
    case WideEncoding::utf16_le:
      return "UTF-16LE";
    case WideEncoding::utf16_be:
      return "UTF-16BE";
    case WideEncoding::utf32_le:
      return "UTF-32LE";
    case WideEncoding::utf32_be:
      return "UTF-32BE";
    case WideEncoding::none:
      break;
  }
  return kUtf8;
}

}  // namespace

Result<std::string> encoding_of(std::string_view head) {
  if (const WideEncoding wide = wide_encoding(head); wide != WideEncoding::none) {
    return std::string(name_of(wide));
  }
  if (is_binary(head)) return fail(ErrorCode::unsupported, std::string(kBinaryReason));
  if (base::is_utf8(whole_characters(head))) return std::string(kUtf8);
  std::string note;
  WHORL_ASSIGN_OR_RETURN(const Viewable decoded, decode(std::string(head), note));
  if (decoded.charset == kUtf8) return decoded.charset;  // with some broken bytes
  note.clear();
  const Viewable legacy = decode_legacy(head, note);
  if (note.empty()) return larger_charset(legacy.charset);
  return fail(ErrorCode::unsupported,
              "is not in UTF-8, and its encoding is not recognized; convert it, for example: "
              "iconv -f WINDOWS-1252 -t UTF-8 in.csv > out.csv");
}

std::unique_ptr<ByteStream> decode_stream(std::unique_ptr<ByteStream> stream,
                                          const std::string& encoding, TakeReplaced at_end) {
  return std::make_unique<DecodedStream>(std::move(stream), encoding, std::move(at_end));
}

}  // namespace whorl::internal::input
