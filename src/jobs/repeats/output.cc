#include "jobs/repeats/output.h"

#include <fmt/compile.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "base/ownership/written_record.h"
#include "base/try.h"
#include "store/record_line.h"
#include "store/summary_json.h"
#include "whorl/repeats.h"

namespace whorl::internal::repeats {
namespace {

// An escape of a JSON string: its length in the string, and in the text.
struct Escape {
  std::size_t raw;
  std::size_t text;
};

std::uint32_t code_unit(std::string_view escape) {
  std::uint32_t unit = 0;
  std::from_chars(escape.data() + 2, escape.data() + 6, unit, 16);
  return unit;
}

Escape escape_at(std::string_view raw) {
  if (raw[1] != 'u') return {2, 1};
  const std::uint32_t unit = code_unit(raw);
  if (unit >= 0xD800 && unit < 0xDC00) return {12, 4};
  return {6, unit < 0x80 ? std::size_t{1} : unit < 0x800 ? std::size_t{2} : std::size_t{3}};
}

// Walks over a JSON string by offsets of its decoded text.
class Walk {
 public:
  explicit Walk(std::string_view raw) : raw_(raw), escape_(raw.find('\\')) {}

  // The part of the string up to the offset `end`.
  std::string_view to(std::size_t end) {
    const std::size_t begin = at_;
    while (text_ < end) {
      const std::size_t plain = std::min(end - text_, std::min(escape_, raw_.size()) - at_);
      at_ += plain;
      text_ += plain;
      if (text_ < end) take_escape();
    }
    return raw_.substr(begin, at_ - begin);
  }

  std::string_view rest() const { return raw_.substr(at_); }

 private:
  void take_escape() {
    const Escape escape = escape_at(raw_.substr(at_));
    at_ += escape.raw;
    text_ += escape.text;
    escape_ = raw_.find('\\', at_);
  }

