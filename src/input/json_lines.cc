#include <simdjson.h>

#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/utf8.h"
#include "input/charset/wide.h"
#include "input/collection.h"
#include "input/record_fields.h"

namespace whorl::internal::input {
namespace {

namespace ondemand = simdjson::ondemand;

// Only the beginning of a file may have a byte order mark; programs on Windows write one.
void pass_byte_order_mark(LineReader::Line& line) {
  if (line.number == 1 && line.text.starts_with(base::kUtf8Bom)) {
    line.text.remove_prefix(base::kUtf8Bom.size());
  }
}

// Takes the first line of a file. If the file cannot be JSON lines, returns the reason and a
// command that converts it. Otherwise null.
const char* other_form(std::string_view line) {
  if (wide_encoding(line) != WideEncoding::none) {
    return "is in UTF-16 or UTF-32, and JSON lines are in UTF-8: iconv -f UTF-16 -t UTF-8 "
           "in.jsonl > out.jsonl converts it";
  }
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin != line.npos && line[begin] == '[') {
    return "is a JSON array, not JSON lines: jq -c '.[]' in.json > out.jsonl converts it";
  }
  return nullptr;
}

class JsonLines final : public RecordReader {
 public:
  JsonLines(std::unique_ptr<ByteStream> stream, std::string name, const CollectionOptions& options,
            Skip skip)
      : stream_(std::move(stream)),
        limit_(options.record_bytes),
        lines_(*stream_, limit_),
        name_(std::move(name)),
        text_field_(text_field_of(options)),
        features_field_(options.features_field),
        id_field_(options.id_field),
        rank_field_(options.rank_field),
        group_field_(options.group_field),
        keep_lines_(options.keep_lines),
        skip_(std::move(skip)) {}

  Result<bool> next(CollectionRecord& record) override {
    while (true) {
      auto line = lines_.next();
      if (!line) {
        skip_(name_, line.error().message, SkipKind::skipped);
        return false;
      }
      if (line->number == 0) return false;
      pass_byte_order_mark(*line);
      if (line->number == 1) {
        if (const char* why = other_form(line->text)) return refuse(why);
      }
      record = {};
      record.place = name_ + ":" + std::to_string(line->number);
      if (line->too_long) {
        record = unreadable(std::move(record), "the line " + longer_than_a_record(limit_));
      } else if (line->text.find_first_not_of(" \t\r") == std::string_view::npos) {
        continue;
      } else if (const char* why = parse(*line, record)) {
        record = unreadable(std::move(record), why);
      } else if (keep_lines_) {
        record.line.assign(line->text);
      }
      return true;
    }
  }

 private:
  bool refuse(const char* why) {
    skip_(name_, why, SkipKind::skipped);
    return false;
  }

  // Returns null, or why the line is no record.
  const char* parse(const LineReader::Line& line, CollectionRecord& record) {
    ondemand::document document;
    ondemand::object object;
    const simdjson::padded_string_view view = padded(line);
    line_ = view.data();
    const simdjson::error_code begun = parser_.iterate(view).get(document);
    if (begun == simdjson::MEMALLOC) throw std::bad_alloc();
    if (begun == simdjson::UTF8_ERROR) return "the line is not valid UTF-8";
    if (begun || document.get_object().get(object)) return "the line is not a JSON object";
    has_content_ = false;
    bad_content_ = nullptr;
    if (const char* why = walk(object, "", record)) return why;
    const char* rest = nullptr;
    if (!document.current_location().get(rest)) return "the line continues after the JSON object";
    if (bad_content_ != nullptr) return bad_content_;
    if (!has_content_) {
      if (no_content_.empty()) no_content_ = tell_fields(document);
      return no_content_.c_str();
    }
    call_by_place(record);
    return nullptr;
  }

  // The line itself if the parser may read beyond its end, else a padded copy.
  simdjson::padded_string_view padded(const LineReader::Line& line) {
    const std::size_t size = line.text.size(), padding = simdjson::SIMDJSON_PADDING;
    if (line.behind >= padding) {
      return simdjson::padded_string_view(line.text.data(), size, size + line.behind);
    }
    padded_.assign(line.text);
    padded_.resize(size + padding);
    return simdjson::padded_string_view(padded_.data(), size, padded_.size());
  }

  // Reads the fields of an object at `path`, for example "meta.", and of the objects in it that
  // contain a named field. Returns null, or why the line is no record.
  const char* walk(ondemand::object& object, const std::string& path, CollectionRecord& record) {
    for (auto field : object) {
      std::string_view key;
      ondemand::value value;
      const simdjson::error_code named = field.unescaped_key().get(key);
      if (named == simdjson::STRING_ERROR) {
        return "the name of a field has an invalid escape";
      }
      if (named || field.value().get(value)) return "the line is not a complete JSON object";
      std::string joined;
      const std::string_view name =
          path.empty() ? key : std::string_view(joined.append(path).append(key));
      if (name == content_field()) {
        if (const char* why = take_content(value, record)) bad_content_ = why;
      } else if (leads_to_field(name)) {
        ondemand::object inner;
        if (value.get_object().get(inner)) continue;
        if (const char* why = walk(inner, std::string(name) + ".", record)) return why;
      } else {
        take(name, ondemand::value(value), record);
      }
    }
    return nullptr;
  }

