#include "jobs/registry/index.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/hash128.h"
#include "base/json.h"
#include "base/try.h"
#include "jobs/registry/document_row.h"
#include "jobs/registry/manifest.h"

namespace whorl::internal::registry {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::string_view kOwners = "owner ";
constexpr std::size_t kTimeBytes = 4;  // of when a document was set aside

std::string prefix_of(std::string_view owner) {
  return std::string(kOwners) + hash_key(base::hash128(owner));
}

Result<void> for_each_key(const Database& database, std::string_view prefix,
                          const VisitKey& visit) {
  Walk walk = database.walk(Table::facts, std::string(prefix));
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more || !walk.key().starts_with(prefix)) return {};
    visit(walk.key());
  }
}

Result<Numbers> by_owner_rows(const Database& database, const std::string& owner) {
  Numbers numbers;
  const std::string prefix = prefix_of(owner);
  WHORL_RETURN_IF_ERROR(for_each_key(database, prefix, [&](std::string_view key) {
    if (const auto number = number_of_key(key.substr(prefix.size()))) numbers.push_back(*number);
  }));
  return numbers;
}

Result<Numbers> by_documents(const Database& database, const std::string& owner) {
  Numbers numbers;
  Walk walk = database.walk(Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return numbers;
    WHORL_ASSIGN_OR_RETURN(const auto row, unpack_row(walk.value()));
    const auto number = number_of_key(walk.key());
    if (number && row.document.codes.owner == owner) numbers.push_back(*number);
  }
}

}  // namespace

std::string owner_key(std::string_view owner, std::uint32_t document) {
  return prefix_of(owner) + number_key(document);
}

Result<void> for_each_owner_row(const Database& database, const VisitKey& visit) {
  return for_each_key(database, kOwners, visit);
}

std::string pack(const SetAside& document) {
  return number_key(static_cast<std::uint32_t>(document.since)) + pack(document.row);
}

Result<SetAside> unpack_set_aside(std::string_view bytes) {
  const auto since = number_of_key(bytes.substr(0, kTimeBytes));
  if (!since) return fail(ErrorCode::corrupt, "the row of a removed document is damaged");
  WHORL_ASSIGN_OR_RETURN(DocumentRow row, unpack_row(bytes.substr(kTimeBytes)));
  return SetAside{std::move(row), *since};
}

Result<const Numbers*> Owners::documents_of(const std::string& owner, const Database& database,
                                            From from) {
  const std::lock_guard lock(mutex_);
  const auto known = lists_.find(owner);
  if (known != lists_.end()) return &known->second;
  const auto read = from == From::owner_rows ? by_owner_rows : by_documents;
  WHORL_ASSIGN_OR_RETURN(Numbers numbers, read(database, owner));
  static const Numbers kNone;  // not kept, because a caller may invent any number of owners
  if (numbers.empty()) return &kNone;
  return &lists_.emplace(owner, std::move(numbers)).first->second;
}

void Owners::add(const std::string& owner, std::uint32_t document) {
  const auto list = lists_.find(owner);
  if (list == lists_.end()) return;
  Numbers& numbers = list->second;
  numbers.insert(std::ranges::upper_bound(numbers, document), document);
}

void Owners::remove(const std::string& owner, std::uint32_t document) {
  const auto list = lists_.find(owner);
  if (list == lists_.end()) return;
  const auto [begin, end] = std::ranges::equal_range(list->second, document);
  list->second.erase(begin, end);
}

std::string pack(const Facts& facts) {
  return base::json_text(
      nlohmann::json{{"next", facts.next},
                     {"documents", facts.documents},
                     {"postings", facts.postings},
                     {"fresh", facts.fresh},
                     {"bucket_bits", facts.bucket_bits},
                     {"draw", facts.draw},
                     {"owners", facts.owners},
                     {"keys", {facts.keys.check, facts.keys.former_check, facts.keys.until}}});
}

Result<Facts> unpack_facts(std::string_view bytes) {
  const auto json = base::parse_json(bytes);
  try {
    Facts facts{json.at("next"),
                json.at("documents"),
                json.at("postings"),
                json.at("fresh"),
                json.at("bucket_bits"),
                json.at("draw"),
                {},
                json.value("owners", false)};
    if (const auto keys = json.find("keys"); keys != json.end()) {
      facts.keys = {keys->at(0), keys->at(1), keys->at(2)};
    }
    if (facts.bucket_bits <= kMostBucketBits) return facts;
  } catch (const nlohmann::json::exception&) {
    // Reported below.
  }
  return fail(ErrorCode::corrupt, "the facts of the registry are damaged");
}

