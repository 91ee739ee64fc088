// Index: gives the tables of a registry their meaning.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "jobs/registry/database.h"
#include "jobs/registry/document_row.h"
#include "jobs/registry/features.h"
#include "jobs/registry/keys.h"
#include "jobs/registry/posting.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// The documents of an owner: rows in the table of facts, one for each document.

// The key of the row for an owner and a document. Its value is empty.
std::string owner_key(std::string_view owner, std::uint32_t document);

// Calls visit(key) for each of these rows.
using VisitKey = std::function<void(std::string_view)>;
Result<void> for_each_owner_row(const Database& database, const VisitKey& visit);

// The documents of requested owners: 4 bytes for each document.
class Owners {
 public:
  // The rows that give the owner of a document.
  enum class From {
    owner_rows,
    documents  // a program that does not write rows of owners wrote to the registry
  };

  // Ascending numbers. The first call for an owner reads the rows of its documents, or of all.
  // Later calls return the list from memory. Callable from several threads. The list is valid until
  // the next change.
  Result<const std::vector<std::uint32_t>*> documents_of(const std::string& owner,
                                                         const Database& database, From from);

  // Adds a committed document.
  void add(const std::string& owner, std::uint32_t document);
  void remove(const std::string& owner, std::uint32_t document);

 private:
  std::mutex mutex_;
  std::map<std::string, std::vector<std::uint32_t>> lists_;
};

// Facts of the whole, in one row.
struct Facts {
  std::uint32_t next = 0;       // the number of the next document
  std::uint64_t documents = 0;  // registered documents
  std::uint64_t postings = 0;   // includes those of removed documents
  std::uint64_t fresh = 0;      // postings since the last compaction
  unsigned bucket_bits = 12;
  // Number of the sample for documents stored from now on, if they are sampled.
  std::uint64_t draw = 0;
  KeyChange keys = {};
  bool owners = true;  // each document has its row of owners
};

std::string pack(const Facts& facts);
Result<Facts> unpack_facts(std::string_view bytes);

inline constexpr std::string_view kFactsKey = "facts";

// Changes of documents that are committed together.
struct IndexChanges {
  struct Document {
    std::string owner;
    std::uint32_t number = 0;
  };
  Changes rows;
  std::vector<Document> added;
  std::vector<Document> removed;
  std::vector<std::uint32_t> set_aside;
  std::vector<std::uint32_t> restored;
  std::vector<std::uint32_t> forgotten;
};

// A document that was taken out and may come back: compaction keeps its postings.
struct SetAside {
  DocumentRow row;
  std::int64_t since = 0;  // seconds since 1970
};

// The value of its row in the table of removed documents. A document that was removed for good has
// an empty value.
std::string pack(const SetAside& document);
Result<SetAside> unpack_set_aside(std::string_view bytes);

// An open registry: only a small part is in memory.
class Index {
 public:
  static Result<Index> open(const std::filesystem::path& folder, Access access,
                            const KeyFiles& keys);

  // The method for documents stored from now on.
  const Method& method() const { return methods_.present; }
  // Null if all documents are stored with one key.
  const Former* former() const { return methods_.former ? &*methods_.former : nullptr; }
  // The method with which the document was stored.
  Method method_of(const DocumentRow& row) const;
  const Facts& facts() const { return facts_; }
  PostingLayout layout() const { return method().scheme->layout(facts_.bucket_bits); }
  bool is_removed(std::uint32_t document) const { return removed_.contains(document); }
  // Removed, but compaction keeps its postings.
  bool is_set_aside(std::uint32_t document) const { return set_aside_.contains(document); }
  std::size_t removed() const { return removed_.size(); }
  Database& database() { return database_; }
  const Database& database() const { return database_; }

  Result<std::optional<DocumentRow>> row(std::uint32_t document) const;
  // Removed documents have no row in the result.
  Result<std::vector<std::optional<DocumentRow>>> rows(
      std::span<const std::uint32_t> documents) const;
  Result<std::optional<std::uint32_t>> number_of(const DocumentCodes& codes) const;
  // The documents of an owner, ascending; valid until the next commit.
  Result<const std::vector<std::uint32_t>*> documents_of(const std::string& owner) const;

  // Adds to `changes` the row of a document, which has the next number.
  void add(IndexChanges& changes, std::uint32_t document, const DocumentRow& row);
  // Adds to `changes` the removal of a document; its postings are ignored from the commit on.
  void remove(IndexChanges& changes, std::uint32_t document, const DocumentCodes& codes,
              Facts& facts);
  // The same, but the document can come back.
  void set_aside(IndexChanges& changes, const SetAside& document, Facts& facts);
  void restore(IndexChanges& changes, const SetAside& document, Facts& facts);
  // Adds to `changes` that a document that was set aside never comes back.
  void forget(IndexChanges& changes, std::uint32_t document);
  // All documents that are set aside, by their numbers.
  Result<std::vector<SetAside>> set_aside_documents() const;
  // Commits them with the new facts.
  Result<void> commit(IndexChanges changes, const Facts& facts);
  // For documents stored from now on; saved with the next commit.
  void set_draw(std::uint64_t draw);
  // Documents are stored with this key from now on, and the existing ones wait for it; saved with
  // the next commit.
  Result<void> begin_key(std::shared_ptr<const Key> key);
  // No document waits for the key any more; saved with the next commit.
  void end_key();
  // Call it after a compaction, which drops the removed documents that were not
  // set aside.
  void compacted(const Facts& facts);

 private:
  explicit Index(Database database) : database_(std::move(database)) {}
  Result<void> load();
  Result<void> write_owners();
  void take_out(IndexChanges& changes, std::uint32_t document, const DocumentCodes& codes,
                std::string_view value, Facts& facts);

  Database database_;
  Methods methods_;
  Facts facts_;
  std::unordered_set<std::uint32_t> removed_;    // since the last compaction, or set aside
  std::unordered_set<std::uint32_t> set_aside_;  // of them
  std::unique_ptr<Owners> owners_ = std::make_unique<Owners>();
};

// The features with which a text is searched: with both keys while one replaces the other.
Result<Features> searched_by_all(std::string_view text, const Index& index);

}  // namespace whorl::internal::registry
