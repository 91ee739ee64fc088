#include "registry/owners.h"

#include <algorithm>

#include "base/hash128.h"
#include "base/try.h"
#include "registry/document_row.h"

namespace whorl::internal::registry {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::string_view kOwners = "owner ";

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

Result<const Numbers*> Owners::documents_of(const std::string& owner, const Database& database,
                                            From from) {
  const std::lock_guard lock(mutex_);
  const auto known = lists_.find(owner);
  if (known != lists_.end()) return &known->second;
  const auto read = from == From::owner_rows ? by_owner_rows : by_documents;
  WHORL_ASSIGN_OR_RETURN(Numbers numbers, read(database, owner));
  static const Numbers kNone;  // not kept: a caller may invent any number of owners
  if (numbers.empty()) return &kNone;
  return &lists_.emplace(owner, std::move(numbers)).first->second;
}

void Owners::add(const std::string& owner, std::uint32_t document) {
  const auto list = lists_.find(owner);
  if (list != lists_.end()) list->second.push_back(document);
}

void Owners::remove(const std::string& owner, std::uint32_t document) {
  const auto list = lists_.find(owner);
  if (list == lists_.end()) return;
  const auto [begin, end] = std::ranges::equal_range(list->second, document);
  list->second.erase(begin, end);
}

}  // namespace whorl::internal::registry