Result<Index> Index::open(const std::filesystem::path& folder, Access access,
                          const KeyFiles& keys) {
  WHORL_ASSIGN_OR_RETURN(const RegistryManifest manifest, load_manifest(folder));
  if (!std::filesystem::exists(database_of(folder))) {
    return fail(
        ErrorCode::not_found,
        folder.string() +
            ": contains backups of a registry; restore the last one with whorl registry restore");
  }
  WHORL_ASSIGN_OR_RETURN(Database database, Database::open(database_of(folder), access));
  WHORL_ASSIGN_OR_RETURN(const auto identity, database.get(Table::facts, kIdentity));
  if (identity.value_or("") != manifest.identity) {
    return fail(ErrorCode::corrupt, database_of(folder).string() +
                                        ": is the database of another registry; put the right one "
                                        "back, or restore a backup (whorl registry restore)");
  }
  Index index(std::move(database));
  WHORL_RETURN_IF_ERROR(index.load());
  WHORL_ASSIGN_OR_RETURN(index.methods_, methods_of(manifest, index.facts_.keys, folder, keys));
  index.methods_.present.draw = index.facts_.draw;
  if (access == Access::write && !index.facts_.owners) WHORL_RETURN_IF_ERROR(index.write_owners());
  return index;
}

Result<void> Index::load() {
  WHORL_ASSIGN_OR_RETURN(const auto facts, database_.get(Table::facts, kFactsKey));
  if (facts) {
    WHORL_ASSIGN_OR_RETURN(facts_, unpack_facts(*facts));
  }
  Walk walk = database_.walk(Table::removed);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return {};
    const auto number = number_of_key(walk.key());
    if (!number) continue;
    removed_.insert(*number);
    if (!walk.value().empty()) set_aside_.insert(*number);
  }
}

// A program that does not know these rows may have written documents without them.
Result<void> Index::write_owners() {
  constexpr std::size_t kTogether = 100'000;
  Facts facts = facts_;
  IndexChanges changes;
  std::size_t rows = 0;
  WHORL_RETURN_IF_ERROR(for_each_owner_row(
      database_, [&](std::string_view key) { database_.remove(changes.rows, Table::facts, key); }));
  Walk walk = database_.walk(Table::documents);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) break;
    WHORL_ASSIGN_OR_RETURN(const auto row, unpack_row(walk.value()));
    const std::uint32_t number = number_of_key(walk.key()).value_or(0);
    database_.put(changes.rows, Table::facts, owner_key(row.document.codes.owner, number), {});
    if (++rows % kTogether == 0) {
      WHORL_RETURN_IF_ERROR(commit(std::exchange(changes, {}), facts));
    }
  }
  facts.owners = true;
  return commit(std::move(changes), facts);
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
  std::vector<std::optional<DocumentRow>> rows(documents.size());
  const auto take = [&](std::size_t i, std::string_view packed) -> Result<void> {
    WHORL_ASSIGN_OR_RETURN(rows[i], unpack_row(packed));
    rows[i]->document.number = documents[i];
    return {};
  };
  WHORL_RETURN_IF_ERROR(database_.visit(Table::documents, keys, take));
  return rows;
}

Result<std::optional<std::uint32_t>> Index::number_of(const DocumentCodes& codes) const {
  WHORL_ASSIGN_OR_RETURN(const auto key, database_.get(Table::names, name_key(codes)));
  if (!key) return std::nullopt;
  return number_of_key(*key);
}

Result<const std::vector<std::uint32_t>*> Index::documents_of(const std::string& owner) const {
  const auto from = facts_.owners ? Owners::From::owner_rows : Owners::From::documents;
  return owners_->documents_of(owner, database_, from);
}

void Index::add(IndexChanges& changes, std::uint32_t document, const DocumentRow& row) {
  const DocumentCodes& codes = row.document.codes;
  database_.put(changes.rows, Table::documents, number_key(document), pack(row));
  database_.put(changes.rows, Table::names, name_key(codes), number_key(document));
  database_.put(changes.rows, Table::facts, owner_key(codes.owner, document), {});
  changes.added.push_back({codes.owner, document});
}