  const std::string& content_field() const {
    return features_field_.empty() ? text_field_ : features_field_;
  }

  bool leads_to_field(std::string_view name) const {
    for (const std::string* field : {&content_field(), &id_field_, &rank_field_, &group_field_}) {
      const bool longer = field->size() > name.size() && field->starts_with(name);
      if (longer && (*field)[name.size()] == '.') return true;
    }
    return false;
  }

  const char* take_content(ondemand::value& value, CollectionRecord& record) {
    has_content_ = true;
    if (!features_field_.empty()) {
      return features(ondemand::value(value), record)
                 ? nullptr
                 : "the features field is not a list of strings and numbers";
    }
    const std::string_view raw = value.raw_json_token();
    std::string_view text;
    const simdjson::error_code error = value.get_string().get(text);
    if (error == simdjson::STRING_ERROR) {
      return "the text field has an invalid escape";
    }
    if (error) return "the text field is not a string";
    record.bytes.assign(text);
    record.text_at = static_cast<std::size_t>(raw.data() - line_);
    record.text_size = raw.rfind('"') + 1;
    return nullptr;
  }

  // Says that the content is missing, and which fields the record has instead. Only the first such
  // record determines the message, so that a file of them is listed with one reason.
  std::string tell_fields(ondemand::document& document) const {
    ShownNames fields;
    ondemand::object object;
    document.rewind();
    if (document.get_object().get(object)) return {};
    for (auto field : object) {
      std::string_view key;
      if (field.unescaped_key().get(key)) break;
      fields.add(key);
    }
    return "the record has no field '" + content_field() + "': name it with " +
           (features_field_.empty() ? "--text" : "--features") + "; it has " +
           fields.text("no fields");
  }

  void take(std::string_view key, simdjson::simdjson_result<ondemand::value> value,
            CollectionRecord& record) {
    const bool is_rank = !rank_field_.empty() && key == rank_field_;
    const bool is_group = !group_field_.empty() && key == group_field_;
    const auto member = member_named(key, id_field_);
    if (member == nullptr && !is_rank && !is_group) return;
    std::string text;
    scalar(value, text, is_group);
    if (is_rank) record.rank = number_in(text);
    if (is_group) record.group = group_named(text);
    if (member != nullptr) record.*member = std::move(text);
  }

  // A string unchanged, a number as written, and also a boolean if requested; other values leave
  // `out` empty.
  static void scalar(simdjson::simdjson_result<ondemand::value> value, std::string& out,
                     bool booleans = false) {
    ondemand::json_type type;
    if (value.type().get(type)) return;
    std::string_view text;
    if (type == ondemand::json_type::string) {
      if (!value.get_string().get(text)) out.assign(text);
    } else if (type == ondemand::json_type::number ||
               (booleans && type == ondemand::json_type::boolean)) {
      text = value.raw_json_token();
      out.assign(text.substr(0, text.find_last_not_of(" \t\r") + 1));
    }
  }

  static bool features(simdjson::simdjson_result<ondemand::value> value, CollectionRecord& record) {
    ondemand::array list;
    record.shape = RecordShape::features;
    record.features.clear();
    if (value.get_array().get(list)) return false;
    std::string feature;
    for (auto item : list) {
      feature.clear();
      scalar(item, feature);
      if (feature.empty()) return false;
      record.features.push_back(XXH3_64bits(feature.data(), feature.size()));
    }
    return true;
  }

  std::unique_ptr<ByteStream> stream_;
  std::uint64_t limit_;  // bytes of a line
  LineReader lines_;
  std::string name_;
  std::string text_field_;
  std::string features_field_;  // empty if texts are read
  std::string id_field_;
  std::string rank_field_;
  std::string group_field_;
  bool keep_lines_;
  Skip skip_;
  bool has_content_ = false;           // of the current line
  const char* bad_content_ = nullptr;  // why the content is invalid, or null
  std::string no_content_;             // why a record without content is unreadable
  std::string padded_;
  const char* line_ = nullptr;  // the line that is parsed
  ondemand::parser parser_;
};

}  // namespace

std::unique_ptr<RecordReader> read_json_lines(std::unique_ptr<ByteStream> stream, std::string name,
                                              const CollectionOptions& options, Skip skip) {
  return std::make_unique<JsonLines>(std::move(stream), std::move(name), options, std::move(skip));
}

}  // namespace whorl::internal::input
