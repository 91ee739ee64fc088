#include "repeats/json.h"

#include <nlohmann/json.hpp>

#include "store/summary_json.h"

namespace whorl::internal::repeats {

nlohmann::ordered_json json_of(const RepeatedPassage& passage) {
  return {{"times", passage.times},
          {"symbols", passage.symbols},
          {"document", passage.document},
          {"symbol", passage.symbol},
          {"text", passage.text}};
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
