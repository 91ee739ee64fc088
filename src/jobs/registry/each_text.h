// Every text under the paths of a user, processed by several threads and passed on in order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/parallel.h"
#include "base/try.h"
#include "input/charset/viewable.h"
#include "input/collection.h"
#include "input/convert/convert.h"
#include "input/paths/path_files.h"
#include "whorl/document.h"
#include "whorl/registry.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// The documents under the paths of a user, some at a time, in order.

// A document before conversion; view() makes it text.
struct FoundDocument {
  Document document;
  std::string url;
  std::string date;
  bool is_text = false;  // of a JSON line: already UTF-8
};

class TextSource {
 public:
  // Fails if a path does not exist.
  static Result<TextSource> open(const RegistryInput& input, Progress& progress);

  // The next documents; none at the end.
  Result<std::vector<FoundDocument>> next();
  // Its text, converted if necessary; `note` describes losses. Safe on several threads.
  Result<input::Viewable> view(FoundDocument document, std::string& note) const;
  // All inputs that were not read.
  std::vector<Skipped> skipped() const;

 private:
  TextSource() = default;
  Result<void> begin(std::uint64_t files);
  void tell_one();
  Result<void> take_file(std::vector<FoundDocument>& out);
  Result<bool> take_record(std::vector<FoundDocument>& out);

  std::vector<input::PathFiles> files_;
  std::size_t path_ = 0;                        // of files_
  std::size_t file_ = 0;                        // of that path
  std::unique_ptr<input::Collection> records_;  // null if there are no JSON lines
  std::shared_ptr<input::Conversions> conversions_;
  std::vector<Skipped> skipped_;  // of files
  std::uint64_t room_ = 0;        // bytes of documents at a time
  Progress* progress_ = nullptr;
  bool in_bytes_ = false;   // the steps of progress_ are bytes
  std::uint64_t told_ = 0;  // steps reported
};

// The result of one document.
template <class Made>
struct Outcome {
  std::string name;
  std::string note;
  Result<Made> made = fail(ErrorCode::internal, "");
};

// Calls work(document, text) for each document of the input on several threads, and take(result) in
// order. Unreadable documents are listed; an error of take, or of the registry's files, ends it.
template <class Made, class Work, class Take>
Result<std::vector<Skipped>> for_each_text(const RegistryInput& input, Progress& progress,
                                           const Work& work, const Take& take) {
  WHORL_ASSIGN_OR_RETURN(auto source, TextSource::open(input, progress));
  std::vector<Skipped> skipped;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto documents, source.next());
    if (documents.empty()) break;
    std::vector<Outcome<Made>> outcomes(documents.size());
    base::parallel_for(documents.size(), input.threads, [&](std::size_t i) {
      outcomes[i].name = documents[i].document.name;
      const FoundDocument about{{outcomes[i].name, {}}, documents[i].url, documents[i].date, false};
      const auto text = source.view(std::move(documents[i]), outcomes[i].note);
      outcomes[i].made =
          text.and_then([&](const input::Viewable& viewed) { return work(about, viewed.text); });
    });
    for (Outcome<Made>& outcome : outcomes) {
      if (!outcome.made && outcome.made.error().code == ErrorCode::cancelled) {
        WHORL_RETURN_IF_ERROR(outcome.made);
      }
      if (!outcome.made && outcome.made.error().code != ErrorCode::io &&
          outcome.made.error().code != ErrorCode::disk_full) {
        skipped.push_back({outcome.name, outcome.made.error().message, SkipKind::skipped});
        continue;
      }
      WHORL_ASSIGN_OR_RETURN(auto made, std::move(outcome.made));
      if (!outcome.note.empty()) {
        skipped.push_back({outcome.name, outcome.note, SkipKind::fallback});
      }
      WHORL_RETURN_IF_ERROR(take(std::move(made)));
    }
  }
  for (Skipped& one : source.skipped()) skipped.push_back(std::move(one));
  return skipped;
}

}  // namespace whorl::internal::registry
