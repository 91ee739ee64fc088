#include "store/shingler.h"

#include <algorithm>

#include "base/try.h"
#include "read/input.h"
#include "read/source.h"
#include "read/web_body.h"
#include "sketch/shingle_set.h"

namespace whorl::internal::store {
namespace {

template <class T>
base::Hash128 hash_list(const std::vector<T>& list) {
  return base::hash128({reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)});
}

base::Hash128 hash_symbols(const canon::Symbols& symbols) {
  return std::visit([](const auto& list) { return hash_list(list); }, symbols);
}

bool is_empty(const canon::Symbols& symbols) {
  return std::visit([](const auto& list) { return list.empty(); }, symbols);
}

// What its symbols take, and its shingles while they are sorted.
std::uint64_t sorted_bytes(const canon::Canon& canon) {
  return std::visit(
      [](const auto& list) {
        return list.size() * (sizeof list.front() + 2 * sizeof(std::uint64_t));
      },
      canon.symbols);
}

bool is_page_name(std::string_view name) {
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  return ends(".html") || ends(".htm") || ends(".xhtml") || ends(".HTML") || ends(".HTM");
}

// What a file may take beside its text: PDFs are far longer than what they say.
constexpr std::uint64_t kPackedInText = 4;

Result<std::string> load(const std::string& path, const read::Room& room) {
  WHORL_ASSIGN_OR_RETURN(auto input, read::open_file(path));
  const std::uint64_t size = input->promised_bytes();
  if (size / kPackedInText > room.text) return read::too_large_to_hold(size, room);
  const std::uint64_t limit = read::ReadLimits{}.file_bytes;
  std::string bytes;
  WHORL_RETURN_IF_ERROR(input->read(bytes, limit + 1));
  if (bytes.size() > limit) return fail(ErrorCode::limit_exceeded, "is larger than 2 GiB");
  return bytes;
}

void note_bytes(std::string_view bytes, Shingler::Shingled& out) {
  out.bytes = bytes.size();
  out.content = base::hash128(bytes);
}

struct OpenedText {
  read::Viewable viewable;
  bool page = false;  // HTML, where no front end is named
};

Result<OpenedText> open_web(Result<read::WebBody> body, read::Conversions& conversions,
                            const read::Room& room, Shingler::Shingled& out) {
  WHORL_RETURN_IF_ERROR(body);
  note_bytes(body->bytes, out);
  const bool page = read::is_page(*body);
  WHORL_ASSIGN_OR_RETURN(auto viewed,
                         read::view_body(std::move(*body), out.note, conversions, room));
  return OpenedText{std::move(viewed), page};
}

Result<OpenedText> open_file_text(const read::CollectionRecord& record,
                                  read::Conversions& conversions, const read::Room& room,
                                  Shingler::Shingled& out) {
  WHORL_ASSIGN_OR_RETURN(auto bytes, load(record.path, room));
  note_bytes(bytes, out);
  WHORL_ASSIGN_OR_RETURN(auto viewed, read::view(Document{record.place, std::move(bytes)}, out.note,
                                                 conversions, room));
  return OpenedText{std::move(viewed), is_page_name(record.path)};
}

std::uint64_t unpacked_limit(const read::Room& room) {
  return std::min(room.text, read::CollectionOptions{}.record_bytes);
}

// The text of a record, its size and hash as found, and a note where a fallback was taken.
Result<OpenedText> open_text(read::CollectionRecord& record, read::Conversions& conversions,
                             const read::Room& room, Shingler::Shingled& out) {
  switch (record.shape) {
    case read::RecordShape::file:
      return open_file_text(record, conversions, room, out);
    case read::RecordShape::http:
      return open_web(read::unwrap_http(record.bytes, unpacked_limit(room)), conversions, room,
                      out);
    case read::RecordShape::content:
      return open_web(read::web_body(record.bytes, record.content_type), conversions, room, out);
    default:
      break;
  }
  if (const std::uint64_t bytes = read::folded_bytes(record.bytes); bytes > room.text) {
    return read::too_large_to_hold(bytes, room);
  }
  note_bytes(record.bytes, out);
  OpenedText text;
  text.viewable.text = std::move(record.bytes);
  return text;
}

// Features are shingles already: equal sets are equal texts.
Shingler::Shingled of_features(read::CollectionRecord& record) {
  Shingler::Shingled out;
  auto& list = record.features;
  out.bytes = list.size() * sizeof list.front();
  out.content = hash_list(list);
  if (list.empty()) out.note = "is empty: it is like no other";
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  out.set = std::move(list);
  out.canonical = hash_list(out.set);
  return out;
}

}  // namespace

Result<Shingler> Shingler::make(const std::string& front_end, std::uint32_t k) {
  Shingler maker;
  maker.k_ = k;
  if (k == 0) return fail(ErrorCode::invalid_argument, "a shingle has at least one symbol");
  if (front_end.empty()) return maker;
  const std::string name = front_end.substr(0, front_end.find(':'));
  maker.argument_ = name.size() < front_end.size() ? front_end.substr(name.size() + 1) : "";
  maker.front_end_ = canon::find_front_end(name);
  if (!maker.front_end_) {
    return fail(ErrorCode::invalid_argument,
                "'" + name + "' is no front end; `whorl methods` lists them");
  }
  WHORL_RETURN_IF_ERROR(maker.front_end_->check(maker.argument_));
  return maker;
}

Shingler Shingler::with(bool convert) const {
  Shingler other = *this;
  other.conversions_ = std::make_shared<read::Conversions>(convert);
  return other;
}

Result<Shingler::Shingled> Shingler::operator()(read::CollectionRecord& record,
                                                const read::Room& room) const {
  if (record.shape == read::RecordShape::features) return of_features(record);
  Shingled out;
  WHORL_ASSIGN_OR_RETURN(auto text, open_text(record, *conversions_, room, out));
  const bool page = text.page;
  const canon::FrontEnd* front_end =
      front_end_ ? front_end_ : canon::find_front_end(page ? "html" : "words");
  const std::string_view argument = front_end_ ? std::string_view(argument_) : page ? "words" : "";
  const canon::Canon canon = front_end->canonicalize(text.viewable, argument);
  if (sorted_bytes(canon) / read::kHeldPerByte > room.text) {
    if (record.shape == read::RecordShape::text) record.bytes = std::move(text.viewable.text);
    return read::too_large_to_hold(room);
  }
  out.canonical = hash_symbols(canon.symbols);
  out.set = sketch::shingle_set(canon.symbols, k_);
  if (out.note.empty() && is_empty(canon.symbols)) {
    out.note = canon::note_on_nothing_left(*front_end, argument);
    if (out.note.empty()) out.note = "is empty: it is like no other";
  }
  return out;
}

}  // namespace whorl::internal::store
