#include "jobs/compare/submissions/gradescope.h"

#include <yaml.h>

#include <utility>

namespace whorl::internal::compare::submissions {
namespace {

std::string_view scalar(const yaml_node_t* node) {
  if (node == nullptr || node->type != YAML_SCALAR_NODE) return {};
  return {reinterpret_cast<const char*>(node->data.scalar.value), node->data.scalar.length};
}

// A YAML document. An alias refers to its node, so nothing is copied.
class YamlDocument {
 public:
  explicit YamlDocument(std::string_view text) {
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) return;
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
    loaded_ = yaml_parser_load(&parser, &document_) != 0;
    yaml_parser_delete(&parser);
  }
  ~YamlDocument() {
    if (loaded_) yaml_document_delete(&document_);
  }
  YamlDocument(const YamlDocument&) = delete;
  YamlDocument& operator=(const YamlDocument&) = delete;

  const yaml_node_t* root() { return loaded_ ? yaml_document_get_root_node(&document_) : nullptr; }

  // Calls visit(key, value) for each pair of a mapping; never for other nodes.
  template <class Visit>
  void for_each_pair(const yaml_node_t* node, Visit visit) {
    if (node == nullptr || node->type != YAML_MAPPING_NODE) return;
    const auto& pairs = node->data.mapping.pairs;
    for (const yaml_node_pair_t* pair = pairs.start; pair < pairs.top; ++pair) {
      visit(scalar(at(pair->key)), at(pair->value));
    }
  }

  // Calls visit(node) for each item of a sequence; never for other nodes.
  template <class Visit>
  void for_each_item(const yaml_node_t* node, Visit visit) {
    if (node == nullptr || node->type != YAML_SEQUENCE_NODE) return;
    const auto& items = node->data.sequence.items;
    for (const yaml_node_item_t* item = items.start; item < items.top; ++item) visit(at(*item));
  }

 private:
  const yaml_node_t* at(int index) { return yaml_document_get_node(&document_, index); }

  yaml_document_t document_ = {};
  bool loaded_ = false;
};

// Keys are Ruby symbols, such as ":name".
bool is_key(std::string_view key, std::string_view name) {
  if (key.starts_with(':')) key.remove_prefix(1);
  return key == name;
}

std::string submitters_of(YamlDocument& document, const yaml_node_t* list) {
  std::string names;
  document.for_each_item(list, [&](const yaml_node_t* submitter) {
    document.for_each_pair(submitter, [&](std::string_view key, const yaml_node_t* value) {
      if (!is_key(key, "name") || scalar(value).empty()) return;
      names += (names.empty() ? "" : ", ") + std::string(scalar(value));
    });
  });
  return names;
}

}  // namespace

std::map<std::string, GradescopeSubmission, std::less<>> gradescope_metadata(
    std::string_view text) {
  std::map<std::string, GradescopeSubmission, std::less<>> submissions;
  YamlDocument document(text);
  document.for_each_pair(document.root(), [&](std::string_view folder, const yaml_node_t* about) {
    GradescopeSubmission submission;
    document.for_each_pair(about, [&](std::string_view key, const yaml_node_t* value) {
      if (is_key(key, "submitters")) submission.submitters = submitters_of(document, value);
      if (is_key(key, "created_at")) submission.created_at = scalar(value);
    });
    if (!submission.submitters.empty()) submissions.emplace(folder, std::move(submission));
  });
  return submissions;
}

}  // namespace whorl::internal::compare::submissions