  std::string_view raw_;
  std::size_t escape_;    // position of the next one
  std::size_t at_ = 1;    // in `raw_`
  std::size_t text_ = 0;  // the same position in the text
};

// A repeated passage as JSON.

nlohmann::ordered_json json_of(const RepeatedPassage& passage) {
  return {{"times", passage.times},
          {"symbols", passage.symbols},
          {"document", passage.document},
          {"symbol", passage.symbol},
          {"text", passage.text}};
}

using nlohmann::ordered_json;
using store::one_line;

// The text as a JSON string, with its quotes.
std::string json_string(const std::string& text) { return one_line(text); }

// An object without its end.
std::string opened(const ordered_json& object) {
  std::string text = one_line(object);
  text.pop_back();
  return text;
}

// The line of a document with `text`, a JSON string, as its text.
std::string line_with(const input::CollectionRecord& record, std::string_view text) {
  if (record.line.empty()) {
    return opened(store::names_of(record)).append(",\"text\":").append(text).append("}");
  }
  const std::string_view found = record.line;
  std::string line;
  line.reserve(found.size() - record.text_size + text.size() + 1);
  line.append(found.substr(0, record.text_at)).append(text);
  return line.append(found.substr(record.text_at + record.text_size));
}

// The line of a document as it was found, or as it would be written.
std::string line_of(const Text& text) {
  return text.record.line.empty() ? line_with(text.record, json_string(text.text))
                                  : text.record.line;
}

ordered_json span_of(const Piece& piece) {
  return {{"at", piece.begin}, {"bytes", piece.end - piece.begin}, {"symbols", piece.symbols}};
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

CutString cut_json_string(std::string_view raw, std::span<const Piece> pieces,
                          std::string_view mask) {
  CutString out{"\"", {}};
  Walk walk(raw);
  for (const Piece& piece : pieces) {
    out.kept += walk.to(piece.begin);
    out.cut.push_back(walk.to(piece.end));
    out.kept += mask;
  }
  out.kept += walk.rest();
  return out;
}

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
  mask_ = json_string(options.mask);
  mask_ = mask_.substr(1, mask_.size() - 2);
}

Result<RepeatOutput> RepeatOutput::open(const RepeatOptions& options, store::OutputPlan plan,
                                        const DocumentList& documents, std::uint64_t against,
                                        const Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(
      auto output, store::OutputFiles::open(base::FileSystem::real(), std::move(plan), progress));
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
  return document.pieces.empty() ? write(document, line_of(document.text)) : cut(document);
}

Result<void> RepeatOutput::write(const Outgoing& document, std::string line) {
  line += '\n';
  return output_.append(document.text.record.input, line);
}

Result<void> RepeatOutput::cut(const Outgoing& document) {
  const input::CollectionRecord& record = document.text.record;
  const std::string written = record.line.empty() ? json_string(document.text.text) : "";
  const std::string_view raw =
      record.line.empty() ? std::string_view(written)
                          : std::string_view(record.line).substr(record.text_at, record.text_size);
  const CutString cut = cut_json_string(raw, document.pieces, mask_);
  if (removed_) WHORL_RETURN_IF_ERROR(list_cut(document, cut.cut));
  return write(document, line_with(record, cut.kept));
}

Result<void> RepeatOutput::mark(const Outgoing& document) {
  std::string verdict = opened({{"share", document.share()}}) + ",\"pieces\":[";
  for (const Piece& piece : document.pieces) {
    verdict += opened(span_of(piece));
    WHORL_RETURN_IF_ERROR(append_repeats(piece.passages, verdict));
    verdict += &piece == &document.pieces.back() ? "}" : "},";
  }
  return write(document, store::with_member(line_of(document.text), verdict + "]}"));
}

Result<std::string_view> RepeatOutput::name_of(std::uint64_t document) {
  Named& named = named_[document % kNamed];
  if (named.name.empty() || named.document != document) {
    WHORL_ASSIGN_OR_RETURN(auto id, documents_.id(document));
    named = {document, json_string(id)};
  }
  return named.name;
}

Result<void> RepeatOutput::append_repeats(std::span<const Passage> passages, std::string& object) {
  object += ",\"repeats\":[";
  for (const Passage& passage : passages) {
    const std::uint64_t document = documents_.document_of(passage.first);
    WHORL_ASSIGN_OR_RETURN(const auto name, name_of(document));
    fmt::format_to(std::back_inserter(object), FMT_COMPILE(R"({{"symbols":{},"id":{},"symbol":{})"),
                   passage.symbols, name, passage.first - documents_.first_symbol(document));
    if (options_.near) {
      fmt::format_to(std::back_inserter(object), FMT_COMPILE(R"(,"equal":{})"),
                     static_cast<double>(passage.equal) / 1000);
    }
    object += &passage == &passages.back() ? "}" : "},";
  }
  object += ']';
  return {};
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
    fmt::format_to(std::back_inserter(line), FMT_COMPILE(R"({{"at":{},"symbols":{},"text":")"),
                   piece.begin, piece.symbols);
    line.append(cut[i]) += '"';
    WHORL_RETURN_IF_ERROR(append_repeats(piece.passages, line));
    line += i + 1 < document.pieces.size() ? "}," : "}";
  }
  return removed_->append(line.append("]}\n"));
}

Result<void> RepeatOutput::list_dropped(const Outgoing& document) {
  if (!removed_) return {};
  ordered_json about = entry(document, "dropped");
  about["share"] = document.share();
  std::string line = opened(about);
  WHORL_RETURN_IF_ERROR(append_repeats(document.passages, line));
  ordered_json rest = {{"pieces", ordered_json::array()}};
  for (const Piece& piece : document.pieces) rest["pieces"].push_back(span_of(piece));
  rest["line"] = line_of(document.text);
  return removed_->append(line + "," + one_line(rest).substr(1) + "\n");
}

Result<void> RepeatOutput::finish(const RepeatSummary& summary) {
  if (removed_) {
    for (const Skipped& item : summary.skipped) {
      if (item.kind != SkipKind::skipped) continue;
      const ordered_json line = {{"id", item.path}, {"reason", "unreadable"}, {"why", item.reason}};
      WHORL_RETURN_IF_ERROR(removed_->append(one_line(line) + "\n"));
    }
    WHORL_RETURN_IF_ERROR(base::ownership::finish_output(*removed_, options_.removed));
  }
  if (report_) {
    for (const RepeatedPassage& passage : summary.commonest) {
      WHORL_RETURN_IF_ERROR(report_->append(one_line(json_of(passage)) + "\n"));
    }
    WHORL_RETURN_IF_ERROR(base::ownership::finish_output(*report_, options_.report));
  }
  return output_.finish();
}

}  // namespace whorl::internal::repeats

namespace whorl {

std::string to_json(const RepeatSummary& summary) {
  auto commonest = nlohmann::json::array();
  for (const RepeatedPassage& passage : summary.commonest) {
    commonest.push_back(nlohmann::json(internal::repeats::json_of(passage)));
  }
  return internal::store::dump({{"documents", summary.documents},
                                {"against", summary.against},
                                {"against_short", summary.against_short},
                                {"bytes", summary.bytes},
                                {"symbols", summary.symbols},
                                {"repeats", summary.repeats},
                                {"repeated_symbols", summary.repeated_symbols},
                                {"cut_symbols", summary.cut_symbols},
                                {"cut_documents", summary.cut_documents},
                                {"dropped", summary.dropped},
                                {"kept", summary.kept()},
                                {"commonest", std::move(commonest)},
                                {"removed", summary.removed},
                                {"skipped", internal::store::json_of(summary.skipped)}});
}

}  // namespace whorl
