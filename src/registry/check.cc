#include "registry/check.h"

#include <string>
#include <vector>

#include "base/try.h"
#include "registry/posting_run.h"

namespace whorl::internal::registry {
namespace {

constexpr std::size_t kMostFaults = 100;

class Check {
 public:
  Check(const Index& index, Progress& progress) : index_(index), progress_(progress) {}

  Result<RegistryCheck> run() {
    const auto sums = index_.database().verify();
    if (!sums && sums.error().code == ErrorCode::corrupt) {
      fault(sums.error().message);
      return std::move(check_);
    }
    WHORL_RETURN_IF_ERROR(sums);
    WHORL_RETURN_IF_ERROR(documents());
    WHORL_RETURN_IF_ERROR(names());
    WHORL_RETURN_IF_ERROR(owners());
    WHORL_RETURN_IF_ERROR(postings());
    totals();
    return std::move(check_);
  }

 private:
  void fault(std::string sentence) {
    if (check_.faults.size() < kMostFaults) check_.faults.push_back(std::move(sentence));
  }

  Result<void> go_on() const {
    if (progress_.cancelled()) return fail(ErrorCode::cancelled, "stopped: not all was checked");
    return {};
  }

  Result<void> documents() {
    progress_.phase("documents", index_.facts().documents);
    postings_of_.assign(index_.facts().next, -1);
    Walk walk = index_.database().walk(Table::documents);
    while (true) {
      WHORL_RETURN_IF_ERROR(go_on());
      WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
      if (!more) return {};
      progress_.advance(1);
      ++check_.documents;
      const auto number = number_of_key(walk.key());
      const auto row = unpack_row(walk.value());
      if (!number || *number >= index_.facts().next || !row) {
        fault("the row of a document is damaged");
        continue;
      }
      postings_of_[*number] = static_cast<std::int64_t>(row->postings);
      WHORL_ASSIGN_OR_RETURN(const auto named, index_.number_of(row->document.codes));
      const std::string owned = owner_key(row->document.codes.owner, *number);
      WHORL_ASSIGN_OR_RETURN(const auto owner_row, index_.database().get(Table::facts, owned));
      owned_ += owner_row ? 1 : 0;
      if (named != *number) fault("document " + std::to_string(*number) + " is not in the names");
    }
  }

  Result<void> names() {
    Walk walk = index_.database().walk(Table::names);
    for (std::uint64_t names = 0;; ++names) {
      WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
      if (more) continue;
      if (names != check_.documents) fault("there are more names than documents");
      return {};
    }
  }

  Result<void> owners() {
    std::uint64_t rows = 0;
    WHORL_RETURN_IF_ERROR(for_each_owner_row(index_.database(), [&](std::string_view) { ++rows; }));
    const bool all = rows == check_.documents && owned_ == rows;
    if (index_.facts().owners && !all) fault("the owners of some documents are missing");
    return {};
  }

  Result<void> postings() {
    progress_.phase("postings", index_.facts().postings);
    std::vector<Posting> postings;
    Walk walk = index_.database().walk(Table::postings);
    while (true) {
      WHORL_RETURN_IF_ERROR(go_on());
      WHORL_ASSIGN_OR_RETURN(const bool more, walk.next());
      if (!more) return {};
      const auto bucket = number_of_key(walk.key());
      postings.clear();
      if (!bucket || !read_runs(walk.value(), *bucket, index_.layout(), postings)) {
        fault("a bucket of postings is damaged");
      }
      progress_.advance(postings.size());
      for (const Posting& posting : postings) count(posting);
    }
  }

  void count(const Posting& posting) {
    ++check_.postings;
    if (posting.document < postings_of_.size() && postings_of_[posting.document] >= 0) {
      --postings_of_[posting.document];
      if (postings_of_[posting.document] < 0) fault("a document has more postings than it should");
    } else if (!index_.is_removed(posting.document)) {
      fault("a posting is of document " + std::to_string(posting.document) +
            ", which is not there");
    }
  }

  void totals() {
    const Facts& facts = index_.facts();
    if (check_.documents != facts.documents) fault("documents are missing");
    if (check_.postings != facts.postings) fault("postings are missing");
    for (std::size_t i = 0; i < postings_of_.size(); ++i) {
      if (postings_of_[i] > 0) fault("postings of document " + std::to_string(i) + " are missing");
    }
  }

  const Index& index_;
  Progress& progress_;
  RegistryCheck check_;
  std::uint64_t owned_ = 0;                // documents with a row of their owner
  std::vector<std::int64_t> postings_of_;  // still to be met, by document; -1: it is not there
};

}  // namespace

Result<RegistryCheck> check(const Index& index, Progress& progress) {
  return Check(index, progress).run();
}

}  // namespace whorl::internal::registry
