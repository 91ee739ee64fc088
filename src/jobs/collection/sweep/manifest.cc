#include "jobs/collection/sweep/manifest.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/new_file.h"
#include "base/try.h"
#include "store/manifest.h"

namespace whorl::internal::sweep {
namespace {

using nlohmann::json;

constexpr int kFormat = 2;
constexpr const char* kManifestFile = "sweeps.json";

SweepEntry entry_from(const json& j) {
  return {j.at("date"), j.at("pages"), j.at("first_version"), j.at("end_version")};
}

json to_json(const SweepEntry& e) {
  return {{"date", e.date},
          {"pages", e.pages},
          {"first_version", e.first_version},
          {"end_version", e.end_version}};
}

SweepManifest manifest_from(const json& j) {
  SweepManifest m;
  const json& s = j.at("settings");
  m.settings = {s.at("front_end"), s.at("shingle"), s.at("sketch"), s.at("features")};
  for (const json& sweep : j.at("sweeps")) m.sweeps.push_back(entry_from(sweep));
  m.name_bytes = j.at("name_bytes");
  m.sketch_hashes = j.at("sketch_hashes");
  m.rows = j.at("rows");
  for (std::uint64_t first = 0; const SweepEntry& sweep : m.sweeps) {
    const bool follows = sweep.first_version == first && sweep.end_version >= first;
    if (!follows) throw json::other_error::create(501, "versions of sweeps have gaps", nullptr);
    first = sweep.end_version;
  }
  return m;
}

tl::unexpected<Error> damaged(const base::FileSystem::Path& manifest) {
  return fail(
      ErrorCode::corrupt,
      manifest.string() + ": is not a sweep store of whorl, or is damaged: restore it from a copy");
}

}  // namespace

Result<std::optional<SweepManifest>> load(base::FileSystem& file_system,
                                          const base::FileSystem::Path& store) {
  const base::FileSystem::Path path = store / kManifestFile;
  WHORL_ASSIGN_OR_RETURN(auto j, store::read_manifest(file_system, path));
  if (!j) return std::nullopt;
  WHORL_RETURN_IF_ERROR(store::check_format(*j, kFormat, store));
  try {
    if (store::unseal(*j)) {
      SweepManifest manifest = manifest_from(*j);
      manifest.files = store::files_from(j->at("files"));
      return manifest;
    }
  } catch (const json::exception&) {
    // Reported below, like invalid JSON.
  }
  return damaged(path);
}

Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const SweepManifest& m) {
  json sweeps = json::array();
  for (const SweepEntry& entry : m.sweeps) sweeps.push_back(to_json(entry));
  json manifest = {{"format", kFormat},
                   {"settings",
                    {{"front_end", m.settings.front_end},
                     {"shingle", m.settings.shingle},
                     {"sketch", m.settings.sketch},
                     {"features", m.settings.features_field}}},
                   {"sweeps", sweeps},
                   {"name_bytes", m.name_bytes},
                   {"sketch_hashes", m.sketch_hashes},
                   {"rows", m.rows},
                   {"files", store::to_json(m.files)}};
  store::seal(manifest);
  return base::replace_file(file_system, store / kManifestFile,
                            base::json_text(manifest, 1) + "\n");
}

std::string index_file(std::size_t sweep) { return "index-" + std::to_string(sweep) + ".bin"; }

}  // namespace whorl::internal::sweep
