// WARC (ISO 28500) and WET: a record has a header, a block of the declared length, and two line
// ends. A length is accepted only if the bytes after the block, as far as they are examined, are
// line ends, a record or the end. A block that is one byte longer than its length is read whole,
// because some crawlers write it so. Otherwise the search for the next record begins directly after
// the header, so that a bad record costs only itself.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii_case.h"
#include "input/archives/byte_stream.h"
#include "input/collection.h"
#include "input/header_fields.h"
#include "input/intake.h"

namespace whorl::internal::input {
namespace {

// A window on a stream that can look ahead: a record's length is verified by the bytes that follow
// the record.
class StreamBuffer {
 public:
  explicit StreamBuffer(ByteStream& stream) : stream_(stream) {}

  // The bytes ahead: at least `wanted`, fewer only at the end of the stream. Valid until the next
  // call. Memory is `wanted` and a block.
  std::string_view ahead(std::size_t wanted);
  // `bytes` must not exceed the bytes ahead.
  void consume(std::size_t bytes) { at_ += bytes; }
  // Why the stream ended early; empty if it did not.
  const std::string& broken() const { return broken_; }

 private:
  ByteStream& stream_;
  std::string bytes_;
  std::size_t at_ = 0;
  bool ended_ = false;
  std::string broken_;
};

std::string_view StreamBuffer::ahead(std::size_t wanted) {
  while (!ended_ && bytes_.size() - at_ < wanted) {
    if (at_ > bytes_.size() / 2) {  // so that each byte is moved once on average
      bytes_.erase(0, at_);
      at_ = 0;
    }
    const auto block = stream_.next();
    if (!block) broken_ = block.error().message;
    ended_ = !block || block->empty();
    if (!ended_) bytes_.append(*block);
  }
  return std::string_view(bytes_).substr(at_);
}

constexpr std::size_t kHeaderBytes = 64 << 10;
constexpr std::size_t kLongestHeader = 16 << 10;  // includes the URL
constexpr std::size_t kTail = 64;  // line ends after a block, and the beginning of the next record
constexpr std::string_view kBegin = "WARC/";

std::string_view without_line_ends(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  return text;
}

// True if only line ends come before the next record or the end, as far as is examined.
bool ends_record(std::string_view behind) {
  const std::string_view after = without_line_ends(behind.substr(0, kTail));
  return kBegin.starts_with(after.substr(0, kBegin.size()));
}

std::optional<std::uint64_t> parse_length(std::string_view text) {
  std::uint64_t length = 0;
  const auto end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, length);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return length;
}

// Some writers use "<http://…>".
std::string_view without_brackets(std::string_view uri) {
  return uri.starts_with('<') && uri.ends_with('>') ? uri.substr(1, uri.size() - 2) : uri;
}

enum class RecordKind { response, content, revisit, other };

RecordKind kind_of(const HeaderFields& header) {
  const std::string_view type = header.get("WARC-Type");
  if (type == "response") {
    const bool http =
        base::equal_in_any_case(media_type(header.get("Content-Type")), "application/http");
    return http ? RecordKind::response : RecordKind::other;
  }
  if (type == "resource" || type == "conversion") return RecordKind::content;
  return type == "revisit" ? RecordKind::revisit : RecordKind::other;
}

class WarcReader final : public RecordReader {
 public:
  WarcReader(std::unique_ptr<ByteStream> stream, std::string name, const CollectionOptions& options,
             Skip skip)
      : stream_(std::move(stream)),
        buffer_(*stream_),
        name_(std::move(name)),
        id_field_(options.id_field),
        limit_(options.record_bytes),
        keep_records_(options.keep_lines),
        skip_(std::move(skip)) {}

  std::uint64_t revisits() const override { return revisits_; }

  Result<bool> next(CollectionRecord& record) override {
    while (to_record()) {
      ++number_;
      if (take_record(record)) return true;
    }
    if (!buffer_.broken().empty()) skip_(name_, buffer_.broken(), SkipKind::skipped);
    return false;
  }

 private:
  // Moves to the next record; false at the end. Lists skipped bytes.
  bool to_record() {
    bool listed = lost_;  // the record with the wrong length is listed already
    lost_ = false;
    while (true) {
      const std::string_view ahead = without_line_ends_ahead();
      if (ahead.empty()) return false;
      if (ahead.starts_with(kBegin)) return true;
      if (!listed) skip_(place(), "no other record begins after this one", SkipKind::skipped);
      listed = true;
      pass_line(ahead);
    }
  }

