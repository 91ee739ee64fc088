#include "repeats/output.h"

#include <nlohmann/json.hpp>

#include "base/try.h"
#include "claim/packed_output.h"
#include "repeats/json.h"
#include "repeats/json_cut.h"
#include "store/record_line.h"

namespace whorl::internal::repeats {
namespace {

using nlohmann::ordered_json;
using store::one_line;

// The text as a JSON string, with its quotes.
std::string quoted(const std::string& text) { return one_line(text); }

// An object whose end is still to come.
std::string opened(const ordered_json& object) {
  std::string text = one_line(object);
  text.pop_back();
  return text;
}

// The line of a document with `text`, a JSON string, for its text.
std::string line_with(const read::CollectionRecord& record, const std::string& text) {
  std::string line = record.line;
  if (!line.empty()) return line.replace(record.text_at, record.text_size, text);
  line = one_line(store::names_of(record));
  return line.insert(line.size() - 1, ",\"text\":" + text);
}

// The JSON string of a document's text as it was found, or as it would be written.
std::string raw_text(const Text& text) {
  const read::CollectionRecord& record = text.record;
  return record.line.empty() ? quoted(text.text)
                             : record.line.substr(record.text_at, record.text_size);
}

Result<std::optional<base::CompressedFile>> open_list(const std::string& name) {
  std::optional<base::CompressedFile> list;
  if (!name.empty()) {
    WHORL_ASSIGN_OR_RETURN(auto file, base::CompressedFile::open(base::FileSystem::real(), name));
    list.emplace(std::move(file));
  }
  return list;
}

}  // namespace

std::uint64_t Outgoing::cut_symbols() const {
  std::uint64_t sum = 0;
  for (const Piece& piece : pieces) sum += piece.symbols;
  return sum;
}

double Outgoing::share() const {
  return symbols == 0 ? 0 : static_cast<double>(cut_symbols()) / static_cast<double>(symbols);
}

RepeatOutput::RepeatOutput(store::OutputFiles output, const RepeatOptions& options,
                           const DocumentList& documents, std::uint64_t against)
    : options_(options), documents_(documents), against_(against), output_(std::move(output)) {
  mask_ = quoted(options.mask);
  mask_ = mask_.substr(1, mask_.size() - 2);
}

Result<RepeatOutput> RepeatOutput::open(const RepeatOptions& options, store::OutputPlan plan,
                                        const DocumentList& documents, std::uint64_t against) {
  WHORL_ASSIGN_OR_RETURN(auto output,
                         store::OutputFiles::open(base::FileSystem::real(), std::move(plan)));
  RepeatOutput out(std::move(output), options, documents, against);
  WHORL_ASSIGN_OR_RETURN(out.removed_, open_list(options.removed));
  WHORL_ASSIGN_OR_RETURN(out.report_, open_list(options.report));
  return out;
}

Result<void> RepeatOutput::add(const Outgoing& document, RepeatSummary& summary) {
  ++summary.documents;
  summary.symbols += document.symbols;
  const bool drops = options_.drop_above && document.share() > *options_.drop_above;
  summary.dropped += drops;
  if (!drops) {
    summary.cut_symbols += document.cut_symbols();
    summary.cut_documents += !document.pieces.empty();
  }
  if (options_.mark) return mark(document);
  if (drops) return list_dropped(document);
  const read::CollectionRecord& record = document.text.record;
  if (!document.pieces.empty()) return cut(document);
  return write(document,
               record.line.empty() ? line_with(record, raw_text(document.text)) : record.line);
}

Result<void> RepeatOutput::write(const Outgoing& document, const std::string& line) {
  return output_.append(document.text.record.input, line + "\n");
}

Result<void> RepeatOutput::cut(const Outgoing& document) {
  const std::string raw = raw_text(document.text);
  const CutString cut = cut_json_string(raw, document.pieces, mask_);
  if (removed_) WHORL_RETURN_IF_ERROR(list_cut(document, cut.cut));
  return write(document, line_with(document.text.record, cut.kept));
}

Result<void> RepeatOutput::mark(const Outgoing& document) {
  ordered_json spans = ordered_json::array();
  for (const Piece& piece : document.pieces) {
    WHORL_ASSIGN_OR_RETURN(auto repeats, repeats_of(piece.passages));
    spans.push_back({{"at", piece.begin},
                     {"bytes", piece.end - piece.begin},
                     {"symbols", piece.symbols},
                     {"repeats", std::move(repeats)}});
  }
  const ordered_json verdict = {{"share", document.share()}, {"pieces", std::move(spans)}};
  const std::string line = line_with(document.text.record, raw_text(document.text));
  return write(document, store::with_member(line, verdict));
}

Result<ordered_json> RepeatOutput::repeats_of(std::span<const Passage> passages) const {
  ordered_json list = ordered_json::array();
  for (const Passage& passage : passages) {
    const std::uint64_t document = documents_.document_of(passage.first);
    WHORL_ASSIGN_OR_RETURN(auto id, documents_.id(document));
    list.push_back({{"symbols", passage.symbols},
                    {"id", std::move(id)},
                    {"symbol", passage.first - documents_.first_symbol(document)}});
  }
  return list;
}

ordered_json RepeatOutput::entry(const Outgoing& document, std::string_view reason) const {
  return {{"id", document.text.record.id},
          {"document", document.number - against_},
          {"reason", reason}};
}

Result<void> RepeatOutput::list_cut(const Outgoing& document,
                                    std::span<const std::string_view> cut) {
  std::string line = opened(entry(document, "cut")) + ",\"pieces\":[";
  for (std::size_t i = 0; i < document.pieces.size(); ++i) {
    const Piece& piece = document.pieces[i];
    WHORL_ASSIGN_OR_RETURN(auto repeats, repeats_of(piece.passages));
    const ordered_json about = {{"at", piece.begin}, {"symbols", piece.symbols}};
    line.append(i > 0 ? "," : "").append(opened(about)).append(",\"text\":\"").append(cut[i]);
    line.append("\",\"repeats\":").append(one_line(repeats)).append("}");
  }
  return removed_->append(line + "]}\n");
}

Result<void> RepeatOutput::list_dropped(const Outgoing& document) {
  if (!removed_) return {};
  ordered_json line = entry(document, "dropped");
  WHORL_ASSIGN_OR_RETURN(auto repeats, repeats_of(document.passages));
  line["share"] = document.share();
  line["repeats"] = std::move(repeats);
  line["pieces"] = ordered_json::array();
  for (const Piece& piece : document.pieces) {
    line["pieces"].push_back(
        {{"at", piece.begin}, {"bytes", piece.end - piece.begin}, {"symbols", piece.symbols}});
  }
  line["line"] = line_with(document.text.record, raw_text(document.text));
  return removed_->append(one_line(line) + "\n");
}

Result<void> RepeatOutput::finish(const RepeatSummary& summary) {
  if (removed_) {
    for (const Skipped& item : summary.skipped) {
      if (item.kind != SkipKind::skipped) continue;
      const ordered_json line = {{"id", item.path}, {"reason", "unreadable"}, {"why", item.reason}};
      WHORL_RETURN_IF_ERROR(removed_->append(one_line(line) + "\n"));
    }
    WHORL_RETURN_IF_ERROR(claim::finish_output(*removed_, options_.removed));
  }
  if (report_) {
    for (const RepeatedPassage& passage : summary.commonest) {
      WHORL_RETURN_IF_ERROR(report_->append(one_line(line_of(passage)) + "\n"));
    }
    WHORL_RETURN_IF_ERROR(claim::finish_output(*report_, options_.report));
  }
  return output_.finish();
}

}  // namespace whorl::internal::repeats
