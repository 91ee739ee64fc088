#include "store/manifest.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/descriptor.h"
#include "base/hash128.h"
#include "base/json.h"
#include "base/new_file.h"
#include "base/try.h"
#include "store/summary_json.h"

namespace whorl::internal::store {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLongestManifest = 1ull << 30;

std::string hex(std::uint64_t value) {
  std::string digits(16, '0');
  for (auto at = digits.rbegin(); value != 0; value >>= 4) *at++ = "0123456789abcdef"[value & 15];
  return digits;
}

std::uint64_t from_hex(const std::string& digits, std::size_t at) {
  std::uint64_t value = 0;
  const std::string_view part = std::string_view(digits).substr(std::min(at, digits.size()), 16);
  std::from_chars(part.begin(), part.end(), value, 16);
  return value;
}

std::string checksum_of(const json& manifest) {
  return hex(base::hash128(base::json_text(manifest)).high);
}

// 0 if the manifest names none.
std::int64_t format_of(const json& manifest) {
  const auto found = manifest.find("format");
  return found != manifest.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

// A name in the store's folder.
std::string file_name(std::string name) {
  if (name.find('/') == name.npos) return name;
  throw json::other_error::create(501, "a file of the store is outside of its folder", nullptr);
}

using nlohmann::json;

constexpr int kFormat = 4;
constexpr const char* kManifestFile = "store.json";
constexpr const char* kNextManifestFile = "store.next.json";

std::vector<Skipped> skipped_from(const json& list) {
  std::vector<Skipped> skipped;
  for (const json& s : list) {
    skipped.push_back({s.at("path"), s.at("reason"),
                       s.at("kind") == "skipped" ? SkipKind::skipped : SkipKind::fallback});
    if (s.contains("row")) skipped.back().row = s.at("row").get<std::uint64_t>();
  }
  return skipped;
}

json skipped_json(const std::vector<Skipped>& skipped, bool rows) {
  json list = json_of(skipped);
  for (std::size_t i = 0; rows && i < skipped.size(); ++i) {
    if (skipped[i].row) list[i]["row"] = *skipped[i].row;
  }
  return list;
}

json to_json(const base::Hash128& hash) { return {hash.high, hash.low}; }
// Zero if there is none.
base::Hash128 hash_from(const json& j, const char* key) {
  const auto found = j.find(key);
  return found == j.end() ? base::Hash128{} : base::Hash128{found->at(0), found->at(1)};
}

constexpr std::string_view kSurvivorChoices[] = {"longest", "first", "newest", "field"};

// Nothing if there is none.
std::optional<SurvivorChoice> choice_from(const json& j, const char* key) {
  const auto found = j.find(key);
  if (found == j.end() || found->is_null()) return std::nullopt;
  const auto choice = std::ranges::find(kSurvivorChoices, found->get<std::string>());
  if (choice != std::end(kSurvivorChoices)) {
    return static_cast<SurvivorChoice>(choice - kSurvivorChoices);
  }
  throw json::other_error::create(501, "the way to choose kept documents is unknown", nullptr);
}

json to_json(const StoreSettings& s) {
  json j = {{"inputs", s.inputs},
            {"front_end", s.front_end},
            {"shingle", s.shingle},
            {"sketch", s.sketch},
            {"pairs", s.pairs},
            {"common", s.common},
            {"verify", s.verify},
            {"keep_resemblance", s.keep_resemblance},
            {"keep_containment", s.keep_containment},
            {"files_from", s.files_from},
            {"features", s.features_field},
            {"survivor_field", s.survivor_field},
            {"across", s.across},
            {"survivor", s.survivor ? json(name_of(*s.survivor)) : json()}};
  if (s.positions) j["positions"] = true;
  if (s.letters_below > 0) j["letters_below"] = s.letters_below;
  if (s.weighted) j["weighted"] = true;
  if (!s.within.empty()) j["within"] = s.within;
  if (!s.candidates.empty()) j["candidates"] = s.candidates;
  return j;
}

// Includes the members that to_json() omits if they have their default.
json all_of(const StoreSettings& s) {
  json j = to_json(s);
  j["positions"] = s.positions;
  j["letters_below"] = s.letters_below;
  j["weighted"] = s.weighted;
  j["within"] = s.within;
  j["candidates"] = s.candidates;
  return j;
}

// The name of its flag: keep_resemblance is resemblance, front_end is front-end.
std::string term_of(std::string_view key) {
  constexpr std::string_view kKeep = "keep_";
  if (key.starts_with(kKeep)) key.remove_prefix(kKeep.size());
  std::string term(key);
  std::ranges::replace(term, '_', '-');
  return term;
}

std::string made_with(std::string_view key, const json& stored, const json& asked) {
  return "was made with " + term_of(key) + " = " + base::json_text(stored) + ", not " +
         base::json_text(asked);
}

StoreSettings settings_from(const json& j) {
  const StoreRules rules = {j.at("shingle"),
                            j.at("common"),
                            j.at("verify"),
                            j.at("keep_resemblance"),
                            j.at("keep_containment"),
                            j.at("features"),
                            j.at("survivor_field"),
                            j.at("across"),
                            choice_from(j, "survivor"),
                            j.value("positions", false),
                            j.value("letters_below", std::uint32_t{0}),
                            j.value("weighted", false),
                            j.value("within", std::string()),
                            j.value("candidates", std::string())};
  return {rules,          j.at("inputs"), j.at("files_from"), j.at("front_end"),
          j.at("sketch"), j.at("pairs")};
}

json to_json(const std::vector<Part>& parts) {
  json list = json::array();
  for (const Part& p : parts) {
    list.push_back({{"store", p.store}, {"documents", p.documents}});
    if (p.inputs != base::Hash128{}) list.back()["inputs"] = to_json(p.inputs);
  }
  return list;
}

std::vector<Part> parts_from(const json& list) {
  std::vector<Part> parts;
  for (const json& p : list) {
    parts.push_back({p.at("store"), p.at("documents"), hash_from(p, "inputs")});
  }
  return parts;
}

json to_json(const std::optional<ClusterThresholds>& t) {
  if (!t) return nullptr;
  return {{"resemblance", t->resemblance},
          {"containment", t->containment},
          {"linkage", static_cast<int>(t->linkage)},
          {"survivor", static_cast<int>(t->survivor)},
          {"survivor_field", t->survivor_field}};
}

std::optional<ClusterThresholds> thresholds_from(const json& j) {
  if (j.is_null()) return std::nullopt;
  ClusterThresholds t;
  j.at("resemblance").get_to(t.resemblance);
  j.at("containment").get_to(t.containment);
  t.linkage = static_cast<Linkage>(j.at("linkage").get<int>());
  t.survivor = static_cast<SurvivorChoice>(j.at("survivor").get<int>());
  j.at("survivor_field").get_to(t.survivor_field);
  return t;
}

json to_json(const IngestState& s) {
  json j = {{"records", s.records},
            {"documents", s.documents},
            {"name_bytes", s.name_bytes},
            {"sketch_hashes", s.sketch_hashes},
            {"shingle_hashes", s.shingle_hashes},
            {"bytes", s.bytes},
            {"skipped", skipped_json(s.skipped, s.keeps_rows)},
            {"more_skipped", s.more_skipped},
            {"revisits", s.revisits},
            {"streamed", to_json(s.streamed)},
            {"record_bytes", s.record_bytes}};
  if (s.position_bytes > 0) j["position_bytes"] = s.position_bytes;
  if (s.by_letters > 0) j["by_letters"] = s.by_letters;
  if (s.unspaced > 0) j["unspaced"] = s.unspaced;
  if (s.weighed > 0) j["weighed"] = s.weighed;
  if (s.keeps_rows) j["keeps_rows"] = true;
  return j;
}

IngestState ingest_from(const json& j) {
  return {j.at("records"),
          j.at("documents"),
          j.at("name_bytes"),
          j.at("sketch_hashes"),
          j.at("shingle_hashes"),
          j.at("bytes"),
          skipped_from(j.at("skipped")),
          j.at("more_skipped"),
          j.at("revisits"),
          hash_from(j, "streamed"),
          j.at("record_bytes"),
          j.value("position_bytes", std::uint64_t{0}),
          j.value("by_letters", std::uint64_t{0}),
          j.value("unspaced", std::uint64_t{0}),
          j.value("weighed", std::uint64_t{0}),
          j.value("keeps_rows", false)};
}

Manifest manifest_from(const json& j) {
  Manifest m;
  m.settings = settings_from(j.at("settings"));
  m.parts = parts_from(j.at("parts"));
  m.thresholds = thresholds_from(j.at("thresholds"));
  m.added = j.at("added");
  m.inputs = hash_from(j, "inputs");
  m.ingest = ingest_from(j.at("ingest"));
  m.skipped_inputs = skipped_from(j.at("skipped_inputs"));
  m.repeated_ids = skipped_from(j.at("repeated_ids"));
  for (const json& p : j.at("done")) {
    m.done.push_back({p.at("name"), 0, 0});  // their times are in times.json
  }
  m.postings = j.at("postings");
  m.candidates = j.at("candidates");
  m.unknown_candidates = j.value("unknown_candidates", std::uint64_t{0});
  m.kept_pairs = j.at("kept_pairs");
  return m;
}

tl::unexpected<Error> damaged(const base::FileSystem::Path& manifest) {
  return fail(ErrorCode::corrupt, manifest.string() +
                                      ": is not a manifest of whorl, or is damaged: restore it "
                                      "from a copy, or build the store again");
}

// Nothing if there is no such file.
Result<std::optional<Manifest>> load_from(base::FileSystem& file_system,
                                          const base::FileSystem::Path& store, const char* name) {
  WHORL_ASSIGN_OR_RETURN(auto j, read_manifest(file_system, store / name));
  if (!j) return std::nullopt;
  WHORL_RETURN_IF_ERROR(check_format(*j, kFormat, store));
  try {
    if (!unseal(*j)) return damaged(store / name);
    Manifest manifest = manifest_from(*j);
    manifest.files = files_from(j->at("files"));
    return manifest;
  } catch (const json::exception&) {
    return damaged(store / name);
  }
}

std::string text_of(const Manifest& m) {
  json done = json::array();
  for (const auto& phase : m.done) {
    done.push_back({{"name", phase.name}});
  }
  json manifest = {{"format", kFormat},
                   {"settings", to_json(m.settings)},
                   {"parts", to_json(m.parts)},
                   {"thresholds", to_json(m.thresholds)},
                   {"added", m.added},
                   {"inputs", to_json(m.inputs)},
                   {"ingest", to_json(m.ingest)},
                   {"skipped_inputs", skipped_json(m.skipped_inputs, m.ingest.keeps_rows)},
                   {"repeated_ids", json_of(m.repeated_ids)},
                   {"done", done},
                   {"postings", m.postings},
                   {"candidates", m.candidates},
                   {"kept_pairs", m.kept_pairs},
                   {"files", to_json(m.files)}};
  if (m.unknown_candidates > 0) manifest["unknown_candidates"] = m.unknown_candidates;
  seal(manifest);
  return dump(manifest);
}

}  // namespace

nlohmann::json to_json(const FileTable& table) {
  json files = json::object();
  for (const auto& [name, file] : table.files) {
    files[name] = {
        {"name", file.name}, {"bytes", file.length.bytes}, {"checksum", hex(file.length.tail)}};
  }
  return {{"store", hex(table.store.high) + hex(table.store.low)},
          {"generation", table.generation},
          {"files", files}};
}

FileTable files_from(const nlohmann::json& j) {
  FileTable table;
  const std::string store = j.at("store");
  table.store = {from_hex(store, 0), from_hex(store, 16)};
  j.at("generation").get_to(table.generation);
  for (const auto& [name, file] : j.at("files").items()) {
    table.files[name] = {file_name(file.at("name")),
                         {file.at("bytes"), from_hex(file.at("checksum"), 0)}};
  }
  return table;
}

Result<std::optional<json>> read_manifest(base::FileSystem& file_system,
                                          const base::FileSystem::Path& path) {
  auto text = base::read_all(file_system, path, kLongestManifest);
  if (!text && text.error().code == ErrorCode::not_found) return std::nullopt;
  WHORL_RETURN_IF_ERROR(text);
  json j = base::parse_json(*text);
  if (!j.is_object()) j = nullptr;
  return std::optional<json>(std::move(j));
}

Result<void> check_format(const json& manifest, int format, const base::FileSystem::Path& store) {
  const std::int64_t found = format_of(manifest);
  if (found > format) {
    return fail(ErrorCode::unsupported, store.string() +
                                            ": was built by a later version of whorl (format " +
                                            std::to_string(found) + ")");
  }
  if (found == format || found <= 0) return {};
  return fail(ErrorCode::unsupported, store.string() + ": has format " + std::to_string(found) +
                                          ", made by an unreleased version: build it again");
}

void seal(json& manifest) { manifest["checksum"] = checksum_of(manifest); }

bool unseal(json& manifest) {
  const std::string checksum = manifest.at("checksum");
  manifest.erase("checksum");
  return checksum == checksum_of(manifest);
}

std::string_view name_of(SurvivorChoice choice) {
  return kSurvivorChoices[static_cast<std::size_t>(choice)];
}

Result<Shingling> shingling_of(const StoreSettings& settings) {
  return Shingling::parse(settings.front_end,
                          {.k = settings.shingle,
                           .weighted = settings.weighted,
                           .letters = {.below = settings.letters_below}},
                          settings.sketch);
}

std::vector<Skipped> all_skipped(const Manifest& manifest) {
  std::vector<Skipped> all;
  for (const auto* list :
       {&manifest.skipped_inputs, &manifest.repeated_ids, &manifest.ingest.skipped}) {
    all.insert(all.end(), list->begin(), list->end());
  }
  if (const std::uint64_t more = manifest.ingest.more_skipped; more > 0) {
    all.push_back({"and " + std::to_string(more) + " more", "for reasons like these"});
  }
  return all;
}

Result<void> save(base::FileSystem& file_system, const base::FileSystem::Path& store,
                  const Manifest& manifest) {
  return base::replace_file(file_system, store / kNextManifestFile, text_of(manifest));
}

Result<void> publish(base::FileSystem& file_system, const base::FileSystem::Path& store) {
  return file_system.move(store / kNextManifestFile, store / kManifestFile);
}

Result<void> give_up(base::FileSystem& file_system, const base::FileSystem::Path& store) {
  WHORL_ASSIGN_OR_RETURN(auto finished, load_finished(file_system, store));
  std::error_code error;
  std::filesystem::remove(store / kNextManifestFile, error);
  if (error)
    return fail(ErrorCode::io, (store / kNextManifestFile).string() + ": " + error.message());
  StoreFiles(file_system, store, std::move(finished.files)).remove_unnamed();
  return {};
}

bool is_store(const base::FileSystem::Path& store) noexcept {
  const base::Descriptor folder(::open(store.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const auto has = [&](const char* name) { return ::faccessat(folder.get(), name, F_OK, 0) == 0; };
  return folder.get() >= 0 && (has(kManifestFile) || has(kNextManifestFile));
}

Result<std::optional<Manifest>> load(base::FileSystem& file_system,
                                     const base::FileSystem::Path& store) {
  WHORL_ASSIGN_OR_RETURN(auto next, load_run(file_system, store));
  if (next) return next;
  WHORL_ASSIGN_OR_RETURN(auto finished, load_from(file_system, store, kManifestFile));
  if (finished) ++finished->files.generation;
  return finished;
}

Result<Manifest> load_finished(base::FileSystem& file_system, const base::FileSystem::Path& store) {
  WHORL_ASSIGN_OR_RETURN(auto manifest, load_from(file_system, store, kManifestFile));
  if (manifest) return std::move(*manifest);
  if (is_store(store)) {
    return fail(ErrorCode::invalid_argument,
                store.string() + ": not finished: run the command that creates it again");
  }
  return fail(
      ErrorCode::not_found,
      store.string() + ": is not a store; build one with `whorl cluster INPUT... -o STORE`");
}

Result<std::optional<Manifest>> load_run(base::FileSystem& file_system,
                                         const base::FileSystem::Path& store) {
  WHORL_ASSIGN_OR_RETURN(auto next, load_from(file_system, store, kNextManifestFile));
  const auto finished = load_from(file_system, store, kManifestFile);
  // A run writes files of a new generation; otherwise it would overwrite those of the store.
  if (next && finished && *finished &&
      (next->files.store != (*finished)->files.store ||
       next->files.generation <= (*finished)->files.generation)) {
    return damaged(store / kNextManifestFile);
  }
  return next;
}

Result<void> same_settings(const StoreSettings& asked, const StoreSettings& stored) {
  // Follows from other settings unless it is given.
  constexpr std::string_view kFollows = "letters_below";
  const json a = all_of(asked);
  const json b = all_of(stored);
  std::string other;
  for (const auto& [key, value] : a.items()) {
    if (value != b.at(key) && (other.empty() || other == kFollows)) other = key;
  }
  if (other.empty()) return {};
  return fail(ErrorCode::invalid_argument, made_with(other, b.at(other), a.at(other)));
}

Result<void> same_method(const StoreSettings& asked, const StoreSettings& stored,
                         const StoreSettings& unset) {
  const json a = all_of(asked);
  const json b = all_of(stored);
  const json defaults = all_of(unset);
  for (const char* key : {"front_end", "shingle", "sketch", "pairs", "common", "verify", "features",
                          "positions", "letters_below", "within"}) {
    if (a.at(key) == b.at(key) || a.at(key) == defaults.at(key)) continue;
    return fail(ErrorCode::invalid_argument,
                "the store " + made_with(key, b.at(key), a.at(key)) + ": leave the flag out");
  }
  return {};
}

}  // namespace whorl::internal::store