  std::string_view without_line_ends_ahead() {
    while (true) {
      const std::string_view ahead = buffer_.ahead(kTail);
      const std::string_view rest = without_line_ends(ahead);
      buffer_.consume(ahead.size() - rest.size());
      if (!rest.empty() || ahead.empty()) return buffer_.ahead(kTail);
    }
  }

  // Moves to the next line of the file, through lines of any length.
  void pass_line(std::string_view ahead) {
    const std::size_t end = ahead.find('\n');
    buffer_.consume(end == ahead.npos ? ahead.size() : end + 1);
  }

  // Positioned at the header of a record. False if the record is no document and no document was
  // lost.
  bool take_record(CollectionRecord& record) {
    const std::string_view seen = buffer_.ahead(kHeaderBytes);
    const std::size_t header_bytes = header_length(seen.substr(0, kHeaderBytes));
    // The bytes examined would contain the end of any valid header.
    record = {};
    record.place = place();
    if (header_bytes == 0) {
      return lose(record, kHeaderBytes - kLongestHeader, "its header does not end");
    }
    const HeaderFields header = parse_header(seen.substr(0, header_bytes));
    const auto length = parse_length(header.get("Content-Length"));
    const RecordKind kind = kind_of(header);
    describe(header, kind, record);  // the views are invalid after the next look ahead
    if (!length) return lose(record, header_bytes, "its Content-Length is not a number");
    if (*length > limit_) return lose(record, header_bytes, longer_than_a_record(limit_));
    std::size_t size = header_bytes + *length;
    const std::string_view ahead = buffer_.ahead(size + kTail);
    if (ahead.size() < size) return lose(record, header_bytes, "the file ends within the record");
    if (!ends_record(ahead.substr(size))) {
      if (!ends_record(ahead.substr(std::min(size + 1, ahead.size())))) {
        return lose(record, header_bytes, "its Content-Length is wrong: no record follows");
      }
      ++size;
      skip_(place(), "its Content-Length is one byte short; the whole record is read",
            SkipKind::fallback);
    }
    const bool is_document = kind == RecordKind::response || kind == RecordKind::content;
    if (is_document) record.bytes.assign(ahead.substr(header_bytes, size - header_bytes));
    if (is_document && keep_records_) record.archived.assign(ahead.substr(0, size));
    buffer_.consume(size);
    if (kind == RecordKind::revisit) ++revisits_;
    return is_document;
  }

  void describe(const HeaderFields& header, RecordKind kind, CollectionRecord& record) const {
    record.url = without_brackets(header.get("WARC-Target-URI"));
    record.date = header.get("WARC-Date");
    record.shape = kind == RecordKind::response ? RecordShape::http : RecordShape::content;
    if (kind == RecordKind::content) record.content_type = header.get("Content-Type");
    if (!id_field_.empty()) record.id = header.get(id_field_);
    if (record.id.empty()) record.id = record.url;
    if (record.id.empty()) record.id = without_brackets(header.get("WARC-Record-ID"));
    if (record.id.empty()) record.id = record.place;
  }

  // Gives the record up and continues after `bytes` of it.
  bool lose(CollectionRecord& record, std::size_t bytes, std::string reason) {
    record = unreadable(std::move(record), std::move(reason));
    buffer_.consume(std::min(bytes, buffer_.ahead(bytes).size()));
    lost_ = true;
    return true;
  }

  std::string place() const { return name_ + ":" + std::to_string(number_); }

  std::unique_ptr<ByteStream> stream_;
  StreamBuffer buffer_;
  std::string name_;
  std::string id_field_;
  std::uint64_t limit_;
  bool keep_records_;
  Skip skip_;
  std::uint64_t number_ = 0;  // of the record, from 1
  std::uint64_t revisits_ = 0;
  bool lost_ = false;  // between records: search for the next one
};

}  // namespace

std::unique_ptr<RecordReader> read_warc(std::unique_ptr<ByteStream> stream, std::string name,
                                        const CollectionOptions& options, Skip skip) {
  return std::make_unique<WarcReader>(std::move(stream), std::move(name), options, std::move(skip));
}

}  // namespace whorl::internal::input
