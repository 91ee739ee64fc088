#include "methods/texts.h"

#include "base/try.h"
#include "input/collection.h"
#include "input/convert/convert.h"
#include "input/source.h"
#include "input/tables/parquet.h"

namespace whorl::internal::methods {
namespace {

bool holds_records(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst", ".bz2", ".xz"}) {
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  }
  return path.ends_with(".jsonl") || path.ends_with(".ndjson") || input::is_parquet(path);
}

Result<Texts> read_records(const std::string& path, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(const auto records, input::Collection::open({path}, {}));
  records->watch(progress);
  Texts out;
  while (true) {
    input::CollectionRecord record;
    WHORL_ASSIGN_OR_RETURN(const bool more, records->next(record));
    if (!more) break;
    out.texts.push_back({std::move(record.id), std::move(record.bytes)});
  }
  out.skipped = records->skipped();
  return out;
}

Result<Texts> read_documents(const std::string& path, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto found, input::read_path(path, {}, progress));
  Texts out;
  out.skipped = std::move(found.skipped);
  input::Conversions conversions;
  conversions.watch(&progress);
  for (Document& document : found.documents) {
    const std::string name = document.name;
    std::string note;
    auto text = input::view(std::move(document), note, conversions);
    if (!text && text.error().code == ErrorCode::cancelled) WHORL_RETURN_IF_ERROR(text);
    if (!text) {
      out.skipped.push_back({name, text.error().message, SkipKind::skipped});
      continue;
    }
    if (!note.empty()) out.skipped.push_back({name, note, SkipKind::fallback});
    out.texts.push_back({name, std::move(text->text)});
  }
  return out;
}

}  // namespace

Result<Texts> read_texts(const std::string& path, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(auto found, holds_records(path) ? read_records(path, progress)
                                                         : read_documents(path, progress));
  if (!found.texts.empty()) return found;
  const std::string why = found.skipped.empty() ? "there is none" : found.skipped.front().reason;
  return fail(ErrorCode::unreadable, path + ": no text was found: " + why);
}

}  // namespace whorl::internal::methods
