#include "store/manifest_json.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "base/hash128.h"
#include "base/json.h"
#include "base/try.h"

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

// 0 if it names none.
std::int64_t format_of(const json& manifest) {
  const auto found = manifest.find("format");
  return found != manifest.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

// A name in the store's folder.
std::string file_name(std::string name) {
  if (name.find('/') == name.npos) return name;
  throw json::other_error::create(501, "a file of the store lies outside of it", nullptr);
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
                                            ": was made by a later version of whorl (format " +
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

}  // namespace whorl::internal::store
