#include "jobs/collection/sweep/last_inputs.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/new_file.h"

namespace whorl::internal::sweep {
namespace {

using nlohmann::json;

constexpr const char* kFile = "inputs.json";

json to_json(const base::Hash128& hash) { return {hash.high, hash.low}; }
base::Hash128 hash_from(const json& j) { return {j.at(0), j.at(1)}; }

}  // namespace

Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const LastInputs& last) {
  const json text = {
      {"date", last.date}, {"inputs", to_json(last.inputs)}, {"streamed", to_json(last.streamed)}};
  return base::replace_file(file_system, store / kFile, base::json_text(text) + "\n");
}

std::optional<LastInputs> load_last_inputs(base::FileSystem& file_system,
                                           const base::FileSystem::Path& store) {
  const auto text = base::read_all(file_system, store / kFile, 1 << 16);
  if (!text) return std::nullopt;
  const json j = base::parse_json(*text);
  try {
    return LastInputs{j.at("date"), hash_from(j.at("inputs")), hash_from(j.at("streamed"))};
  } catch (const json::exception&) {
    return std::nullopt;  // as if there were none: the sweep is then refused by its date
  }
}

}  // namespace whorl::internal::sweep