void Index::take_out(IndexChanges& changes, std::uint32_t document, const DocumentCodes& codes,
                     std::string_view value, Facts& facts) {
  database_.remove(changes.rows, Table::documents, number_key(document));
  database_.remove(changes.rows, Table::names, name_key(codes));
  database_.remove(changes.rows, Table::facts, owner_key(codes.owner, document));
  database_.put(changes.rows, Table::removed, number_key(document), value);
  changes.removed.push_back({codes.owner, document});
  --facts.documents;
}

void Index::remove(IndexChanges& changes, std::uint32_t document, const DocumentCodes& codes,
                   Facts& facts) {
  take_out(changes, document, codes, {}, facts);
}

void Index::set_aside(IndexChanges& changes, const SetAside& document, Facts& facts) {
  const RegisteredDocument& known = document.row.document;
  take_out(changes, known.number, known.codes, pack(document), facts);
  changes.set_aside.push_back(known.number);
}

void Index::restore(IndexChanges& changes, const SetAside& document, Facts& facts) {
  const std::uint32_t number = document.row.document.number;
  add(changes, number, document.row);
  database_.remove(changes.rows, Table::removed, number_key(number));
  changes.restored.push_back(number);
  ++facts.documents;
}

void Index::forget(IndexChanges& changes, std::uint32_t document) {
  database_.put(changes.rows, Table::removed, number_key(document), {});
  changes.forgotten.push_back(document);
}

Result<std::vector<SetAside>> Index::set_aside_documents() const {
  std::vector<SetAside> documents;
  if (set_aside_.empty()) return documents;
  Walk walk = database_.walk(Table::removed);
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
    if (!more) return documents;
    if (walk.value().empty()) continue;
    WHORL_ASSIGN_OR_RETURN(SetAside document, unpack_set_aside(walk.value()));
    document.row.document.number = number_of_key(walk.key()).value_or(0);
    documents.push_back(std::move(document));
  }
}

Result<void> Index::commit(IndexChanges changes, const Facts& facts) {
  database_.put(changes.rows, Table::facts, kFactsKey, pack(facts));
  WHORL_RETURN_IF_ERROR(database_.commit(std::move(changes.rows)));
  facts_ = facts;
  for (const auto& [owner, number] : changes.added) owners_->add(owner, number);
  for (const auto& [owner, number] : changes.removed) {
    owners_->remove(owner, number);
    removed_.insert(number);
  }
  set_aside_.insert(changes.set_aside.begin(), changes.set_aside.end());
  for (const std::uint32_t number : changes.forgotten) set_aside_.erase(number);
  for (const std::uint32_t number : changes.restored) {
    set_aside_.erase(number);
    removed_.erase(number);
  }
  return {};
}

Method Index::method_of(const DocumentRow& row) const {
  const bool is_former = methods_.former && row.draw < methods_.former->until;
  Method method = is_former ? methods_.former->method : methods_.present;
  method.draw = row.draw;
  return method;
}

void Index::set_draw(std::uint64_t draw) { methods_.present.draw = facts_.draw = draw; }

Result<void> Index::begin_key(std::shared_ptr<const Key> key) {
  const auto check_of = [](const Key* of) { return of ? of->check_value() : std::string(); };
  const KeyChange change{check_of(key.get()), check_of(method().key.get()), facts_.draw + 1};
  Recipe unkeyed = method().recipe;
  unkeyed.key_id.clear();
  WHORL_ASSIGN_OR_RETURN(Method next,
                         make_method(*method().scheme, print(unkeyed), std::move(key)));
  methods_.former = Former{std::move(methods_.present), change.until};
  methods_.present = std::move(next);
  facts_.keys = change;
  set_draw(change.until);
  return {};
}

void Index::end_key() {
  facts_.keys.former_check.clear();
  facts_.keys.until = 0;
  methods_.former.reset();
}

Result<Features> searched_by_all(std::string_view text, const Index& index) {
  WHORL_ASSIGN_OR_RETURN(auto features, searched(text, index.method()));
  if (index.former() == nullptr) return features;
  WHORL_ASSIGN_OR_RETURN(const auto before, searched(text, index.former()->method));
  features.list.insert(features.list.end(), before.list.begin(), before.list.end());
  return features;
}

void Index::compacted(const Facts& facts) {
  facts_ = facts;
  removed_ = set_aside_;
}

}  // namespace whorl::internal::registry
