// Index: the tables of a registry, as what they mean.
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

// Which documents an owner has: rows in the table of facts, one for each document.

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

// Facts of the whole, in one row.
struct Facts {
  std::uint32_t next = 0;       // the number of the next document
  std::uint64_t documents = 0;  // those that are there
  std::uint64_t postings = 0;   // those of removed documents among them
  std::uint64_t fresh = 0;      // postings since the last compaction
  unsigned bucket_bits = 12;
  std::uint64_t draw = 0;  // of what is stored of a document from now on, where it is drawn
  KeyChange keys = {};
  bool owners = true;  // each document has its row of owners
};

std::string pack(const Facts& facts);
Result<Facts> unpack_facts(std::string_view bytes);

inline constexpr std::string_view kFactsKey = "facts";

// Changes of documents that are made together.
struct IndexChanges {
  struct Document {
    std::string owner;
    std::uint32_t number = 0;
  };
  Changes rows;
  std::vector<Document> added;
  std::vector<Document> removed;
};

// An open registry: what is in memory of it is small.
class Index {
 public:
  static Result<Index> open(const std::filesystem::path& folder, Access access,
                            const KeyFiles& keys);

  // By which documents are stored from now on.
  const Method& method() const { return methods_.present; }
  // Null where all documents are stored under one key.
  const Former* former() const { return methods_.former ? &*methods_.former : nullptr; }
  // By which the document was stored.
  Method method_of(const DocumentRow& row) const;
  const Facts& facts() const { return facts_; }
  PostingLayout layout() const { return method().scheme->layout(facts_.bucket_bits); }
  bool is_removed(std::uint32_t document) const { return removed_.contains(document); }
  std::size_t removed() const { return removed_.size(); }
  Database& database() { return database_; }
  const Database& database() const { return database_; }

  Result<std::optional<DocumentRow>> row(std::uint32_t document) const;
  // Those that are gone are left out of the answer.
  Result<std::vector<std::optional<DocumentRow>>> rows(
      std::span<const std::uint32_t> documents) const;
  Result<std::optional<std::uint32_t>> number_of(const DocumentCodes& codes) const;
  // Of an owner, ascending, until the next commit.
  Result<const std::vector<std::uint32_t>*> documents_of(const std::string& owner) const;

  // Adds to `changes` the row of a document, which has the next number.
  void add(IndexChanges& changes, std::uint32_t document, const DocumentRow& row);
  // Adds to `changes` that a document goes; its postings are passed over from the commit on.
  void remove(IndexChanges& changes, std::uint32_t document, const DocumentCodes& codes,
              Facts& facts);
  // Commits them with the new facts.
  Result<void> commit(IndexChanges changes, const Facts& facts);
  // Of documents that are stored from now on; kept with the next commit.
  void set_draw(std::uint64_t draw);
  // Documents are stored under this key from now on, and those that are there wait for it; kept
  // with the next commit.
  Result<void> begin_key(std::shared_ptr<const Key> key);
  // No document waits for the key any more; kept with the next commit.
  void end_key();
  // After a compaction, which removed documents are none of.
  void compacted(const Facts& facts);

 private:
  explicit Index(Database database) : database_(std::move(database)) {}
  Result<void> load();
  Result<void> write_owners();

  Database database_;
  Methods methods_;
  Facts facts_;
  std::unordered_set<std::uint32_t> removed_;  // since the last compaction
  std::unique_ptr<Owners> owners_ = std::make_unique<Owners>();
};

// What a text is searched by: under both keys while one takes the place of the other.
Result<Features> searched_by_all(std::string_view text, const Index& index);

}  // namespace whorl::internal::registry
