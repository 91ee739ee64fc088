// The documents under the paths of a user, some at a time, in order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "read/collection.h"
#include "read/conversions.h"
#include "read/path_files.h"
#include "read/viewable.h"
#include "whorl/document.h"
#include "whorl/registry.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// A document as it was found; view() makes it text.
struct FoundDocument {
  Document document;
  std::string url;
  std::string date;
  bool is_text = false;  // of a JSON line: UTF-8 as it stands
};

class TextSource {
 public:
  // Fails where a path is not there.
  static Result<TextSource> open(const RegistryInput& input, Progress& progress);

  // The next documents; none at the end.
  Result<std::vector<FoundDocument>> next();
  // Its text, by a converter where it needs one; `note` says what was lost. Safe on several
  // threads.
  Result<read::Viewable> view(FoundDocument document, std::string& note) const;
  // All that was not read.
  std::vector<Skipped> skipped() const;

 private:
  TextSource() = default;
  Result<void> begin(std::uint64_t files);
  void tell_one();
  Result<void> take_file(std::vector<FoundDocument>& out);
  Result<bool> take_record(std::vector<FoundDocument>& out);

  std::vector<read::PathFiles> files_;
  std::size_t path_ = 0;                       // of files_
  std::size_t file_ = 0;                       // of that path
  std::unique_ptr<read::Collection> records_;  // null: no JSON lines
  std::shared_ptr<read::Conversions> conversions_;
  std::vector<Skipped> skipped_;  // of files
  std::uint64_t room_ = 0;        // bytes of documents at a time
  Progress* progress_ = nullptr;
  bool in_bytes_ = false;   // whether the steps of progress_ are bytes
  std::uint64_t told_ = 0;  // of them
};

}  // namespace whorl::internal::registry
