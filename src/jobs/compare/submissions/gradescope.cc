#include "jobs/compare/submissions/gradescope.h"

#include <yaml.h>

#include <utility>
#include <vector>

namespace whorl::internal::compare::submissions {
namespace {

// The file is input of strangers. libyaml takes quadratic time for deep nesting, many directives
// and many anchors, so these are refused or not resolved.
constexpr std::size_t kMostBytes = 16 << 20;
constexpr std::size_t kDeepest = 16;

bool has_directives(std::string_view text) {
  return text.starts_with('%') || text.find("\n%") != text.npos;
}

class YamlParser {
 public:
  explicit YamlParser(std::string_view text) : begun_(yaml_parser_initialize(&parser_) != 0) {
    if (!begun_) return;
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~YamlParser() {
    if (begun_) yaml_parser_delete(&parser_);
  }
  YamlParser(const YamlParser&) = delete;
  YamlParser& operator=(const YamlParser&) = delete;

  // The type of the next event, and the text of a scalar; nothing if the document ends or is wrong.
  bool next(yaml_event_type_t& type, std::string& scalar) {
    yaml_event_t event;
    if (!begun_ || yaml_parser_parse(&parser_, &event) == 0) return false;
    type = event.type;
    if (type == YAML_SCALAR_EVENT) {
      scalar.assign(reinterpret_cast<const char*>(event.data.scalar.value),
                    event.data.scalar.length);
    }
    yaml_event_delete(&event);
    return type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT;
  }

 private:
  yaml_parser_t parser_ = {};
  bool begun_;
};

// The mappings and sequences around the current event.
class YamlPath {
 public:
  std::size_t depth() const { return levels_.size(); }
  void begin(bool is_mapping) { levels_.push_back({is_mapping, false, {}}); }
  void end() {
    levels_.pop_back();
    take({});
  }
  // Takes a key or a value. True if it is a value.
  bool take(const std::string& key) {
    if (levels_.empty() || !levels_.back().is_mapping) return true;
    Level& level = levels_.back();
    level.has_key = !level.has_key;
    if (level.has_key) level.key = key;
    return !level.has_key;
  }
  // The key of the current value at this depth; empty in a sequence.
  const std::string& key(std::size_t depth) const { return levels_[depth].key; }

 private:
  struct Level {
    bool is_mapping;
    bool has_key;  // false if a key comes next
    std::string key;
  };
  std::vector<Level> levels_;
};

// Calls visit(path, text) for each scalar value of the first document; an alias is not a value.
// False if it is no document within the limits. Linear.
template <class Visit>
bool for_each_scalar(std::string_view text, Visit visit) {
  if (text.size() > kMostBytes || has_directives(text)) return false;
  YamlParser parser(text);
  YamlPath path;
  yaml_event_type_t type = YAML_NO_EVENT;
  std::string scalar;
  while (parser.next(type, scalar)) {
    if (type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT) {
      path.begin(type == YAML_MAPPING_START_EVENT);
      if (path.depth() > kDeepest) return false;
    } else if (type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT) {
      path.end();
    } else if (type == YAML_ALIAS_EVENT) {
      path.take({});
    } else if (type == YAML_SCALAR_EVENT && path.take(scalar)) {
      visit(std::as_const(path), scalar);
    }
  }
  return type == YAML_DOCUMENT_END_EVENT;
}

// Keys are Ruby symbols, such as ":name".
bool is_key(std::string_view key, std::string_view name) {
  if (key.starts_with(':')) key.remove_prefix(1);
  return key == name;
}

}  // namespace

std::map<std::string, GradescopeSubmission, std::less<>> gradescope_metadata(
    std::string_view text) {
  std::map<std::string, GradescopeSubmission, std::less<>> submissions;
  const bool is_whole = for_each_scalar(text, [&](const YamlPath& path, const std::string& value) {
    if (path.depth() == 2 && is_key(path.key(1), "created_at")) {
      submissions[path.key(0)].created_at = value;
    } else if (path.depth() == 4 && is_key(path.key(1), "submitters") &&
               is_key(path.key(3), "name") && !value.empty()) {
      std::string& names = submissions[path.key(0)].submitters;
      names += (names.empty() ? "" : ", ") + value;
    }
  });
  if (!is_whole) return {};
  std::erase_if(submissions, [](const auto& entry) { return entry.second.submitters.empty(); });
  return submissions;
}

}  // namespace whorl::internal::compare::submissions
