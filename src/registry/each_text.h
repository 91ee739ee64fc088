// Every text under the paths of a user, worked on by several threads and taken in order.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/try.h"
#include "registry/text_source.h"

namespace whorl::internal::registry {

// What became of one document.
template <class Made>
struct Outcome {
  std::string name;
  std::string note;
  Result<Made> made = fail(ErrorCode::internal, "");
};

// Calls work(document, text) for each document of the input on several threads, and take(result)
// in order. What cannot be read is listed; an error of take, or of the registry's files, ends it.
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
          text.and_then([&](const read::Viewable& viewed) { return work(about, viewed.text); });
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
