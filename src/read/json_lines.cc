#include <simdjson.h>

#include "read/collection.h"

namespace whorl {
namespace {

namespace json = simdjson::ondemand;

class JsonLines final : public RecordReader {
 public:
  JsonLines(std::unique_ptr<ByteStream> stream, std::string name, const CollectionOptions& options,
            Skip skip)
      : stream_(std::move(stream)),
        lines_(*stream_, options.record_bytes),
        name_(std::move(name)),
        text_field_(options.text_field),
        id_field_(options.id_field),
        skip_(std::move(skip)) {}

  Result<bool> next(CollectionRecord& record) override {
    while (true) {
      auto line = lines_.next();
      if (!line) {
        skip_(name_, line.error().message);
        return false;
      }
      if (line->number == 0) return false;
      record = {};
      record.place = name_ + ":" + std::to_string(line->number);
      if (line->too_long) {
        skip_(record.place, "the line is longer than a record may be");
      } else if (line->text.find_first_not_of(" \t\r") == std::string_view::npos) {
        continue;
      } else if (const char* why = parse(line->text, record)) {
        skip_(record.place, why);
      } else {
        return true;
      }
    }
  }

 private:
  // Null, or why the line is no record.
  const char* parse(std::string_view line, CollectionRecord& record) {
    padded_.assign(line);
    padded_.resize(line.size() + simdjson::SIMDJSON_PADDING);
    json::document document;
    json::object object;
    const simdjson::padded_string_view view(padded_.data(), line.size(), padded_.size());
    if (parser_.iterate(view).get(document) || document.get_object().get(object)) {
      return "the line is no JSON object";
    }
    bool has_text = false;
    for (auto field : object) {
      std::string_view key;
      if (field.unescaped_key().get(key)) return "the line is no whole JSON object";
      if (key == text_field_) {
        std::string_view text;
        if (field.value().get_string().get(text)) return "the text field is no string";
        record.bytes.assign(text);
        has_text = true;
      } else if (key == "url") {
        scalar(field.value(), record.url);
      } else if (key == "date" || key == "created" || key == "timestamp") {
        scalar(field.value(), record.date);
      } else if (key == (id_field_.empty() ? "id" : id_field_)) {
        scalar(field.value(), record.id);
      }
    }
    const char* rest = nullptr;
    if (!document.current_location().get(rest)) return "something follows the JSON object";
    if (!has_text) return "the record has no text field (name it with --text)";
    if (record.id.empty()) record.id = record.url.empty() ? record.place : record.url;
    return nullptr;
  }

  // A string as it is, a number as written; anything else leaves `out` empty.
  static void scalar(simdjson::simdjson_result<json::value> value, std::string& out) {
    json::json_type type;
    if (value.type().get(type)) return;
    std::string_view text;
    if (type == json::json_type::string) {
      if (!value.get_string().get(text)) out.assign(text);
    } else if (type == json::json_type::number) {
      text = value.raw_json_token();
      out.assign(text.substr(0, text.find_last_not_of(" \t\r") + 1));
    }
  }

  std::unique_ptr<ByteStream> stream_;
  LineReader lines_;
  std::string name_;
  std::string text_field_;
  std::string id_field_;
  Skip skip_;
  std::string padded_;
  json::parser parser_;
};

}  // namespace

std::unique_ptr<RecordReader> read_json_lines(std::unique_ptr<ByteStream> stream, std::string name,
                                              const CollectionOptions& options, Skip skip) {
  return std::make_unique<JsonLines>(std::move(stream), std::move(name), options, std::move(skip));
}

}  // namespace whorl
