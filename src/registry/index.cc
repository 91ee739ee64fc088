#include "registry/index.h"

#include <nlohmann/json.hpp>

#include "base/try.h"
#include "registry/manifest.h"

namespace whorl::internal::registry {

std::string pack(const Facts& facts) {
  return nlohmann::json{
      {"next", facts.next},   {"documents", facts.documents},     {"postings", facts.postings},
      {"fresh", facts.fresh}, {"bucket_bits", facts.bucket_bits}, {"draw", facts.draw}}
      .dump();
}

Result<Facts> unpack_facts(std::string_view bytes) {
  const auto json = nlohmann::json::parse(bytes, nullptr, false);
  try {
    Facts facts{json.at("next"),  json.at("documents"),   json.at("postings"),
                json.at("fresh"), json.at("bucket_bits"), json.at("draw")};
    if (facts.bucket_bits <= kMostBucketBits) return facts;
  } catch (const nlohmann::json::exception&) {
    // Told below.
  }
  return fail(ErrorCode::corrupt, "the facts of the registry are damaged");
}

Result<Index> Index::open(const std::filesystem::path& folder, Access access,
                          const std::string& key) {
  WHORL_ASSIGN_OR_RETURN(const RegistryManifest manifest, load_manifest(folder));
  if (!std::filesystem::exists(database_of(folder))) {
    return fail(ErrorCode::not_found,
                folder.string() +
                    ": holds backups of a registry; make one of the last of them with "
                    "whorl registry restore");
  }
  WHORL_ASSIGN_OR_RETURN(Method method, method_of(manifest, folder, key));
  WHORL_ASSIGN_OR_RETURN(Database database, Database::open(database_of(folder), access));
  Index index(std::move(database), std::move(method));
  WHORL_RETURN_IF_ERROR(index.load());
  return index;
}

Result<void> Index::load() {
  WHORL_ASSIGN_OR_RETURN(const auto facts, database_.get(Table::facts, kFactsKey));
  if (facts) {
    WHORL_ASSIGN_OR_RETURN(facts_, unpack_facts(*facts));
    method_.draw = facts_.draw;
  }
  Walk walk = database_.walk(Table::removed);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return {};
    if (const auto number = number_of_key(walk.key())) removed_.insert(*number);
  }
}

Result<std::optional<DocumentRow>> Index::row(std::uint32_t document) const {
  WHORL_ASSIGN_OR_RETURN(const auto bytes, database_.get(Table::documents, number_key(document)));
  if (!bytes) return std::nullopt;
  WHORL_ASSIGN_OR_RETURN(DocumentRow row, unpack_row(*bytes));
  row.document.number = document;
  return row;
}

Result<std::vector<std::optional<DocumentRow>>> Index::rows(
    std::span<const std::uint32_t> documents) const {
  std::vector<std::string> keys;
  for (const std::uint32_t document : documents) keys.push_back(number_key(document));
  WHORL_ASSIGN_OR_RETURN(const auto packed, database_.get_all(Table::documents, keys));
  std::vector<std::optional<DocumentRow>> rows(documents.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!packed[i]) continue;
    WHORL_ASSIGN_OR_RETURN(rows[i], unpack_row(*packed[i]));
    rows[i]->document.number = documents[i];
  }
  return rows;
}

Result<std::optional<std::uint32_t>> Index::number_of(const DocumentCodes& codes) const {
  WHORL_ASSIGN_OR_RETURN(const auto key, database_.get(Table::names, name_key(codes)));
  if (!key) return std::nullopt;
  return number_of_key(*key);
}

void Index::remove(Changes& changes, std::uint32_t document, const DocumentCodes& codes,
                   Facts& facts) {
  database_.remove(changes, Table::documents, number_key(document));
  database_.remove(changes, Table::names, name_key(codes));
  database_.put(changes, Table::removed, number_key(document), {});
  changes_removed_.push_back(document);
  --facts.documents;
}

Result<void> Index::commit(Changes changes, const Facts& facts) {
  database_.put(changes, Table::facts, kFactsKey, pack(facts));
  WHORL_RETURN_IF_ERROR(database_.commit(std::move(changes)));
  facts_ = facts;
  removed_.insert(changes_removed_.begin(), changes_removed_.end());
  changes_removed_.clear();
  return {};
}

void Index::set_draw(std::uint64_t draw) { method_.draw = facts_.draw = draw; }

void Index::compacted(const Facts& facts) {
  facts_ = facts;
  removed_.clear();
}

}  // namespace whorl::internal::registry
