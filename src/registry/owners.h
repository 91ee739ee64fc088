// Which documents an owner has: rows in the table of facts, one for each document.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "registry/database.h"

namespace whorl::internal::registry {

// The key of the row that says that the owner has the document. Its value is empty.
std::string owner_key(std::string_view owner, std::uint32_t document);

// Calls visit(key) for each of these rows.
using VisitKey = std::function<void(std::string_view)>;
Result<void> for_each_owner_row(const Database& database, const VisitKey& visit);

// The documents of owners who were asked for: 4 bytes for each document.
class Owners {
 public:
  // Which rows say whose a document is.
  enum class From {
    owner_rows,
    documents  // a program that writes no rows of owners wrote to the registry
  };

  // Ascending numbers. The first call for an owner reads the rows of its documents, or of all.
  // Later calls take the list from memory. Callable from several threads. The list is valid until
  // the next change.
  Result<const std::vector<std::uint32_t>*> documents_of(const std::string& owner,
                                                         const Database& database, From from);

  // Kept in step with what is committed. Numbers of added documents ascend.
  void add(const std::string& owner, std::uint32_t document);
  void remove(const std::string& owner, std::uint32_t document);

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<std::uint32_t>> lists_;
};

}  // namespace whorl::internal::registry
