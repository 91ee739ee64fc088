#include "jobs/registry/document_row.h"

#include <array>
#include <chrono>
#include <span>
#include <vector>

#include "base/hash128.h"
#include "base/varint.h"
#include "jobs/registry/database.h"

namespace whorl::internal::registry {
namespace {

void put_text(std::string_view text, std::vector<std::uint8_t>& out) {
  base::put_varint(text.size(), out);
  out.insert(out.end(), text.begin(), text.end());
}

// Reads lengths and texts alternately.
class RowReader {
 public:
  explicit RowReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes_.empty(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    failed_ = true;
    return 0;
  }

  std::string text() {
    const std::uint64_t size = number();
    if (size > bytes_.size()) failed_ = true;
    if (failed_) return {};
    std::string out(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return out;
  }

  bool is_whole() const { return !failed_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

constexpr std::array kTexts = {&DocumentCodes::owner, &DocumentCodes::group,
                               &DocumentCodes::name,  &DocumentCodes::date,
                               &DocumentCodes::url,   &DocumentCodes::contact};

}  // namespace

std::string pack(const DocumentRow& row) {
  std::vector<std::uint8_t> out;
  for (const auto text : kTexts) put_text(row.document.codes.*text, out);
  base::put_varint(row.document.bytes, out);
  base::put_varint(row.document.fingerprints, out);
  base::put_varint(static_cast<std::uint64_t>(row.document.added), out);
  base::put_varint(row.postings, out);
  base::put_varint(row.digest, out);
  base::put_varint(row.draw, out);
  return {out.begin(), out.end()};
}

Result<DocumentRow> unpack_row(std::string_view bytes) {
  RowReader in(bytes);
  DocumentRow row;
  for (const auto text : kTexts) row.document.codes.*text = in.text();
  row.document.bytes = in.number();
  row.document.fingerprints = in.number();
  row.document.added = static_cast<std::int64_t>(in.number());
  row.postings = in.number();
  row.digest = in.number();
  row.draw = in.number();
  if (!in.is_whole()) return fail(ErrorCode::corrupt, "the row of a document is damaged");
  return row;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string name_key(const DocumentCodes& codes) {
  std::vector<std::uint8_t> named;
  for (const auto& text : {codes.owner, codes.group, codes.name}) put_text(text, named);
  return hash_key(base::hash128({reinterpret_cast<const char*>(named.data()), named.size()}));
}

}  // namespace whorl::internal::registry
