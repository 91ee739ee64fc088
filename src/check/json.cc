#include <nlohmann/json.hpp>

#include "base/json.h"
#include "whorl/check.h"

namespace whorl {

std::string to_json(const StoreCheck& check) {
  using Json = nlohmann::ordered_json;
  Json files = Json::array(), findings = Json::array();
  for (const auto& file : check.files)
    files.push_back({{"name", file.name}, {"bytes", file.bytes}});
  for (const StoreFinding& finding : check.findings) {
    findings.push_back(
        {{"file", finding.file}, {"what", finding.what}, {"remedy", finding.remedy}});
  }
  const bool sweeps = check.kind == StoreCheck::Kind::sweeps;
  const Json all = {{"format", 1},
                    {"kind", sweeps ? "sweeps" : "cluster"},
                    {"sound", check.sound()},
                    {"finished", check.finished},
                    {sweeps ? "versions" : "documents", check.documents},
                    {"files", files},
                    {"findings", findings},
                    {"open_runs", check.open_runs},
                    {"left", check.left}};
  return internal::base::json_text(all, 2) + "\n";
}

}  // namespace whorl
